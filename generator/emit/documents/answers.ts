/** Describes answers for the pages: the members of each, and an example. */
import type { CatalogIR, RouteIR } from '../../ir.ts'
import { completedSchema, replySchema } from '../openapi/answers.ts'
import type { Schema } from '../openapi/schema.ts'
import { spoken } from './protocols.ts'

/** The answers of a route that contain its result. */
export function answersOf(ir: CatalogIR, route: RouteIR): object[] {
  if (route.suspended !== undefined) return []
  if (route.protocol !== undefined) return spoken(route, route.protocol)
  if (route.reply === 'verbatim')
    return [
      {
        title:
          'The answer is the reply of the upstream, as it ' +
          `came${route.streams === undefined ? '.' : '; so are the events of a stream.'}`,
      },
    ]
  if (route.document !== undefined)
    return [{ title: `The answer is the document \`${route.document}\`.` }]
  const inline = {
    title:
      'The answer ' +
      `(200)${route.price === undefined ? '' : ', with its receipt in the headers'}:`,
    ...shown(replySchema(ir, route), route.answer?.example),
  }
  if (route.job === undefined) return [inline]
  const polled = {
    title: 'The answer to the poll of a finished job (200):',
    ...shown(completedSchema(ir, route), route.polled?.example),
  }
  if (route.flow === 'polled_job') return [polled]
  return route.job.completed === undefined
    ? [{ ...inline, title: 'The answer (200), at once or to the poll of the finished job:' }]
    : [inline, polled]
}

/** The members of an answer, and the example that the catalog has of it, or a made-up one. */
function shown(schema: Schema, example: unknown): object {
  const rows = rowsOf(schema, '')
  const made = rows.length === 0 ? undefined : sampleOf(schema)
  // A text is a sentence about a file.
  const sample = typeof example === 'object' ? example : made
  return { rows, sample: sample && JSON.stringify(sample, null, 2), language: 'json' }
}

interface Row {
  name: string
  type: string
  words?: string
}

/** The members of an object, with inner ones by their path. */
function rowsOf(schema: Schema, path: string): Row[] {
  const { properties } = schema
  if (schema.type === 'array') return rowsOf((schema.items ?? {}) as Schema, `${path}[]`)
  return Object.entries((properties ?? {}) as Record<string, Schema>).flatMap(([name, member]) => {
    const at = path === '' ? name : `${path}.${name}`
    return [rowOf(at, member), ...rowsOf(member, at)]
  })
}

function rowOf(name: string, schema: Schema): Row {
  const values = Array.isArray(schema.enum)
    ? schema.enum.map(value => `\`${String(value)}\``).join(', ')
    : undefined
  const words = [schema.description, values].filter(one => one !== undefined).join('; ')
  return {
    name,
    type: typeof schema.type === 'string' ? schema.type : 'any',
    ...(words === '' ? {} : { words }),
  }
}

/** A value of the schema. */
function sampleOf(schema: Schema): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, one]) => [
          name,
          sampleOf(one),
        ]),
      )
    case 'array':
      return [sampleOf((schema.items ?? {}) as Schema)]
    case 'integer':
      return 1
    case 'number':
      return 0.5
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return '...'
  }
}
