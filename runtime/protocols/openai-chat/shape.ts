/** JSON Schemas of OpenAI's chat completions, as this gateway sends them. */
import {
  ANYTHING,
  CHARGED,
  COUNT,
  LIST_OF_TEXTS,
  objectOf,
  PAID,
  TEXT,
  type Shape,
  type Shapes,
} from '../shape.ts'

const REASONS = ['stop', 'length', 'tool_calls', 'content_filter']

const ID: Shape = { type: 'string', pattern: '^chatcmpl-' }
const CREATED: Shape = { type: 'integer', description: 'Unix time in seconds' }

const USAGE = objectOf(
  { prompt_tokens: COUNT, completion_tokens: COUNT, total_tokens: COUNT },
  {
    prompt_tokens_details: objectOf({}, { cached_tokens: COUNT, cached_creation_tokens: COUNT }),
    cache_read_input_tokens: COUNT,
    cache_creation_input_tokens: COUNT,
    completion_tokens_details: ANYTHING,
    num_sources_used: COUNT,
  },
)

const FUNCTION: Shape = { const: 'function' }
const CALL = objectOf(
  { id: TEXT, type: FUNCTION, function: objectOf({ name: TEXT, arguments: TEXT }) },
  { extra_content: ANYTHING },
)

const MESSAGE = objectOf(
  { role: { const: 'assistant' }, content: TEXT },
  {
    reasoning_content: TEXT,
    reasoning_signature: TEXT,
    tool_calls: { type: 'array', minItems: 1, items: CALL },
  },
)

const REPLY = objectOf(
  {
    id: ID,
    object: { const: 'chat.completion' },
    created: CREATED,
    model: TEXT,
    usage: USAGE,
    choices: {
      type: 'array',
      minItems: 1,
      items: objectOf(
        { index: COUNT, message: MESSAGE, finish_reason: { enum: REASONS } },
        { logprobs: ANYTHING },
      ),
    },
  },
  { citations: LIST_OF_TEXTS },
)

/** A tool call comes in pieces: the first has its id and name, and each adds to its arguments. */
const CALL_PIECE = objectOf(
  { index: COUNT, function: objectOf({ arguments: TEXT }, { name: TEXT }) },
  { id: TEXT, type: FUNCTION, extra_content: ANYTHING },
)

const DELTA = objectOf(
  {},
  {
    role: { const: 'assistant' },
    content: TEXT,
    reasoning_content: TEXT,
    reasoning_signature: TEXT,
    reasoning_length: COUNT,
    tool_calls: { type: 'array', items: CALL_PIECE },
  },
)

const CHUNK = objectOf(
  {
    id: ID,
    object: { const: 'chat.completion.chunk' },
    created: CREATED,
    model: TEXT,
    choices: {
      type: 'array',
      items: objectOf(
        { index: COUNT, delta: DELTA, finish_reason: { enum: [...REASONS, null] } },
        { logprobs: ANYTHING },
      ),
    },
  },
  { usage: USAGE, citations: LIST_OF_TEXTS, ...PAID },
)

const FAILURE = objectOf(
  {
    error: objectOf({ message: TEXT, type: TEXT, code: TEXT, param: { type: 'null' } }),
    message: TEXT,
    code: TEXT,
  },
  CHARGED,
)

/**
 * The schemas of a reply and of an event: a chunk, or the error that ends a broken stream. The
 * final `[DONE]` is not JSON.
 */
export const shapes: Shapes = { reply: REPLY, event: { anyOf: [CHUNK, FAILURE] } }
