/** Emits `generated/<folder>/<family>.ts`: the routes of one family as typed constants. */
import { formulasOf } from '../language/formulas.ts'
import { ROUTE_KEYS } from '../language/routes.ts'
import type { CatalogIR, Let, RouteIR } from '../ir.ts'
import { constantTables, constantTexts } from './code/constants.ts'
import { docText, type Statement } from './code/file.ts'
import { type Imports, imports } from './code/imports.ts'
import { camel, discoveryPath, familyPath, importPath, modelsPath, rowName } from './code/names.ts'
import { routeText } from './code/route.ts'
import { translationText } from './code/translation.ts'
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
  const body = routes.map(route =>
    routeStatement(route, { ir, facts, path, used, constants: tables }),
  )
  const hoisted = constantTexts(tables, helper =>
    used.value(importPath(path, '../runtime/formula.ts'), helper),
  )
  const from = [
    ...routes.map(r => r.place.file),
    ...routes.flatMap(r => tableFile(ir, r)),
    ...facts.shared,
  ]
  const statements: Statement[] = [
    ...used.list(),
    ...hoisted.map(t => `\n${t}`),
    ...body.map(t => `\n${t}`),
  ]
  return facts.print(path, from, statements)
}

interface Around {
  ir: CatalogIR
  facts: Facts
  path: string
  used: Imports
  constants: ReadonlyMap<string, string>
}

function routeStatement(route: RouteIR, around: Around): string {
  const { ir, facts, path, used } = around
  const runtime = (file: string) => importPath(path, `../runtime/${file}`)
  const helper = (name: string) => used.value(runtime('formula.ts'), name)
  const name = facts.names.get(route.id)!
  const form = route.translate === undefined ? undefined : `${name}Translation`
  const text = routeText(route, {
    ir,
    constants: around.constants,
    helper,
    translation:
      form === undefined
        ? undefined
        : `${form} as ${used.type(runtime('contract.ts'), 'Translation')}`,
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
  const type = `${used.type(runtime('contract.ts'), 'Route')}<${scopeText(route, facts.requests.body(route), around)}>`
  const statement = `${docText(`${route.method} ${route.path}: ${route.summary}`)}\nexport const ${name}: ${type} = ${text}`
  if (form === undefined) return statement
  const formType = `${used.type(runtime('contract.ts'), 'Translation')}<${scopeText(route, facts.requests.form(route), around)}>`
  const words = docText(`${route.method} ${route.path}: the form in which its requests come`)
  const translation = translationText(route.translate!, { ir, constants: around.constants, helper })
  return `${words}\nconst ${form}: ${formType} = ${translation}\n\n${statement}`
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
  return ` & { lists: { ${members.join('; ')} } }`
}

function tableFile(ir: CatalogIR, route: RouteIR): string[] {
  const names = [route.table, ...Object.values(route.lists ?? {})]
  return ir.tables.filter(t => names.includes(t.name)).map(t => t.file)
}

/** Every `let:` value of a route, once for each formula that needs it. */
function letsOf(route: RouteIR): Let[] {
  return formulasOf(ROUTE_KEYS, route).flatMap(({ lets }) => [...lets])
}
