/**
 * What is paid for is all that was asked for; an answer that the caller itself cut to nothing is
 * one, and nobody else is asked instead.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sse } from '../protocols/streams.ts'
import { openChat, says, type Chat } from './chat-desk.ts'

let chat: Chat<'vendor_a' | 'vendor_f'>
beforeAll(async () => {
  chat = await openChat(['vendor_a', 'vendor_f'])
})
afterEach(() => {
  for (const tap of Object.values(chat.shop.taps)) {
    tap.answer()
    tap.seen.length = 0
  }
  chat.upstreams.reset()
})
afterAll(() => chat?.stop())

const MESSAGES = '/api/v1/messages'
const RESPONSES = '/api/v1/responses'
const hi = says('Say: hi')
const chatOf = (choices: object[]): object => ({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices,
  usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
})
const choice = (message: object, finish = 'stop', index = 0) => ({
  index,
  message: { role: 'assistant', ...message },
  finish_reason: finish,
})
const chunk = (delta: object, finish: string | null = null, index = 0) => ({
  choices: [{ index, delta, finish_reason: finish }],
})
const messageOf = (
  content: object[],
  stop_reason: string,
  stop_sequence: string | null = null,
) => ({
  id: 'msg',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content,
  stop_reason,
  stop_sequence,
  usage: { input_tokens: 3, output_tokens: 1 },
})
const eventsOf = (stop_reason: string, stop_sequence: string | null = null) => [
  { type: 'message_start', message: { ...messageOf([], 'x'), stop_reason: null } },
  { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
]
const responseOf = (output: object[], more: object = {}) => ({
  id: 'resp',
  object: 'response',
  status: 'completed',
  output,
  usage: { input_tokens: 3, output_tokens: 2 },
  ...more,
})

/** The upstreams answer this: an object as a whole, a list as a stream of events. */
function answering(reply: object): void {
  const isStream = Array.isArray(reply)
  const body = isStream
    ? sse(reply, (reply[0] as { type?: string }).type !== undefined)
    : JSON.stringify(reply)
  const sent = {
    status: 200,
    headers: { 'content-type': isStream ? 'text/event-stream' : 'application/json' },
    body,
  }
  for (const tap of Object.values(chat.shop.taps)) tap.answer(() => sent)
}

/**
 * What a purchase comes to where upstreams answer so: its status, whether money moved, and how
 * often upstreams were asked.
 */
async function bought(body: object, reply: object, path?: string) {
  answering(reply)
  const before = await chat.earned()
  const seen = await chat.buy(
    Array.isArray(reply) ? { ...body, stream: true } : body,
    path === undefined ? {} : { path },
  )
  return {
    status: seen.status,
    isPaid: (await chat.earned()) > before,
    asked: chat.shop.taps.vendor_a.seen.length + chat.shop.taps.vendor_f.seen.length,
    text: seen.text,
    body: seen.body,
  }
}
const SOLD = { status: 200, isPaid: true, asked: 1 }
const NOT = { isPaid: false, asked: 1 }

describe('an answer that ends at once', () => {
  const vendorA = { model: 'vendorA/chat-6', messages: hi, max_tokens: 50 }
  const vendorF = { model: 'vendorF/large-5', messages: hi, max_tokens: 50 }
  const nothing = choice({ content: '' })

  it.each<[string, object, object, string | undefined]>([
    ['chat completions', { ...vendorA, stop: ['X'] }, chatOf([nothing]), undefined],
    [
      'chat completions, streamed',
      { ...vendorA, stop: 'X' },
      [chunk({ role: 'assistant', content: '' }), chunk({}, 'stop')],
      undefined,
    ],
    [
      'chat completions by Anthropic',
      { ...vendorF, stop: ['X'] },
      messageOf([], 'stop_sequence', 'X'),
      undefined,
    ],
    [
      'messages',
      { ...vendorF, stop_sequences: ['X'] },
      messageOf([], 'stop_sequence', 'X'),
      MESSAGES,
    ],
    [
      'messages, streamed',
      { ...vendorF, stop_sequences: ['X'] },
      eventsOf('stop_sequence', 'X'),
      MESSAGES,
    ],
    ['messages by OpenAI', { ...vendorA, stop_sequences: ['X'] }, chatOf([nothing]), MESSAGES],
  ])('where the caller said so is what it asked for: %s', async (_what, body, reply, path) => {
    expect(await bought(body, reply, path)).toMatchObject(SOLD)
  })

  it.each<[string, object, object, string | undefined]>([
    ['chat completions', vendorA, chatOf([nothing]), undefined],
    ['chat completions, streamed', vendorA, [chunk({}, 'stop')], undefined],
    ['messages', vendorF, messageOf([], 'end_turn'), MESSAGES],
    ['messages, streamed', vendorF, eventsOf('end_turn'), MESSAGES],
  ])(
    'otherwise costs nothing, and no other model is paid to say as little: %s',
    async (_what, body, reply, path) => {
      expect(await bought(body, reply, path)).toMatchObject({ ...NOT, status: 503 })
    },
  )

  it('another model is asked where the first one failed', async () => {
    const spoken = JSON.stringify(chatOf([choice({ content: 'hi' })]))
    chat.shop.taps.vendor_a.answer(call =>
      JSON.parse(call.body).model === 'chat-6'
        ? { status: 503, body: '{}' }
        : { status: 200, body: spoken },
    )
    const { headers, status } = await chat.buy(vendorA)
    expect([status, headers['x-fallback-model']]).toEqual([200, 'vendorA/chat-6-mini'])
  })
})

