/**
 * Changes a paid call to another catalog than the present one, as a whole: the call is taken up to
 * its price again, and goes on there if that is exactly what was signed.
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

/** A call whose catalog may change. */
export type Changing = { -readonly [name in keyof Call]: Call[name] }

/** What a catalog sold at an instant (Unix ms). */
export interface Sold {
  context: GatewayContext
  compiled: CompiledRoute
  offering: Offering
  at: number
  /** What fetched tables held then, if not what they hold now. */
  tables?: Tables
  /** Notes that it failed to quote the request. */
  onFault?(): void
}

/** The call was counted when it came. */
const COUNTING: ReadonlySet<Stage> = new Set([limit, limitSome])

/** What the stages before the payment set in a call. */
const UNSET = { noted: undefined, quote: undefined, free: undefined, readVersions: undefined }

/**
 * Changes the call to the first of these that quotes the signed amount; else leaves it as it was.
 * The signature is verified first, because each trial costs as much as a request.
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
    Object.assign(call, UNSET, own)
    if (refused !== undefined) return refused
  }
  return undefined
}

/** The refusal of the present route's limit per wallet, where the earlier route has another one. */
async function limitOf(own: Call, { compiled }: Call, payer: string): Promise<Reply | undefined> {
  const isCounted = own.compiled.limit?.name === compiled.limit?.name
  return isCounted ? undefined : countPayer(own, payer)
}

/** Takes the call up to its price, as it was then. Returns whether that is the amount. */
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

/** Lets the call begin again with what was sold then; nothing of the request is read yet. */
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
