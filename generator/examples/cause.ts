/**
 * Finds the number of gateway.yaml behind many wrong prices. Such a number changes the prices of
 * many routes, so it is named once instead of at each example.
 */
import type { CatalogIR, RouteIR } from '../ir.ts'
import type { Place, Problem } from '../types.ts'

/** The place of a route's price. */
export function priceAt({ price }: RouteIR): Place | undefined {
  return price?.arms.length === 1 ? price.arms[0]!.place : price?.place
}

/** From this many wrong examples on, a common cause is looked for. */
const MANY = 5
/**
 * The share of the wrong prices that must read the number, and the share of its readers that must
 * be wrong.
 */
const MOST = 0.7

/**
 * The problems, summed up at the number that most wrong prices read; unchanged if they have no
 * number in common.
 */
export function withCause(problems: readonly Problem[], ir: CatalogIR): Problem[] {
  const wrong = problems.filter(
    one => one.code === 'example-price' && one.also !== undefined && !one.repeats,
  )
  // A changed row explains its examples; `withRow` names the row of each.
  const rows = wrong.map(({ also }) => also!.find(one => one.label?.startsWith('row '))?.label)
  const isOneRow = rows[0] !== undefined && new Set(rows).size === 1
  if (wrong.length < MANY || isOneRow) return [...problems]
  const routeAt = new Map(ir.routes.map(route => [keyOf(priceAt(route)), route]))
  const texts = wrong.map(({ also }) => {
    const route = routeAt.get(keyOf(also![0]!.place))
    return route ? priceText(ir, route) : textAt(ir, also![0]!.place)
  })
  const names = ['fee', 'margin', 'minimum', ...Object.keys(ir.gateway.numbers)]
  const wrongAt = new Set(wrong.map(({ also }) => keyOf(also![0]!.place)))
  const common = names.filter(name => {
    const readers = [...readersOf(ir, name)]
    return (
      texts.filter(text => reads(text, name)).length >= texts.length * MOST &&
      readers.filter(key => wrongAt.has(key)).length >= readers.length * MOST
    )
  })
  const [name] = common.sort((a, b) => readersOf(ir, a).size - readersOf(ir, b).size)
  const place = name === undefined ? undefined : placeOf(ir, name)
  if (!place || new Set(wrong.map(one => one.also![0]!.place.file)).size < 2) return [...problems]
  const read = new Set(wrong.filter((_, i) => reads(texts[i]!, name!)))
  const message =
    `${read.size} examples differ from their formulas, and all of them read ` + `\`${name!}\``
  return summedUp(problems, read, { message, place, suspect: name! })
}

const shown = ({ summed, ...one }: Problem): Problem =>
  summed && one.repeats ? { ...one, summed } : one

/** The problems without the blame of a number that nothing was compared with. */
export const withoutSuspect = (problems: readonly Problem[]): Problem[] =>
  problems.some(one => one.suspect !== undefined)
    ? problems.flatMap(one => (one.suspect === undefined ? [shown(one)] : []))
    : [...problems]

/** The hint for a number that changes many prices. */
export const SUM_HINT =
  'if it was changed by mistake, restore it; if it is intended, `npm run examples` lists the new ' +
  'prices, and `npm run examples -- --write` writes them'

/** The problems, with one that sums up some of them. */
function summedUp(
  problems: readonly Problem[],
  some: ReadonlySet<Problem>,
  sum: { message: string; place: Place; suspect: string },
): Problem[] {
  const all = problems.map(one => (some.has(one) ? { ...one, summed: true as const } : one))
  return [...all, { code: 'example-price', severity: 'error', sum: true, hint: SUM_HINT, ...sum }]
}

const keyOf = (place: Place | undefined): string => `${place?.file}:${place?.start}`

const reads = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text)

/** The places of prices that read a number and have examples. */
const readersOf = (ir: CatalogIR, name: string): ReadonlySet<string> =>
  new Set(
    ir.routes
      .filter(route => route.examples.length > 0 && reads(priceText(ir, route), name))
      .map(route => keyOf(priceAt(route))),
  )

/** The formulas of a route's price, with the values that they use. */
const priceText = (ir: CatalogIR, { price }: RouteIR): string =>
  (price?.arms ?? [])
    .flatMap(arm => [arm.micro, ...arm.lets.map(one => one.code)])
    .map(({ place }) => textAt(ir, place))
    .join(' ')

function textAt(ir: CatalogIR, { file, start, end }: Place): string {
  return ir.sources.find(one => one.path === file)?.text.slice(start, end) ?? ''
}

/** The place of a number in gateway.yaml. */
function placeOf(ir: CatalogIR, name: string): Place | undefined {
  const { file } = ir.gateway.place
  const text = ir.sources.find(one => one.path === file)?.text ?? ''
  const found = new RegExp(`^ *${name}: *[^\\s#]+`, 'm').exec(text)
  if (!found) return undefined
  const start = found.index + found[0].indexOf(name)
  return { file, start, end: found.index + found[0].length }
}
