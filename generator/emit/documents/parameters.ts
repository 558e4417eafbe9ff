/** Makes the tables of parameters and answers for the pages of families. */
import { counted } from '../../problems/counted.ts'
import { memberPath } from '../../js/ask.ts'
import type { CatalogIR, NetworkIR, RouteIR } from '../../ir.ts'
import { DATA_URI } from '../../notation/field.ts'
import { pathHoles } from '../bazaar.ts'
import { callersBody, refusedFields } from '../facts.ts'
import { queryParameters } from '../openapi/parameters.ts'
import { contentWords, type Schema } from '../openapi/schema.ts'
import { linksOf } from '../../examples/choices.ts'
import { soldRows } from './sold.ts'

/** Marks a field that may come as a file. */
const FORM = 'x-file'

/** The parameters of a route as rows of a table: of its path, query and body. */
export function parameters(route: RouteIR): object[] {
  const path = pathHoles(route.path).map(name => ({
    name,
    where: 'path',
    type: 'string',
    required: true,
  }))
  const query =
    route.query === undefined
      ? []
      : queryParameters(route.query).map(p =>
          row(p.name as string, 'query', {
            schema: { ...(p.schema as Schema), description: p.description },
            required: p.required === true,
          }),
        )
  const asked = callersBody(route)
  const properties = (asked?.schema.properties ?? {}) as Record<string, Schema>
  const required = (asked?.schema.required ?? []) as string[]
  const refused = refusedFields(route)
  const body = Object.entries(properties).map(([name, schema]) =>
    refused.has(name)
      ? { name, where: 'body', type: 'not available', words: refused.get(name) }
      : row(name, 'body', {
          schema: route.multipart ? formWords(schema) : schema,
          required: required.includes(name),
        }),
  )
  return [...path, ...query, ...body]
}

function row(
  name: string,
  where: string,
  { schema, required }: { schema: Schema; required: boolean },
): object {
  const choices = Array.isArray(schema.enum)
    ? schema.enum.map(v => `\`${String(v)}\``).join(', ')
    : undefined
  const limits = [
    bound(schema, 'minimum', 'at least'),
    bound(schema, 'maximum', 'at most'),
    bound(schema, 'minLength', 'at least', 'character'),
    bound(schema, 'maxLength', 'at most', 'character'),
    bound(listOf(schema), 'minItems', 'at least', 'element'),
    bound(listOf(schema), 'maxItems', 'at most', 'element'),
  ]
  const words = [
    schema.description,
    choices === undefined ? undefined : `one of ${choices}`,
    ...limits,
  ].filter(w => w !== undefined)
  return {
    name,
    where,
    type: `${typeWords(schema)}${schema[FORM] === true ? ', or in a form a file' : ''}`,
    required,
    default: schema.default === undefined ? undefined : JSON.stringify(schema.default),
    words: words.join('; '),
  }
}

/** The list form of a field: itself, or the second form of `string or string[]`. */
function listOf(schema: Schema): Schema {
  return ((schema.anyOf ?? []) as Schema[])[1] ?? schema
}

/** The type of a field in the catalog's words, e.g. `string or string[]`. */
export function typeWords(schema: Schema): string {
  const [one, many] = (schema.anyOf ?? []) as Schema[]
  if (one !== undefined && many?.type === 'array') return `${typeWords(one)} or ${typeWords(many)}`
  if (schema.format === DATA_URI) return 'data URI'
  if (schema.type === 'array')
    return typeof (schema.items as Schema | undefined)?.type === 'string'
      ? `${typeWords(schema.items as Schema)}[]`
      : 'array'
  return typeof schema.type === 'string' ? schema.type : 'any'
}

function bound(schema: Schema, keyword: string, words: string, unit?: string): string | undefined {
  const value = schema[keyword]
  if (typeof value !== 'number') return undefined
  return unit === undefined ? `${words} ${value}` : `${words} ${counted(value, unit)}`
}

/** The hint that a data URI may be sent as a file, for routes that accept forms. */
function formWords(schema: Schema): Schema {
  const [one] = (schema.anyOf ?? []) as Schema[]
  if (schema.format !== DATA_URI && one?.format !== DATA_URI) return schema
  return { ...schema, description: contentWords(schema), [FORM]: true }
}

/**
 * The values of fields that choose a row or a key of its columns, for the rows that the route sells
 * on a network.
 */
export function valuesOf(ir: CatalogIR, route: RouteIR, network: NetworkIR): object[] {
  const rows = soldRows(ir, route, network)
  const picked = route.pick && memberPath(route.pick.code.js)
  const pick = picked && ['body', 'query', 'path'].includes(picked.root) ? picked.name : undefined
  if (pick === undefined || rows.length === 0) return []
  const columns = linksOf(route.gates.filter(g => g.when === undefined).map(g => g.rule)).map(
    ([path, column]) => ({
      name: path.slice(path.indexOf('.') + 1),
      lists: rows.map(row => keysOf(row.cells[column])),
    }),
  )
  const keyed = columns.map(({ name, lists }) => {
    const same = lists.every(list => list.join() === lists[0]!.join())
    return {
      name,
      words: same ? '' : ' (each model has some of them)',
      values: [...new Set(lists.flat())],
    }
  })
  // A translated route has fields of its own.
  const own = new Set(Object.keys((callersBody(route)?.schema.properties ?? {}) as object))
  const all = [{ name: pick, words: '', values: rows.map(row => row.id) }, ...keyed]
  return all.filter(
    one => one.values.length > 0 && (route.translate === undefined || own.has(one.name)),
  )
}

function keysOf(cell: unknown): string[] {
  if (Array.isArray(cell)) return cell.map(String)
  return typeof cell === 'object' && cell !== null ? Object.keys(cell) : []
}
