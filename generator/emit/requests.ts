/**
 * Makes the TypeScript types of all bodies and queries, in one run of json-schema-to-typescript.
 */
import { createRequire } from 'node:module'
import type { CatalogIR, InputIR, RouteIR } from '../ir.ts'
import { keyOf, recall, remember } from '../memory.ts'
import { constantText } from './code/file.ts'
import { importPath, pascal, requestsPath, unique } from './code/names.ts'
import { sharedFiles } from './facts.ts'
import { type OutFile, code } from './out-file.ts'
import { forTypes, OPEN_MEMBER, type Refer } from './request-schema.ts'
import { sharingMembers } from './shared-types.ts'
import { SHAPE_TYPES, SHAPES, shapeConstants, type Shapes } from './shapes.ts'
import { blocksOf, toTypeAliases } from './type-blocks.ts'
import { valueTypes } from './value-types.ts'

/** The types of requests, and the files that hold them. */
export interface Requests {
  /**
   * The type name of a route's body or query; undefined if it has none or its query is not checked.
   * Routes with equal ones share one type.
   */
  body(route: RouteIR): string | undefined
  query(route: RouteIR): string | undefined
  /** Type name of the form that is translated into a route's body. */
  form(route: RouteIR): string | undefined
  /** The type name of a route's derived values; undefined if its formulas read none. */
  values(route: RouteIR): string | undefined
  /** The file that holds a type, below the generated folder. */
  pathOf(type: string): string
  files: readonly OutFile[]
}

type Part = 'body' | 'query' | 'form'

/** One type, named after the first route with such a request. `text` is set once it is printed. */
export interface Entry {
  name: string
  path: string
  file: string
  text?: string
}

/** A type with its schema. */
interface SchemaEntry extends Entry {
  schema: object
}

/** Compiles the request types of the whole catalog. Asynchronous because the library is. */
export async function requestTypes(ir: CatalogIR, shapes: Shapes): Promise<Requests> {
  const { entries, nameOf } = entriesOf(ir, shapes)
  const named = shapes.list.map(shape => ({
    name: shape.type,
    schema: forTypes(shape.schema, referTo(shapes, shape.schema)),
  }))
  const blocks =
    entries.length + named.length === 0
      ? new Map<string, string>()
      : blocksOf(await compiled([...named, ...entries]))
  const values = valueTypes(ir)
  const paths = new Map([...entries, ...values.list].map(({ name, path }) => [name, path]))
  return {
    body: route => nameOf(route, 'body'),
    query: route => nameOf(route, 'query'),
    form: route => nameOf(route, 'form'),
    values: values.nameOf,
    pathOf: type => paths.get(type)!,
    files: [
      ...requestFiles(ir, [...entries, ...values.list], { blocks, shapes }),
      ...shapeFiles(shapes, blocks),
    ],
  }
}

function entriesOf(ir: CatalogIR, shapes: Shapes) {
  const inputs = ir.routes.flatMap(route => [
    ...entry(route, 'body', route.body),
    ...entry(route, 'query', route.query),
    ...entry(route, 'form', route.translate?.body),
  ])
  const first = new Map<string, string>()
  const known = new Map<string, string>()
  for (const { id, input } of inputs) {
    const schema = forTypes(listed(closed(input), input.wrap), referTo(shapes))
    const text = JSON.stringify(schema)
    if (!first.has(text)) first.set(text, id)
    known.set(id, text)
  }
  const names = unique([...shapes.list.map(shape => shape.type), ...first.values()], pascal)
  const entries = inputs
    .filter(({ id }) => first.get(known.get(id)!) === id)
    .map(({ id, route }): SchemaEntry => {
      const schema = JSON.parse(known.get(id)!) as object
      const path = requestsPath(route.family)
      return { name: names.get(id)!, path, file: route.place.file, schema }
    })
  const nameOf = (route: RouteIR, part: Part) => {
    const text = known.get(`${route.id}.${part}`)
    return text === undefined ? undefined : names.get(first.get(text)!)
  }
  return { entries, nameOf }
}

function entry(route: RouteIR, part: Part, input: InputIR | undefined) {
  return input === undefined || input.unchecked ? [] : [{ id: `${route.id}.${part}`, input, route }]
}

