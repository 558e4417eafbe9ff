/**
 * What callers get from a route: for each kind of answer its whole schema and an example. What
 * formulas make is known from them; the catalog's `answers/` says the rest.
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
 * The JSON answers of a route. `reply` is the answer to a call, where it may come at once;
 * `accepted` is the job that is handed out in its stead, and the others are the answers to polls.
 */
export interface Answers {
  reply?: Answer
  accepted?: Answer
  pending?: Answer
  finished?: Answer
  failed?: Answer
}

/** The answers of a route. Those of a protocol have the schemas of the protocol. */
export function answersOf(ir: CatalogIR, route: RouteIR, names: OperationNames): Answers {
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
