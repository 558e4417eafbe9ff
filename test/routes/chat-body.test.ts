/** What chat completions refuse before any payment, and in which words. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openChat, PATH, says, type Chat } from './chat-desk.ts'
import { call } from './client.ts'

let chat: Chat
beforeAll(async () => {
  chat = await openChat()
})
afterEach(() => chat.upstreams.reset())
afterAll(() => chat?.stop())

const MODEL = 'vendorC/code-fast-1'
const hi = says('Say: hi')
const TOOL = {
  type: 'function',
  function: {
    name: 'look_up',
    parameters: { type: 'object', properties: { word: { type: 'string' } } },
  },
}
const CALL = {
  id: 'call_1',
  type: 'function',
  function: { name: 'look_up', arguments: '{"word":"sea"}' },
}

/** A body that must be refused, with the path that the refusal names. */
const refused: [string, object, string][] = [
  ['CHAT-001 ERR2-007 without a model', { messages: hi }, 'model'],
  ['CHAT-001 a model that is no text', { model: 7, messages: hi }, 'model'],
  ['CHAT-003 without messages', { model: MODEL }, 'messages'],
  ['CHAT-003 messages that are no list', { model: MODEL, messages: 'hi' }, 'messages'],
  ['CHAT-003 no message at all', { model: MODEL, messages: [] }, 'messages'],
  [
    'CHAT-008 a temperature below 0',
    { model: MODEL, messages: hi, temperature: -0.1 },
    'temperature',
  ],
  [
    'CHAT-008 a temperature above 2',
    { model: MODEL, messages: hi, temperature: 2.1 },
    'temperature',
  ],
  [
    'CHAT-012 an unknown choice of tools',
    { model: MODEL, messages: hi, tools: [TOOL], tool_choice: 'maybe' },
    'tool_choice',
  ],
  [
    'CHAT-016 an unknown effort',
    { model: MODEL, messages: hi, reasoning_effort: 'maximal' },
    'reasoning_effort',
  ],
  [
    'CHAT-017 thinking without its budget',
    { model: MODEL, messages: hi, thinking: { type: 'enabled' } },
    'thinking',
  ],
  [
    'CHAT-023 51 sources',
    { model: 'vendorC/think-5', messages: hi, search_parameters: { max_search_results: 51 } },
    'search_parameters.max_search_results',
  ],
  [
    'CHAT-023 no source',
    { model: 'vendorC/think-5', messages: hi, search_parameters: { max_search_results: 0 } },
    'search_parameters.max_search_results',
  ],
  [
    'CHAT-020 an unknown mode',
    { model: 'vendorC/think-5', messages: hi, search_parameters: { mode: 'perhaps' } },
    'search_parameters.mode',
  ],
  [
    'CHAT-020 a day that is none',
    { model: 'vendorC/think-5', messages: hi, search_parameters: { from_date: 'May' } },
    'search_parameters.from_date',
  ],
  [
    'CHAT-033 an unknown role',
    { model: MODEL, messages: [{ role: 'robot', content: 'hi' }] },
    'messages.0.role',
  ],
  [
    'CHAT-036 a part of no kind',
    { model: MODEL, messages: says([{ type: 'text' }]) },
    'messages.0.content',
  ],
]

describe('a body of the wrong shape', () => {
  it.each(refused)(
    '%s is 400 INVALID_REQUEST_BODY, and its place is named',
    async (_what, body, path) => {
      const { status, body: reply } = await chat.ask(body)
      expect([status, reply.code, reply.error.code, reply.error.type]).toEqual([
        400,
        'INVALID_REQUEST_BODY',
        'INVALID_REQUEST_BODY',
        'invalid_request_error',
      ])
      expect(
        reply.details.map((one: any) => one.path).filter((one: string) => one.startsWith(path)),
      ).not.toEqual([])
      expect(chat.calls()).toEqual([])
    },
  )
})

