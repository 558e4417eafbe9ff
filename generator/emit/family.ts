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
import { camel, familyPath, importPath } from './code/names.ts'
import { probesOf } from './code/probes.ts'
import { routeMembers } from './code/route.ts'
import { type Emitter, type Facts, families } from './facts.ts'
import type { OutFile } from './out-file.ts'
import { scopeType } from './route-scope.ts'
import { SHAPES } from './shapes.ts'
import { sharedGates, type SharedGates } from './shared-gates.ts'
import { callPath } from './upstreams.ts'
import { filesOf } from './split-file.ts'
import { type Family, type Ready, routeType, usersText, withoutRepeated } from './repeated.ts'
import { type Base, basesOf } from './shared-members.ts'
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

/** One file per family that has routes, or several if it is long. */
export const emitFamilies: Emitter = function* (ir, facts) {
  for (const { routes } of families(ir)) if (routes.length > 0) yield* filesOnce(ir, facts, routes)
}

/** The files of a family, as an earlier command made them if nothing has changed for them. */
function filesOnce(ir: CatalogIR, facts: Facts, routes: readonly RouteIR[]): readonly OutFile[] {
  const versions = routes.map(route => versionOf(ir, route))
  if (versions.includes(undefined)) return familyFiles(ir, facts, routes)
  const { names, requests, prices, shapes } = facts
  const around = routes.map(route => {
    const types = [requests.body, requests.query, requests.form, requests.values].map(one => {
      const type = one(route)
      return type === undefined ? [] : [type, requests.pathOf(type)]
    })
    return [names.get(route.id), types, tableFile(ir, route), probesOf(route, prices)]
  })
  const key = JSON.stringify([versions, around, shapes.list.map(({ constant }) => constant)])
  return remembered(`family ${keyOf(key)}`, () => familyFiles(ir, facts, routes))
}

function familyFiles(ir: CatalogIR, facts: Facts, routes: readonly RouteIR[]): OutFile[] {
  const path = familyPath(routes[0]!.family)
  const used = imports()
  const constants = constantTables(routes.flatMap(letsOf))
  const around = { ir, facts, path, used, constants, translations: new Map() }
  noteImports(around)
  const { shared, own } = routeStatements(routes, around)
  const from = [
    ...routes.map(r => r.place.file),
    ...routes.flatMap(r => tableFile(ir, r)),
    ...facts.shared,
  ]
  const all = [...constantStatements(constants), ...shared]
  return filesOf({ path, from, used, shared: all, own }, facts)
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

/** The routes of a file as constants, and their shared constants. */
function routeStatements(
  routes: readonly RouteIR[],
  around: Around,
): { shared: Constant[]; own: Constant[] } {
  const ends = sharedGates(around.ir, routes)
  const values = valuesOf(routes, around)
  const ready = routes.map((route, i) =>
    readyRoute(route, { ...around, ends, values: values.members[i]! }),
  )
  const bases = basesOf(ready.map(one => one.members))
  const names = bases.map((base, i) =>
    i === 0 ? 'shared' : `${around.facts.names.get(routes[base.users[0]!]!.id)!}Shared`,
  )
  const members = ready.map((one, i): readonly Member[] => {
    const which = bases.findIndex(base => base.users.includes(i))
    if (which < 0) return one.members
    return [{ spread: nameOf(names[which]!) }, ...without(one.members, bases[which]!)]
  })
  const family = { ready, around }
  const repeated = withoutRepeated(members, family)
  const own = ready.map((one, i) => routeStatement(one, repeated.members[i]!, around))
  const shared = [
    ...values.shared,
    ...[...new Set(ends.values())].map(end => gatesStatement(end, around)),
    ...ready.flatMap(({ before }) => before),
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
