/** Emits `generated/<folder>/<family>.ts`: the routes of one family as typed constants. */
import { formulasOf } from '../language/formulas.ts'
import { ROUTE_KEYS } from '../language/routes.ts'
import type { CatalogIR, Let, RouteIR } from '../ir.ts'
import { braces, isPlain, type Member, spread } from './code/braces.ts'
import { constantTables, constantTexts } from './code/constants.ts'
import { docText } from './code/file.ts'
import { HELPERS, SCOPE } from './code/function.ts'
import { gatesText } from './code/gates.ts'
import { imports } from './code/imports.ts'
import { layout, WIDTH } from './code/layout.ts'
import { camel, familyPath, importPath } from './code/names.ts'
import { routeMembers } from './code/route.ts'
import { freeNames } from './code/scan.ts'
import { translationText } from './code/translation.ts'
import { type Emitter, type Facts, families } from './facts.ts'
import type { OutFile } from './out-file.ts'
import {
  commonParts,
  scopeParts,
  type ScopeParts,
  type ScopeSite,
  scopeText,
} from './route-scope.ts'
import { SHAPES, type ShapePrinter } from './shapes.ts'
import { sharedGates, type SharedGates } from './shared-gates.ts'
import { callPath } from './upstreams.ts'
import { hoistLets, type SharedLet } from './shared-lets.ts'
import { filesOf, type Shared } from './split-file.ts'
import { type Base, basesOf, keyOf } from './shared-members.ts'

/** One file per family that has routes, or several where it is long. */
export const emitFamilies: Emitter = function* (ir, facts) {
  for (const family of families(ir))
    if (family.routes.length > 0) yield* familyFiles(ir, facts, family.routes)
}

function familyFiles(ir: CatalogIR, facts: Facts, written: readonly RouteIR[]): OutFile[] {
  const path = familyPath(written[0]!.family)
  const used = imports()
  const { routes, shared: values } = hoistLets(written, letsOf)
  const constants = constantTables(routes.flatMap(letsOf))
  const around = { ir, facts, path, used, constants, translations: new Map() }
  const { shared, own } = routeStatements(routes, around)
  const from = [
    ...routes.map(r => r.place.file),
    ...routes.flatMap(r => tableFile(ir, r)),
    ...facts.shared,
  ]
  const { helper } = siteOf(around)
  const hoisted = constantTexts(constants, helper).map((text, i): Shared => {
    return { name: [...constants.keys()][i]!, text }
  })
  const functions = values.map(value => valueStatement(value, around))
  return filesOf({ path, from, used, shared: [...hoisted, ...functions, ...shared], own }, facts)
}

/** A value that several formulas compute. */
function valueStatement({ name, code, reads, users }: SharedLet, around: Around): Shared {
  const { helper } = siteOf(around)
  for (const one of freeNames(code)) if (HELPERS.has(one)) helper(one)
  const parts = users.map(route => scopeParts(route, around.facts.requests.body(route), around))
  const read = reads.map(one => `'${one}'`).join(' | ')
  const type = `Pick<${scopeText(commonParts(parts, code), around)}, ${read}>`
  const head = `const ${name} = ({ ${reads.join(', ')} }: ${type}) => `
  return { name, text: `${head}${layout(code, '', WIDTH)}` }
}

interface Around extends ScopeSite {
  constants: ReadonlyMap<string, string>
  /** Names of the translations that the file declares already, by their type and text. */
  translations: Map<string, string>
}

type WithEnds = Around & { ends: ReadonlyMap<RouteIR, SharedGates> }

/** A route ready to be printed, and what is declared before it. */
interface Ready {
  route: RouteIR
  parts: ScopeParts
  members: readonly Member[]
  before: readonly Shared[]
}

/** The routes of a file as constants, and what several of them share. */
function routeStatements(
  routes: readonly RouteIR[],
  around: Around,
): { shared: Shared[]; own: string[] } {
  const ends = sharedGates(around.ir, routes)
  const ready = routes.map(route => readyRoute(route, { ...around, ends }))
  const bases = basesOf(ready.map(one => one.members))
  const names = bases.map((base, i) =>
    i === 0 ? 'shared' : `${around.facts.names.get(routes[base.users[0]!]!.id)!}Shared`,
  )
  const own = ready.map(({ route, parts, members }, i) => {
    const which = bases.findIndex(base => base.users.includes(i))
    const left = which < 0 ? members : [spread(names[which]!), ...without(members, bases[which]!)]
    const type = `Route<${scopeText(parts, around)}>`
    const name = around.facts.names.get(route.id)!
    // The summary of a route that is all plain values stands right below its name.
    const doc = docText(`${route.method} ${route.path}: ${route.summary}`)
    const head = left.every(isPlain) ? '' : `${doc}\n`
    return `${head}export const ${name}: ${type} = ${braces(left, '')}`
  })
  const shared = [
    ...[...new Set(ends.values())].map(end => gatesStatement(end, around)),
    ...ready.flatMap(({ before }) => before),
    ...bases.map((base, i) => baseStatement(names[i]!, base, { ready, around })),
  ]
  return { shared, own }
}

