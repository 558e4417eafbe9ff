/** Named rate limits: they count calls in fixed windows that all processes share. */
import type { LimitSpec } from '../contract.ts'
import type { Call, Reply } from '../call.ts'
import { refuse } from '../replies/answer.ts'
import type { RateKey } from '../http/client-address.ts'
import type { Store } from '../store/store.ts'

/**
 * Counts this call once for each rate-limit key of its caller, and returns the refusal if the limit
 * is exceeded. Calls are counted per endpoint unless `countedAs` names another group.
 */
export async function countCall(
  call: Call,
  spec: LimitSpec,
  keys: readonly RateKey[],
  countedAs = call.compiled.route.id,
): Promise<Reply | undefined> {
  const until = await countOnce(call.context.store, { spec, countedAs }, keys)
  return until === undefined ? undefined : refuseUntil(call, spec, until)
}

/** A limit, and the group of endpoints whose calls it counts together. */
export interface Counted {
  spec: LimitSpec
  countedAs: string
}

/**
 * Counts once for each key. If the limit is exceeded for a key, resolves to the time at which all
 * keys may call again.
 */
export async function countOnce(
  store: Pick<Store, 'count'>,
  { spec, countedAs }: Counted,
  keys: readonly RateKey[],
): Promise<number | undefined> {
  const counts = await Promise.all(
    keys.map(async ({ key, times }) => {
      const { count, resetAt } = await store.count(`${spec.name}|${countedAs}|${key}`, spec.per)
      return { isOver: count > spec.max * times, resetAt }
    }),
  )
  const exceeded = counts.filter(({ isOver }) => isOver).map(({ resetAt }) => resetAt)
  return exceeded.length === 0 ? undefined : Math.max(...exceeded)
}

/** Builds the 429 of a caller whose limit is used up until `resetAt`, in Unix ms. */
export function refuseUntil(call: Call, spec: LimitSpec, resetAt: number): Reply {
  const seconds = Math.max(1, Math.ceil((resetAt - call.context.clock.now()) / 1000))
  const reply = refuse(call, 'limit_exceeded', { retry_after: seconds })
  return { ...reply, headers: { ...reply.headers, ...limitHeaders(spec, resetAt, seconds) } }
}

/**
 * Builds the rate-limit headers of the refusal. Every refusal has a Retry-After in seconds, because
 * clients wait for nothing else.
 */
function limitHeaders(spec: LimitSpec, resetAt: number, seconds: number): Record<string, string> {
  const reset = { 'x-ratelimit-reset': String(Math.ceil(resetAt)) }
  const retry = { 'retry-after': String(seconds) }
  if (spec.style === 'reset') return { ...reset, ...retry }
  if (spec.style === 'retry_after') return retry
  return { ...reset, ...retry, 'x-ratelimit-limit': String(spec.max), 'x-ratelimit-remaining': '0' }
}
