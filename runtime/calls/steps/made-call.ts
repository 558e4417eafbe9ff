/** Names a call for its upstreams, and fills in the arguments of an upstream call. */
import type { Call } from '../../call.ts'
import type { Scope, UpstreamCall } from '../../contract.ts'
import { BadArgument, scopeOfCall, type Arguments } from '../../upstream/arguments.ts'
import type { UpstreamFailure } from '../../upstream/types.ts'

/** Random bytes in the id of a call without a payment. */
const ID_BYTES = 8

/** Gives the call an id for its upstreams: that of its job, or of its claim, or a new one. */
export function nameCall({ context, scope }: Pick<Call, 'context' | 'scope'>): void {
  if (scope.job !== undefined) scope.call = { id: scope.job.id }
  scope.call ??= { id: context.random.hex(ID_BYTES) }
}

/**
 * Returns the scope in which an upstream call is made, or a failure if the arguments are unusable.
 * Arguments may come from another upstream.
 */
export function argumentsOf(
  { context, scope }: Pick<Call, 'context' | 'scope'>,
  upstream: UpstreamCall,
  values: Arguments | undefined,
): Scope | UpstreamFailure {
  try {
    return scopeOfCall(upstream, scope, values)
  } catch (error) {
    if (!(error instanceof BadArgument)) throw error
    context.observe.log.error({ call: upstream.id, origin: upstream.origin }, error.message)
    const details = 'The upstream could not be called'
    return { ok: false, kind: 'upstream_failed', details, source: '' }
  }
}
