/** Long `let:` values that several formulas of a file compute become one function of the file. */
import type { Let, RouteIR } from '../ir.ts'
import { HELPERS, REPLY } from './code/function.ts'
import { freeNames } from './code/scan.ts'

/** Characters of code from which a value is worth a function. */
const LONG = 300

/** A function of the file: the value's name, its code, and the scope's names that it reads. */
export interface SharedLet {
  name: string
  code: string
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
  const uses = new Map<string, { let: Let; count: number; users: RouteIR[] }>()
  for (const route of routes)
    for (const one of letsOf(route)) {
      const known = uses.get(one.code.code) ?? { let: one, count: 0, users: [] }
      const users = known.users.includes(route) ? known.users : [...known.users, route]
      uses.set(one.code.code, { let: known.let, count: known.count + 1, users })
    }
  const found = [...uses.values()]
    .filter(({ let: one, count }) => count > 1 && isWorth(one))
    .map(({ let: one, users }) => ({
      name: `${one.name}_of`,
      code: one.code.code,
      reads: readsOf(one),
      users,
    }))
  const byCode = new Map(found.map(one => [one.code, one]))
  return {
    routes: found.length === 0 ? routes : routes.map(route => called(route, byCode) as RouteIR),
    shared: found,
  }
}

/** Whether a value is long and reads nothing but the scope. */
function isWorth({ code }: Let): boolean {
  const scope: readonly string[] = REPLY
  return (
    code.code.length > LONG &&
    !code.wait &&
    [...freeNames(code.code)].every(name => HELPERS.has(name) || scope.includes(name))
  )
}

function readsOf({ code }: Let): string[] {
  const names = freeNames(code.code)
  return REPLY.filter(name => names.has(name))
}

/** A copy of a route in which these values are calls of their functions. */
function called(value: unknown, byCode: ReadonlyMap<string, SharedLet>): unknown {
  if (Array.isArray(value)) return value.map(item => called(item, byCode))
  if (typeof value !== 'object' || value === null) return value
  const { name, code } = value as Partial<Let>
  const shared = name === undefined ? undefined : byCode.get(code?.code ?? '')
  if (shared !== undefined)
    return { ...value, code: { ...code, code: `${shared.name}({ ${shared.reads.join(', ')} })` } }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      isData(key) ? member : called(member, byCode),
    ]),
  )
}

/** Members of a route that hold no formulas. */
function isData(key: string): boolean {
  return ['schema', 'type', 'place', 'pathType', 'examples', 'keys'].includes(key)
}
