/** Makes the constants that routes of a family share: derived values, gates and translations. */
import type { RouteIR } from '../ir.ts'
import { scopeReads, signature } from '../js/ask.ts'
import { name as nameOf, objectOf, type Js, type Member } from '../js/tree.ts'
import type { Constant } from './code/file.ts'
import { functionOf, SCOPE } from './code/function.ts'
import { gatesOf } from './code/gates.ts'
import { translationOf } from './code/translation.ts'
import type { Facts } from './facts.ts'
import {
  commonParts,
  scopeParts,
  type ScopeParts,
  type ScopeContext,
  scopeType,
} from './route-scope.ts'
import type { SharedGates } from './shared-gates.ts'
import { type Base, basesOf, memberKey } from './shared-members.ts'

/** The scope of each route's formulas. */
export function partsOf(routes: readonly RouteIR[], around: Around): ScopeParts[] {
  return routes.map(route => scopeParts(route, around.facts.requests.body(route), around))
}

/** The context of a family's constants. */
export interface Around extends ScopeContext {
  constants: ReadonlyMap<string, Js>
  /** The names of the translations that the file already declares, by their type and value. */
  translations: Map<string, string>
}

/** The derived values of each route; those that several routes share are constants of the file. */
export function valuesOf(
  routes: readonly RouteIR[],
  around: Around,
): { members: (readonly Member[])[]; shared: Constant[] } {
  const { facts, constants } = around
  const all = routes.map(route =>
    route.values.map((one): Member => {
      return { key: one.name, value: functionOf(one, { roots: SCOPE, constants }) }
    }),
  )
  const bases = basesOf(all)
  const nameOfBase = ({ users }: Base) => `${facts.names.get(routes[users[0]!]!.id)!}Values`
  const members = all.map((own, i) => {
    const base = bases.find(({ users }) => users.includes(i))
    return base ? [{ spread: nameOf(nameOfBase(base)) }, ...without(own, base)] : own
  })
  const shared = bases.map((base): Constant => {
    const users = base.users.map(user => routes[user]!)
    const value = objectOf(base.members)
    const parts = commonParts(partsOf(users, around), scopeReads(value))
    const arg = scopeType(parts, around)
    const doc = `Derived values of ${users.map(({ path }) => path).join(', ')}.`
    const satisfies = { of: 'Derived', arg }
    return { doc, constant: nameOfBase(base), value, satisfies, isOwn: true }
  })
  return { members, shared }
}

/** The members of a route that its shared base does not contain. */
export function without(members: readonly Member[], base: Base): Member[] {
  const shared = new Set(base.members.map(memberKey))
  return members.filter(member => !shared.has(memberKey(member)))
}

/** The values of a route; a constant with all of them is used directly. */
export function valuesObject(members: readonly Member[]): Js | undefined {
  const [first, ...others] = members
  if (first === undefined) return undefined
  return 'spread' in first && others.length === 0 ? first.spread : objectOf(members)
}

/** The name of the constant of shared gates. */
export function gatesName({ users }: SharedGates, facts: Facts): string {
  return `${facts.names.get(users[0]!.id)!}Gates`
}

/** The gates at the end of several routes. */
export function gatesStatement(end: SharedGates, around: Around): Constant {
  const { ir, facts, constants } = around
  const value = gatesOf(end.gates, { constants, roots: SCOPE }, gate => ir.at(gate.place))
  const arg = scopeType(commonParts(partsOf(end.users, around), scopeReads(value)), around)
  return {
    doc: `The last gates of ${end.users.map(route => route.path).join(', ')}.`,
    constant: gatesName(end, facts),
    type: { before: 'NonNullable<', of: 'Route', arg, after: "['gates']>" },
    value,
    isOwn: true,
  }
}

/** The constant of a route's translation, which routes with the same form share. */
export function formOf(
  route: RouteIR,
  around: Around,
): { name: string; before: readonly Constant[] } | undefined {
  if (route.translate === undefined) return undefined
  const { facts, translations } = around
  const parts = scopeParts(route, facts.requests.form(route), around)
  const type = { of: 'Translation', arg: scopeType(parts, around) }
  const value = translationOf(route.translate, { ...around, shapes: facts.shapes })
  const key = `${type.arg.text}\n${signature(value)}`
  const known = translations.get(key)
  if (known !== undefined) return { name: known, before: [] }
  const name = `${facts.names.get(route.id)!}Translation`
  translations.set(key, name)
  const doc = `${route.method} ${route.path}: the other form of its requests`
  return { name, before: [{ doc, constant: name, type, value, isOwn: true }] }
}
