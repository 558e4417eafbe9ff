/** Runs one upstream call, from its formulas to a classified reply. */
import type { Scope, UpstreamCall } from '../contract.ts'
import { shownIds, spanOf } from '../lib/trace.ts'
import { Unusable } from '../lib/unusable-input.ts'
import type { Observe } from '../observe/types.ts'
import { BadAddress } from '../lib/upstream-address.ts'
import { attempts, type AttemptOptions } from './attempts.ts'
import { Deadline, within } from './deadline.ts'
import { ExchangeError } from './exchange.ts'
import { classifyReply } from './classify.ts'
import { classifyTransportError } from './classify-transport.ts'
import { prepare } from './prepare.ts'
import { ReplyHold, type ReplyRoom } from './reply-room.ts'
import { timeoutOf } from './timeouts.ts'
import { failure, type ClassifyContext } from './statuses.ts'
import type { Tally } from './tally.ts'
import type { Ready } from './targets.ts'
import type { AnyCall, CallOptions, UpstreamFailure, UpstreamSuccess } from './types.ts'

/** The dependencies of running a call; `agent` is our User-Agent. */
export interface RunOptions extends AttemptOptions {
  tally: Tally
  observe: Observe
  redact: ClassifyContext['redact']
  agent: string
  maxBytes: number
  replies: ReplyRoom
}

type Result = UpstreamSuccess | UpstreamFailure

/** Runs one call of an available upstream, once. Never rejects. */
export type Run = (
  call: AnyCall,
  scope: Scope,
  options: CallOptions & { target: Ready },
) => Promise<Result>

/** Failures that are the upstream's fault, for health views. */
const FAULTS: ReadonlySet<string> = new Set(['upstream_failed', 'upstream_timeout', 'rate_limited'])

/**
 * Returns the failure of a call that could not be made or answered. Our own mistakes are logged
 * with their place.
 */
export function failedCall(
  call: UpstreamCall,
  error: unknown,
  parts: { classifier: ClassifyContext; observe: Observe; timeout?: number },
): UpstreamFailure {
  const { classifier, observe, timeout = call.timeout } = parts
  const { source } = classifier
  if (error instanceof Unusable)
    return failure('invalid_input', classifier.redact.text(error.message), { source })
  if (error instanceof ExchangeError)
    return classifyTransportError(error.problem, classifier, timeout)
  if (error instanceof BadAddress && error.caller) {
    return failure('upstream_rejected', error.message, {
      source,
      status: 400,
      reason: 'Bad Request',
      body: { error: error.message },
    })
  }
  const problem = classifier.redact.text(String((error as Error)?.message ?? error))
  observe.log.error(
    { call: call.id, origin: call.origin, problem },
    'upstream call could not be made',
  )
  return failure('upstream_failed', 'The upstream could not be called', { source })
}

/** Makes the runner of one client. */
export function createRun(parts: RunOptions): Run {
  const { clock, observe, redact, tally, agent, random, replies } = parts
  const classifierOf = (target: Ready): ClassifyContext => ({
    source: target.source,
    redact,
    now: clock.now(),
  })

  return async (call, scope, { target, body, signal, ids, holder }) => {
    const start = clock.now()
    const span = spanOf(ids, random)
    const timeout = timeoutOf(call, scope)
    const limit = new Deadline(clock, timeout, signal)
    const hold = holder?.hold ?? new ReplyHold(replies)
    if (holder !== undefined) holder.hold = hold
    let result: Result
    let sent = false
    try {
      if (limit.reason !== undefined) throw limit.reason
      const prepared = prepare(call, scope, { target, body, span, agent, random, now: start })
      const request = prepared instanceof Promise ? await within(limit, prepared) : prepared
      sent = true
      const { retry: again, attempt: each, replyLimit: maxBytes = parts.maxBytes } = call
      const received = await attempts(parts, request, { limit, hold, maxBytes, again, each })
      result = classifyReply(call, scope, { received, classifier: classifierOf(target) })
    } catch (error) {
      result = failedCall(call, error, { classifier: classifierOf(target), observe, timeout })
    } finally {
      limit.end()
      if (holder === undefined) hold.release()
    }
    const outcome = result.ok ? 'ok' : result.kind
    const { status } = result
    const ms = clock.now() - start
    observe.upstream({ call: call.id, outcome, ms, status, ...shownIds(ids, span) })
    // Calls that were not sent, or that we aborted, say nothing about the upstream.
    if (sent && (result.ok || !signal?.aborted)) tally.add(call.upstream, FAULTS.has(outcome))
    return result
  }
}
