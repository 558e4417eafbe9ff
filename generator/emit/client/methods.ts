/**
 * Lists the methods of the client: the arguments and results of each operation of the API document.
 */
import type { Operation } from './transport/types.ts'
import { memberRead } from '../../js/ask.ts'
import type { CatalogIR, NetworkIR, RouteIR } from '../../ir.ts'
import { pathHoles } from '../bazaar.ts'
import { exampleRequests } from '../code/route.ts'
import { callersBody, described, isPaid } from '../facts.ts'
import { operationNames } from '../openapi/names.ts'
import type { Schema } from '../openapi/schema.ts'
import { needsSignIn } from '../openapi/sign-in.ts'

/** The parts of the API document that the client uses. */
export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Answer>
    parameters: Record<string, Parameter>
  }
}

interface ApiOperation {
  summary?: string
  description?: string
  parameters?: (Parameter & { $ref?: string })[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, Answer & { $ref?: string }>
}

/** A parameter of the path or the query. */
export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}

interface Answer {
  content?: Record<string, { schema: Schema }>
}

/** A method of the client. A missing schema means `unknown`. */
export interface Method {
  operation: Operation
  summary: string
  price: string
  parameters: readonly Parameter[]
  /** Its body in each form: JSON, or files. */
  bodies: readonly Schema[]
  /** Whether the body is forwarded with undeclared members. */
  isOpen: boolean
  isBodyOptional: boolean
  result: readonly Schema[]
  states: readonly Schema[]
  events: readonly Schema[]
  /** Whether the events of its stream contain the payment. */
  saysReceipt: boolean
  /** Whether callers have to sign in. */
  needsSignIn: boolean
  /** Whether some requests are free. */
  isSometimesFree: boolean
  example?: { body?: unknown; query?: unknown; path?: unknown }
  family: string
}

/** The methods for all routes that the document describes. */
export function methodsOf(ir: CatalogIR, network: NetworkIR, api: ApiDocument): Method[] {
  const names = operationNames(ir)
  return described(ir, network)
    .filter(({ document }) => document === undefined)
    .map(route => methodOf(route, names.of(route), api))
}

function methodOf(route: RouteIR, name: string, api: ApiDocument): Method {
  const at = (path: string, method: string): ApiOperation =>
    api.paths[path.replace(/\*$/, '{rest}')]![method.toLowerCase()]!
  const api_ = at(route.path, route.method)
  const poll = route.job === undefined ? undefined : at(route.job.poll, 'GET')
  const parameters = (api_.parameters ?? []).map(one => found(one, api.components.parameters))
  const bodies = bodiesOf(api_)
  const answer = (of: ApiOperation | undefined, status: string): Answer =>
    of?.responses[status] === undefined ? {} : found(of.responses[status], api.components.responses)
  const events = schemasOf(answer(api_, '200'), 'text/event-stream').flatMap(one =>
    eventsOf(one, api),
  )
  const field = streamField(route)
  const [completed] = schemasOf(answer(poll, '200')).flatMap(
    one => (one.anyOf ?? [one]) as Schema[],
  )
  return {
    operation: {
      name,
      method: route.method,
      path: route.path,
      ...(parameters.length > 0 || pathHoles(route.path).length > 0 ? { params: true } : {}),
      ...(bodies.length > 0 ? { body: true } : {}),
      ...(isPaid(route) ? { paid: true } : {}),
      ...(route.job === undefined ? {} : { job: true }),
      ...(field === undefined ? {} : { stream: field }),
    },
    summary: route.summary,
    price: (api_.description?.split(/\. |\n/)[0] ?? '').replace(/\.$/, ''),
    parameters,
    bodies,
    isOpen: callersBody(route)?.unknown === 'forward',
    isBodyOptional: api_.requestBody?.required !== true,
    result: distinct([
      ...schemasOf(answer(api_, '200')),
      ...(completed === undefined ? [] : [completed]),
      ...(route.file === undefined ? [] : [FILE]),
    ]),
    states: distinct([...schemasOf(answer(api_, '202')), ...schemasOf(answer(poll, '202'))]),
    events,
    saysReceipt: JSON.stringify(events.map(one => wholeOf(one, api))).includes('"payment"'),
    needsSignIn: needsSignIn(route),
    isSometimesFree: route.free !== undefined || route.quota !== undefined,
    ...(exampleRequests(route)[0] === undefined ? {} : { example: exampleRequests(route)[0] }),
    family: route.family,
  }
}

const FILE: Schema = { type: 'string', format: 'binary' }

/** The body in each of its forms; none where the operation reads no body. */
function bodiesOf({ requestBody }: ApiOperation): Schema[] {
  const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
  const isRead = requestBody?.required === true || schemas.some(one => Object.keys(one).length > 0)
  return isRead ? schemas : []
}

/** The field of the body that requests a stream, if callers write a body with this field. */
export function streamField(route: RouteIR): string | undefined {
  const read = route.streams === undefined ? undefined : memberRead(route.streams.code.js)
  const fields = (callersBody(route)?.schema.properties ?? {}) as Schema
  return read?.root === 'body' && Object.hasOwn(fields, read.name) ? read.name : undefined
}

const schemasOf = ({ content }: Answer, type = 'application/json'): Schema[] =>
  content?.[type] === undefined ? [] : [content[type].schema]

/** The events, without those of a failed stream: the client throws them. */
function eventsOf(schema: Schema, api: ApiDocument): Schema[] {
  const choices = (wholeOf(schema, api).anyOf ?? []) as Schema[]
  const kept = choices.filter(one => !isFailure(one))
  return kept.length === choices.length ? [schema] : kept
}

/** The schema that a reference names. */
function wholeOf(schema: Schema, { components }: ApiDocument): Schema {
  const { $ref } = schema
  return typeof $ref === 'string' ? components.schemas[$ref.split('/').at(-1)!]! : schema
}

function isFailure({ required, properties }: Schema): boolean {
  const { type } = (properties ?? {}) as Record<string, Schema>
  return type?.const === 'error' || ((required ?? []) as string[]).includes('error')
}

function found<T>(one: T & { $ref?: string }, shared: Record<string, T>): T {
  return one.$ref === undefined ? one : shared[one.$ref.split('/').at(-1)!]!
}

function distinct(schemas: readonly Schema[]): Schema[] {
  return [...new Map(schemas.map(one => [JSON.stringify(one), one])).values()]
}