function without(members: readonly Member[], base: Base): Member[] {
  const shared = new Set(base.members.map(keyOf))
  return members.filter(member => !shared.has(keyOf(member)))
}

function baseStatement(
  name: string,
  base: Base,
  { ready, around }: { ready: readonly Ready[]; around: Around },
): Shared {
  const users = base.users.map(user => ready[user]!)
  const text = braces(base.members, '')
  const parts = commonParts(
    users.map(user => user.parts),
    text,
  )
  const first = users[0]!.route.path
  const doc = docText(`What ${first} and ${users.length - 1} more routes have in common.`)
  const type = `Partial<Route<${scopeText(parts, around)}>>`
  return { name, text: `${doc}\nconst ${name} = ${text} satisfies ${type}` }
}

function readyRoute(route: RouteIR, around: WithEnds): Ready {
  const { ir, facts, path, used } = around
  const runtime = (file: string) => importPath(path, `../runtime/${file}`)
  used.type(runtime('contract.ts'), 'Route')
  const site = siteOf(around)
  const end = around.ends.get(route)
  const form = formOf(route, site, around)
  const members = routeMembers(route, {
    ...site,
    endGates: end && { name: gatesName(end, facts), count: end.gates.length },
    translation: form && `${form.name} as ${used.type(runtime('contract.ts'), 'Translation')}`,
    call: id => used.value(importPath(path, callPath(ir, id)), camel(id)),
    calls: () => used.value(importPath(path, 'upstreams.ts'), 'calls'),
  })
  const parts = scopeParts(route, facts.requests.body(route), around)
  return { route, parts, members, before: form?.before ?? [] }
}

function siteOf({ ir, facts, path, used, constants }: Around) {
  const schemas: ShapePrinter = {
    shapes: facts.shapes,
    use: shape => used.value(importPath(path, SHAPES), shape.constant),
  }
  const helper = (name: string) => used.value(importPath(path, '../runtime/formula.ts'), name)
  return { ir, constants, helper, schemas }
}

function gatesName({ users }: SharedGates, facts: Facts): string {
  return `${facts.names.get(users[0]!.id)!}Gates`
}

/** Gates that several routes end with. */
function gatesStatement(end: SharedGates, around: Around): Shared {
  const { ir, facts } = around
  const site = { ...siteOf(around), indent: '', roots: SCOPE }
  const text = gatesText(end.gates, site, gate => ir.at(gate.place))
  const parts = end.users.map(route => scopeParts(route, facts.requests.body(route), around))
  const type = `NonNullable<Route<${scopeText(commonParts(parts, text), around)}>['gates']>`
  const doc = docText(`The last gates of ${end.users.map(route => route.path).join(', ')}.`)
  const name = gatesName(end, facts)
  return { name, text: `${doc}\nconst ${name}: ${type} = ${text}` }
}

/** The constant of a route's translation, which routes that take the same form share. */
function formOf(
  route: RouteIR,
  site: Parameters<typeof translationText>[1],
  around: Around,
): { name: string; before: readonly Shared[] } | undefined {
  if (route.translate === undefined) return undefined
  const parts = scopeParts(route, around.facts.requests.form(route), around)
  const text = `Translation<${scopeText(parts, around)}> = ${translationText(route.translate, site)}`
  const known = around.translations.get(text)
  if (known !== undefined) return { name: known, before: [] }
  const name = `${around.facts.names.get(route.id)!}Translation`
  around.translations.set(text, name)
  const doc = docText(`${route.method} ${route.path}: the form in which its requests come`)
  return { name, before: [{ name, text: `${doc}\nconst ${name}: ${text}` }] }
}

function tableFile(ir: CatalogIR, route: RouteIR): string[] {
  const names = [route.table, ...Object.values(route.lists ?? {})]
  return ir.tables.filter(t => names.includes(t.name)).map(t => t.file)
}

/** Every `let:` value of a route, once for each formula that needs it. */
function letsOf(route: RouteIR): Let[] {
  return formulasOf(ROUTE_KEYS, route).flatMap(({ lets }) => [...lets])
}
