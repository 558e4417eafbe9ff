/**
 * Prices recorded sales in a catalog. A sales line has the values that its price has read, but not
 * the whole request, so only these values and the row are known.
 */
import { WITHHELD } from '../../runtime/sales/inputs.ts'
import { isPlace } from '../../runtime/sales/names.ts'
import type { SaleInput, SaleLine } from '../../runtime/sales/types.ts'
import type { Scope } from '../../runtime/contract.ts'
import { requestScope, type Environment } from '../examples/environment.ts'
import { ready } from '../examples/offer.ts'
import { placesRead } from '../analysis/price-reads.ts'
import { functionOf, SCOPE } from '../emit/code/function.ts'
import { gatesOf } from '../emit/code/gates.ts'
import {
  actualFunction,
  actualReads,
  microOf,
  microReads,
  soldFunctions,
} from '../emit/code/price.ts'
import type { GateIR, RouteIR } from '../ir.ts'
import { membersRead } from '../js/ask.ts'
import type { Js } from '../js/tree.ts'
import { behaviourText } from './fingerprint.ts'
import type { Outcome } from './outcome.ts'
import { placesOf, unrecorded } from './recorded.ts'
import { endpointOf, type Side } from './types.ts'

/** The members of a sales line that a replay uses. */
export type Sold = Pick<
  SaleLine,
  'route' | 'model' | 'inputs' | 'usage' | 'wallet' | 'quoted' | 'charged' | 'cost'
>

/** The price of a sale on one side, and our cost if it is known; micro-USD. */
export type SaleOutcome = Outcome & { cost?: bigint }

const SITE = { roots: SCOPE }

/** The address of the route with an id; undefined if neither side has it. */
export const endpointById = (id: string, sides: readonly Side[]): string | undefined => {
  const route = sides.flatMap(({ ir }) => ir.routes).find(one => one.id === id)
  return route && endpointOf(route)
}

/** The outcomes of a sale on both sides. */
export function saleOutcomes(
  sold: Sold,
  endpoint: string,
  [old, now]: readonly [Side, Side],
): [SaleOutcome, SaleOutcome] {
  const was = freeAt(outcomeAt(sold, endpoint, old), { sold, endpoint, side: old, before: old })
  const is = freeAt(outcomeAt(sold, endpoint, now), { sold, endpoint, side: now, before: old })
  if (was.kind !== 'priced' || is.kind !== 'priced') return [was, is]
  const refused = refusal(sold, endpoint, [old, now])
  return [was, refused ?? is]
}

function outcomeAt(sold: Sold, endpoint: string, side: Side): SaleOutcome {
  const route = side.routes.get(endpoint)?.route
  const at = route && side.at(route)
  if (!route || !at) return { kind: 'gone' }
  const unknown = Object.entries(sold.inputs ?? {}).find(
    ([place, value]) => value === WITHHELD || !isPlace(place),
  )
  if (unknown) return notRecorded(unknown[0])
  const scope = scopeOf(sold, route, at)
  if (sold.model !== undefined && route.table !== undefined && scope.model === undefined)
    return { kind: 'refused', status: 0, message: `${sold.model} is not on sale` }
  try {
    const missing = missingOf(sold, route, { at, scope })
    if (missing !== undefined) return notRecorded(missing)
    return { kind: 'priced', ...amountsOf(sold, route, { at, scope }) }
  } catch (error) {
    return { kind: 'unknown', why: whyOf(error) }
  }
}

/**
 * The outcome of a sale, or the amount 0 if it is free. Unknown if the condition reads what the
 * sale does not have, unless it is the condition that did not hold `before`, when the sale was
 * charged.
 */
function freeAt(
  found: SaleOutcome,
  { sold, endpoint, side, before }: { sold: Sold; endpoint: string; side: Side; before: Side },
): SaleOutcome {
  const route = side.routes.get(endpoint)?.route
  const free = route?.free
  if (free === undefined || (found.kind !== 'priced' && found.kind !== 'unknown')) return found
  const code = functionOf(free, SITE)
  const missing = unrecorded(placesRead([code], SCOPE), sold.inputs ?? {})
  if (missing !== undefined) {
    const was = before.routes.get(endpoint)?.route.free
    return was && behaviourText(was) === behaviourText(free) ? found : notRecorded(missing)
  }
  const at = side.at(route!)!
  try {
    const isFree = ready(keyFor(free), at, () => code)(scopeOf(sold, route!, at)) === true
    return isFree ? { ...(found.kind === 'priced' ? found : {}), kind: 'priced', micro: 0n } : found
  } catch (error) {
    return { kind: 'unknown', why: whyOf(error) }
  }
}

const whyOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const notRecorded = (place: string): Outcome => ({
  kind: 'unknown',
  why: `its price reads ${place}, which is not recorded`,
})

/** A place that the price of a sale reads and its line does not have. */
function missingOf(
  { inputs = {}, quoted, charged }: Sold,
  { price }: RouteIR,
  { at, scope }: { at: Environment; scope: object },
): string | undefined {
  if (price === undefined) return undefined
  const { reads, actualReads: used } = keysOf(price)
  const read = (key: object, js: Js | undefined): readonly string[] =>
    placesOf(js, code => ready(key, at, () => code)(scope))
  const quote = unrecorded(read(reads, microReads(price, SITE)), inputs)
  if (quote !== undefined || charged === quoted) return quote
  return unrecorded(read(used, actualReads(price, SITE)), inputs)
}

