/**
 * Builds the discovery metadata of paid routes, which challenges carry in `extensions.bazaar`. It
 * is derived from the route when the catalog is loaded, so that no second copy of a schema is kept.
 */
import type { Example, Json, Method, Route } from './contract.ts'

type Schema = Readonly<Record<string, unknown>>
type Members = Record<string, unknown>

/** Largest metadata in a reply's body, in bytes of JSON; larger schemas are outlined. */
const LARGEST_METADATA = 16 * 1024

/** Largest number of members in an outlined schema. */
const MAX_OUTLINED = 24

/**
 * What the metadata is built from. `body` and `query` are the JSON Schemas of the caller's input.
 */
export interface Discoverable {
  method: Method
  path: string
  example?: Example
  body?: Schema
  query?: Schema
}

/** Adds its discovery metadata to a route that has a price. */
export function discoverable(route: Route): Route {
  if (route.price === undefined) return route
  const { method, path, example, translate, body, query } = route
  const bazaar = discoveryOf({
    method,
    path,
    example,
    body: (translate?.body ?? body)?.schema as Schema | undefined,
    query: query?.schema as Schema | undefined,
  })
  return { ...route, bazaar }
}

/**
 * Builds the discovery metadata `{ info, schema, routeTemplate? }`: how to call the route, the JSON
 * Schema of that, and the pattern that makes all addresses of a parameterised path one resource. It
 * contains no nulls.
 */
export function discoveryOf(route: Discoverable): Json {
  const whole = metadata(route, slim)
  return (
    JSON.stringify(whole).length <= LARGEST_METADATA ? whole : metadata(route, outline)
  ) as Json
}

function metadata(route: Discoverable, shown: (schema: Schema) => Schema): Members {
  const { method, path, example } = route
  const input: Members = { type: 'http', method }
  const properties: Members = {
    type: { type: 'string', const: 'http' },
    method: { type: 'string', enum: [method] },
  }
  const add = (name: string, value: unknown, schema: Schema) => {
    input[name] = value
    properties[name] = schema
  }
  if (method === 'POST') {
    add('bodyType', 'json', { type: 'string', enum: ['json'] })
    add(
      'body',
      example?.body ?? {},
      route.body === undefined ? { type: 'object' } : shown(route.body),
    )
  } else if (route.query !== undefined)
    add('queryParams', typed(example?.query ?? {}, route.query), shown(route.query))
  const holes = pathHoles(path)
  const values = example?.path ?? Object.fromEntries(holes.map(hole => [hole, `{${hole}}`]))
  if (holes.length > 0) add('pathParams', values, pathSchema(holes))
  const required = ['type', 'method', ...(method === 'POST' ? ['bodyType', 'body'] : [])]
  return {
    info: { input, output: { type: 'json' } },
    schema: whole({ type: 'object', properties, required, additionalProperties: false }),
    ...(holes.length > 0 ? { routeTemplate: templateOf(path) } : {}),
  }
}

function whole(input: Schema): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { input, output: { type: 'object', properties: { type: { type: 'string' } } } },
    required: ['input'],
  }
}

/** Returns a path with `:name` for each parameter, as crawlers write it. */
function templateOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1').replace(/\*$/, ':rest')
}

/** Returns the names of a path's `{parameters}`, and `rest` for a final `*`. */
export function pathHoles(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}|\*$/g)].map(match => match[1] ?? 'rest')
}

function pathSchema(holes: readonly string[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(holes.map(hole => [hole, { type: 'string' }])),
    required: holes,
  }
}

/**
 * Converts the values of a query to the types of its schema: an address holds strings, the schema
 * has numbers and booleans.
 */
function typed(query: Readonly<Record<string, string>>, schema: Schema): Members {
  const members = membersOf(schema)
  const value = (text: string, type: unknown): unknown => {
    if (type === 'integer' || type === 'number') return Number(text)
    return type === 'boolean' ? text === 'true' : text
  }
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => [name, value(text, members[name]?.type)]),
  )
}

function membersOf(schema: Schema): Record<string, Schema | undefined> {
  const { properties } = schema
  return typeof properties === 'object' && properties !== null ? (properties as {}) : {}
}

/** Keywords that crawlers do not need to call the route. */
const DROPPED = new Set([
  'description',
  'title',
  'examples',
  '$schema',
  '$id',
  '$comment',
  'deprecated',
  'readOnly',
  'writeOnly',
])

/** The format by which the catalog marks files; crawlers do not know it. */
const DATA_URI = 'data-uri'

/** Keywords whose members are names of the catalog, not keywords. */
const MAPS = new Set(['properties', '$defs', 'patternProperties'])

/** Returns a schema without texts: only what a crawler needs to call the route. */
function slim(schema: Schema): Schema {
  const copy = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map(item => copy(item, ''))
    if (typeof value !== 'object' || value === null) return value
    const isMap = MAPS.has(name)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key, member]) => isMap || (!DROPPED.has(key) && member !== DATA_URI))
        .filter(([, member]) => member !== null)
        .map(([key, member]) => [key, copy(member, isMap ? '' : key)]),
    )
  }
  return copy(schema, '') as Schema
}

/** Returns only the names, types and required members of a large schema. */
function outline(schema: Schema): Schema {
  const typeOf = (one: Schema | undefined) =>
    typeof one?.type === 'string' ? { type: one.type } : {}
  const members = Object.entries(membersOf(schema))
  if (members.length === 0) return typeOf(schema)
  const required =
    Array.isArray(schema.required) && schema.required.length > 0
      ? { required: schema.required }
      : {}
  const properties = members.slice(0, MAX_OUTLINED).map(([name, member]) => [name, typeOf(member)])
  return { type: 'object', properties: Object.fromEntries(properties), ...required }
}
