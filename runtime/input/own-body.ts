/**
 * The route's own body: what came, in the caller's form where the route translates one, checked.
 */
import type { Live } from '../context.ts'
import type { Refusal, Scope } from '../contract.ts'
import type { Checked, Issue } from './check.ts'

/**
 * The checked body, faulty fields, or the refusal of a gate of the caller's form. `made` is what a
 * translation made, before its check dropped what is not declared.
 */
export type OwnBody =
  (Checked & { made?: unknown; refusal?: undefined }) | { refusal: Refusal; issues?: undefined }

/**
 * Checks a value. A route that translates sets the scope's `body` to the caller's form while its
 * gates are asked.
 */
export function ownBody(live: Live, scope: Scope, given: unknown): OwnBody | Promise<OwnBody> {
  return live.route.translate === undefined ? checked(live, given) : translated(live, scope, given)
}

async function translated(live: Live, scope: Scope, given: unknown): Promise<OwnBody> {
  const { gates, give } = live.route.translate!
  const theirs: { value?: unknown; issues?: readonly Issue[] } = live.translate?.(given) ?? {
    value: given,
  }
  if (theirs.issues !== undefined) return { issues: theirs.issues }
  scope.body = theirs.value
  const refusal = await gates?.(scope)
  if (refusal !== undefined) return { refusal }
  const made = withoutAbsent(give(scope))
  return { ...checked(live, made), made }
}

function checked(live: Live, value: unknown): Checked {
  return live.body === undefined ? { value } : live.body(value)
}

/** Members without a value are not there, as if the body had been sent. */
function withoutAbsent(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(withoutAbsent)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, withoutAbsent(member)]),
  )
}
