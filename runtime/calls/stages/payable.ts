/**
 * Honours the quotes of earlier catalogs. A payment that is not of the present price, but of the
 * price that an earlier catalog asks for the same request, is served by that catalog as a whole, as
 * long as its authorizations last. So no call mixes two catalogs.
 */
import type { Call, Stage } from '../../call.ts'
import type { GatewayContext } from '../../context.ts'
import { makeScope } from '../../lib/scope.ts'
import { Charge } from './charge.ts'
import { limit, limitSome } from './limit.ts'
import { decode } from './verify.ts'

/** A call whose catalog may change. */
type Changing = { -readonly [name in keyof Call]: Call[name] }

/** The call was counted when it came. */
const COUNTING: ReadonlySet<Stage> = new Set([limit, limitSome])

/** Goes on with the catalog whose quote is paid, if it is not the call's own. */
export const payable: Stage = call => {
  if (call.quote === undefined || call.free) return undefined
  const others = otherCatalogs(call)
  if (others.length === 0) return undefined
  const payment = decode(call)
  if ('outcome' in payment || payment.authorization.value === call.quote.amount) return undefined
  return changeTo(call, others, payment.authorization.value)
}

/** The catalogs whose quotes are payable besides the call's own, newest first. */
function otherCatalogs({ context }: Call): GatewayContext[] {
  const { editions, clock } = context
  const earlier = editions.earlier()
  const current = editions.current()
  if (earlier.length === 0 && current === context) return []
  const now = clock.now()
  const payables = earlier.filter(({ quotesUntil }) => quotesUntil > now)
  return [current, ...payables.map(one => one.context)].filter(one => one !== context)
}

/** Changes the call to the first catalog that quotes the amount; else leaves it as it was. */
async function changeTo(
  call: Changing,
  others: readonly GatewayContext[],
  amount: bigint,
): Promise<undefined> {
  const own = { ...call }
  for (const context of others) {
    if (await quotes(call, context, amount)) {
      // The catalog is needed until the call is over.
      if (call.end !== undefined) void context.uses.during(call.end)
      return undefined
    }
    Object.assign(call, own)
  }
  return undefined
}

/** Takes the call through a catalog up to its price. Returns whether that is the amount. */
async function quotes(call: Changing, context: GatewayContext, amount: bigint): Promise<boolean> {
  const compiled = context.routes.get(call.compiled.route.id)
  const { stages, route } = call.compiled
  // Routes with one flow have one list of stages, with which the call goes on.
  if (compiled?.stages !== stages || compiled.route.path !== route.path) return false
  begin(call, context, compiled)
  try {
    for (const stage of stages.slice(0, stages.indexOf(payable)))
      if (!COUNTING.has(stage) && (await stage(call)) !== undefined) return false
    return call.quote?.amount === amount
  } catch (error) {
    context.observe.log.warn({ err: error }, 'an earlier catalog cannot quote a request')
    return false
  }
}

function begin(
  call: Changing,
  context: GatewayContext,
  compiled: GatewayContext['routes'] extends Map<string, infer C> ? C : never,
): void {
  const facts = { ...call.facts, summary: compiled.route.summary }
  const headers = call.scope.request_headers as Record<string, string>
  const offering = compiled.offerings.at(context.clock.now())
  const scope = makeScope(context, compiled, facts, { headers, offering })
  scope.path = call.params
  const fresh = { noted: undefined, quote: undefined, free: undefined, readVersions: undefined }
  Object.assign(call, fresh, { context, compiled, facts, scope, offering, charge: new Charge() })
}
