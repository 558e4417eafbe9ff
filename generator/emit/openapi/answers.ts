/**
 * Derives the schemas of a route's answers from the mappings of its calls and the views of its
 * jobs, by following each value of the reply to its origin.
 */
import { common, JSON_TYPE } from '../../formula/types.ts'
import type { CallIR, CatalogIR, RouteIR } from '../../ir.ts'
import type { Field, Type } from '../../types.ts'
import { schemaOfCode, type Find, type Schema } from './schema.ts'

/** The members of a file's content in a call's mapping; callers get a `url` instead. */
const CONTENT = new Set(['url', 'b64', 'bytes', 'path', 'mime'])

const STORED: Readonly<Record<string, Field>> = {
  url: { type: { kind: 'string' }, doc: 'Address of the file' },
  source_url: { type: { kind: 'string' }, optional: true, doc: 'Address from which it was copied' },
  backed_up: { type: { kind: 'boolean' }, optional: true, doc: 'Whether `url` is a lasting copy' },
}

const EMBEDDED: Readonly<Record<string, Field>> = {
  b64_json: {
    type: { kind: 'string' },
    optional: true,
    doc: 'The content of the file in base64, where asked for',
  },
}

type Fields = Readonly<Record<string, Field>>

/** The answer with the result: at once, or to the first poll of the finished job. */
export function replySchema(ir: CatalogIR, route: RouteIR): Schema {
  if (route.serviceAnswer !== undefined) return route.serviceAnswer.schema
  return route.reply === undefined || route.reply === 'verbatim'
    ? {}
    : schemaOfCode(route.reply.code, finder(ir, route))
}

/** The answer to a poll of a finished job. */
export function completedSchema(ir: CatalogIR, route: RouteIR): Schema {
  return route.job?.completed === undefined
    ? replySchema(ir, route)
    : schemaOfCode(route.job.completed.code, finder(ir, route))
}

/** The answer of another view of the job. */
export function viewSchema(
  ir: CatalogIR,
  route: RouteIR,
  view: 'accepted' | 'pending' | 'failed',
): Schema {
  return schemaOfCode(route.job![view].code, finder(ir, route))
}

/** Returns the type of a value that a reply only knows as JSON, e.g. `result.assets[].url`. */
function finder(ir: CatalogIR, route: RouteIR): Find {
  const roots: Fields = {
    result: { type: { kind: 'record', fields: resultOf(ir, route) } },
    ...(route.job === undefined ? {} : { echo: { type: route.job.echo.code.type } }),
  }
  return path => memberAt({ kind: 'record', fields: roots }, path.split(/\.|(?=\[\])/))
}

function memberAt(type: Type, [step, ...rest]: readonly string[]): Type | undefined {
  if (step === undefined) return type
  if (step === '[]') return type.kind === 'list' ? memberAt(type.of, rest) : undefined
  return type.kind === 'record' && Object.hasOwn(type.fields, step)
    ? memberAt(type.fields[step]!.type, rest)
    : undefined
}

/**
 * The members of the results of all calls that the route makes, with its files as they are stored.
 */
function resultOf(ir: CatalogIR, route: RouteIR): Fields {
  const gives = route.calls.map(id => givenBy(ir.calls.find(call => call.id === id)))
  const all = gives.length === 0 ? {} : gives.reduce(either)
  const files = route.mirror === undefined ? undefined : all[route.mirror]
  if (files === undefined) return all
  return { ...all, [route.mirror!]: { ...files, type: stored(files.type, route) } }
}

function givenBy(call: CallIR | undefined): Fields {
  const type = (call?.poll ?? call)?.give?.code.type
  return type?.kind === 'record' ? type.fields : {}
}

/** The members that some call returns; those that not all return are optional. */
function either(a: Fields, b: Fields): Fields {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return Object.fromEntries(
    names.map((name): [string, Field] => {
      const [left, right] = [a[name], b[name]]
      if (left === undefined || right === undefined)
        return [name, { ...(left ?? right)!, optional: true }]
      return [
        name,
        {
          ...left,
          type: oneType(left.type, right.type),
          ...(right.optional ? { optional: true } : {}),
        },
      ]
    }),
  )
}

function oneType(a: Type, b: Type): Type {
  if (a.kind === 'list' && b.kind === 'list') return { kind: 'list', of: oneType(a.of, b.of) }
  if (a.kind === 'record' && b.kind === 'record')
    return { kind: 'record', fields: either(a.fields, b.fields) }
  return common(a, b) ?? JSON_TYPE
}

function stored(type: Type, { embed }: RouteIR): Type {
  if (type.kind !== 'list' || type.of.kind !== 'record') return type
  const rest = Object.entries(type.of.fields).filter(([name]) => !CONTENT.has(name))
  const fields = { ...STORED, ...(embed && EMBEDDED), ...Object.fromEntries(rest) }
  return { kind: 'list', of: { kind: 'record', fields } }
}
