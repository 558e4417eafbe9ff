/**
 * Runs every example of the catalog and reports differences between the examples and the formulas.
 */
import { networkOf } from './network.ts'
import { pricedBy, wrongRows } from './row-prices.ts'
import type { CatalogIR, ExampleIR, NetworkIR, RouteIR } from '../ir.ts'
import type { Decimal, Place, Problem } from '../types.ts'
import { type Quote, quote, translated } from './quote.ts'
import { scopeOf } from './offer.ts'
import { unlessFailed } from './price-lines.ts'
import { rowCell } from './row-cell.ts'
import { createEnvironment, type Environment } from './environment.ts'
import { checkUsed } from './actual.ts'
import { withDay } from './day.ts'
import { shownInstant } from '../../runtime/lib/instant.ts'
import { catalogAt, isGone, isNamed, LIST, rowNamed } from '../catalog/in-time.ts'
import { foundOnce } from '../catalog/route-versions.ts'
import { priceAt, withCause } from './cause.ts'
import { usd } from './money.ts'

/**
 * The problems of all examples and of `row_prices`, in catalog order. An example runs on the first
 * network of its route. With `day` (Unix ms), examples of rows and routes retired by then are left
 * out.
 */
export function runExamples(ir: CatalogIR, day = LIST): Problem[] {
  const at = environments(ir)
  const { routes } = day === LIST ? ir : catalogAt(ir, day)
  const problems = routes.flatMap(route =>
    day === LIST
      ? foundOnce('examples', { catalog: ir, route }, () => examplesOf(route, ir, at))
      : examplesOf(route, ir, at),
  )
  const rows = ir.routes.flatMap(route =>
    foundOnce('rows', { catalog: ir, route }, () => {
      const priced = route.rowPrices && pricedBy(route, ir)
      return priced ? wrongRows(priced) : []
    }),
  )
  const explained = withCause(problems, ir)
  // A change caused by a number of gateway.yaml is not shown again at the rows.
  const isSummed = explained.some(one => one.sum)
  return [...explained, ...(isSummed ? rows.map(summed) : rows)]
}

const summed = (one: Problem): Problem => ({ ...one, summed: true })

type EnvironmentAt = (network: NetworkIR, at?: number) => Environment

/** The problems of a route's examples. */
function examplesOf(route: RouteIR, ir: CatalogIR, at: EnvironmentAt): Problem[] {
  if (route.examples.length === 0 || isGone(route)) return []
  const network = networkOf(ir, route)
  if (network === undefined) return []
  return route.examples.flatMap(example => {
    const environment = at(network, example.at)
    const then = (example.at === undefined ? ir : environment.ir).routes.find(
      ({ id }) => id === route.id,
    )!
    return check(then, example, environment).map(one =>
      withDay(withRow(one, { route: then, example, at: environment }), ir, {
        example,
        on: day => ({ environment: at(network, day), id: route.id }),
      }),
    )
  })
}

/** A wrong price, with the row that it depends on. */
function withRow(
  found: Problem,
  { route, example, at }: { route: RouteIR; example: ExampleIR; at: Environment },
): Problem {
  if (found.code !== 'example-price' || route.pick === undefined) return found
  const own = unlessFailed(() => translated(route, at, example))
  const id = own?.kind === 'own' && unlessFailed(() => scopeOf(route, at, own.given))?.model?.id
  const table = at.ir.tables.find(one => one.name === route.table)
  const row = table?.rows.find(one => one.id === id)
  if (!row) return found
  const also = { place: rowCell(at.ir, route, row), label: `row ${row.id}` }
  return { ...found, also: [...(found.also ?? []), also] }
}

/** Makes the environments for examples: of a network at an instant, or with the list. */
function environments(ir: CatalogIR): EnvironmentAt {
  const made = new Map<string, Environment>()
  return (network, at) => {
    const key = `${network.name} ${at ?? 'list'}`
    const known = made.get(key)
    if (known !== undefined) return known
    const then = at === undefined ? ir : catalogAt(ir, at)
    const one = createEnvironment(then, network, made.values().next().value)
    made.set(key, one)
    return one
  }
}

function check(route: RouteIR, example: ExampleIR, at: Environment): Problem[] {
  let got: Quote
  let used: Problem[]
  try {
    got = quote(route, at, example)
    used = got.kind === 'priced' ? checkUsed(route, at, { example, quoted: got }) : []
  } catch (error) {
    return [
      problem(
        'example-failed',
        example,
        `this example cannot be run: ${error instanceof Error ? error.message : String(error)}`,
        decider(route),
      ),
    ]
  }
  const late = got.kind === 'refused' ? afterRetirement(route, example, at) : undefined
  if (late !== undefined) return [late]
  const found = checkQuote(route, example, got)
  // With a wrong quote, a wrong charge would only repeat it, but both amounts are to be written.
  return found.length > 0 ? [...found, ...used.filter(one => one.fix).map(repeated)] : used
}

