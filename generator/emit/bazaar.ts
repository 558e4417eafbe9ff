/** Discovery metadata of a paid route, as its challenge carries it in `extensions.bazaar`. */
import type { InputIR, RouteIR } from '../ir.ts'
import { DATA_URI } from '../notation/field.ts'
import { probes } from './code/route.ts'
import { callersBody } from './facts.ts'

type Json = Record<string, unknown>

/** Longest metadata in bytes of JSON that a reply's body carries; longer schemas are outlined. */
const ROOM = 16 * 1024

/**
 * `{ info, schema, routeTemplate? }`: how to call the route, the JSON Schema of that, and the
 * pattern under which all addresses of a path with holes are one resource. Undefined for routes
 * that are not paid. No nulls anywhere.
 */
export function bazaarOf(route: RouteIR): Json | undefined {
  if (route.price === undefined) return undefined
  const whole = metadata(route, input => slim(input.schema))
  return JSON.stringify(whole).length <= ROOM
    ? whole
    : metadata(route, input => outline(input.schema))
}

function metadata(route: RouteIR, schemaOf: (input: InputIR) => Json): Json {
  const example = probes(route)[0]
  const input: Json = { type: 'http', method: route.method }
  const properties: Json = {
    type: { type: 'string', const: 'http' },
    method: { type: 'string', enum: [route.method] },
  }
  const required = ['type', 'method']
  const add = (name: string, value: unknown, schema: Json | undefined, must: boolean) => {
    if (value === undefined || schema === undefined) return
    input[name] = value
    properties[name] = schema
    if (must) required.push(name)
  }
  if (route.method === 'POST') {
    add('bodyType', 'json', { type: 'string', enum: ['json'] }, true)
    const body = callersBody(route)
    add('body', example?.body ?? {}, body === undefined ? { type: 'object' } : schemaOf(body), true)
  } else {
    add(
      'queryParams',
      typed(example?.query ?? {}, route.query),
      route.query === undefined ? undefined : schemaOf(route.query),
      false,
    )
  }
  const holes = pathHoles(route.path)
  const path = example?.path ?? Object.fromEntries(holes.map(h => [h, `{${h}}`]))
  if (holes.length > 0) add('pathParams', path, pathSchema(holes), false)
  const schema = { type: 'object', properties, required, additionalProperties: false }
  return {
    info: { input, output: { type: 'json' } },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        input: schema,
        output: { type: 'object', properties: { type: { type: 'string' } } },
      },
      required: ['input'],
    },
    ...(holes.length > 0 ? { routeTemplate: templateOf(route.path) } : {}),
  }
}

/** A path with `:name` for each of its holes, as crawlers write it. */
function templateOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1').replace(/\*$/, ':rest')
}

/** Names of the `{holes}` of a path, and `rest` for a last `*`. */
export function pathHoles(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}|\*$/g)].map(m => m[1] ?? 'rest')
}

function pathSchema(holes: readonly string[]): Json {
  return {
    type: 'object',
    properties: Object.fromEntries(holes.map(h => [h, { type: 'string' }])),
    required: holes,
  }
}

/**
 * The values of a query as its schema has them: numbers and booleans for the texts of an address.
 */
function typed(query: object, input: InputIR | undefined): Json {
  const members = (input?.schema.properties ?? {}) as Record<string, Json>
  const value = (text: string, type: unknown): unknown => {
    if (type === 'integer' || type === 'number') return Number(text)
    return type === 'boolean' ? text === 'true' : text
  }
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => [name, value(text as string, members[name]?.type)]),
  )
}

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

/** A schema without words: what a crawler needs to fill in a form. */
function slim(schema: unknown): Json {
  const copy = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map(v => copy(v, ''))
    if (typeof value !== 'object' || value === null) return value
    const map = name === 'properties' || name === '$defs' || name === 'patternProperties'
    return Object.fromEntries(
      Object.entries(value)
        .filter(([k, v]) => (map || !(DROPPED.has(k) || v === DATA_URI)) && v !== null)
        .map(([k, v]) => [k, copy(v, map ? '' : k)]),
    )
  }
  return copy(schema, '') as Json
}

/** Only the names, types and required members of a large schema. */
function outline(schema: Json): Json {
  const members =
    typeof schema.properties === 'object' && schema.properties !== null
      ? Object.entries(schema.properties as Record<string, Json>)
      : []
  const required =
    Array.isArray(schema.required) && schema.required.length > 0
      ? { required: schema.required }
      : {}
  const properties = Object.fromEntries(
    members
      .slice(0, 24)
      .map(([name, member]) => [
        name,
        typeof member?.type === 'string' ? { type: member.type } : {},
      ]),
  )
  if (members.length > 0) return { type: 'object', properties, ...required }
  return typeof schema.type === 'string' ? { type: schema.type } : {}
}
