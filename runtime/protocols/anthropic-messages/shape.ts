/** JSON Schemas of Anthropic's Messages, as this gateway sends them. */
import type { Json } from '../../contract.ts'
import { ANYTHING, CHARGED, COUNT, objectOf, PAID, TEXT } from '../shape.ts'
import type { Shape, Shapes } from '../shape.ts'

const REASONS = ['end_turn', 'max_tokens', 'stop_sequence', 'tool_use', 'refusal']

const USAGE = objectOf({
  input_tokens: COUNT,
  cache_creation_input_tokens: COUNT,
  cache_read_input_tokens: COUNT,
  output_tokens: COUNT,
})

const STOPPED: Shape = { type: ['string', 'null'] }

/** Known blocks; all others are passed on unchanged from the upstream. */
const BLOCKS: readonly Shape[] = [
  typed('text', { text: TEXT }, { citations: {} }),
  typed('thinking', { thinking: TEXT, signature: TEXT }),
  typed('tool_use', { id: TEXT, name: TEXT, input: ANYTHING }, { extra_content: ANYTHING }),
  {
    type: 'object',
    required: ['type'],
    properties: { type: { type: 'string', not: { enum: ['text', 'thinking', 'tool_use'] } } },
    additionalProperties: true,
  },
]
const BLOCK: Shape = { anyOf: BLOCKS }

const DELTA: Shape = {
  anyOf: [
    typed('text_delta', { text: TEXT }),
    typed('thinking_delta', { thinking: TEXT }),
    typed('signature_delta', { signature: TEXT }),
    typed('input_json_delta', { partial_json: TEXT }),
  ],
}

function typed(
  type: string,
  members: Readonly<Record<string, Shape>>,
  optional?: Readonly<Record<string, Shape>>,
): Shape {
  return objectOf({ type: { const: type }, ...members }, optional)
}

function message(reasons: readonly Json[]): Shape {
  return objectOf({
    id: { type: 'string', pattern: '^msg_' },
    type: { const: 'message' },
    role: { const: 'assistant' },
    model: TEXT,
    content: { type: 'array', items: BLOCK },
    stop_reason: { enum: reasons },
    stop_sequence: STOPPED,
    usage: USAGE,
  })
}

const EVENT: Shape = {
  anyOf: [
    typed('message_start', { message: message([null]) }),
    typed('content_block_start', { index: COUNT, content_block: BLOCK }),
    typed('content_block_delta', { index: COUNT, delta: DELTA }),
    typed('content_block_stop', { index: COUNT }),
    typed(
      'message_delta',
      { delta: objectOf({ stop_reason: { enum: REASONS }, stop_sequence: STOPPED }), usage: USAGE },
      PAID,
    ),
    typed('message_stop', {}),
    typed('error', { error: objectOf({ type: TEXT, message: TEXT }) }, CHARGED),
  ],
}

/** The schemas of a message and of an event, whose name is its type. */
export const shapes: Shapes = { reply: message(REASONS), event: EVENT }
