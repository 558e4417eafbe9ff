/** Makes constants of the values that several routes of a family repeat. */
import type { RouteIR } from '../ir.ts'
import type { Type as FormulaType } from '../types.ts'
import { membersRead, readsWhole, scopeReads } from '../js/ask.ts'
import { name as nameOf, objectOf, type Js, type Member, type Type } from '../js/tree.ts'
import type { Constant, Generic } from './code/file.ts'
import { pascal } from './code/names.ts'
import { typeText } from './code/type-text.ts'
import { type Around, without } from './family-constants.ts'
import { commonParts, READ_AS, type ScopeParts, scopeType } from './route-scope.ts'
import { type Base, basesOf, memberKey, type Repeated, repeatedIn } from './shared-members.ts'

/** A route ready to be printed, and the declarations before it. */
export interface Ready {
  route: RouteIR
  parts: ScopeParts
  members: readonly Member[]
  before: readonly Constant[]
}

/** The routes of a file, and what their constants need. */
export interface Family {
  ready: readonly Ready[]
  around: Around
}

/** The members of each route, and the constants that they use. */
interface Replaced {
  members: readonly (readonly Member[])[]
  shared: readonly Constant[]
}

/** Members whose equal parts are constants already. */
const SHARED_BEFORE: ReadonlySet<string> = new Set(['gates', 'translate', 'values'])

/** An object in a route. Routes may share a part of it. */
interface Inner {
  /** The keys that lead to it. */
  at: readonly string[]
  suffix: string
  /** Whether the order of its members has a meaning: requests are checked in that of properties. */
  isOrdered: boolean
  /** The type of a part of it; undefined if it need not be checked. */
  type?: { before: string; after: string }
}

const INNER: readonly Inner[] = [
  {
    at: ['job'],
    suffix: 'JobPart',
    isOrdered: false,
    type: { before: 'Partial<NonNullable<', after: "['job']>>" },
  },
  { at: ['body', 'schema', 'properties'], suffix: 'BodyProperties', isOrdered: true },
  { at: ['query', 'schema', 'properties'], suffix: 'QueryProperties', isOrdered: true },
]

/** Replaces repeated members by constants, and then the equal parts of jobs and requests. */
export function withoutRepeated(all: Replaced['members'], family: Family): Replaced {
  const whole = repeatedMembers(all, family)
  return INNER.reduce(({ members, shared }, inner): Replaced => {
    const next = repeatedParts(members, inner, family)
    return { members: next.members, shared: [...shared, ...next.shared] }
  }, whole)
}

/** The bases of the routes of a family. A member that reads rows of another type is another one. */
export function routeBases(ready: readonly Ready[]): Base[] {
  const rows = new Map(
    ready.flatMap(({ members, parts }) => members.map(one => [one, parts.row.text] as const)),
  )
  const keyOf = (member: Member): string => {
    const reads = 'key' in member ? scopeReads(member.value) : new Set<string>()
    return memberKey(member) + (READ_AS.row.some(one => reads.has(one)) ? rows.get(member)! : '')
  }
  return basesOf(
    ready.map(one => one.members),
    keyOf,
  )
}

/**
 * Replaces repeated members by constants, those that are wanted and read values of the same types
 * in each of their routes.
 */
export function repeatedMembers(
  all: Replaced['members'],
  family: Family,
  isWanted: (one: Repeated) => boolean = () => true,
): Replaced {
  const isAlike = ({ users, member }: Repeated): boolean =>
    new Set(users.map(user => typesRead(member.value, family.ready[user]!))).size === 1
  const found = repeatedIn(all).filter(
    one => !SHARED_BEFORE.has(one.member.key) && isWanted(one) && isAlike(one),
  )
  const named = found.map(({ users, member }) => {
    const constant = freeName(`${nameOfFirst(users, family)}${pascal(member.key)}`, family)
    return { users, member, constant }
  })
  const names = new Map(named.map(({ member, constant }) => [memberKey(member), constant]))
  const members = all.map(own =>
    own.map((member): Member => {
      const name = names.get(memberKey(member))
      return name !== undefined && 'key' in member ? { ...member, value: nameOf(name) } : member
    }),
  )
  const shared = named.map(({ users, member: { key, value }, constant }): Constant => {
    const doc = `\`${key}\` of ${usersText(users, family)}.`
    const around = { before: 'NonNullable<', after: `['${key}']>` }
    const satisfies = { ...routeType(users, value, family), ...around }
    return { doc, constant, value, satisfies, isOwn: true }
  })
  return { members, shared }
}

