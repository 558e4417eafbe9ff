/**
 * JSON Schemas of OpenAI's responses. They are passed on, so the schemas cover only the members
 * that every client reads.
 */
import { ANYTHING, COUNT, objectOf, TEXT, type Shape, type Shapes } from '../shape.ts'

const STATUSES = ['completed', 'failed', 'in_progress', 'cancelled', 'queued', 'incomplete']

const DETAILS = (name: string): Shape => ({
  ...objectOf({ [name]: COUNT }),
  additionalProperties: true,
})

const USAGE: Shape = {
  ...objectOf(
    { input_tokens: COUNT, output_tokens: COUNT, total_tokens: COUNT },
    {
      input_tokens_details: DETAILS('cached_tokens'),
      output_tokens_details: DETAILS('reasoning_tokens'),
    },
  ),
  type: ['object', 'null'],
  additionalProperties: true,
}

const ITEM: Shape = {
  ...objectOf({ type: TEXT }),
  additionalProperties: true,
  description: 'For example of the type reasoning, message or function_call',
}

const REPLY: Shape = {
  ...objectOf(
    {
      id: TEXT,
      object: { const: 'response' },
      status: { enum: STATUSES },
      output: { type: 'array', items: ITEM },
    },
    {
      created_at: { type: 'number', description: 'Unix time in seconds' },
      model: TEXT,
      usage: USAGE,
      error: { anyOf: [{ type: 'null' }, ANYTHING] },
      incomplete_details: { anyOf: [{ type: 'null' }, ANYTHING] },
    },
  ),
  additionalProperties: true,
}

/** Events that contain the complete response. */
const WHOLE = [
  'response.created',
  'response.queued',
  'response.in_progress',
  'response.completed',
  'response.incomplete',
  'response.failed',
]

const EVENT: Shape = {
  anyOf: [
    {
      ...objectOf({ type: { enum: WHOLE }, response: REPLY }, { sequence_number: COUNT }),
      additionalProperties: true,
    },
    {
      ...objectOf({ type: { type: 'string', not: { enum: WHOLE } } }, { sequence_number: COUNT }),
      additionalProperties: true,
    },
  ],
}

/** The schemas of a response and of an event, whose name is its type. */
export const shapes: Shapes = { reply: REPLY, event: EVENT }
