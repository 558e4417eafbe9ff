/** Emits `generated/<folder>/<family>.ts`: the routes of one family as typed constants. */
import { versionOf } from '../catalog/route-versions.ts'
import { formulasOf } from '../language/formulas.ts'
import { ROUTE_KEYS } from '../language/routes.ts'
import type { CatalogIR, Let, RouteIR } from '../ir.ts'
import { keyOf, remembered } from '../memory.ts'
import { isShortMember } from '../js/rows.ts'
import { name as nameOf, objectOf, type Member } from '../js/tree.ts'
import { constantStatements, constantTables } from './code/constants.ts'
import type { Constant } from './code/file.ts'
import { imports } from './code/imports.ts'
import { camel, commonPath, familyPath, importPath } from './code/names.ts'
import { probesOf } from './code/probes.ts'
import { routeMembers } from './code/route.ts'
import type { Emitter, Facts } from './facts.ts'
import { familyGroups, type Group, withoutCommon } from './family-common.ts'
import type { OutFile } from './out-file.ts'
import { scopeType } from './route-scope.ts'
import { SHAPES } from './shapes.ts'
import { sharedGates, type SharedGates } from './shared-gates.ts'
import { callPath } from './upstreams.ts'
import { filesOf } from './split-file.ts'
import {
  type Family,
  type Ready,
  routeBases,
  routeType,
  usersText,
  withoutRepeated,
} from './repeated.ts'
import type { Base } from './shared-members.ts'
import {
  partsOf,
  type Around,
  valuesOf,
  without,
  valuesObject,
  gatesName,
  gatesStatement,
  formOf,
} from './family-constants.ts'

/**
 * One file per family that has routes, or several if it is long, and one with what families share.
 */
export const emitFamilies: Emitter = function* (ir, facts) {
  for (const group of familyGroups(ir)) yield* filesOnce(ir, facts, group)
}

/** The files of a group of families, as an earlier command made them if nothing has changed. */
function filesOnce(ir: CatalogIR, facts: Facts, group: Group): readonly OutFile[] {
  const all = group.flat()
  const versions = all.map(route => versionOf(ir, route))
  if (versions.includes(undefined)) return groupFiles(ir, facts, group)
  const { names, requests, prices, shapes } = facts
  const around = all.map(route => {
    const types = [requests.body, requests.query, requests.form, requests.values].map(one => {
      const type = one(route)
      return type === undefined ? [] : [type, requests.pathOf(type)]
    })
    return [names.get(route.id), types, tableFile(ir, route), probesOf(route, prices)]
  })
  const key = JSON.stringify([versions, around, shapes.list.map(({ constant }) => constant)])
  return remembered(`families ${keyOf(key)}`, () => groupFiles(ir, facts, group))
}

function groupFiles(ir: CatalogIR, facts: Facts, group: Group): OutFile[] {
  // All families are in one folder, from which modules are imported by the same paths.
  const used = imports()
  const { families, common } = withoutCommon(
    group.map(routes => readyFamily(routes, { ir, facts, used })),
  )
  const path = commonPath(group[0]![0]!.family)
  for (const { constant } of common) used.value(importPath(path, path), constant)
  const own = common.map(one => ({ ...one, isOwn: false }))
  const from = families.flatMap(sourcesOf)
  const shared = own.length === 0 ? [] : filesOf({ path, from, used, shared: [], own }, facts)
  return [...shared, ...families.flatMap(familyFiles)]
}

function familyFiles(family: ReadyFamily): OutFile[] {
  const { facts, path, used, constants } = family.around
  const { shared, own } = routeStatements(family)
  const all = [...constantStatements(constants), ...shared]
  return filesOf({ path, from: sourcesOf(family), used, shared: all, own }, facts)
}

/** The catalog files from which the code of a family is made. */
function sourcesOf({ ready, around: { ir, facts } }: Family): string[] {
  const routes = ready.map(one => one.route)
  return [
    ...routes.map(route => route.place.file),
    ...routes.flatMap(route => tableFile(ir, route)),
    ...facts.shared,
  ]
}

/**
 * Collects the possible imports of the family's routes; each file imports only the names that its
 * constants use.
 */
function noteImports({ facts, path, used }: Around): void {
  for (const name of ['Route', 'Translation', 'Derived'])
    used.type(importPath(path, '../runtime/contract.ts'), name)
  for (const { constant } of facts.shapes.list) used.value(importPath(path, SHAPES), constant)
}

