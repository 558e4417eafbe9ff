/** Computes the outcome of one request in one catalog. */
import type { ReplyScope } from '../../runtime/contract.ts'
import type { FormulaInputs } from '../examples/environment.ts'
import { offerOf, scopeOf } from '../examples/offer.ts'
import { quoteOwn, translated } from '../examples/quote.ts'
import type { RouteIR } from '../ir.ts'
import type { Probe } from './requests.ts'
import type { Side } from './types.ts'

/**
 * The outcome of a request: priced (0 if free, undefined if the route has no price), refused, not
 * on sale, or unknown, with the reason.
 */
export type Outcome =
  | { kind: 'priced'; micro: bigint | undefined; model?: string }
  | { kind: 'refused'; status: number; message: string }
  | { kind: 'gone' }
  | { kind: 'unknown'; why: string }

/** The amount of an outcome; undefined if it has none. */
export const microOf = (outcome: Outcome | undefined): bigint | undefined =>
  outcome?.kind === 'priced' ? outcome.micro : undefined

/** What an outcome costs: nothing if its route has no price; undefined if it is no result. */
export const costOf = (outcome: Outcome): bigint | undefined =>
  outcome.kind === 'priced' ? (outcome.micro ?? 0n) : undefined

/** Sends a request to one side of a comparison. */
export function outcomeOf(probe: Probe, side: Side): Outcome {
  const sold = side.routes.get(probe.endpoint)
  const at = sold && side.at(sold.route)
  if (!sold || !at) return { kind: 'gone' }
  const { route } = sold
  const path = { ...probe.given.path, ...sold.with }
  const given = Object.keys(path).length > 0 ? { ...probe.given, path } : probe.given
  try {
    const own = probe.own ? { kind: 'own' as const, given } : translated(route, at, given)
    if (own.kind === 'refused') return own
    const quote = quoteOwn(route, at, own.given)
    if (quote.kind === 'refused') return quote
    const inputs = { ...own.given, body: quote.body, query: quote.query }
    const { micro } = quote
    if (probe.usage === undefined || quote.free || micro === undefined)
      return { kind: 'priced', micro, ...modelOf(route, inputs, side) }
    return { kind: 'priced', micro: charged(route, inputs, { probe, side }) ?? micro }
  } catch (error) {
    return { kind: 'unknown', why: error instanceof Error ? error.message : String(error) }
  }
}

/** The row that a request chose, for a route with rows. */
function modelOf(route: RouteIR, given: FormulaInputs, side: Side): { model?: string } {
  if (route.table === undefined) return {}
  const { model } = scopeOf(route, side.at(route)!, given)
  return model === undefined ? {} : { model: model.id }
}

/** The charge for a number of tokens, independent of the quote. */
function charged(
  route: RouteIR,
  given: FormulaInputs,
  { probe, side }: { probe: Probe; side: Side },
): bigint | undefined {
  const at = side.at(route)!
  const scope = { ...scopeOf(route, at, given), usage: probe.usage, status: 200 }
  return offerOf(route, at).route.price?.actual?.(scope as unknown as ReplyScope)
}
