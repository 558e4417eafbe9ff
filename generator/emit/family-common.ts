/**
 * Finds what routes of several families share, mostly the price of a template, so that
 * `<first family>.common.ts` declares it once for all of them.
 */
import type { CatalogIR, RouteIR } from '../ir.ts'
import { freeNames } from '../js/ask.ts'
import type { Constant } from './code/file.ts'
import { families } from './facts.ts'
import { byCodePoint } from './out-file.ts'
import { type Family, repeatedMembers } from './repeated.ts'

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
 * Moves long members that routes of several families have to common constants: the families with
 * the names of these constants, and the constants. A member that needs a constant of its own family
 * stays there.
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
      ![...freeNames(value)].some(name => own.has(name)),
  )
  const left = members.values()
  const replaced = (family: F): F => ({
    ...family,
    ready: family.ready.map(one => ({ ...one, members: left.next().value! })),
  })
  return { families: group.map(replaced), common: shared }
}
