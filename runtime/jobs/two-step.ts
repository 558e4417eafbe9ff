/**
 * Runs upstream calls in two steps: the submit returns a ticket, and the poll is repeated with it
 * until there is a result. The ticket is stored before the first poll, so that a job is never
 * submitted again after its upstream has accepted it.
 */
import type { GatewayContext } from '../context.ts'
import type { PollCall, Scope, UpstreamCall } from '../contract.ts'
import type { UpstreamRequest } from '../calls/stages/work.ts'
import type { RequestIds } from '../lib/trace.ts'
import type { UpstreamFailure, UpstreamSuccess } from '../upstream/types.ts'
import { isDone, retryWrite, updateJob } from './documents.ts'
import type { StoredJob, Ticket } from './types.ts'

/** Longest pause between two polls, in ms, that an upstream's Retry-After can cause. */
const LONGEST_PAUSE = 60_000

/**
 * Returns the upstream request of a job: it submits, and polls if the call has two steps. A job
 * with a stored ticket is only polled. `onTicket` is called when the ticket is stored.
 */
export function submitAndPoll(
  context: GatewayContext,
  job: StoredJob,
  onTicket?: () => void,
): UpstreamRequest {
  const { ticket: storedTicket, ticketOf = '' } = job.doc
  return async (call, scope, options) => {
    if (storedTicket !== undefined) {
      const submitted = Object.hasOwn(context.catalog.calls, ticketOf)
        ? context.catalog.calls[ticketOf]!
        : call
      return untilDone(context, pollOf(submitted), {
        scope,
        ticket: storedTicket,
        job,
        signal: options.signal,
        ids: options.ids,
      })
    }
    const reply = await context.upstreams.call(call, scope, options)
    if (!reply.ok || reply.ticket === undefined) return reply
    const ticket = await storeTicket(context, job.key, { ticket: reply.ticket, ticketOf: call.id })
    onTicket?.()
    const { signal, ids } = options
    return untilDone(context, pollOf(call), { scope, ticket, job, signal, ids })
  }
}

function pollOf(call: UpstreamCall): PollCall {
  if (call.poll === undefined) throw new Error(`the call ${call.id} at ${call.origin} has no poll`)
  return call.poll
}

/** Stores the ticket and returns it. If the job already has a ticket, returns that one. */
async function storeTicket(
  context: GatewayContext,
  key: string,
  submitted: { ticket: Ticket; ticketOf: string },
): Promise<Ticket> {
  const job = await retryWrite(context, () =>
    updateJob(context, key, doc => {
      return isDone(doc.status) || doc.ticket !== undefined ? undefined : { change: submitted }
    }),
  )
  return job?.doc.ticket ?? submitted.ticket
}

interface PollOptions {
  scope: Scope
  ticket: Ticket
  job: StoredJob
  signal?: AbortSignal
  ids?: RequestIds
}

/** Polls until there is a result or a permanent failure. Rejects when the signal aborts. */
async function untilDone(
  context: GatewayContext,
  poll: PollCall,
  { scope, ticket, job, signal, ids }: PollOptions,
): Promise<UpstreamSuccess | UpstreamFailure> {
  let pause = poll.every
  let level: 'warn' | 'debug' = 'warn'
  for (;;) {
    await context.clock.sleep(pause, signal)
    const reply = await context.upstreams.call(poll, { ...scope, ticket }, { signal, ids })
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