function repeatedParts(
  all: Replaced['members'],
  { at, suffix, isOrdered, type }: Inner,
  family: Family,
): Replaced {
  const parts = all.map(members => membersAt(members, at) ?? [])
  const members = [...all]
  const bases = basesOf(parts).filter(
    ({ users, members: base }) => !isOrdered || users.every(user => isRun(base, parts[user]!)),
  )
  const shared = bases.map(({ users, members: base }): Constant => {
    const constant = freeName(`${nameOfFirst(users, family)}${suffix}`, family)
    for (const user of users) {
      const spread = { spread: nameOf(constant) }
      const start = parts[user]!.findIndex(one => memberKey(one) === memberKey(base[0]!))
      const left = without(parts[user]!, { users, members: base })
      const own = isOrdered ? left.toSpliced(start, 0, spread) : [spread, ...left]
      members[user] = replacedAt(members[user]!, at, own)
    }
    const value = objectOf(base)
    const doc = `A part of \`${at[0]}\` of ${usersText(users, family)}.`
    const satisfies = type && { ...routeType(users, value, family), ...type }
    return { doc, constant, value, isOwn: true, ...(satisfies && { satisfies }) }
  })
  return { members, shared }
}

/** Whether the members of a base stand together in an object, in the same order. */
function isRun(base: readonly Member[], members: readonly Member[]): boolean {
  const start = members.findIndex(one => memberKey(one) === memberKey(base[0]!))
  const run = members.slice(start, start + base.length)
  return run.length === base.length && base.every((one, i) => memberKey(one) === memberKey(run[i]!))
}

/** The members of the object at the end of a path; undefined if there is none. */
function membersAt(
  members: readonly Member[],
  [key, ...more]: readonly string[],
): readonly Member[] | undefined {
  if (key === undefined) return members
  const found = members.find(one => 'key' in one && one.key === key)
  if (found === undefined || !('key' in found) || found.value.kind !== 'object') return undefined
  return membersAt(found.value.members, more)
}

/** The members with another object at the end of a path. */
function replacedAt(
  members: readonly Member[],
  [key, ...more]: readonly string[],
  by: readonly Member[],
): readonly Member[] {
  if (key === undefined) return by
  return members.map(one => {
    if (!('key' in one) || one.key !== key || one.value.kind !== 'object') return one
    return { ...one, value: objectOf(replacedAt(one.value.members, more, by)) }
  })
}

/** The name, or the name with `_` if a route of the file has it. */
function freeName(name: string, { ready, around }: Family): string {
  return ready.some(({ route }) => around.facts.names.get(route.id) === name) ? `${name}_` : name
}

const nameOfFirst = (users: readonly number[], { ready, around }: Family): string =>
  around.facts.names.get(ready[users[0]!]!.route.id)!

/** The type of the routes that use a constant. */
export function routeType(users: readonly number[], value: Js, family: Family): Generic {
  const { ready, around } = family
  const parts = users.map(user => ready[user]!.parts)
  const arg: Type = scopeType(commonParts(parts, scopeReads(value)), around)
  return { of: 'Route', arg }
}

/** The routes that use a constant, in its comment. */
export function usersText(users: readonly number[], { ready }: Family): string {
  const others = users.length === 2 ? 'one more route' : `${users.length - 1} more routes`
  return `${ready[users[0]!]!.route.path} and ${others}`
}

/**
 * The types of the names that code reads, as a text. Code whose types differ has the same text, but
 * a union of the types may not fit it.
 */
function typesRead(value: Js, { route, parts }: Ready): string {
  const reads = scopeReads(value)
  const whole = (['row', 'path', 'query', 'lists'] as const)
    .filter(part => READ_AS[part].some(one => reads.has(one)))
    .map(part => parts[part].text)
  const fields = route.body?.type.kind === 'record' ? route.body.type.fields : {}
  const values = new Map(route.values.map(one => [one.name, one.code.type]))
  const body = readsWhole(value, 'body')
    ? parts.body.text
    : membersRead(value, 'body').map(name => [textOf(fields[name]?.type), fields[name]?.optional])
  const derived = readsWhole(value, 'values')
    ? parts.values.text
    : membersRead(value, 'values').map(name => textOf(values.get(name)))
  return JSON.stringify([whole, body, derived])
}

const textOf = (type: FormulaType | undefined): string => (type === undefined ? '' : typeText(type))
