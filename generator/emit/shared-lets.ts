/** Long `let:` values that several formulas of a file compute become one function of the file. */
import type { Let, RouteIR } from '../ir.ts'
import { freeNames, signature } from '../js/ask.ts'
import { line } from '../js/flat.ts'
import { call, name, object, type Js } from '../js/tree.ts'
import { REPLY } from './code/function.ts'

/** Characters of code from which a value is worth a function. */
const LONG = 300

/** A function of the file: its name, the value, and the scope's names that it reads. */
export interface SharedLet {
  name: string
  js: Js
  reads: readonly string[]
  users: readonly RouteIR[]
}

/** Routes in which such values are calls, and the functions that are called. */
export interface Hoisted {
  routes: readonly RouteIR[]
  shared: readonly SharedLet[]
}

/** Finds values with the same long code in two formulas or more; `letsOf` lists those of a route. */
export function hoistLets(
  routes: readonly RouteIR[],
  letsOf: (route: RouteIR) => readonly Let[],
): Hoisted {
  const uses = new Map<string, Use>()
  for (const route of routes)
    for (const one of letsOf(route)) {
      const key = signature(one.code.js)
      const known = uses.get(key) ?? { let: one, count: 0, users: [] }
      const users = known.users.includes(route) ? known.users : [...known.users, route]
      uses.set(key, { let: known.let, count: known.count + 1, users })
    }
  const found = [...uses].filter(([, { let: one, count }]) => count > 1 && isWorth(one))
  const byKey = new Map(found.map(([key, use]) => [key, sharedOf(use)]))
  return {
    routes: found.length === 0 ? routes : routes.map(route => called(route, byKey) as RouteIR),
    shared: [...byKey.values()],
  }
}

/** A value, how often it is computed, and by which routes. */
interface Use {
  let: Let
  count: number
  users: RouteIR[]
}

/** Whether a value is long and reads nothing but the scope. */
function isWorth({ code }: Let): boolean {
  const scope: readonly string[] = REPLY
  const isOpen = ![...freeNames(code.js)].every(one => scope.includes(one))
  return !code.wait && !isOpen && line(code.js).length > LONG
}

function sharedOf({ let: one, users }: Use): SharedLet {
  const names = freeNames(one.code.js)
  const reads = REPLY.filter(each => names.has(each))
  return { name: `${one.name}_of`, js: one.code.js, reads, users }
}

/** A copy of a route in which these values are calls of their functions. */
function called(value: unknown, byKey: ReadonlyMap<string, SharedLet>): unknown {
  if (Array.isArray(value)) return value.map(item => called(item, byKey))
  if (typeof value !== 'object' || value === null) return value
  const { name: own, code } = value as Partial<Let>
  const shared = own !== undefined && code?.js ? byKey.get(signature(code.js)) : undefined
  if (shared !== undefined) return { ...value, code: { ...code, js: callOf(shared) } }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      isData(key) ? member : called(member, byKey),
    ]),
  )
}

/** `name({ body, model })`. */
function callOf(shared: SharedLet): Js {
  const reads = Object.fromEntries(shared.reads.map(one => [one, name(one)]))
  return call(name(shared.name), [object(reads)])
}

/** Members of a route that hold no formulas, and the trees of formulas. */
function isData(key: string): boolean {
  return ['schema', 'type', 'place', 'pathType', 'examples', 'keys', 'js'].includes(key)
}
