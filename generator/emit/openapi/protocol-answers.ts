/**
 * Describes the content of answers. For conversations, it uses the schemas of the protocol that the
 * route speaks or forwards.
 */
import { isTrue, nodesOf } from '../../js/ask.ts'
import type { JsOf } from '../../js/tree.ts'
import type { Shapes } from '../../../runtime/protocols/shape.ts'
import { SHAPES } from '../../../runtime/protocols/shapes.ts'
import { typeOfDocument } from '../../../runtime/replies/documents/types.ts'
import type { CatalogIR, RouteIR } from '../../ir.ts'
import { passesThrough } from '../../shape/protocols.ts'
import { answersOf } from './answers-of.ts'
import type { Around } from './operation.ts'
import type { Schema } from './schema.ts'
import { examplePart } from './full.ts'

type Name = keyof typeof SHAPES

/** A stream with unknown events. */
const EVENTS: Schema = { type: 'string', description: 'Server-sent events.' }

/** A reply that is a file. */
const FILE: Schema = {
  type: 'string',
  format: 'binary',
  description: 'The file itself, with its own content type.',
}

const ASKED_FILE = 'The file itself, for an `Accept` that begins so.'

/** The schemas of an answer by content type: a file, or JSON, which may be in a stream's events. */
export function answerContent(route: RouteIR, around: Around): Schema {
  const { ir, components, names } = around
  if (route.document?.endsWith('.json') === false) return documentContent(route.document)
  const name = protocolOf(ir, route)
  const { reply } = answersOf(ir, route, names)
  const whole =
    name === undefined
      ? components.schema(reply!.name, components.named(reply!.schema))
      : refer(name, 'reply')
  const event = name === undefined ? EVENTS : refer(name, 'event')
  return {
    ...(isTrue(route.file?.code.js)
      ? {}
      : { 'application/json': { schema: whole, ...examplePart(reply?.example, around) } }),
    ...filePart(route),
    ...(route.streams === undefined ? {} : { 'text/event-stream': { schema: event } }),
    ...(route.documentHtml === undefined ? {} : documentContent(route.documentHtml)),
  }
}

/**
 * The file that answers some or all calls. If callers choose it by their `Accept`, it has the types
 * of that condition.
 */
function filePart({ file }: RouteIR): Schema {
  if (file === undefined) return {}
  const nodes = [...nodesOf(file.code.js)]
  const isAsked = nodes.some(one => one.kind === 'text' && one.value === 'accept')
  const group = nodes.find(
    (one): one is JsOf<'text'> => one.kind === 'text' && GROUP.test(one.value),
  )
  return isAsked && group !== undefined
    ? { [`${group.value}*`]: { schema: { ...FILE, description: ASKED_FILE } } }
    : { 'application/octet-stream': { schema: FILE } }
}

/** The beginning of media types, such as `audio/`. */
const GROUP = /^[a-z]+\/$/

/** A document that is not JSON: a text or a file. */
function documentContent(name: string): Schema {
  const [type, isText] = typeOfDocument(name).split(';') as [string, string?]
  return { [type]: { schema: isText ? { type: 'string' } : { type: 'string', format: 'binary' } } }
}

/** Whether a route's answers are its upstream's JSON, without further knowledge. */
export function passesOn(ir: CatalogIR, route: RouteIR): boolean {
  const { reply, job, file, streams } = route
  return reply === 'verbatim' && !job && !file && !streams && protocolOf(ir, route) === undefined
}

/** The schemas of the protocol that callers of a route see, if there is one. */
export function named(ir: CatalogIR, route: RouteIR): Shapes | undefined {
  const name = protocolOf(ir, route)
  return name === undefined ? undefined : SHAPES[name]
}

/** The shared schemas to which the schemas of these routes refer. */
export function protocolSchemas(
  ir: CatalogIR,
  routes: readonly RouteIR[],
  { isFull }: { isFull: boolean },
): Record<string, Schema> {
  const names = new Set(
    routes.map(route => protocolOf(ir, route)).filter(name => name !== undefined),
  )
  return Object.fromEntries(
    [...names].flatMap((name): [string, Schema][] => {
      const { reply, event } = isFull ? SHAPES[name]! : withoutLimits(SHAPES[name]!)
      return [
        [`${name}_reply`, reply],
        [`${name}_event`, { description: EVENT, ...event }],
      ]
    }),
  )
}

/** Keywords that limit single values; a reader of the short document does not need them. */
const LIMITS: ReadonlySet<string> = new Set(['pattern', 'minimum', 'minItems', 'minLength'])

/** The same schemas without limits of single values, which the short document leaves out. */
function withoutLimits<T>(schema: T): T {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    LIMITS.has(key) && typeof value !== 'object' ? undefined : value,
  )
  return JSON.parse(text) as T
}

const EVENT =
  'The JSON in `data:` of one server-sent event. A stream that ends with `data: [DONE]` ' +
  'says so beside it.'

/** The common protocol of all calls of the route, if callers can see it. */
export function protocolOf(ir: CatalogIR, route: RouteIR): Name | undefined {
  if (route.protocol !== undefined) return route.protocol
  if (route.reply !== 'verbatim') return undefined
  const protocols = new Set(route.calls.map(id => ir.calls.find(call => call.id === id)?.protocol))
  const [name] = protocols
  return protocols.size === 1 &&
    name !== undefined &&
    passesThrough(name) &&
    SHAPES[name] !== undefined
    ? name
    : undefined
}

function refer(name: Name, part: 'reply' | 'event'): Schema {
  return { $ref: `#/components/schemas/${name}_${part}` }
}
