/**
 * Refuses a job while its upstream's queue is full. It runs before any payment, so that a later
 * retry costs the caller nothing.
 */
import type { Stage } from '../../call.ts'
import { refuse } from '../../replies/answer.ts'
import { upstreamOf } from './work.ts'

/** Ends a job's call with `busy` and a time to retry if its upstream's queue is full. */
export const admitToQueue: Stage = call => {
  const upstream = upstreamOf(call)
  const wait =
    upstream === undefined ? undefined : call.context.queue.full(upstream, call.bytes?.length)
  if (wait === undefined) return undefined
  const { source } = call.context.catalog.upstreams[upstream!] ?? {}
  return refuse(call, 'busy', {
    source,
    retry_after: wait,
    details: 'Too many jobs are waiting for this; nothing was charged.',
  })
}
