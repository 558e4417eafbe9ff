/**
 * The route's own body: the received body, translated from the caller's format if the route does
 * so, and validated.
 */
import type { CompiledRoute } from '../context.ts'
import type { Refusal, Scope } from '../contract.ts'
import type { Checked, Issue } from './check.ts'

/**
 * The validated body, its faults, or the refusal of a gate for the caller's format. `made` is the
 * translated body before validation dropped undeclared members.
 */
export type OwnBody =
  | (Checked & { made?: unknown; refusal?: undefined })
  | { refusal: Refusal; issues?: undefined }

/**
 * Validates a value. A route that translates sets the scope's `body` to the caller's format while
 * its gates run.
 */
export function ownBody(
  compiled: CompiledRoute,
  scope: Scope,
  given: unknown,
): OwnBody | Promise<OwnBody> {
  return compiled.route.translate === undefined
    ? checked(compiled, given)
    : translated(compiled, scope, given)
}

async function translated(compiled: CompiledRoute, scope: Scope, given: unknown): Promise<OwnBody> {
  const { gates, give } = compiled.route.translate!
  const theirs: { value?: unknown; issues?: readonly Issue[] } = compiled.translate?.(given) ?? {
    value: given,
  }
  if (theirs.issues !== undefined) return { issues: theirs.issues }
  scope.body = theirs.value
  const refusal = await gates?.(scope)
  if (refusal !== undefined) return { refusal }
  const made = withoutAbsent(give(scope))
  return { ...checked(compiled, made), made }
}

function checked(compiled: CompiledRoute, value: unknown): Checked {
  return compiled.body === undefined ? { value } : compiled.body(value)
}

/** Removes members without a value, as if the body had been sent. */
function withoutAbsent(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(withoutAbsent)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, withoutAbsent(member)]),
  )
}
