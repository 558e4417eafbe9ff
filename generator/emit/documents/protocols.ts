/** Contains sample answers of each protocol, which do not depend on the upstream. */
import type { RouteIR } from '../../ir.ts'

type Protocol = NonNullable<RouteIR['protocol']>

/** A short answer: whole, and the last events of its stream. */
interface Sample {
  whole: object
  stream: readonly (readonly [event: string | undefined, data: object | string])[]
}

const COST = {
  cost: { amount: '...', currency: 'USD' },
  payment: { settled: true, transaction: '0x...', network: '...' },
}

const CHUNK = { id: 'chatcmpl-...', object: 'chat.completion.chunk', created: 1, model: '...' }
const CHAT_USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
const MESSAGE_USAGE = {
  input_tokens: 1,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 1,
}

/** The samples of each protocol for callers. */
export const SAMPLES: Readonly<Record<Protocol, Sample>> = {
  openai_chat: {
    whole: {
      id: 'chatcmpl-...',
      object: 'chat.completion',
      created: 1,
      model: '...',
      choices: [
        { index: 0, message: { role: 'assistant', content: '...' }, finish_reason: 'stop' },
      ],
      usage: CHAT_USAGE,
    },
    stream: [
      [
        undefined,
        {
          ...CHUNK,
          choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
        },
      ],
      [
        undefined,
        { ...CHUNK, choices: [{ index: 0, delta: { content: '...' }, finish_reason: null }] },
      ],
      [undefined, { ...CHUNK, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }],
      [undefined, { ...CHUNK, choices: [], usage: CHAT_USAGE, ...COST }],
      [undefined, '[DONE]'],
    ],
  },
  anthropic_messages: {
    whole: {
      id: 'msg_...',
      type: 'message',
      role: 'assistant',
      model: '...',
      content: [{ type: 'text', text: '...' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: MESSAGE_USAGE,
    },
    stream: [
      [
        'message_start',
        {
          type: 'message_start',
          message: {
            id: 'msg_...',
            type: 'message',
            role: 'assistant',
            model: '...',
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { ...MESSAGE_USAGE, input_tokens: 0, output_tokens: 0 },
          },
        },
      ],
      [
        'content_block_start',
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      ],
      [
        'content_block_delta',
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '...' } },
      ],
      ['content_block_stop', { type: 'content_block_stop', index: 0 }],
      [
        'message_delta',
        {
          type: 'message_delta',
          delta: { stop_reason: 'end_turn', stop_sequence: null },
          usage: MESSAGE_USAGE,
          ...COST,
        },
      ],
      ['message_stop', { type: 'message_stop' }],
    ],
  },
}

const FORMS: Readonly<Record<Protocol, string>> = {
  openai_chat: "OpenAI's chat completions",
  anthropic_messages: "Anthropic's Messages",
}

/** The answers of a route that speaks a protocol. */
export function spoken(route: RouteIR, protocol: Protocol): object[] {
  const { whole, stream } = SAMPLES[protocol]
  const form = `in the form of ${FORMS[protocol]} (\`${protocol}\`)`
  const receipt = route.price === undefined ? '' : ', with its receipt in the headers'
  const first = {
    title: `The answer (200) is ${form}${receipt}:`,
    sample: JSON.stringify(whole, null, 2),
    language: 'json',
  }
  if (route.streams === undefined) return [first]
  const title =
    'The answer as a stream (200, ' +
    `\`text/event-stream\`)${route.price === undefined ? '' : ', with the cost and the receipt in its last events'}:`
  return [first, { title, sample: stream.map(eventText).join('\n\n'), language: 'text' }]
}

const eventText = ([event, data]: Sample['stream'][number]): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ` +
  `${typeof data === 'string' ? data : JSON.stringify(data)}`
