/** Emits `generated/<folder>/<family>.ts`: the routes of one family as typed constants. */
import type { CatalogIR, Let, RouteIR } from '../ir.ts'
import { name as nameOf, type Js } from '../js/tree.ts'
import { constantStatements, constantTables } from './code/constants.ts'
import type { Constant, Statement } from './code/file.ts'
import { type Imports, imports } from './code/imports.ts'
import { camel, discoveryPath, familyPath, importPath, modelsPath, rowName } from './code/names.ts'
import { routeOf } from './code/route.ts'
import { translationOf } from './code/translation.ts'
import { typeText } from './code/type-text.ts'
import { type Emitter, type Facts, families } from './facts.ts'
import type { OutFile } from './out-file.ts'
import { REQUESTS } from './requests.ts'

/** One file per family that has routes. */
export const emitFamilies: Emitter = function* (ir, facts) {
  for (const family of families(ir))
    if (family.routes.length > 0) yield familyFile(ir, facts, family.routes)
}

function familyFile(ir: CatalogIR, facts: Facts, routes: readonly RouteIR[]): OutFile {
  const path = familyPath(routes[0]!.family)
  const used = imports()
  const tables = constantTables(routes.flatMap(letsOf))
  const body = routes.flatMap(route =>
    routeStatements(route, { ir, facts, path, used, constants: tables }),
  )
  const hoisted = constantStatements(tables, helper =>
    used.value(importPath(path, '../runtime/formula.ts'), helper),
  )
  const from = [
    ...routes.map(r => r.place.file),
    ...routes.flatMap(r => tableFile(ir, r)),
    ...facts.shared,
  ]
  const statements: Statement[] = [...used.list(), ...hoisted, ...body]
  return facts.print(path, from, statements)
}

interface Around {
  ir: CatalogIR
  facts: Facts
  path: string
  used: Imports
  constants: ReadonlyMap<string, Js>
}

function routeStatements(route: RouteIR, around: Around): Constant[] {
  const { ir, facts, path, used } = around
  const runtime = (file: string) => importPath(path, `../runtime/${file}`)
  const helper = (name: string) => used.value(runtime('formula.ts'), name)
  const name = facts.names.get(route.id)!
  const form = route.translate === undefined ? undefined : `${name}Translation`
  const value = routeOf(route, {
    ir,
    constants: around.constants,
    helper,
    translation:
      form === undefined
        ? undefined
        : {
            kind: 'as',
            of: nameOf(form),
            type: used.type(runtime('contract.ts'), 'Translation'),
          },
    call: id => used.value(importPath(path, 'upstreams.ts'), camel(id)),
    calls: () => used.value(importPath(path, 'upstreams.ts'), 'calls'),
    bazaar:
      route.price === undefined
        ? undefined
        : used.value(
            importPath(path, discoveryPath(route.family)),
            `${facts.names.get(route.id)!}Discovery`,
          ),
  })
  const type = {
    of: used.type(runtime('contract.ts'), 'Route'),
    arg: scopeText(route, facts.requests.body(route), around),
  }
  const statement: Constant = {
    doc: `${route.method} ${route.path}: ${route.summary}`,
    constant: name,
    type,
    value,
  }
  if (form === undefined) return [statement]
  const translation: Constant = {
    doc: `${route.method} ${route.path}: the form in which its requests come`,
    constant: form,
    type: {
      of: used.type(runtime('contract.ts'), 'Translation'),
      arg: scopeText(route, facts.requests.form(route), around),
    },
    value: translationOf(route.translate!, { ir, constants: around.constants, helper }),
    isOwn: true,
  }
  return [translation, statement]
}

const QUERY = 'unchecked'
/** Defaults of `Call`, which need not be written. */
const DEFAULTS = ['undefined', '{}', 'never', QUERY]

/** The scope of a route's formulas: a body, and its path, row and query. */
function scopeText(
  route: RouteIR,
  body: string | undefined,
  { ir, facts, path, used }: Around,
): string {
  const request = (name: string | undefined) =>
    name === undefined ? undefined : used.type(importPath(path, REQUESTS), name)
  const table = ir.tables.find(t => t.name === route.table)
  const row =
    table === undefined
      ? undefined
      : used.type(importPath(path, modelsPath(table.family)), rowName(table.name))
  const parts = [
    request(body) ?? 'undefined',
    typeText(route.pathType),
    row ?? 'never',
    request(facts.requests.query(route)) ?? QUERY,
  ]
  const call = used.type(importPath(path, 'hooks.ts'), 'Call')
  while (parts.length > 0 && parts.at(-1) === DEFAULTS[parts.length - 1]) parts.pop()
  return `${parts.length === 0 ? call : `${call}<${parts.join(', ')}>`}${listsText(route, { ir, path, used })}`
}

/** The tables that a reply lists, with the rows of each. */
function listsText(
  route: RouteIR,
  { ir, path, used }: Pick<Around, 'ir' | 'path' | 'used'>,
): string {
  if (route.lists === undefined) return ''
  const models = used.type(importPath(path, '../runtime/contract.ts'), 'Models')
  const members = Object.entries(route.lists).map(([name, of]) => {
    const table = ir.tables.find(t => t.name === of)!
    return `${name}: ${models}<${used.type(importPath(path, modelsPath(table.family)), rowName(of))}>`
  })
  const line = members.join('; ')
  return line.length < 60
    ? ` & { lists: { ${line} } }`
    : ` & {\n    lists: {\n      ${members.join('\n      ')}\n    }\n  }`
}

function tableFile(ir: CatalogIR, route: RouteIR): string[] {
  const names = [route.table, ...Object.values(route.lists ?? {})]
  return ir.tables.filter(t => names.includes(t.name)).map(t => t.file)
}

function letsOf(route: RouteIR): Let[] {
  const blocks = [
    route.pick,
    route.show,
    route.upstream,
    route.headers,
    route.status,
    route.embed,
    route.file,
    route.chargeIf,
    route.price?.show,
    route.reply === 'verbatim' ? undefined : route.reply,
    route.cache?.when,
    route.cache?.key,
    route.cache?.keep,
    route.cache?.patch,
    route.job?.skipInline,
    route.job?.echo,
    route.job?.accepted,
    route.job?.pending,
    route.job?.failed,
    route.job?.completed,
    route.job?.signed,
    route.job?.challenge,
    route.discoveryShow,
    route.translate?.give,
    route.free,
    route.streams,
    route.fallback,
    route.limits?.when,
  ]
  const priced = [
    ...(route.price?.tables ?? []),
    ...(route.price?.arms.flatMap(arm => arm.lets) ?? []),
  ]
  const gates = [...route.gates, ...(route.translate?.gates ?? []), ...(route.checks ?? [])]
  return [...gates.flatMap(g => g.lets), ...priced, ...blocks.flatMap(b => b?.lets ?? [])]
}
