/** Named rate limits: events counted in fixed windows that all processes share. */
import type { LimitSpec } from '../contract.ts'
import type { Call, Reply } from '../context.ts'
import { refuse } from '../replies/answer.ts'
import type { RateKey } from '../http/client-address.ts'

/**
 * Counts this call, once per endpoint and rate-limit key of the caller unless `over` says what else
 * to count by. Returns the refusal if a limit is exceeded.
 */
export async function countCall(
  call: Call,
  spec: LimitSpec,
  who: readonly RateKey[],
  over = call.compiled.route.id,
): Promise<Reply | undefined> {
  const { store } = call.context
  const counts = await Promise.all(
    who.map(async ({ key, times }) => {
      const { count, resetAt } = await store.count(`${spec.name}|${over}|${key}`, spec.per)
      return { isOver: count > spec.max * times, resetAt }
    }),
  )
  const exceeded = counts.filter(({ isOver }) => isOver).map(({ resetAt }) => resetAt)
  return exceeded.length === 0 ? undefined : refusal(call, spec, Math.max(...exceeded))
}

function refusal(call: Call, spec: LimitSpec, resetAt: number): Reply {
  const seconds = Math.max(1, Math.ceil((resetAt - call.context.clock.now()) / 1000))
  const reply = refuse(call, 'limit_exceeded', { retry_after: seconds })
  return { ...reply, headers: { ...reply.headers, ...limitHeaders(spec, resetAt, seconds) } }
}

/** The refusal. Each one has a Retry-After in seconds, because clients wait for nothing else. */
function limitHeaders(spec: LimitSpec, resetAt: number, seconds: number): Record<string, string> {
  const reset = { 'x-ratelimit-reset': String(Math.ceil(resetAt)) }
  const retry = { 'retry-after': String(seconds) }
  if (spec.style === 'reset') return { ...reset, ...retry }
  if (spec.style === 'retry_after') return retry
  return { ...reset, ...retry, 'x-ratelimit-limit': String(spec.max), 'x-ratelimit-remaining': '0' }
}
