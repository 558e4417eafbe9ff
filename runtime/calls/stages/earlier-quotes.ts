/**
 * Honours quotes of a moment ago. A payment that is not of the present price, but of a price that
 * was asked for the same request while an authorization for it may still live, is served by the
 * catalog and the offering of that time, as a whole. Any other amount gets the present price.
 */
import type { Call, Reply, Stage } from '../../call.ts'
import type { CompiledRoute, GatewayContext } from '../../context.ts'
import { payableOfferings, type Offering } from '../../lib/offerings.ts'
import { makeScope } from '../../lib/scope.ts'
import { decodeHeader } from '../../payments/header.ts'
import type { Payment } from '../../payments/payment.ts'
import { Charge } from './charge.ts'
import { countPayer, limit, limitSome } from './limit.ts'

/** A call whose catalog may change. */
type Changing = { -readonly [name in keyof Call]: Call[name] }

/** What was sold until an instant (Unix ms), by a catalog that may have been replaced. */
interface Earlier {
  context: GatewayContext
  compiled: CompiledRoute
  offering: Offering
  at: number
}

/** The call was counted when it came. */
const COUNTING: ReadonlySet<Stage> = new Set([limit, limitSome])

/** What the stages before the payment set in a call. */
const UNSET = { noted: undefined, quote: undefined, free: undefined, readVersions: undefined }

/** Goes on with what was sold when the paid quote was made, if that is not what is sold now. */
export const honourEarlierQuote: Stage = call => {
  if (call.quote === undefined || call.free || call.conflict) return undefined
  // What is suspended is not sold at any price.
  if (isUnchanged(call) || call.compiled.route.suspended !== undefined) return undefined
  const { offers, clock } = call.context
  const decoded = decodeHeader(offers, call.header ?? '', clock.now())
  if (!decoded.ok || decoded.payment.authorization.value === call.quote.amount) return undefined
  return tryEach(call, earlierOf(call), decoded.payment)
}

/** Whether nothing else was sold lately: no other catalog, and no dated row. */
function isUnchanged({ context, compiled }: Call): boolean {
  const { editions } = context
  return (
    !compiled.offerings.isDated && editions.current() === context && editions.earlier().length === 0
  )
}

/** What quotes that are still payable may be of besides the call's own, newest first. */
function earlierOf(call: Call): Earlier[] {
  const { editions, clock } = call.context
  const now = clock.now()
  const served = [
    { context: editions.current(), until: now },
    ...editions
      .earlier()
      .map(({ context, replacedAt }) => ({ context, until: Math.min(now, replacedAt) })),
  ]
  return served
    .flatMap(({ context, until }) => offeredUntil(call, context, { until, now }))
    .filter(one => one.context !== call.context || one.offering !== call.offering)
}

function offeredUntil(
  { compiled: { route, stages } }: Call,
  context: GatewayContext,
  { until, now }: { until: number; now: number },
): Earlier[] {
  const compiled = context.routes.get(route.id)
  // Routes with one flow have one list of stages, with which the call goes on.
  if (compiled?.stages !== stages || compiled.route.path !== route.path) return []
  const { offerings } = compiled
  const lifetime = compiled.route.authorization + context.catalog.gateway.slack - (now - until)
  if (lifetime <= 0) return []
  return payableOfferings(offerings, until, lifetime).map(offering => ({
    context,
    compiled,
    offering,
    at: Math.min(until, offerings.next(offering.since) - 1),
  }))
}

/**
 * Changes the call to the first of these that quotes the signed amount; else leaves it as it was.
 * The signature is verified first, because each trial costs as much as a request.
 */
async function tryEach(
  call: Changing,
  all: readonly Earlier[],
  payment: Payment,
): Promise<Reply | undefined> {
  const amount = payment.authorization.value
  if (all.length === 0) return undefined
  const own = { ...call }
  const { context, compiled } = call
  const required = payment.scheme.requirements(amount, compiled.route.authorization / 1000)
  const verdict = await payment.scheme.verify(payment, required, context.clock.now())
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
async function quotes(call: Changing, then: Earlier, amount: bigint): Promise<boolean> {
  const { context, compiled } = then
  begin(call, then)
  try {
    for (const stage of compiled.stages.slice(0, compiled.stages.indexOf(honourEarlierQuote)))
      if (!COUNTING.has(stage) && (await stage(call)) !== undefined) return false
    return call.quote?.amount === amount
  } catch (error) {
    context.observe.log.warn({ err: error }, 'an earlier catalog cannot quote a request')
    return false
  }
}

function begin(call: Changing, { context, compiled, offering, at }: Earlier): void {
  const facts = { ...call.facts, summary: compiled.route.summary }
  const headers = call.scope.request_headers as Record<string, string>
  const scope = makeScope(context, compiled, facts, { headers, offering })
  scope.path = call.params
  scope.now = Math.floor(at / 1000)
  const charge = new Charge()
  Object.assign(call, UNSET, { context, compiled, facts, scope, offering, charge })
}
