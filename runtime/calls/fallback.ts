/** Lets a fallback model serve a conversation whose model fails before its first byte. */
import type { Call } from '../call.ts'
import type { UpstreamFailure } from '../upstream/types.ts'
import type { Deadline } from './stages/deadline.ts'

/** Failures of the upstream, not of the request. Another model may succeed. */
const FALLBACK_FAILURES: ReadonlySet<string> = new Set([
  'rate_limited',
  'upstream_failed',
  'upstream_timeout',
  'not_configured',
])

/**
 * Runs the request with the chosen model, then with its fallback. If both fail, the first failure
 * is returned.
 */
export function withFallback<T extends object>(
  call: Call,
  deadline: Deadline,
  request: () => Promise<T | UpstreamFailure>,
): Promise<T | UpstreamFailure> {
  return call.compiled.route.fallback === undefined
    ? request()
    : tryFallback(call, deadline, request)
}

async function tryFallback<T extends object>(
  call: Call,
  { signal }: Deadline,
  request: () => Promise<T | UpstreamFailure>,
): Promise<T | UpstreamFailure> {
  const first = await request()
  if (!('kind' in first) || !FALLBACK_FAILURES.has(first.kind) || first.empty || signal.aborted)
    return first
  const restore = await chooseFallback(call)
  if (restore === undefined) return first
  const second = await request()
  if (!('kind' in second)) return second
  restore()
  return first
}

/**
 * Chooses the fallback model, and returns a function that switches back to the requested one.
 * Undefined if the catalog names no fallback, if it is not sold here, or if a gate refuses this
 * request for it.
 */
async function chooseFallback(call: Call): Promise<(() => void) | undefined> {
  const { compiled, scope } = call
  const row = scope.models.get(compiled.route.fallback?.(scope))
  if (row === undefined || row === scope.model) return undefined
  const { model, values } = scope
  const restore = () => void Object.assign(scope, { model, values, requested: undefined })
  Object.assign(scope, { model: row, requested: model, values: compiled.values(scope) })
  if ((await compiled.route.gates?.(scope)) === undefined) return restore
  restore()
  return undefined
}
