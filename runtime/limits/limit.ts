/** Named limits: events counted in fixed windows that all instances share. */
import type { LimitSpec } from '../contract.ts'
import type { Call, Reply } from '../context.ts'
import { refuse } from '../errors/answer.ts'

/**
 * Counts this call in its bucket, one for each endpoint and caller unless `over` names what else shares one; gives the refusal when the
 * limit is exceeded.
 */
export async function countCall(call: Call, spec: LimitSpec, who: string, over = call.live.route.id): Promise<Reply | undefined> {
  const { count, resetAt } = await call.core.store.count(`${spec.name}|${over}|${who}`, spec.per)
  if (count <= spec.max) return undefined
  const seconds = Math.max(1, Math.ceil((resetAt - call.core.clock.now()) / 1000))
  const reply = refuse(call, 'limit_exceeded', { retry_after: seconds })
  return { ...reply, headers: { ...reply.headers, ...limitHeaders(spec, resetAt, seconds) } }
}

/** How a refusal looks; `reset` deliberately has no Retry-After. */
function limitHeaders(spec: LimitSpec, resetAt: number, seconds: number): Record<string, string> {
  const reset = { 'x-ratelimit-reset': String(Math.ceil(resetAt)) }
  const retry = { 'retry-after': String(seconds) }
  if (spec.style === 'reset') return reset
  if (spec.style === 'retry_after') return retry
  return { ...reset, ...retry, 'x-ratelimit-limit': String(spec.max), 'x-ratelimit-remaining': '0' }
}
