/** Describes the successful answers of an operation. */
import type { RouteIR } from '../../ir.ts'
import { answersOf, type Answer } from './answers-of.ts'
import type { Around } from './operation.ts'
import type { Schema } from './schema.ts'
import { examplePart } from './full.ts'
import { answerContent, passesOn } from './protocol-answers.ts'

/** Answers that are the upstream's own and unknown, shared by all such operations. */
export const PASSED_ON: Record<string, Schema> = {
  UpstreamReply: {
    description: 'The reply of the upstream as it came.',
    content: { 'application/json': { schema: {} } },
  },
}

/** The successful answers of a route, by status. */
export function successes(route: RouteIR, around: Around): Record<string, Schema> {
  if (passesOn(around.ir, route) && route.answer === undefined)
    return { 200: passedOn('UpstreamReply') }
  const { reply, accepted } = answersOf(around.ir, route, around.names)
  const isFree = route.chargeIf !== undefined
  const ok = () => ({
    description: isFree ? 'Free without PAYMENT-RESPONSE' : 'OK',
    content: answerContent(route, around),
  })
  if (accepted === undefined) return { 200: ok() }
  return {
    ...(reply === undefined ? {} : { 200: ok() }),
    202: {
      description: 'Accepted: poll `poll_url`. Nothing is charged yet.',
      content: contentOf([accepted], around),
    },
  }
}

/** The successful answers to a poll of a route's jobs. */
export function pollSuccesses(route: RouteIR, around: Around): Record<string, Schema> {
  const { pending, finished, failed } = answersOf(around.ir, route, around.names)
  return {
    200: {
      description: 'The finished job, charged now; or the failed one, never charged.',
      content: contentOf([finished!, failed!], around),
    },
    202: { description: 'Still in progress.', content: contentOf([pending!], around) },
  }
}

/** JSON that is any of these answers, with the example of the first. */
function contentOf(answers: readonly Answer[], around: Around): Schema {
  const { components } = around
  const schemas = answers.map(({ name, schema }) =>
    components.schema(name, components.named(schema)),
  )
  return {
    'application/json': {
      schema: schemas.length === 1 ? schemas[0]! : { anyOf: schemas },
      ...examplePart(answers[0]!.example, around),
    },
  }
}

const passedOn = (name: string): Schema => ({ $ref: `#/components/responses/${name}` })
