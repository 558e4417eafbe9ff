/**
 * Finds what routes of several families share, mostly the price of a template, so that
 * `<first family>.common.ts` declares it once for all of them.
 */
import type { CatalogIR, RouteIR } from '../ir.ts'
import { freeNames } from '../js/ask.ts'
import type { Constant } from './code/file.ts'
import { families } from './facts.ts'
import { type Family, repeatedMembers } from './repeated.ts'

/** The routes of each family of a group. */
export type Group = readonly (readonly RouteIR[])[]

/**
 * The families that have routes, in groups: those of one folder whose prices stand at the same
 * place of a template are together. Families of different groups share nothing.
 */
export function familyGroups(ir: CatalogIR): Group[] {
  let groups: { places: readonly string[]; all: Group }[] = []
  for (const { name, routes } of families(ir)) {
    if (routes.length === 0) continue
    const folder = name.slice(0, name.lastIndexOf('/') + 1)
    const places = routes
      .flatMap(({ price }) => price?.arms ?? [])
      .map(({ place }) => folder + ir.at(place, true))
    const near = groups.filter(group => group.places.some(one => places.includes(one)))
    const joined = {
      places: [...near.flatMap(group => group.places), ...places],
      all: [...near.flatMap(group => group.all), routes],
    }
    groups = [...groups.filter(group => !near.includes(group)), joined]
  }
  return groups.map(({ all }) => all)
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
  const familyOf = group.flatMap((family, i) => family.ready.map(() => i))
  const own = new Set(group.flatMap(({ around }) => [...around.constants.keys()]))
  const { members, shared } = repeatedMembers(
    ready.map(one => one.members),
    { ready, around: group[0]!.around },
    ({ users, member }) =>
      new Set(users.map(user => familyOf[user])).size > 1 &&
      ![...freeNames(member.value)].some(name => own.has(name)),
  )
  const left = members.values()
  const replaced = (family: F): F => ({
    ...family,
    ready: family.ready.map(one => ({ ...one, members: left.next().value! })),
  })
  return { families: group.map(replaced), common: shared }
}