type WithShared = Around & {
  ends: ReadonlyMap<RouteIR, SharedGates>
  /** The derived values of the route. */
  values: readonly Member[]
}

/** The routes of a family, and the constants of their values and gates. */
interface ReadyFamily extends Family {
  before: readonly Constant[]
}

function readyFamily(
  routes: readonly RouteIR[],
  { ir, facts, used }: Pick<Around, 'ir' | 'facts' | 'used'>,
): ReadyFamily {
  const path = familyPath(routes[0]!.family)
  const constants = constantTables(routes.flatMap(letsOf))
  const around = { ir, facts, path, used, constants, translations: new Map() }
  noteImports(around)
  const ends = sharedGates(ir, routes)
  const values = valuesOf(routes, around)
  const ready = routes.map((route, i) =>
    readyRoute(route, { ...around, ends, values: values.members[i]! }),
  )
  const gates = [...new Set(ends.values())].map(end => gatesStatement(end, around))
  return { ready, around, before: [...values.shared, ...gates] }
}

/** The routes of a file as constants, and their shared constants. */
function routeStatements(family: ReadyFamily): { shared: Constant[]; own: Constant[] } {
  const { ready, around, before } = family
  const bases = routeBases(ready)
  const names = bases.map((base, i) =>
    i === 0 ? 'shared' : `${around.facts.names.get(ready[base.users[0]!]!.route.id)!}Shared`,
  )
  const members = ready.map((one, i): readonly Member[] => {
    const which = bases.findIndex(base => base.users.includes(i))
    if (which < 0) return one.members
    return [{ spread: nameOf(names[which]!) }, ...without(one.members, bases[which]!)]
  })
  const repeated = withoutRepeated(members, family)
  const own = ready.map((one, i) => routeStatement(one, repeated.members[i]!, around))
  const shared = [
    ...before,
    ...ready.flatMap(one => one.before),
    ...repeated.shared,
    ...bases.map((base, i) => baseStatement(names[i]!, base, family)),
  ]
  return { shared, own }
}

function routeStatement(
  { route, parts }: Ready,
  members: readonly Member[],
  around: Around,
): Constant {
  // The summary of a route without functions is right below its name.
  const doc = `${route.method} ${route.path}: ${route.summary}`
  return {
    ...(members.every(isShortMember) ? {} : { doc }),
    constant: around.facts.names.get(route.id)!,
    type: { of: 'Route', arg: scopeType(parts, around) },
    value: objectOf(members),
  }
}

function baseStatement(constant: string, { users, members }: Base, family: Family): Constant {
  const value = objectOf(members)
  const doc = `Members that ${usersText(users, family)} share.`
  const satisfies = { before: 'Partial<', ...routeType(users, value, family), after: '>' }
  return { doc, constant, value, satisfies, isOwn: true }
}

function readyRoute(route: RouteIR, around: WithShared): Ready {
  const { ir, facts, path, used, constants } = around
  const end = around.ends.get(route)
  const form = formOf(route, around)
  const members = routeMembers(route, {
    ir,
    constants,
    shapes: facts.shapes,
    endGates: end && { name: gatesName(end, facts), count: end.gates.length },
    values: valuesObject(around.values),
    probes: probesOf(route, facts.prices),
    probesOf: one => probesOf(one, facts.prices),
    translation: form && { kind: 'as', of: nameOf(form.name), type: 'Translation' },
    call: id => used.value(importPath(path, callPath(ir, id)), camel(id)),
    calls: () => used.value(importPath(path, 'upstreams.ts'), 'calls'),
  })
  return { route, parts: partsOf([route], around)[0]!, members, before: form?.before ?? [] }
}

function tableFile(ir: CatalogIR, route: RouteIR): string[] {
  const names = [route.table, ...Object.values(route.lists ?? {})]
  return ir.tables.filter(t => names.includes(t.name)).map(t => t.file)
}

/** Every `let:` value of a route, once for each formula that needs it. */
function letsOf(route: RouteIR): Let[] {
  const forms = [route, ...(route.dated ?? []).map(one => one.route)]
  return forms.flatMap(form => formulasOf(ROUTE_KEYS, form)).flatMap(({ lets }) => [...lets])
}