describe('several answers', () => {
  const eight = { model: 'vendorA/chat-6-nano', messages: hi, max_tokens: 50, n: 8 }
  const all = Array.from({ length: 8 }, (_, index) => index)

  it.each<[string, number]>([
    ['one', 1],
    ['seven', 7],
  ])('are not paid where there is only %s', async (_what, given) => {
    expect(
      await bought(
        eight,
        chatOf(all.slice(0, given).map(index => choice({ content: 'a' }, 'stop', index))),
      ),
    ).toMatchObject({ ...NOT, status: 503 })
    const streamed = await bought(
      eight,
      all
        .slice(0, given)
        .flatMap(index => [chunk({ content: 'a' }, null, index), chunk({}, 'stop', index)]),
    )
    expect([
      streamed.isPaid,
      streamed.text.includes('[DONE]'),
      streamed.text.includes('STREAM_FAILED'),
    ]).toEqual([false, false, true])
  })

  it('are paid where they are all there', async () => {
    expect(
      await bought(eight, chatOf(all.map(index => choice({ content: 'a' }, 'stop', index)))),
    ).toMatchObject(SOLD)
    expect(
      await bought(
        eight,
        all.map(index => chunk({ content: 'a' }, 'stop', index)),
      ),
    ).toMatchObject({ status: 200, isPaid: true })
  })
})

describe('calls of tools', () => {
  const body = {
    model: 'vendorA/chat-6-nano',
    messages: hi,
    max_tokens: 50,
    tools: [{ type: 'function', function: { name: 'f' } }],
  }
  it.each<[string, object]>([
    ['that are none', chatOf([choice({ content: null, tool_calls: [] }, 'tool_calls')])],
    ['that are none, streamed', [chunk({ role: 'assistant' }), chunk({}, 'tool_calls')]],
    [
      'that are none but a place for one, streamed',
      [chunk({ tool_calls: [{}] }), chunk({}, 'tool_calls')],
    ],
    [
      'without names',
      chatOf([
        choice(
          {
            content: null,
            tool_calls: [{ id: 'c', type: 'function', function: { arguments: '{}' } }],
          },
          'tool_calls',
        ),
      ]),
    ],
    [
      'without names, streamed',
      [
        chunk({
          tool_calls: [{ index: 0, id: 'c', type: 'function', function: { arguments: '{}' } }],
        }),
        chunk({}, 'tool_calls'),
      ],
    ],
  ])('%s cost nothing', async (_what, reply) => {
    expect(await bought(body, reply)).toMatchObject({ ...NOT, status: 503 })
  })
})

describe('a response', () => {
  const body = { model: 'chat-6', input: 'hi', max_output_tokens: 100 }
  const completed = (response: object) => [
    { type: 'response.created', response: {} },
    { type: 'response.completed', response },
  ]

  it.each([
    'custom_tool_call',
    'computer_call',
    'shell_call',
    'local_shell_call',
    'apply_patch_call',
  ])('that is only a %s is one', async type => {
    const response = responseOf([{ type, call_id: 'c', id: 'x' }])
    expect(await bought(body, response, RESPONSES)).toMatchObject({ ...SOLD, body: response })
    expect(await bought(body, completed(response), RESPONSES)).toMatchObject({
      status: 200,
      isPaid: true,
    })
  })

  it('whose words stand in its last event only is one', async () => {
    const seen = await bought(
      body,
      completed(
        responseOf([{ type: 'message', content: [{ type: 'output_text', text: 'all of it' }] }]),
      ),
      RESPONSES,
    )
    expect(seen).toMatchObject(SOLD)
    expect(seen.text).toContain('all of it')
  })

  it('that is still being made is none, where nobody asked for that', async () => {
    expect(await bought(body, responseOf([], { status: 'in_progress' }), RESPONSES)).toMatchObject({
      ...NOT,
      status: 503,
    })
  })
})
