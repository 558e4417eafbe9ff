/**
 * Anthropic's messages: `POST /anthropic/v1/messages`, whole or as a stream. The key travels in
 * `x-api-key`, or as a bearer token.
 */
import { randomBytes } from 'node:crypto'
import { refusedByPrompt } from '../../pictures.ts'
import { json } from '../../contract.ts'
import type { UpstreamReply, UpstreamRequest, TextSide } from '../../contract.ts'
import { listOf } from '../asked.ts'
import type { AskedText } from '../asked.ts'
import { compose } from '../compose.ts'
import type { Answer } from '../compose.ts'
import { EVENT_STREAM } from '../events.ts'
import { traitsOf } from '../models.ts'
import { promptOf } from '../words.ts'
import { signatureOf } from './blocks.ts'
import { anthropicError, anthropicFailures } from './errors.ts'
import { NO_PREFILL, readMessagesCall } from './request.ts'
import { messageStream } from './stream.ts'

const PATH = '/anthropic/v1/messages'
const ENDS = {
  whole: 'end_turn',
  length: 'max_tokens',
  tools: 'tool_use',
  declined: 'refusal',
  stopped: 'stop_sequence',
} as const

function answer(request: UpstreamRequest): UpstreamReply {
  if (request.path !== PATH || request.method !== 'POST') return anthropicError(404, 'Not Found')
  if (request.headers['anthropic-version'] === undefined)
    return anthropicError(400, 'anthropic-version: header is required')
  const asked = readMessagesCall(request.json, String(request.headers['anthropic-beta'] ?? ''))
  if ('status' in asked) return anthropicError(asked.status, asked.message)
  const declined = refusedByPrompt(promptOf(asked.turns))
  // The newest models decline where filters stop the others.
  if (declined && !traitsOf(asked.model).newest) return blocked()
  const { behaviour, shelf } = request
  const made = compose(asked, {
    behaviour: declined ? { mode: 'refuse', code: 'declined' } : behaviour,
    shelf,
    caching: 'as asked',
  })
  return deliver(request, messageOf(asked, made, behaviour.mode !== 'uncounted'), made)
}

const blocked = (): UpstreamReply =>
  anthropicError(400, 'Output blocked by content filtering policy')

function deliver(request: UpstreamRequest, message: Message, made: Answer): UpstreamReply {
  const headers = { 'request-id': `req_${randomBytes(12).toString('hex')}` }
  if (request.json.stream !== true) return json(200, message, headers)
  return { status: 200, type: EVENT_STREAM, headers, stream: messageStream(message, made) }
}

/** A message as it is sent when it is whole. */
export interface Message {
  content: readonly Record<string, any>[]
  stop_reason: string
  stop_sequence: string | null
  usage?: Record<string, any>
  [member: string]: unknown
}

function messageOf(asked: AskedText, made: Answer, counted: boolean): Message {
  return {
    id: `msg_${randomBytes(12).toString('hex')}`,
    type: 'message',
    role: 'assistant',
    model: asked.model,
    content: contentOf(made),
    stop_reason: ENDS[made.end],
    stop_sequence: made.stopped ?? null,
    ...(counted ? { usage: usageOf(made) } : {}),
  }
}

function contentOf({ reasoning, text, calls, end }: Answer): Record<string, any>[] {
  const thought =
    reasoning === ''
      ? []
      : [{ type: 'thinking', thinking: reasoning, signature: signatureOf(reasoning) }]
  const said = text === '' || end === 'declined' ? [] : [{ type: 'text', text }]
  const called = calls.map(call => ({
    type: 'tool_use',
    id: `toolu_${randomBytes(12).toString('hex')}`,
    name: call.name,
    input: inputOf(call.arguments),
  }))
  return [...thought, ...said, ...called]
}

function inputOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const usageOf = ({ used }: Answer): Record<string, any> => ({
  input_tokens: used.prompt - used.read - used.written,
  cache_creation_input_tokens: used.written,
  cache_read_input_tokens: used.read,
  cache_creation: { ephemeral_5m_input_tokens: used.written, ephemeral_1h_input_tokens: 0 },
  output_tokens: used.output + used.reasoning,
  service_tier: 'standard',
})

/** The text of the sixth vendor. */
export const anthropicText: TextSide = {
  owns: ({ path }) => path.startsWith('/anthropic/'),
  holdsKey: ({ headers }, key) =>
    headers['x-api-key'] === key || headers.authorization === `Bearer ${key}`,
  answer,
  failures: {
    ...anthropicFailures,
    refused: (request, code) => (code === 'declined' ? answer(request) : blocked()),
    empty: request =>
      request.json?.stream === true
        ? { status: 200, type: EVENT_STREAM, raw: '' }
        : json(200, {
            id: 'msg_0',
            type: 'message',
            role: 'assistant',
            model: request.json?.model ?? '',
            content: [],
            stop_reason: 'end_turn',
            stop_sequence: null,
            usage: { input_tokens: 3, output_tokens: 0 },
          }),
    tooLong: () => anthropicError(400, 'prompt is too long: 210342 tokens > 200000 maximum'),
    prefill: request =>
      listOf(request.json?.messages).at(-1)?.role === 'assistant'
        ? anthropicError(400, NO_PREFILL)
        : undefined,
  },
}
