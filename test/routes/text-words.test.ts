/**
 * What refusals of conversations say: which member is meant, and what to do, in a sentence that
 * clients can show as it is.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../../generated/index.ts'
import { openChat, says, type Chat } from './chat-desk.ts'
import { call, type Seen } from './client.ts'

let chat: Chat<'vendor_a'>
beforeAll(async () => {
  chat = await openChat(['vendor_a'])
})
afterEach(() => {
  chat.upstreams.reset()
  chat.shop.taps.vendor_a.answer()
})
afterAll(() => chat?.stop())

const MODEL = 'vendorA/chat-6-nano'
const body = (more: object = {}) => ({
  model: MODEL,
  messages: says('Say: hi'),
  max_tokens: 100,
  ...more,
})
const at = (path: string, sent: unknown, headers?: Record<string, string>): Promise<Seen> =>
  call(chat.shop.url, { path, body: sent, method: 'POST', headers })
const PATHS = ['/v1/chat/completions', '/v1/messages', '/v1/responses'] as const

describe('what the price does not cover', () => {
  it.each<[string, unknown]>([
    ['store', true],
    ['service_tier', 'flex'],
    ['modalities', ['text', 'audio']],
    ['modalities', ['audio']],
    ['modalities', 'text'],
    ['best_of', 2],
    ['web_search_options', {}],
    ['use_beam_search', false],
    ['num_return_sequences', 2],
  ])('CHAT-025 ERR2-009 %s: %j is named, and nothing that was not sent', async (name, value) => {
    const { status, body: reply } = await chat.ask(body({ [name]: value }))
    expect([status, reply.error]).toEqual([
      400,
      {
        message: `Not accepted here, because the price does not cover it: ${name}`,
        type: 'invalid_request_error',
        code: 'INVALID_PARAMETER',
        param: name,
      },
    ])
  })

  it('CHAT-025 ERR2-009 several are named together', async () => {
    const { body: reply } = await chat.ask(
      body({ store: true, audio: {}, plugins: [], best_of: 2 }),
    )
    expect([reply.message, reply.error.param]).toEqual([
      'Not accepted here, because the price does not cover it: best_of, audio, store',
      'best_of',
    ])
  })

  it.each<[string, object]>([
    ['store: false', { store: false }],
    ['the usual tier', { service_tier: 'auto' }],
    ['text as the only form of the answer', { modalities: ['text'] }],
  ])('CHAT-025 %s is taken', async (_what, more) => {
    await chat.answer(body(more))
    expect(chat.sent('vendor_a')).not.toHaveProperty('modalities')
  })
})

describe('a body that cannot be read', () => {
  it.each(PATHS)('ERR2-007 %s says what it takes, of no member', async path => {
    const { status, body: reply } = await at(path, JSON.stringify(body()), {
      'content-type': 'text/plain',
    })
    expect([status, reply.error.message]).toEqual([
      400,
      expect.stringMatching(
        /^(Invalid request( body -|:) )?the body must be application\/json\.?$/,
      ),
    ])
    expect(reply.error.param ?? null).toBeNull()
  })

  it.each(PATHS)('ERR2-007 %s says that a list is none', async path => {
    const { status, body: reply } = await at(path, '[]')
    expect([status, reply.error.message, reply.error.param ?? null]).toEqual([
      400,
      expect.stringMatching(/^(Invalid request( body -|:) )?must be object\.?$/),
      null,
    ])
  })
})

describe('a faulty member', () => {
  it.each<[string, object, string, string]>([
    [
      'a part of a kind that there is not',
      { messages: says([{ type: 'txt' }]) },
      'messages.0.content.0.type',
      'must be one of text, image_url, input_audio, refusal, file',
    ],
    ['no message', { messages: [] }, 'messages', 'must not be empty'],
    ['a temperature in words', { temperature: 'warm' }, 'temperature', 'must be number'],
    [
      'a cache for longer than is paid for',
      {
        messages: says([
          { type: 'text', text: 'hi', cache_control: { type: 'ephemeral', ttl: '1h' } },
        ]),
      },
      'messages.0.content.0.cache_control.ttl',
      'must be "5m"',
    ],
  ])('ERR2-007 %s is reported with its place', async (_what, more, param, message) => {
    const { body: reply } = await chat.ask(body(more))
    expect(reply.error).toMatchObject({
      param,
      message: `Invalid request body - ${param} ${message}`,
    })
  })

  it('ERR2-007 is reported in a long conversation too, which hears of its first fault only', async () => {
    const messages = [
      ...Array.from({ length: 1500 }, () => ({ role: 'user', content: 'hi' })),
      { role: 'user', content: [{ type: 'txt' }] },
    ]
    const { body: reply } = await chat.ask(body({ messages }))
    expect(reply.error.message).toBe(
      'Invalid request body - messages.1500.content.0.type must be one of text, image_url, input_audio, refusal, file',
    )
  })

  it("CHAT-084 is reported in Anthropic's form", async () => {
    const content = [{ type: 'text', text: 'hi', cache_control: { type: 'ephemeral', ttl: '1h' } }]
    expect((await at('/v1/messages', body({ messages: says(content) }))).body.error.message).toBe(
      'messages.0.content.0.cache_control.ttl must be "5m"',
    )
  })
})

describe('limits', () => {
  it('ERR2-024 LIM-011 of free models are reported in numbers, and when to come again', async () => {
    const headers = { 'cf-connecting-ip': '198.51.100.7' }
    const asks = (path: string): Promise<Seen> =>
      at(
        path,
        { ...body(), model: 'open/free-8b' },
        { 'content-type': 'application/json', ...headers },
      )
    for (let n = 0; n < 30; n++) await asks('/v1/chat/completions')
    const { max: minute } = catalog.limits.free_chat_minute!
    const { max: hour } = catalog.limits.free_chat_hour!
    for (const path of PATHS.slice(0, 2)) {
      const {
        status,
        body: reply,
        headers: { 'retry-after': wait },
      } = await asks(path)
      expect([status, reply.error.message]).toEqual([
        429,
        `Too many requests for free models from this address: it may make ${minute} in a minute and ${hour} in an hour. Try again in ${wait} seconds.`,
      ])
    }
  })

  it.each([
    ['/v1/messages/count_tokens', { model: MODEL, messages: says('hi') }],
    ['/v1/responses/input_tokens', { model: MODEL, input: 'hi' }],
  ])('%s counts so often for one address, and says when to come again', async (path, sent) => {
    const headers = {
      'content-type': 'application/json',
      'cf-connecting-ip': `198.51.100.${path.length}`,
    }
    const seen = await Promise.all(
      Array.from({ length: catalog.limits.counting!.max + 1 }, () => at(path, sent, headers)),
    )
    const refused = seen.filter(({ status }) => status !== 200)
    expect(
      refused
        .map(({ status, body: reply }) => [status, reply.error.type, reply.error.message])
        .flat(),
    ).toEqual([
      429,
      'rate_limit_error',
      `Too many requests of this kind from ${path.includes('messages') ? 'this' : 'your'} address. Try again in ${refused[0]!.headers['retry-after']} seconds.`,
    ])
    expect((await at(path, sent, { ...headers, 'cf-connecting-ip': '198.51.100.99' })).status).toBe(
      200,
    )
  })
})

it.each([
  [
    '/v1/messages/count_tokens',
    { model: MODEL, messages: says('word '.repeat(2000)), system: 'Be brief.' },
    '/v1/messages',
    { max_tokens: 1 },
  ],
  [
    '/v1/responses/input_tokens',
    { model: MODEL, input: 'word '.repeat(2000), instructions: 'Be brief.' },
    '/v1/responses',
    { max_output_tokens: 1 },
  ],
])('%s counts as the price does', async (path, sent, sold, more) => {
  const counted = (await at(path, sent)).body.input_tokens as number
  expect([counted > 2000, counted < 2100]).toEqual([true, true])
  // USD per million tokens of its prompts and of its answers.
  const [input, output] = [1.75, 14]
  const quoted = (await at(sold, { ...sent, ...more, model: 'vendorA/chat-6' })).challenge!
    .accepts[0]!.amount
  expect(Number(quoted)).toBe(Math.ceil(counted * input + 0.1 * output) + 1000)
})
