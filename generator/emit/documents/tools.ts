/**
 * Emits `tools.json`: every route as a tool of the Model Context Protocol, with the schema of its
 * arguments, for the services that answer this protocol.
 */
import type { CatalogIR, NetworkIR, RouteIR } from '../../ir.ts'
import type { PriceList } from '../../examples/prices.ts'
import { exampleRequests } from '../code/route.ts'
import { described, isCall, type Emitter, type Facts } from '../facts.ts'
import { makeComponents } from '../openapi/components.ts'
import { errorSchemas } from '../openapi/error-schemas.ts'
import { errorAnswers } from '../openapi/errors.ts'
import { operationNames } from '../openapi/names.ts'
import type { Around } from '../openapi/operation.ts'
import { parametersPart } from '../openapi/parameters.ts'
import { bodyPart } from '../openapi/requests.ts'
import { published, type Schema } from '../openapi/schema.ts'
import { protocolOf } from '../openapi/protocol-answers.ts'
import { perNetwork } from '../overlay.ts'
import { retirementWords } from './dates.ts'
import { priceWords } from './pricing.ts'

/** One document per network. */
export const emitTools: Emitter = (ir, facts) =>
  perNetwork(ir, 'tools.json', network => document(ir, network, facts))

function document(ir: CatalogIR, network: NetworkIR, facts: Facts): object {
  const around: Around = {
    ir,
    network,
    components: makeComponents(facts.shapes, {}),
    errors: errorAnswers(ir, errorSchemas(ir)),
    names: operationNames(ir),
    tables: [],
    examples: {},
    isFull: false,
  }
  const routes = described(ir, network).filter(isCall)
  const prices = facts.prices.get(network.name)!
  const tools = routes.map(route => [around.names.of(route), toolOf(route, around, prices)])
  return { name: ir.gateway.name, summary: ir.gateway.summary, tools: Object.fromEntries(tools) }
}

/** A tool; members that are undefined are not written. */
function toolOf(route: RouteIR, around: Around, prices: PriceList): Schema {
  const notice = retirementWords(route)
  const stream = route.streams === undefined ? undefined : protocolOf(around.ir, route)
  return {
    method: route.method,
    path: route.path,
    summary: route.summary,
    tags: route.tags,
    keywords: route.keywords,
    price: priceWords(route, prices.routes.get(route.id)),
    listedAs: route.tool,
    ...(route.price === undefined ? { free: true } : {}),
    ...(route.free === undefined && route.quota === undefined ? {} : { freeCalls: true }),
    ...(notice === undefined ? {} : { notice: `It is ${notice}.` }),
    poll: route.job?.poll,
    stream,
    ...argumentsOf(route, around),
  }
}

/** A parameter of a path or query, as OpenAPI writes it. */
interface Parameter {
  name: string
  in: 'path' | 'query'
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
  explode?: boolean
}

/**
 * The arguments of a tool: parameters and members of the body in one object, with the origin of
 * each. The body is one argument `body` if it is not an object or has a member with the name of a
 * parameter.
 */
function argumentsOf(route: RouteIR, around: Around): Schema {
  const all = (parametersPart(route, around).parameters ?? []) as Parameter[]
  const named = all
    .filter(one => one.explode !== true)
    .map(one => ({ ...one, schema: withoutReferences(one.schema, around) as Schema }))
  const names = (place: string): string[] => named.flatMap(p => (p.in === place ? [p.name] : []))
  const { body, adds, examples } = bodyOf(route, around)
  const isWhole = body !== undefined && !isSpread(body, named)
  const spread: Schema = body === undefined || isWhole ? {} : body
  const properties = {
    ...Object.fromEntries(named.map(one => [one.name, propertyOf(one)])),
    ...(isWhole ? { body } : (spread.properties as Schema | undefined)),
  }
  const required = [
    ...named.filter(one => one.required === true).map(({ name }) => name),
    ...(isWhole ? ['body'] : ((spread.required ?? []) as string[])),
  ]
  const isOpen = named.length < all.length || spread.additionalProperties === true
  return {
    ...(names('path').length > 0 ? { inPath: names('path') } : {}),
    ...(names('query').length > 0 ? { inQuery: names('query') } : {}),
    ...(body === undefined ? {} : { body: isWhole ? 'whole' : 'members' }),
    adds,
    input: {
      ...spread,
      type: 'object',
      properties,
      ...(required.length > 0 ? { required } : {}),
      additionalProperties: isOpen,
    },
    examples: examplesOf(named, examples, { isWhole, others: othersOf(route, named, all) }),
  }
}

