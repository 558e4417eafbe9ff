/** Requests and programs for the operations of an OpenAPI document. */
import { encodedSegment } from '../encoded.ts'
import {
  clientProgram,
  literal,
  type ClientNames,
  type Reading,
  type Request,
} from '../fetch-sample.ts'

/** A parameter, or a reference to one. */
interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  example?: unknown
  schema?: { enum?: readonly unknown[]; default?: unknown }
}

/** An operation, as far as samples need it. */
export interface Operation {
  operationId?: string
  parameters?: readonly Parameter[]
  requestBody?: { content?: Record<string, { example?: unknown }> }
  responses?: Record<string, { $ref?: string; content?: Record<string, unknown> }>
  [extension: `x-${string}`]: unknown
  security?: unknown
}

/** A document, as far as samples need it. */
export interface OpenApi {
  info?: { summary?: string; description?: string }
  security?: unknown
  components?: Record<string, Record<string, unknown> | undefined>
  servers?: readonly { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

/** The place of an operation in its document. */
export interface Place {
  api: OpenApi
  path: string
  method: string
  operation: Operation
}

/** Values of parameters by name. */
export type Values = Readonly<Record<string, unknown>>

const found = <T>(api: OpenApi, one: T & { $ref?: string }): T => {
  const [, part, name] = /^#\/components\/(\w+)\/(.+)$/.exec(one.$ref ?? '') ?? []
  return part === undefined ? one : ((api.components?.[part]?.[name!] ?? one) as T)
}

/** The parameters of the path and those of the query that are required, with example values. */
export function exampleValues({ api, operation }: Place): Values {
  const all = (operation.parameters ?? []).map(one => found(api, one))
  const needed = all.filter(one => one.in === 'path' || one.required === true)
  return Object.fromEntries(
    needed.map(({ name, example, schema }) => [
      name,
      example ?? schema?.default ?? schema?.enum?.[0] ?? `YOUR_${name.toUpperCase()}`,
    ]),
  )
}

/** The request of an operation with these parameters. */
export function requestOf(
  { path, method, operation }: Place,
  origin: string,
  values: Values,
): Request {
  const left = new Map(Object.entries(values))
  const filled = path.replaceAll(/\{(\w+)\}/g, (hole, name: string) => {
    const value = left.get(name)
    left.delete(name)
    if (value === undefined) return hole
    return name === 'rest' ? encodeURI(String(value)) : encodedSegment(String(value))
  })
  const query = new URLSearchParams(
    [...left].map(([name, value]) => [name, String(value)]),
  ).toString()
  const body = operation.requestBody?.content?.['application/json']?.example
  return {
    method: method.toUpperCase(),
    url: `${origin}${filled}${query === '' ? '' : `?${query}`}`,
    ...(method === 'get' ? {} : { body: body ?? {} }),
  }
}

/** How the answer of an operation is read. */
export function readingOf({ api, operation }: Place): Reading {
  const body = operation.requestBody?.content?.['application/json']?.example
  const ok = operation.responses?.['200']
  const types = Object.keys((ok && found(api, ok))?.content ?? {})
  if (
    (body as { stream?: unknown } | undefined)?.stream === true &&
    types.includes('text/event-stream')
  )
    return 'stream'
  return types.length === 0 || types.includes('application/json') ? 'json' : 'file'
}

/** The program that buys an operation with the typed client. */
export function clientSampleOf(place: Place, names: ClientNames, values: Values): string {
  const { operation } = place
  const body = operation.requestBody?.content?.['application/json']?.example
  const args = [values, ...(body === undefined ? [] : [body])].filter(
    one => Object.keys(one as object).length > 0,
  )
  return clientProgram(names, {
    operation: operation.operationId!,
    args: args.map(literal),
    reading: readingOf(place),
  })
}

/** The names of the typed client, where the page knows it. */
export function clientNames({
  clientPackage,
  clientVariable,
}: DOMStringMap): ClientNames | undefined {
  if (!clientPackage || !clientVariable) return undefined
  return { package: clientPackage, variable: clientVariable, origin: location.origin }
}
