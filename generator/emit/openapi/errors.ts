/**
 * Makes the error answers of a document as components: one response per form of error and status.
 */
import type { CatalogIR, RouteIR } from '../../ir.ts'
import type { ErrorSchemas } from './error-schemas.ts'
import { errorsOf, pollErrorsOf, wordsOf, type Errors, type Kind } from './envelopes.ts'
import type { Schema } from './schema.ts'

/** The errors of a document; grows while its operations are made. */
export interface ErrorAnswers {
  /** The schemas and responses that have been referenced. */
  components(): { schemas: Record<string, Schema>; responses: Record<string, Schema> }
  /** References to the error responses of a route, or of the polls of its jobs, by status. */
  of(route: RouteIR): Record<string, Schema>
  ofPoll(route: RouteIR): Record<string, Schema>
  /** A reference to any error of the route, for operations that do not distinguish them. */
  any(route: RouteIR): Record<string, Schema>
}

/** A response: the name of its schema, and its outcomes by status. */
interface Answered {
  schema: string
  statuses: Map<string, Set<Kind>>
}

const OTHER = 'default'

/** The errors of a catalog's routes. */
export function errorAnswers(ir: CatalogIR, { schemas, nameOf }: ErrorSchemas): ErrorAnswers {
  const found = new Map<string, Answered>()
  const refer = (
    route: RouteIR,
    errors: Errors,
    listed = ownOf(route, errors),
  ): Record<string, Schema> => {
    const schema = nameOf(route.envelope)
    const responses = [...errors].map(([status, kinds]): [string, Schema] => {
      const key = listed.has(status) ? status : OTHER
      const name = responseName(schema, key)
      const { statuses } = found.get(name) ?? { statuses: new Map<string, Set<Kind>>() }
      statuses.set(status, new Set([...(statuses.get(status) ?? []), ...kinds]))
      found.set(name, { schema, statuses })
      return [key, { $ref: `#/components/responses/${name}` }]
    })
    return Object.fromEntries(responses)
  }
  return {
    of: route => refer(route, errorsOf(ir, route)),
    ofPoll: route => {
      const errors = pollErrorsOf(ir, route)
      return refer(route, errors, new Set(errors.keys()))
    },
    any: route => refer(route, new Map([[OTHER, []]])),
    components: () => ({
      schemas: Object.fromEntries(
        [...found.values()].map(one => [one.schema, schemas[one.schema]!]),
      ),
      responses: Object.fromEntries([...found].map(([name, one]) => [name, responseOf(name, one)])),
    }),
  }
}

/**
 * The statuses that an operation lists: those of the route's own refusals. All others have the same
 * form and are described by `default`. Linters require one client error in any case.
 */
function ownOf({ price }: RouteIR, errors: Errors): ReadonlySet<string> {
  const own = [...errors].flatMap(([status, kinds]) => (kinds.includes('refused') ? [status] : []))
  const isListed = price !== undefined || own.some(status => status.startsWith('4'))
  const some = [...errors.keys()].filter(status => status.startsWith('4')).slice(0, 1)
  return new Set(isListed ? own : [...own, ...some])
}

/**
 * The name of a response: `Error` and 404 are `Error404`, `SearchError` and 404 are `Search404`.
 */
const responseName = (schema: string, status: string): string =>
  status === OTHER ? schema : schema.replace(/(?<=.)Error$/, '') + status

const LIMITED = '429'
const RETRY_AFTER: Schema = {
  'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait.' },
}

/** With more meanings, an answer is described as a whole. */
const MOST_KINDS = 4

/** The meaning of an answer, in few words: language models read the whole document. */
const briefly = (kinds: readonly Kind[]): string =>
  kinds.length > MOST_KINDS && !kinds.includes('settlement_pending')
    ? 'Refused, uncharged; the body says why.'
    : wordsOf(kinds)

function responseOf(name: string, { schema, statuses }: Answered): Schema {
  return {
    description: name === schema ? 'Any other error.' : briefly([...[...statuses.values()][0]!]),
    ...(name !== schema && statuses.has(LIMITED) ? { headers: RETRY_AFTER } : {}),
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
  }
}
