/** Does the work of the call: reads the cache, then calls the upstream. */
import { countUnusableAnswer } from '../../limits/barred.ts'
import { upstreamCall } from '../../lib/values.ts'
import type { Call, Reply, Stage, Work } from '../../call.ts'
import type { Scope, UpstreamCall } from '../../contract.ts'
import { spendUnusable } from '../../limits/metered.ts'
import { refuse } from '../../replies/answer.ts'
import { release } from '../../replies/release.ts'
import type { RequestIds } from '../../lib/trace.ts'
import type { CallOptions, UpstreamFailure, UpstreamSuccess } from '../../upstream/types.ts'
import { NOTHING, performSteps } from '../steps/steps.ts'
import { argumentsOf, nameCall } from '../steps/made-call.ts'
import { refused } from './gates.ts'
import { deadlineOf, refuseShortAuthorization, tooLate } from './deadline.ts'
import { cacheGet, cacheKey, cachePut } from './cached.ts'

/** The parts of a call that its work needs. */
type WorkCall = Pick<Call, 'context' | 'compiled' | 'scope' | 'bytes' | 'replies'> & {
  ids?: RequestIds
}

/** Sends a request to an upstream; a job's request may include polling for the result. */
export type UpstreamRequest = (
  call: UpstreamCall,
  scope: Scope,
  options: CallOptions,
) => Promise<UpstreamSuccess | UpstreamFailure>

/** Does the work of the call and stores its result. Ends the call with the failure, uncharged. */
export const work: Stage = async call => {
  const tooShort = refuseShortAuthorization(call)
  if (tooShort !== undefined) return tooShort
  const deadline = deadlineOf(call)
  const done = await (
    call.compiled.route.work === undefined
      ? perform(call, deadline.signal)
      : performSteps(call, deadline.signal)
  ).finally(deadline.end)
  if ('refusal' in done) {
    await release(call, 'refused')
    return refused(call, done.refusal)
  }
  if ('ok' in done) {
    if (deadline.isLate()) return tooLate(call)
    await countUnusableAnswer(call, done)
    await release(call, done.kind)
    return failed(call, done)
  }
  call.work = done
  call.scope.result = done.given
  return undefined
}

/**
 * Returns the result of the call's upstream (or of the cache), or its failure. `signal` aborts the
 * work; a caller that leaves does not. `send` replaces the plain upstream request.
 */
export async function perform(
  call: WorkCall,
  signal?: AbortSignal,
  send?: UpstreamRequest,
): Promise<Work | UpstreamFailure> {
  const { context, compiled, scope } = call
  if (compiled.route.upstream === undefined) return NOTHING
  const key = cacheKey(call)
  const cached = key === undefined ? undefined : await cacheGet(call, key)
  if (compiled.route.cache !== undefined)
    scope.cache = { state: cached !== undefined ? 'HIT' : key === undefined ? 'BYPASS' : 'MISS' }
  if (cached !== undefined) return cached
  const upstream = upstreamCall(scope)!
  const request = send ?? context.upstreams.call
  const body = key === undefined ? call.bytes : reserializedBody(scope)
  nameCall(call)
  const made = argumentsOf(call, upstream, compiled.route.with?.(scope))
  if ('ok' in made) return made
  // The reply to a job is stored as soon as it is read.
  const holder = send === undefined ? (call.replies ??= {}) : undefined
  const reply = await request(upstream, made, { signal, body, ids: call.ids, holder })
  if (!reply.ok) return reply
  // The first reply is the result here; only jobs can wait for a later one.
  if (send === undefined && reply.ticket !== undefined) throw twoSteps(upstream)
  const { status, headers, json, given, completion } = reply
  const done: Work = {
    status,
    headers,
    body: reply.body,
    json,
    given,
    ...(completion === undefined ? {} : { completion }),
  }
  if (key !== undefined) await cachePut(call, key, done)
  return done
}

/** Returns the name of the upstream that the call uses; undefined if it uses none. */
export function upstreamOf({ scope }: Pick<Call, 'scope'>): string | undefined {
  return upstreamCall(scope)?.upstream
}

function twoSteps({ id, origin }: UpstreamCall): Error {
  return new Error(`the call ${id} at ${origin} takes two steps, which needs a job`)
}

/**
 * Serializes the body again if the reply is cached for other callers. In the caller's own bytes a
 * name may occur twice, and the upstream might read the other one.
 */
function reserializedBody(scope: WorkCall['scope']): Buffer | undefined {
  return scope.body === undefined ? undefined : Buffer.from(JSON.stringify(scope.body))
}

/**
 * Builds the reply for an upstream failure, in the route's envelope; it names the job that failed
 * with it.
 */
export function failed(call: Call, failure: UpstreamFailure): Reply {
  const { kind, code, details, source, retryAfter, status, reason, body, refused } = failure
  // The gateway itself found the input unusable; no upstream was called.
  if (kind === 'invalid_input' && status === undefined) spendUnusable(call)
  if (refused !== undefined) return refuse(call, 'refused', { ...refused, code })
  return refuse(call, kind, {
    code,
    details,
    source,
    retry_after: retryAfter,
    status,
    upstream:
      status === undefined ? undefined : { status, reason: reason ?? '', body: body ?? null },
    extra: call.job === undefined ? undefined : { job_id: call.job },
  })
}