const repeated = (one: Problem): Problem => ({ ...one, summed: true, repeats: true })

/** The problem of an example with a price on a day on which its row is not sold any more. */
function afterRetirement(
  route: RouteIR,
  example: ExampleIR,
  { ir }: Environment,
): Problem | undefined {
  if (example.at === undefined || 'refused' in example.expect) return undefined
  const { gone = [] } = ir.tables.find(one => one.name === route.table) ?? {}
  const row = gone.find(one => isNamed(one, rowNamed(route, example)))
  if (row?.retired?.since === undefined) return undefined
  const { since, place } = row.retired
  const message =
    `this example is on ${shownInstant(example.at)}, but ${row.id} is retired from ` +
    `${shownInstant(since)} on`
  const hint = 'remove it, or give it an earlier `at:`'
  const also = [{ place, label: 'the retirement' }]
  return { ...problem('example-refused', example, message, also), hint }
}

function checkQuote(route: RouteIR, example: ExampleIR, got: Quote): Problem[] {
  const { expect } = example
  if ('refused' in expect) return refusal(route, example, got, expect.refused)
  if (got.kind === 'refused') {
    const also =
      got.gate === undefined ? [] : [{ place: got.gate.place, label: 'this gate refuses it' }]
    return [
      problem(
        'example-refused',
        example,
        `this example should pass, but is refused with ${got.status}: ${got.message}`,
        also,
      ),
    ]
  }
  if ('none' in expect) return route.price ? unpriced(example, got.micro) : []
  if (got.micro === undefined)
    return [
      unexpected('example-price', example, 'this example has a price, but the route has none', []),
    ]
  if ('micro' in expect)
    return got.micro === expect.micro
      ? []
      : [wrongPrice(route, example, usd(expect.micro), got.micro)]
  return isAbout(got.micro, expect.about)
    ? []
    : [wrongPrice(route, example, `about ${decimalText(expect.about)}`, got.micro)]
}

function refusal(route: RouteIR, example: ExampleIR, got: Quote, wanted: number): Problem[] {
  if (got.kind === 'priced') {
    const price = got.micro === undefined ? 'passes' : `passes and costs ${usd(got.micro)} USD`
    return [
      unexpected(
        'example-not-refused',
        example,
        `this example should be refused with ${wanted}, but ${price}`,
        decider(route),
      ),
    ]
  }
  if (got.status === wanted) return []
  const also = got.gate === undefined ? [] : [{ place: got.gate.place, label: 'this gate answers' }]
  return [
    unexpected(
      'example-refusal',
      example,
      `this example should be refused with ${wanted}, but is refused with ${got.status}: ` +
        `${got.message}`,
      also,
    ),
  ]
}

function wrongPrice(route: RouteIR, example: ExampleIR, wanted: string, got: bigint): Problem {
  const message = `this example should cost ${wanted} USD, but the formula gives ${usd(got)} USD`
  const hint =
    'if the new price is intended, write it here: ' +
    `${wanted.startsWith('about') ? 'about' : 'usd'}: ${usd(got)}`
  const fix = { place: example.expectPlace, usd: usd(got), of: 'price' as const }
  return { ...unexpected('example-price', example, message, decider(route)), hint, fix }
}

/** Reports an example of a paid route without an expected price, because it proves nothing. */
function unpriced(example: ExampleIR, got: bigint | undefined): Problem[] {
  if (got === undefined) return []
  const message = 'this example has no price'
  const hint = `add usd: ${usd(got)}, which the formula gives, or \`refused:\` with a status`
  return [{ ...problem('example-price', example, message, []), hint }]
}

function decider(route: RouteIR): { place: Place; label: string }[] {
  const place = priceAt(route)
  return place ? [{ place, label: 'the price comes from here' }] : []
}

/** Whether an amount equals the written one, rounded to the written digits. */
function isAbout(micro: bigint, about: Decimal): boolean {
  const difference = micro * about.den - about.num * 1_000_000n
  return 2n * (difference < 0n ? -difference : difference) <= 1_000_000n
}

function decimalText(d: Decimal): string {
  return (Number(d.num) / Number(d.den)).toString()
}

function problem(
  code: string,
  example: ExampleIR,
  message: string,
  also: Problem['also'],
): Problem {
  return {
    code,
    severity: 'error',
    message,
    place: example.place,
    ...(also === undefined || also.length === 0 ? {} : { also }),
  }
}

/** A problem at the expected price or refusal of an example. */
function unexpected(
  code: string,
  example: ExampleIR,
  message: string,
  also: Problem['also'],
): Problem {
  return { ...problem(code, example, message, also), place: example.expectPlace }
}
