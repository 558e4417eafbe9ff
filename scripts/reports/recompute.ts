/** Computes the price of a sales line again, from the catalog that it names and its inputs. */
import type {
  Catalog,
  Models,
  NetworkSpec,
  Route,
  Scope,
  UsageFacts,
} from '../../runtime/contract.ts'
import { LIST, noModels, sellModels } from '../../runtime/lib/models.ts'
import { routeAt } from '../../runtime/lib/offerings.ts'
import { actualOf, priceOf } from '../../runtime/quote.ts'
import { WITHHELD, type Inputs } from '../../runtime/sales/inputs.ts'
import { isPlace } from '../../runtime/sales/names.ts'
import type { SaleInput, SaleLine } from '../../runtime/sales/types.ts'

/** What became of a line: its price was computed again, or why that is not possible. */
export type Recomputed =
  | { quoted: bigint; charged: bigint; isEqual: boolean }
  | { impossible: string }

/** What all lines together mean: a text for people, and the exit code of the command. */
export function conclude(ends: readonly Recomputed[]): { text: string; code: number } {
  const why = new Map<string, number>()
  let [equal, wrong] = [0, 0]
  for (const end of ends) {
    if ('impossible' in end) why.set(end.impossible, (why.get(end.impossible) ?? 0) + 1)
    else if (end.isEqual) equal += 1
    else wrong += 1
  }
  const impossible = ends.length - equal - wrong
  const sums = `${equal} equal, ${wrong} not equal, ${impossible} cannot be computed`
  if (ends.length === 0) return { text: 'There are no sales in this period.', code: 0 }
  if (impossible < ends.length) return { text: sums, code: wrong === 0 ? 0 : 1 }
  const [most] = [...why].sort(([, a], [, b]) => b - a)
  const text =
    `${sums}\nNothing was compared: none of the ${ends.length} prices could be computed, ` +
    `${most![1]} of them because ${most![0]}. ${ADVICE}`
  return { text, code: 3 }
}

const ADVICE =
  'Set SIGNING_KEYS as the gateway has it, to load the latest releases from the store. For an older ' +
  'catalog, give the generated/ of its version: npm run recompute -- --catalog FOLDER ' +
  '("npm run sales -- --by catalog" shows the commits that are known).'

/** A noted value as formulas read it. */
function valueOf(input: SaleInput): unknown {
  if (input === null) return undefined
  return typeof input === 'string' && /^-?\d+n$/.test(input) ? BigInt(input.slice(0, -1)) : input
}

/** Puts a value at a place (`isPlace`), e.g. `body.n`; numbers in places are elements of lists. */
function put(into: Record<string, any>, place: string, value: unknown): void {
  const names = place.split('.')
  const last = names.pop()!
  let at = into
  for (const [i, name] of names.entries()) {
    const next = names[i + 1] ?? last
    if (!Object.hasOwn(at, name)) at[name] = /^\d+$/.test(next) || next === 'length' ? [] : {}
    at = at[name]
  }
  at[last] = value
}

/** The scope of a line: its inputs, and the rest from the catalog. */
function scopeOf(
  { inputs = {}, usage, model, wallet }: Pick<SaleLine, 'inputs' | 'usage' | 'model' | 'wallet'>,
  models: Models,
  network: NetworkSpec,
): Scope {
  const { name, label, chain, asset } = network
  const scope: Record<string, any> = {
    body: {},
    query: {},
    path: {},
    values: {},
    read: {},
    models,
    model: models.get(model),
    payer: wallet,
    network: { name, label, chain, asset: asset.symbol },
  }
  for (const [place, input] of Object.entries(inputs)) put(scope, place, valueOf(input))
  // What a metered call has used is noted as usage, not as an input.
  if (usage !== undefined) scope.usage = { ...usage }
  return scope as Scope
}

/** A place whose value is not known, or that no gateway has written. */
const withheld = (inputs: Inputs = {}): string | undefined =>
  Object.keys(inputs).find(place => inputs[place] === WITHHELD || !isPlace(place))

/** Computes a line again. Lines that have charged nothing are compared by what was asked. */
export function recompute(catalog: Catalog, network: string, line: SaleLine): Recomputed {
  if (line.catalog !== catalog.hash)
    return { impossible: `it was sold from catalog ${line.catalog}` }
  const list = catalog.routes.find(({ id }) => id === line.route)
  const route = list && routeAt(list, line.since ?? LIST)
  if (route?.price === undefined) return { impossible: `the catalog has no price of ${line.route}` }
  const secret = withheld(line.inputs)
  if (secret !== undefined) return { impossible: `its price reads ${secret}, which is not stored` }
  const spec = catalog.networks[network]!
  const models =
    route.table === undefined
      ? noModels
      : sellModels(catalog.tables[route.table]!, spec, line.since)
  try {
    return computed(route.price, line, scopeOf(line, models, spec))
  } catch (error) {
    return { impossible: `its price cannot be computed from it: ${(error as Error).message}` }
  }
}

/** Computes a line with its scope. Throws what a formula throws. */
function computed(
  price: NonNullable<Route['price']>,
  line: SaleLine,
  scope: Scope,
): Exclude<Recomputed, { impossible: string }> {
  const quoted = priceOf(price, scope).amount
  const isActual = line.outcome === 'charged' && line.charged !== line.quoted
  const usage = line.usage as UsageFacts | undefined
  const due = isActual ? actualOf(price, { ...scope, usage } as never, quoted) : quoted
  const charged = line.outcome === 'charged' ? due : 0n
  const isEqual = quoted === BigInt(line.quoted) && charged === BigInt(line.charged)
  return { quoted, charged, isEqual }
}
