/** The answers of an operation that are no errors. */
import type { RouteIR } from '../../ir.ts'
import { completedSchema, viewSchema } from './answers.ts'
import type { Around } from './operation.ts'
import { RECEIPT_HEADERS } from './payment.ts'
import type { Schema } from './schema.ts'
import { answerContent, passesOn } from './spoken.ts'

/**
 * Answers that are the upstream's own, of which nothing is known: shared by all such operations.
 */
export const PASSED_ON: Record<string, Schema> = {
  UpstreamReply: {
    description: 'The reply of the upstream as it came, with its receipt.',
    headers: RECEIPT_HEADERS,
    content: json({}),
  },
  FreeUpstreamReply: {
    description: 'The reply of the upstream as it came.',
    content: json({}),
  },
}

/** The successful answers of a route, by status. */
export function successes(route: RouteIR, around: Around): Record<string, Schema> {
  if (passesOn(around.ir, route))
    return { 200: passedOn(route.price === undefined ? 'FreeUpstreamReply' : 'UpstreamReply') }
  const receipt =
    route.free === undefined ? 'with its receipt' : 'with its receipt where it was paid for'
  const ok = {
    description: route.price === undefined ? 'The answer.' : `The result, ${receipt}.`,
    ...(route.price === undefined ? {} : { headers: RECEIPT_HEADERS }),
    content: answerContent(route, around),
  }
  if (route.job === undefined) return { 200: ok }
  const accepted = named('Accepted', viewSchema(around.ir, route, 'accepted'), { route, around })
  return {
    ...(route.flow === 'polled_job' ? {} : { 200: ok }),
    202: {
      description: 'Accepted: poll `poll_url`. Nothing is charged yet.',
      content: json(accepted),
    },
  }
}

/** The successful answers to a poll of a route's jobs. */
export function pollSuccesses(route: RouteIR, around: Around): Record<string, Schema> {
  const at = { route, around }
  const finished = [
    named('Finished', completedSchema(around.ir, route), at),
    named('Failed', viewSchema(around.ir, route, 'failed'), at),
  ]
  return {
    200: {
      description: 'The finished job, charged now; or the failed one, never charged.',
      headers: RECEIPT_HEADERS,
      content: json({ anyOf: finished }),
    },
    202: {
      description: 'Still in progress.',
      content: json(named('Pending', viewSchema(around.ir, route, 'pending'), at)),
    },
  }
}

function named(
  suffix: string,
  schema: Schema,
  { route, around }: { route: RouteIR; around: Around },
): Schema {
  return around.components.schema(around.names.schema(route) + suffix, schema)
}

const passedOn = (name: string): Schema => ({ $ref: `#/components/responses/${name}` })

function json(schema: Schema): Schema {
  return { 'application/json': { schema } }
}
