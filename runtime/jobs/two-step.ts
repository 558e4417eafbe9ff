/**
 * Upstream calls in two steps: the submit leaves a ticket, and the poll is asked with it until
 * there is a result. The ticket is stored before anything else, so that a job is never submitted
 * again once its supplier works on it.
 */
import type { GatewayContext } from '../context.ts'
import type { PollCall, Scope, UpstreamCall } from '../contract.ts'
import type { UpstreamRequest } from '../calls/stages/work.ts'
import type { UpstreamFailure, UpstreamSuccess } from '../upstream/types.ts'
import { isDone, retryWrite, updateJob } from './documents.ts'
import type { StoredJob, Ticket } from './types.ts'

/** Longest pause, in ms, that a supplier's Retry-After makes between two polls. */
const LONGEST_PAUSE = 60_000

/**
 * Asks for a job's result in as many steps as its call has. `onTicket` hears when the supplier's
 * acceptance is stored.
 */
export function inSteps(
  context: GatewayContext,
  job: StoredJob,
  onTicket?: () => void,
): UpstreamRequest {
  const { ticket: known, ticketOf = '' } = job.doc
  return async (call, scope, options) => {
    if (known !== undefined) {
      const submitted = Object.hasOwn(context.catalog.calls, ticketOf)
        ? context.catalog.calls[ticketOf]!
        : call
      return untilDone(context, pollOf(submitted), {
        scope,
        ticket: known,
        job,
        signal: options.signal,
      })
    }
    const reply = await context.upstreams.call(call, scope, options)
    if (!reply.ok || reply.ticket === undefined) return reply
    const ticket = await keepTicket(context, job.key, { ticket: reply.ticket, ticketOf: call.id })
    onTicket?.()
    return untilDone(context, pollOf(call), { scope, ticket, job, signal: options.signal })
  }
}

function pollOf(call: UpstreamCall): PollCall {
  if (call.poll === undefined) throw new Error(`the call ${call.id} at ${call.origin} has no poll`)
  return call.poll
}

/** Stores the ticket, unless the job has one: then that one counts. */
async function keepTicket(
  context: GatewayContext,
  key: string,
  got: { ticket: Ticket; ticketOf: string },
): Promise<Ticket> {
  const held = await retryWrite(context, () =>
    updateJob(context, key, doc => {
      return isDone(doc.status) || doc.ticket !== undefined ? undefined : { change: got }
    }),
  )
  return held?.doc.ticket ?? got.ticket
}

interface Asking {
  scope: Scope
  ticket: Ticket
  job: StoredJob
  signal?: AbortSignal
}

/**
 * Asks every now and then until there is a result or a failure that will not pass. Rejects when the
 * signal aborts.
 */
async function untilDone(
  context: GatewayContext,
  poll: PollCall,
  { scope, ticket, job, signal }: Asking,
): Promise<UpstreamSuccess | UpstreamFailure> {
  let pause = poll.every
  let level: 'warn' | 'debug' = 'warn'
  for (;;) {
    await context.clock.sleep(pause, signal)
    const reply = await context.upstreams.call(poll, { ...scope, ticket }, { signal })
    signal?.throwIfAborted()
    if (reply.ok ? reply.pending !== true : reply.transient !== true) return reply
    pause = reply.ok ? poll.every : pauseAfter(poll, reply)
    if (reply.ok) continue
    context.observe.log[level](
      { job: job.doc.id, call: poll.id, kind: reply.kind, status: reply.status },
      'a poll failed and is repeated',
    )
    level = 'debug'
  }
}

function pauseAfter(poll: PollCall, { retryAfter = 0 }: UpstreamFailure): number {
  return Math.max(poll.every, Math.min(LONGEST_PAUSE, retryAfter * 1000))
}
