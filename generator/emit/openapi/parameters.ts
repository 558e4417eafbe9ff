/** Describes parameters of OpenAPI operations: holes of paths, and queries. */
import type { InputIR, JobIR, RouteIR } from '../../ir.ts'
import { pathHoles } from '../bazaar.ts'
import { exampleRequests } from '../code/route.ts'
import { listedFields } from './choices.ts'
import type { Around } from './operation.ts'
import { listedSchema, withListed } from './requests.ts'
import type { Schema } from './schema.ts'

/**
 * The parameters of a route's path and query, with their examples, without the holes that an alias
 * fills.
 */
export function parametersPart(
  route: RouteIR,
  around: Around,
  filled: Readonly<Record<string, string>> = {},
): Schema {
  const lists = listedFields(around.ir, route, around.network)
  const paths = pathHoles(route.path)
    .filter(name => !Object.hasOwn(filled, name))
    .map(name => {
      const listed = lists.get(`path.${name}`)
      return {
        name,
        in: 'path',
        required: true,
        ...doc(REST.get(name)),
        schema: listed ? listedSchema(listed, around) : STRING,
        ...knownExample(around, { name, own: exampleRequests(route)[0]?.path }),
      }
    })
  const query = route.query === undefined ? [] : queryParameters(route.query)
  const asked = exampleRequests(route)[0]?.query
  const others = route.query?.unchecked ? [FORWARDED] : []
  const declared = query.map(one => ({
    ...one,
    schema: withListed(one.schema, lists.get(`query.${one.name}`), around),
    ...queryExample(around, { asked, one }),
  }))
  const parameters = [...paths, ...declared, ...others]
  return parameters.length === 0 ? {} : { parameters }
}

/** The parameter for any others, if the query is forwarded. */
const FORWARDED: Schema = {
  name: 'forwarded',
  in: 'query',
  description: 'Any other parameters: they are passed on to the upstream as they come.',
  style: 'form',
  explode: true,
  schema: { type: 'object', additionalProperties: { type: 'string' } },
}

/**
 * Notes for parameters that take the rest of a path, which is sent unencoded; client generators
 * would encode it.
 */
const REST: ReadonlyMap<string, string> = new Map([['rest', 'Its slashes are not encoded.']])

const STRING: Schema = { type: 'string' }

function doc(text: unknown): Schema {
  return typeof text === 'string' ? { description: text } : {}
}

function example(from: unknown, name: string): Schema {
  const value = (from as Record<string, unknown> | undefined)?.[name]
  return value === undefined ? {} : { example: value }
}

/**
 * The example of a parameter: the route's own, or one that another route has for a parameter of the
 * same name. The rest of a path means something else on each route.
 */
function knownExample(
  { examples }: Pick<Around, 'examples'>,
  { name, own }: { name: string; own: unknown },
): Schema {
  const found = example(own, name)
  return found.example === undefined && name !== 'rest' ? example(examples, name) : found
}

/** The first example of each parameter's name among the paths and queries of some routes. */
export function examplesByName(routes: readonly RouteIR[]): Readonly<Record<string, unknown>> {
  const all = routes
    .flatMap(route => exampleRequests(route))
    .flatMap(({ path, query }) => Object.entries({ ...(query as object), ...(path as object) }))
  return Object.fromEntries(all.reverse())
}

/** An example of a query parameter, which is written as text, converted to its type. */
function queryExample(
  around: Pick<Around, 'examples'>,
  { asked, one: { name, schema, required } }: { asked: unknown; one: Parameter },
): Schema {
  const given =
    required === true ? knownExample(around, { name, own: asked }) : example(asked, name)
  return given.example === undefined ? given : { example: valueOfText(given.example, schema.type) }
}

/** The value of a parameter of a type, which an address has as text. */
export function valueOfText(text: unknown, type: unknown): unknown {
  if (type === 'integer' || type === 'number') return Number(text)
  return type === 'boolean' ? String(text) === 'true' : text
}

type Parameter = Schema & { name: string; schema: Schema; required?: boolean }

/** Query parameters of an input, with their docs, defaults and choices. */
export function queryParameters(input: InputIR): Parameter[] {
  const properties = (input.schema.properties ?? {}) as Record<string, Schema>
  const required = Array.isArray(input.schema.required) ? (input.schema.required as string[]) : []
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = schema
    return {
      name,
      in: 'query',
      ...(required.includes(name) ? { required: true } : {}),
      ...doc(description),
      schema: rest,
    }
  })
}

/** The parameters of a job's poll address. */
export function pollParameters(job: JobIR): Schema[] {
  const paths = pathHoles(job.poll).map(name => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  return [...paths, ...signedParameters(job)]
}

const BILLED = 'As in `poll_url`; a changed value is refused.'

/**
 * The query of a poll address with signed facts. Callers take it from the submit's `poll_url` and
 * never write it by hand.
 */
function signedParameters(job: JobIR): Schema[] {
  if (job.signed === undefined) return []
  const { type } = job.signed.code
  const facts = type.kind === 'record' ? Object.entries(type.fields) : []
  const parameter = (name: string, required: boolean, description: string) => ({
    name,
    in: 'query',
    required,
    description,
    schema: { type: 'string' },
  })
  return [
    ...facts.map(([name, { optional }]) => parameter(name, !optional, BILLED)),
    parameter('sig', true, 'Signature over the rest of `poll_url`.'),
  ]
}
