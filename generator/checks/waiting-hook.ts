/**
 * Checks that hooks that wait are used only in keys that allow it; all other keys are evaluated at
 * once.
 */
import { fault, type Check } from './check.ts'
import { formulasOfRoute } from './codes-of.ts'
import { eachRoute } from './each-route.ts'
import { formulasOfCall } from '../catalog/call-codes.ts'
import { CALL_KEYS } from '../language/calls.ts'
import { codesIn, type KeyFormulas } from '../language/formulas.ts'
import { ROUTE_KEYS } from '../language/routes.ts'
import type { Keys } from '../language/key.ts'
import type { Problem } from '../types.ts'

/** Refuses hooks that wait in keys that cannot wait. */
export const waitingHook: Check = {
  code: 'waiting-hook',
  run(catalog, flat) {
    const calls = catalog.calls.flatMap(call =>
      waits(formulasOfCall(call), path => `\`${path}\` of the call ${call.id}`),
    )
    return [...inRoutes(catalog, flat), ...calls]
  },
}

const inRoutes = eachRoute(
  () => route =>
    waits(formulasOfRoute(route), path => (path === 'price' ? 'a price' : `\`${path}\``)),
)

const quoted = (keys: Keys): string[] =>
  Object.keys(keys).flatMap(name => (keys[name]!.mayWait ? [`\`${name}\``] : []))

const HINT =
  `only ${quoted(ROUTE_KEYS).join(', ')} of routes and ${quoted(CALL_KEYS).join(', ')} of ` +
  'upstream calls may'

/** One problem for each key that waits and must not. */
function waits(formulas: readonly KeyFormulas[], named: (path: string) => string): Problem[] {
  const seen = new Set<string>()
  return formulas.flatMap(one => {
    const code = one.key.mayWait ? undefined : codesIn([one]).find(({ wait }) => wait)
    if (!code || seen.has(one.path)) return []
    seen.add(one.path)
    const message = `${named(one.path)} cannot wait for a hook`
    return [fault('waiting-hook', code.place, message, { hint: HINT })]
  })
}