/** Whether the members of the body can be beside the parameters. */
const isSpread = ({ type, properties }: Schema, named: readonly Parameter[]): boolean =>
  type === 'object' && !named.some(({ name }) => Object.hasOwn(properties ?? {}, name))

const propertyOf = ({ schema, description }: Parameter): Schema => ({ ...schema, description })

/** What callers give as the body, the members that are added to it, and examples. */
interface ToolBody {
  body?: Schema
  adds?: Schema
  examples: readonly unknown[]
}

/** The schema of a JSON body without references. */
function bodyOf(route: RouteIR, around: Around): ToolBody {
  const whole = wholeBodyOf(route, around)
  if (route.toolBody === undefined) return whole
  const body = published(route.toolBody)
  const fields = Object.entries((body.properties ?? {}) as Record<string, Schema>)
  const defaults = fields.filter(([, one]) => Object.hasOwn(one, 'default'))
  const adds = Object.fromEntries(defaults.map(([name, one]) => [name, one.default]))
  return {
    body,
    ...(defaults.length === 0 ? {} : { adds }),
    examples: whole.examples.map(example => withoutAdded(example as Schema, adds)),
  }
}

/** The members of a body that are not added anyway. */
const withoutAdded = (body: Schema, adds: Schema): Schema =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => adds[name] !== value))

function wholeBodyOf(route: RouteIR, around: Around): ToolBody {
  const part = bodyPart(route, around, true).requestBody as
    | { required: boolean; content: Record<string, { schema: Schema; example?: unknown }> }
    | undefined
  if (part?.required !== true) return { examples: [] }
  const { schema, example: one } = part.content['application/json']!
  return {
    body: withoutReferences(schema, around) as Schema,
    examples: one === undefined ? [] : [one],
  }
}

/** All arguments of each example of a body; for a route without a body, those of its parameters. */
function examplesOf(
  named: readonly Parameter[],
  bodies: readonly unknown[],
  { isWhole, others }: { isWhole: boolean; others: object },
): object[] {
  const given = named.flatMap(({ name, example }) =>
    example === undefined ? [] : [[name, example] as const],
  )
  const own = { ...Object.fromEntries(given), ...others }
  if (bodies.length === 0) return Object.keys(own).length === 0 ? [] : [own]
  return bodies.map(body => (isWhole ? { ...own, body } : { ...own, ...(body as object) }))
}

/** Parameters of the example that are forwarded with the query but have no name in the document. */
function othersOf(route: RouteIR, named: readonly Parameter[], all: readonly Parameter[]): object {
  const { query } = exampleRequests(route)[0] ?? {}
  if (named.length === all.length || route.method !== 'GET') return {}
  const known = new Set(named.map(({ name }) => name))
  return Object.fromEntries(Object.entries(query ?? {}).filter(([name]) => !known.has(name)))
}

const REFERENCE = '#/components/schemas/'

/** The value with all references replaced by their schemas. */
function withoutReferences(
  value: unknown,
  around: Around,
  within: readonly string[] = [],
): unknown {
  if (Array.isArray(value)) return value.map(one => withoutReferences(one, around, within))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...others } = value as Schema
  if (typeof $ref === 'string' && $ref.startsWith(REFERENCE)) {
    const name = $ref.slice(REFERENCE.length)
    // A schema that contains itself is left open there.
    if (within.includes(name)) return others
    const found = withoutReferences(around.components.schemas.get(name), around, [...within, name])
    return { ...(found as Schema), ...others }
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, withoutReferences(one, around, within)]),
  )
}
