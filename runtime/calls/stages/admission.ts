/**
 * Refuses what its supplier's queue has no room for: before any payment, so that it costs nothing
 * to come again.
 */
import type { Stage } from '../../context.ts'
import { refuse } from '../../replies/answer.ts'
import { upstreamOf } from './work.ts'

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
