/** Does what was bought: asks the cache, then the upstream. */
import type { Call, Reply, Stage, Work } from '../../context.ts'
import type { Scope, UpstreamCall } from '../../contract.ts'
import { refuse } from '../../replies/answer.ts'
import { release } from '../../replies/release.ts'
import type { UpstreamFailure, UpstreamSuccess } from '../../upstream/types.ts'
import { deadlineOf, refuseMoment, tooLate } from './deadline.ts'
import { cacheGet, cacheKey, cachePut } from './cached.ts'

/** The call as far as its work needs it. */
type Working = Pick<Call, 'context' | 'compiled' | 'scope' | 'bytes'>

/** Asks an upstream, in one step or in several. */
export type Ask = (
  call: UpstreamCall,
  scope: Scope,
  options: { signal?: AbortSignal; body?: Buffer },
) => Promise<UpstreamSuccess | UpstreamFailure>

/** A call that buys nothing from an upstream has this result. */
const NOTHING: Work = {
  status: 200,
  headers: {},
  body: Buffer.alloc(0),
  json: undefined,
  given: {},
}

export const work: Stage = async call => {
  const refused = refuseMoment(call)
  if (refused !== undefined) return refused
  const deadline = deadlineOf(call)
  const done = await perform(call, deadline.signal).finally(deadline.end)
  if ('ok' in done) {
    if (deadline.isLate()) return tooLate(call)
    await release(call, done.kind)
    return failed(call, done)
  }
  call.work = done
  call.scope.result = done.given
  return undefined
}

/**
 * The result of the call's upstream (or of the cache), or its failure. `signal` gives the work up;
 * the caller's hanging up does not.
 */
export async function perform(
  call: Working,
  signal?: AbortSignal,
  inSteps?: Ask,
): Promise<Work | UpstreamFailure> {
  const { context, compiled, scope } = call
  if (compiled.route.upstream === undefined) return NOTHING
  const key = cacheKey(call)
  const kept = key === undefined ? undefined : await cacheGet(call, key)
  if (compiled.route.cache !== undefined)
    scope.cache = { state: kept !== undefined ? 'HIT' : key === undefined ? 'BYPASS' : 'MISS' }
  if (kept !== undefined) return kept
  const asked = compiled.route.upstream(scope)
  const ask = inSteps ?? context.upstreams.call
  const sent = key === undefined ? call.bytes : plainBody(scope)
  const reply = await ask(asked, scope, { signal, body: sent })
  if (!reply.ok) return reply
  // The first answer is the result. Only a job can wait for a later one.
  if (inSteps === undefined && reply.ticket !== undefined) throw twoSteps(asked)
  const { status, headers, body, json, given, completion } = reply
  const done: Work = {
    status,
    headers,
    body,
    json,
    given,
    ...(completion === undefined ? {} : { completion }),
  }
  if (key !== undefined) await cachePut(call, key, done)
  return done
}

/** Name of the supplier that the call asks; none where nobody is asked. */
export function upstreamOf({
  compiled,
  scope,
}: Pick<Call, 'compiled' | 'scope'>): string | undefined {
  return compiled.route.upstream?.(scope).upstream
}

function twoSteps({ id, origin }: UpstreamCall): Error {
  return new Error(`the call ${id} at ${origin} takes two steps, which needs a job`)
}

/**
 * What may be remembered for others is asked in our own words: in the caller's bytes a name may
 * stand twice, and the upstream may read the other one than we did.
 */
function plainBody(scope: Working['scope']): Buffer | undefined {
  return scope.body === undefined ? undefined : Buffer.from(JSON.stringify(scope.body))
}

/** A failed call in the route's envelope; `job` names the job that failed with it. */
export function failed(call: Call, failure: UpstreamFailure): Reply {
  const { kind, code, details, source, retryAfter, status, reason, body } = failure
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