function amountsOf(
  { usage, quoted, charged, cost }: Sold,
  { price }: RouteIR,
  { at, scope }: { at: Environment; scope: object },
): { micro: bigint; cost?: bigint } {
  if (price === undefined) return { micro: 0n }
  const run = (key: object, make: () => Js | undefined): bigint | undefined => {
    const js = make()
    return js && (ready(key, at, () => js)(scope) as bigint | undefined)
  }
  const parts = soldFunctions(price, SITE)
  const keys = keysOf(price)
  const most = run(keys.micro, () => microOf(price, SITE))!
  // Less than the quote was charged: the price followed the actual use.
  const actual =
    charged === quoted ? undefined : run(keys.actual, () => actualFunction(price, SITE))
  const ours =
    (usage === undefined ? undefined : run(keys.actualCost, () => parts.actualCost)) ??
    run(keys.cost, () => parts.cost) ??
    (cost === undefined ? undefined : BigInt(cost))
  const micro = actual !== undefined && actual < most ? actual : most
  return { micro, ...(ours === undefined ? {} : { cost: ours }) }
}

interface Keys {
  micro: object
  reads: object
  actualReads: object
  actual: object
  cost: object
  actualCost: object
}

const keysOfPrices = new WeakMap<object, Keys>()

/** The keys under which the compiled functions of a price are cached. */
function keysOf(price: object): Keys {
  const known = keysOfPrices.get(price) ?? {
    micro: {},
    reads: {},
    actualReads: {},
    actual: {},
    cost: {},
    actualCost: {},
  }
  keysOfPrices.set(price, known)
  return known
}

const keysForSales = new WeakMap<object, object>()

/**
 * The key of a gate's or condition's function. Derived values are read as recorded, so it is not
 * the function that `ready` keeps for requests; gates with the same rule have different messages.
 */
function keyFor(of: object): object {
  const key = keysForSales.get(of) ?? {}
  keysForSales.set(of, key)
  return key
}

/** The scope of a sale: its recorded values, and the rest from the catalog. */
function scopeOf(
  { inputs = {}, usage, model, wallet }: Sold,
  route: RouteIR,
  at: Environment,
): Scope {
  const given: Record<string, unknown> = { body: {}, query: {}, path: {}, values: {}, read: {} }
  for (const [place, value] of Object.entries(inputs)) put(given, place.split('.'), valueOf(value))
  const { body, query, path, ...others } = given
  return {
    ...requestScope(route, at, { body, query, path: path as Record<string, string> }),
    ...others,
    model: at.models(route.table).get(model),
    payer: wallet,
    ...(usage === undefined ? {} : { usage }),
  } as Scope
}

/** A recorded value as formulas read it. */
function valueOf(input: SaleInput): unknown {
  if (input === null) return undefined
  return typeof input === 'string' && /^-?\d+n$/.test(input) ? BigInt(input.slice(0, -1)) : input
}

/** Puts a value at a place; numbers in places are elements of lists. */
function put(into: Record<string, any>, [name, ...rest]: readonly string[], value: unknown): void {
  const [next] = rest
  if (next === undefined) return void (into[name!] = value)
  if (!Object.hasOwn(into, name!)) into[name!] = /^\d+$/.test(next) || next === 'length' ? [] : {}
  put(into[name!], rest, value)
}

/**
 * The refusal of the new gates, as far as it is certain: of a gate that passed before, or of a new
 * gate that reads only recorded values.
 */
function refusal(
  sold: Sold,
  endpoint: string,
  [old, now]: readonly [Side, Side],
): Outcome | undefined {
  const [was, is] = [old, now].map(side => side.routes.get(endpoint)!.route) as [RouteIR, RouteIR]
  const before = new Map(was.gates.map(gate => [behaviourText(gate), gate]))
  for (const gate of is.gates) {
    const same = before.get(behaviourText(gate))
    const isCertain = same ? !refusedBy(same, sold, [was, old]) : readsRecorded(gate, sold)
    const found = isCertain ? refusedBy(gate, sold, [is, now]) : undefined
    if (found) return found
  }
  return undefined
}

/** The refusal of a gate; undefined if it passes or cannot be asked. */
function refusedBy(gate: GateIR, sold: Sold, [route, side]: [RouteIR, Side]): Outcome | undefined {
  const at = side.at(route)!
  try {
    const made = ready(keyFor(gate), at, () => gatesOf([gate], SITE))(scopeOf(sold, route, at)) as
      | { status: number; message: string }
      | undefined
    return made && { kind: 'refused', status: made.status, message: made.message }
  } catch {
    return undefined
  }
}

function readsRecorded({ when, rule, lets }: GateIR, { inputs = {} }: Sold): boolean {
  const known = new Set(Object.keys(inputs).map(place => place.split('.').slice(0, 2).join('.')))
  const codes = [rule, ...(when ? [when] : []), ...lets.map(one => one.code)]
  const isOther = codes.some(({ uses }) => uses.some(name => !READABLE.has(name)))
  const parts = ['body', 'query', 'path'] as const
  const read = codes.flatMap(({ js }) =>
    parts.flatMap(part => membersRead(js, part).map(name => `${part}.${name}`)),
  )
  return !isOther && read.every(place => known.has(place))
}

/** Names of the scope whose recorded values, or values in the catalog, are complete. */
const READABLE = new Set(['body', 'query', 'path', 'model', 'models', 'lists', 'network'])
