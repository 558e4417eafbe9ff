/** Describes request bodies of OpenAPI operations. */
import type { RouteIR } from '../../ir.ts'
import { exampleRequests } from '../code/route.ts'
import { pascal } from '../code/names.ts'
import { callersBody, refusedFields } from '../facts.ts'
import { listedFields, type Listed } from './choices.ts'
import { mcpRequestSchema, servesMcp } from './mcp.ts'
import type { Around } from './operation.ts'
import { formSchema, published, type Schema } from './schema.ts'

/** The body of a route's requests, with examples unless another operation has them. */
export function bodyPart(route: RouteIR, around: Around, examples: boolean): Schema {
  if (route.method !== 'POST') return {}
  if (servesMcp(route))
    return {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: mcpRequestSchema(around.components) } },
      },
    }
  const body = callersBody(route)
  const name = around.names.schema(route)
  const schemaAs = (suffix: string, schema: Schema): Schema =>
    around.components.schema(
      name + suffix,
      around.components.named(
        withoutRefused(withLists(route, withRefusedNotes(route, schema), around)),
      ),
    )
  const content = {
    'application/json': {
      schema: body === undefined ? {} : schemaAs('Request', published(body)),
      ...(examples ? examplesOf(route, around) : {}),
    },
    ...(route.multipart && body !== undefined
      ? { 'multipart/form-data': { schema: schemaAs('Form', formSchema(body)) } }
      : {}),
  }
  return { requestBody: { required: body !== undefined, content } }
}

/** The first example whose models the network sells. */
function examplesOf(route: RouteIR, { ir, network }: Around): Schema {
  const lists = [...listedFields(ir, route, network)]
  const isSold = (body: unknown): boolean =>
    lists.every(([field, { values }]) => {
      const value = (body as Schema)[field.replace(/^body\./, '')]
      return typeof value !== 'string' || values.includes(value)
    })
  const found = exampleRequests(route)
    .filter(({ body }) => body !== undefined && isSold(body))
    .slice(0, 1)
    .map(({ body }) => body)
  return found.length === 0 ? {} : { example: found[0] }
}

/** The request, with a description of each field that is always refused. */
function withRefusedNotes(route: RouteIR, schema: Schema): Schema {
  const refused = refusedFields(route)
  return changed(schema, (name, one) =>
    refused.has(name) ? { ...one, description: `Not available: ${refused.get(name)!}` } : one,
  )
}

/** The request without the fields that it refuses, which its description names instead. */
function withoutRefused(schema: Schema): Schema {
  const all = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  const refused = all.filter(([, one]) => isRefused(one)).map(([name]) => `\`${name}\``)
  if (refused.length === 0) return schema
  return {
    ...schema,
    description: [schema.description, `Refused: ${refused.join(', ')}.`].filter(Boolean).join(' '),
    properties: Object.fromEntries(all.filter(([, one]) => !isRefused(one))),
  }
}

/** Whether a field accepts only `null`. */
const isRefused = ({ not }: Schema): boolean => JSON.stringify(not) === '{"type":"null"}'

/** The request, with the values of fields that a table lists. */
function withLists(route: RouteIR, schema: Schema, around: Around): Schema {
  const lists = listedFields(around.ir, route, around.network)
  return changed(schema, (name, one) => withListed(one, lists.get(`body.${name}`), around))
}

/** A field or parameter with the values that a table lists for it, if it is a text. */
export function withListed(
  schema: Schema,
  listed: Listed | undefined,
  around: Pick<Around, 'components'>,
): Schema {
  if (listed === undefined || schema.type !== 'string' || schema.enum !== undefined) return schema
  const { type: _type, maxLength: _max, minLength: _min, ...rest } = schema
  return { ...rest, ...listedSchema(listed, around) }
}

/** The schema of a text that a table lists; a reference if it may be any row of a table. */
export function listedSchema(
  { values, table }: Listed,
  { components }: Pick<Around, 'components'>,
): Schema {
  const schema = { type: 'string', enum: values }
  return table === undefined
    ? schema
    : components.schema(`${pascal(table.replace(/^.*\/|\.models$/g, ''))}Id`, schema)
}

function changed(schema: Schema, change: (name: string, one: Schema) => Schema): Schema {
  if (schema.properties === undefined) return schema
  const properties = Object.entries(schema.properties as Record<string, Schema>)
  return {
    ...schema,
    properties: Object.fromEntries(properties.map(([name, one]) => [name, change(name, one)])),
  }
}
