/**
 * The derived values of a call: each is computed when a formula first reads it. They belong to one
 * row, so a fallback row has its own values.
 */
import type { Route, Scope, UpstreamCall } from '../contract.ts'

/** Makes the values of one call and row; their functions read `scope`. */
export type MakeValues = (scope: Scope) => Scope['values']

/** The upstream call of the row, which is computed once like the values. */
const UPSTREAM = Symbol('upstream')

const UNREAD = Symbol('unread')

/**
 * Builds the class of a route's values, once at start: getters on its prototype, and an array of
 * computed results (a half to a fifth of the time of slots by name, a Map or a Proxy). A function
 * that throws stores nothing, so it throws at each read.
 */
export function valuesOf({ values, upstream }: Route): MakeValues {
  const functions: Readonly<Record<PropertyKey, (c: Scope) => unknown>> = {
    ...values,
    ...(upstream && { [UPSTREAM]: upstream }),
  }
  const names = Reflect.ownKeys(functions)
  const unread: readonly unknown[] = names.map(() => UNREAD)
  class Values {
    readonly scope: Scope
    readonly computed: unknown[] = unread.slice()
    constructor(scope: Scope) {
      this.scope = scope
    }
  }
  names.forEach((name, i) => {
    const compute = functions[name]!
    const get = function (this: Values): unknown {
      const known = this.computed[i]
      return known === UNREAD ? (this.computed[i] = compute(this.scope)) : known
    }
    Object.defineProperty(Values.prototype, name, { get })
  })
  return scope => new Values(scope)
}

/** Returns the upstream call of the row that serves; undefined if the route makes none. */
export function upstreamCall({ values }: Scope): UpstreamCall | undefined {
  return values[UPSTREAM]
}
