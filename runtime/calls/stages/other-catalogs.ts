/**
 * Moves a paid call to another catalog entirely: the call runs through that catalog's stages up to
 * its price, and continues there if the price is exactly the signed amount.
 */
import type { Call, Reply, Stage } from '../../call.ts'
import type { CompiledRoute, GatewayContext } from '../../context.ts'
import type { Offering } from '../../lib/offerings.ts'
import { makeScope } from '../../lib/scope.ts'
import type { Tables } from '../../fetched/copies.ts'
import { spendVerification } from '../../limits/metered.ts'
import type { Payment } from '../../payments/payment.ts'
import { challenge } from './challenge.ts'
import { Charge } from './charge.ts'
import { countPayer, limit, limitSome } from './limit.ts'
import { restore, type Changing } from './restore.ts'

/** What a catalog sold at an instant (Unix ms). */
export interface Sold {
  context: GatewayContext
  compiled: CompiledRoute
  offering: Offering
  at: number
  /** What fetched tables held then, if different from now. */
  tables?: Tables
  /** Called if the catalog fails to quote the request. */
  onFault?(): void
}

/** Stages to skip, because the call was counted when it arrived. */
const COUNTING: ReadonlySet<Stage> = new Set([limit, limitSome])

/** The members of a call that the stages before the payment set. */
const UNSET = { noted: undefined, quote: undefined, free: undefined, readVersions: undefined }

/**
 * Moves the call to the first of these that quotes the signed amount; otherwise leaves it as it
 * was. The signature is verified first, because each trial costs as much as a request.
 */
export async function changeTo(
  call: Changing,
  all: readonly Sold[],
  payment: Payment,
): Promise<Reply | undefined> {
  const amount = payment.authorization.value
  if (all.length === 0) return undefined
  const own = { ...call }
  const { context, compiled } = call
  const required = payment.scheme.requirements(amount, compiled.route.authorization / 1000)
  const verdict = await payment.scheme.verify(payment, required, context.clock.now())
  spendVerification(call)
  if (!verdict.ok) return undefined
  for (const one of all) {
    // The catalog is needed until the call is over.
    if (call.end !== undefined) void one.context.uses.during(call.end)
    const isQuoted = await one.context.uses.during(quotes(call, one, amount))
    const refused = isQuoted ? await limitOf(own, call, verdict.payer) : undefined
    if (isQuoted && refused === undefined) return undefined
    restore(call, own)
    if (refused !== undefined) return refused
  }
  return undefined
}

/**
 * Returns the refusal of the present route's limit per wallet, if the earlier route has a different
 * one.
 */
async function limitOf(own: Call, { compiled }: Call, payer: string): Promise<Reply | undefined> {
  const isCounted = own.compiled.limit?.name === compiled.limit?.name
  return isCounted ? undefined : countPayer(own, payer)
}

/**
 * Runs the call up to its price, as it was then. Returns whether the price is the signed amount.
 */
async function quotes(call: Changing, then: Sold, amount: bigint): Promise<boolean> {
  const { context, compiled } = then
  takeUp(call, then)
  try {
    for (const stage of compiled.stages.slice(0, compiled.stages.indexOf(challenge)))
      if (!COUNTING.has(stage) && (await stage(call)) !== undefined) return false
    return call.quote?.amount === amount
  } catch (error) {
    then.onFault?.()
    context.observe.log.warn({ err: error }, 'another catalog cannot quote a request')
    return false
  }
}

/**
 * Resets the call so that it begins again with the given offering, with no part of the request read
 * yet.
 */
export function takeUp(call: Changing, { context, compiled, offering, at, tables }: Sold): void {
  const facts = { ...call.facts, summary: compiled.route.summary }
  const headers = call.scope.request_headers as Record<string, string>
  const scope = makeScope(context, compiled, facts, { headers, offering })
  scope.path = call.params
  scope.now = Math.floor(at / 1000)
  scope.fetched = tables
  const charge = new Charge()
  Object.assign(call, UNSET, { context, compiled, facts, scope, offering, charge })
}
