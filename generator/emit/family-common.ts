/**
 * Finds what routes of several families share, mostly the price of a template, so that
 * `<first family>.common.ts` declares it once for all of them.
 */
import type { CatalogIR, RouteIR } from '../ir.ts'
import { freeNames, membersRead, readsWhole, scopeReads } from '../js/ask.ts'
import type { Js } from '../js/tree.ts'
import type { Type } from '../types.ts'
import type { Constant } from './code/file.ts'
import { typeText } from './code/type-text.ts'
import { families } from './facts.ts'
import { byCodePoint } from './out-file.ts'
import { type Family, type Ready, repeatedMembers } from './repeated.ts'
import { READ_AS } from './route-scope.ts'

/** The routes of each family of a group. */
export type Group = readonly (readonly RouteIR[])[]

/**
 * The families that have routes, in groups: those of one folder whose prices stand at the same
 * place of a template are together. Families of different groups share nothing.
 */
export function familyGroups(ir: CatalogIR): Group[] {
  const groups = new Set<Joined>()
  const groupAt = new Map<string, Joined>()
  for (const { name, routes } of families(ir)) {
    if (routes.length === 0) continue
    const places = pricesOf(name, routes, ir)
    const near = new Set(places.flatMap(place => groupAt.get(place) ?? []))
    const group = {
      places: new Set([...[...near].flatMap(one => [...one.places]), ...places]),
      all: [...[...near].flatMap(one => one.all), routes],
    }
    for (const one of near) groups.delete(one)
    groups.add(group)
    for (const place of group.places) groupAt.set(place, group)
  }
  return [...groups].map(({ all }) => all.sort((a, b) => byCodePoint(familyOf(a), familyOf(b))))
}

/** Families, and the places of templates from which they take prices. */
interface Joined {
  places: ReadonlySet<string>
  all: (readonly RouteIR[])[]
}

const familyOf = (routes: readonly RouteIR[]): string => routes[0]!.family

/** Where the prices of a family are written, with the family's folder. */
function pricesOf(family: string, routes: readonly RouteIR[], ir: CatalogIR): string[] {
  const folder = family.slice(0, family.lastIndexOf('/') + 1)
  const arms = routes.flatMap(({ price }) => price?.arms ?? [])
  return arms.map(({ place }) => folder + ir.at(place))
}

/**
 * The families with names of constants in place of the long members that routes of several of them
 * have, and these constants. A member that needs a constant of its family stays there.
 */
export function withoutCommon<F extends Family>(
  group: readonly F[],
): { families: readonly F[]; common: readonly Constant[] } {
  if (group.length === 1) return { families: group, common: [] }
  const ready = group.flatMap(family => family.ready)
  const indexes = group.flatMap((family, i) => family.ready.map(() => i))
  const own = new Set(group.flatMap(({ around }) => [...around.constants.keys()]))
  const { members, shared } = repeatedMembers(
    ready.map(one => one.members),
    { ready, around: group[0]!.around },
    ({ users, member: { value } }) =>
      new Set(users.map(user => indexes[user])).size > 1 &&
      ![...freeNames(value)].some(name => own.has(name)) &&
      new Set(users.map(user => typesRead(value, ready[user]!))).size === 1,
  )
  const left = members.values()
  const replaced = (family: F): F => ({
    ...family,
    ready: family.ready.map(one => ({ ...one, members: left.next().value! })),
  })
  return { families: group.map(replaced), common: shared }
}

/**
 * The types of what code reads, as a text. Code whose types differ has the same text, but a union
 * of the types may not fit it.
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

const textOf = (type: Type | undefined): string => (type === undefined ? '' : typeText(type))