/** Returns the type name of a schema that the catalog names; `not` is the one being defined. */
function referTo(shapes: Shapes, not?: object): Refer {
  return schema => {
    const shape = shapes.of(schema)
    return shape === undefined || shape.schema === not ? undefined : shape.type
  }
}

/** One file per family that takes requests. */
function* requestFiles(
  ir: CatalogIR,
  entries: readonly Entry[],
  { blocks, shapes }: { blocks: ReadonlyMap<string, string>; shapes: Shapes },
): Iterable<OutFile> {
  const taken = new Set([...shapes.list.map(one => one.type), ...entries.map(one => one.name)])
  for (const path of new Set(entries.map(one => one.path))) {
    const own = entries.filter(one => one.path === path)
    const printed = own.map(({ name, text }) => ({ name, text: text ?? blocks.get(name)! }))
    const text = sharingMembers(printed, taken).join('\n\n')
    const from = [...own.map(one => one.file), ...sharedFiles(ir)]
    const used = shapes.list.map(shape => shape.type).filter(type => mentions(text, type))
    const imports = [jsonImport(path, text), importText(importPath(path, SHAPE_TYPES), used)]
    yield code(path, from, `${imports.join('')}\n${text}`)
  }
}

function* shapeFiles(shapes: Shapes, blocks: ReadonlyMap<string, string>): Iterable<OutFile> {
  if (shapes.list.length === 0) return
  const from = shapes.list.map(shape => shape.file)
  yield code(SHAPES, from, `\n${shapeConstants(shapes).map(constantText).join('\n\n')}`)
  const types = shapes.list.map(shape => blocks.get(shape.type)!).join('\n\n')
  yield code(SHAPE_TYPES, from, `${jsonImport(SHAPE_TYPES, types)}\n${types}`)
}

function jsonImport(path: string, text: string): string {
  return importText(
    importPath(path, '../runtime/contract.ts'),
    mentions(text, 'Json') ? ['Json'] : [],
  )
}

function importText(from: string, names: readonly string[]): string {
  if (names.length === 0) return ''
  const line = `import type { ${names.join(', ')} } from '${from}'\n`
  return line.length <= 100
    ? line
    : `import type {\n${names.map(name => `  ${name},\n`).join('')}} from '${from}'\n`
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text)
}

interface Named {
  name: string
  schema: object
}

/** The types as TypeScript, as an earlier command printed them if they are still the same. */
async function compiled(types: readonly Named[]): Promise<string> {
  const plain = types.map(({ name, schema }) => ({ name, schema }))
  const key = `request types ${keyOf(JSON.stringify(plain))}`
  const known = recall<string>(key)
  if (known !== undefined) return known
  const text = await compileAll(plain)
  remember(key, text)
  return text
}

async function compileAll(types: readonly Named[]): Promise<string> {
  const { compile } = createRequire(import.meta.url)(
    'json-schema-to-typescript',
  ) as typeof import('json-schema-to-typescript')
  const definitions = Object.fromEntries(types.map(({ name, schema }) => [name, schema]))
  const text = await compile(
    { title: 'Requests', type: 'object', definitions } as never,
    'Requests',
    {
      bannerComment: '',
      unreachableDefinitions: true,
      additionalProperties: false,
      declareExternallyReferenced: true,
      style: { printWidth: 100, semi: false, singleQuote: true },
    },
  )
  return toTypeAliases(text, OPEN_MEMBER)
}

/** A schema without unknown members, because dropped or refused members never reach a formula. */
function closed(input: InputIR): Record<string, unknown> {
  const isObject = input.schema.type === 'object' || input.schema.properties !== undefined
  return isObject && input.unknown !== 'forward'
    ? { ...input.schema, additionalProperties: false }
    : input.schema
}

/** A schema in which fields that accept one value or a list are lists, as formulas see them. */
function listed(
  schema: Record<string, unknown>,
  wrap: readonly string[] = [],
): Record<string, unknown> {
  if (wrap.length === 0) return schema
  const properties = { ...(schema.properties as Record<string, { anyOf?: readonly object[] }>) }
  for (const name of wrap) {
    const { anyOf, ...rest } = properties[name]!
    properties[name] = { ...anyOf![1], ...rest }
  }
  return { ...schema, properties }
}
