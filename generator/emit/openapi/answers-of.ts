/**
 * Describes the answers of a route: the schema and an example for each kind. Schemas come from the
 * formulas, and from the catalog's `answers/` where formulas do not determine them.
 */
import type { AnswerIR, CatalogIR, RouteIR } from '../../ir.ts'
import { completedSchema, replySchema, viewSchema } from './answers.ts'
import { filled } from './filled.ts'
import type { OperationNames } from './names.ts'
import type { Schema } from './schema.ts'

/** One kind of answer; `name` is that of its schema in the OpenAPI document. */
export interface Answer {
  name: string
  schema: Schema
  example?: unknown
}

/**
 * The JSON answers of a route. `reply` answers a call at once, `accepted` with a job; the others
 * answer polls.
 */
export interface Answers {
  reply?: Answer
  accepted?: Answer
  pending?: Answer
  finished?: Answer
  failed?: Answer
}

/** The answers of each route, which are the same in all documents of a catalog. */
const known = new WeakMap<CatalogIR, Map<RouteIR, Answers>>()

/** The answers of a route. Those of a protocol have the schemas of the protocol. */
export function answersOf(ir: CatalogIR, route: RouteIR, names: OperationNames): Answers {
  const all = known.get(ir) ?? new Map<RouteIR, Answers>()
  known.set(ir, all)
  const answers = all.get(route) ?? derived(ir, route, names)
  all.set(route, answers)
  return answers
}

function derived(ir: CatalogIR, route: RouteIR, names: OperationNames): Answers {
  const make = (suffix: string, schema: Schema, stated?: AnswerIR): Answer => ({
    name: names.schema(route) + suffix,
    schema: stated?.schema === undefined ? schema : filled(schema, stated.schema),
    ...(stated?.example === undefined ? {} : { example: stated.example }),
  })
  const isAccepted = route.flow === 'polled_job'
  const reply = make('Reply', replySchema(ir, route), isAccepted ? undefined : route.answer)
  if (route.job === undefined) return { reply }
  const accepted = viewSchema(ir, route, 'accepted')
  return {
    ...(isAccepted ? {} : { reply }),
    accepted: make('Accepted', accepted, isAccepted ? route.answer : undefined),
    pending: make('Pending', viewSchema(ir, route, 'pending')),
    finished: make('Finished', completedSchema(ir, route), route.polled),
    failed: make('Failed', viewSchema(ir, route, 'failed')),
  }
}