describe('a history of the wrong shape', () => {
  it.each([
    ['CHAT-037 a user who says null', [{ role: 'user', content: null }], 'INVALID_REQUEST'],
    [
      'CHAT-037 a system that says null',
      [{ role: 'system', content: null }, ...hi],
      'INVALID_REQUEST',
    ],
    [
      'CHAT-037 an assistant that says null and calls nothing',
      [...hi, { role: 'assistant', content: null }, ...hi],
      'INVALID_REQUEST',
    ],
    [
      'CHAT-039 ERR2-016 a result without the id of its call',
      [
        ...hi,
        { role: 'assistant', content: null, tool_calls: [CALL] },
        { role: 'tool', content: 'wet' },
      ],
      'TOOL_ID_FORMAT_ERROR',
    ],
    [
      'ERR2-008 system entries only',
      [
        { role: 'system', content: 'Be brief.' },
        { role: 'system', content: 'And kind.' },
      ],
      'EMPTY_CONVERSATION',
    ],
  ])('%s is 400 before any payment', async (_what, messages, code) => {
    const { status, body } = await chat.ask({ model: MODEL, messages })
    expect([status, body.code, body.error.code]).toEqual([400, code, code])
    expect(chat.calls()).toEqual([])
  })
})

describe('what is no such body', () => {
  it('ERR2-006 no JSON is 400 INVALID_JSON', async () => {
    const { status, body } = await chat.ask('{"model":')
    expect([status, body.code, body.error.code, body.error.type, body.error.message]).toEqual([
      400,
      'INVALID_JSON',
      'INVALID_JSON',
      'invalid_request_error',
      body.message,
    ])
  })

  it('CHAT-027 another content type is 400', async () => {
    const { status, body } = await chat.ask(JSON.stringify({ model: MODEL, messages: hi }), {
      headers: { 'content-type': 'text/plain' },
    })
    expect([status, body.code]).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  it('ERR2-012 LIM-019 more than 10 MiB is 400 REQUEST_TOO_LARGE, and 10 MiB are not', async () => {
    const sized = (bytes: number): string => `{"model":7,"x":"${'x'.repeat(bytes - 18)}"}`
    const large = await chat.ask(sized(10 * 2 ** 20 + 1))
    expect([large.status, large.body.code, large.body.error.code]).toEqual([
      400,
      'REQUEST_TOO_LARGE',
      'REQUEST_TOO_LARGE',
    ])
    expect((await chat.ask(sized(10 * 2 ** 20))).body.code).toBe('INVALID_REQUEST_BODY')
  })

  it('ERR2-005 CHAT-002 an unknown model is a plain text that names those there are', async () => {
    const { body: list } = await call(chat.shop.url, { path: '/api/v1/models' })
    const ids = list.data
      .filter((one: any) => ['paid', 'flat', 'free'].includes(one.billing_mode))
      .map((one: any) => one.id)
    for (const model of ['vendorZ/none', 'chat-6']) {
      const { status, body } = await chat.ask({ model, messages: hi })
      expect([status, body.error]).toEqual([
        400,
        `Unknown model: ${model}. Try one of: ${ids.join(', ')}. Full list: GET /v1/models`,
      ])
    }
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z]+\/[\w.-]+$/)
  })

  it('the spelling of a model does not count, and its own is named', async () => {
    expect(
      (await chat.answer({ model: 'VENDORC/Code-Fast-1', messages: hi, max_tokens: 50 })).model,
    ).toBe(MODEL)
  })

  it('CHAT-010 ERR2-014 a stream of a model that has none is 400 STREAM_UNSUPPORTED, and not streaming is the default', async () => {
    const refusal = await chat.ask({ model: 'open/small-8b', messages: hi, stream: true })
    expect([refusal.status, refusal.body.code]).toEqual([400, 'STREAM_UNSUPPORTED'])
    const whole = await chat.buy({ model: 'open/small-8b', messages: hi }, { path: PATH })
    expect([whole.status, whole.headers['content-type'], whole.body.object]).toEqual([
      200,
      'application/json; charset=utf-8',
      'chat.completion',
    ])
  })
})
