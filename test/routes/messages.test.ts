/**
 * Anthropic-style messages: every model in that form, at the price of chat completions, with errors
 * in that form too.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Behaviour } from '../../scripts/devnet/upstreams/index.ts'
import { ONE_OF_EACH, openChat, says, type Chat, type How } from './chat-desk.ts'
import { call, paidBy } from './client.ts'

let chat: Chat
beforeAll(async () => {
  chat = await openChat()
})
afterEach(() => chat.upstreams.reset())
afterAll(() => chat?.stop())

const PATH = '/api/v1/messages'
const at: How = { path: PATH }
const TOOL = {
  name: 'look_up',
  description: 'Looks a word up',
  input_schema: { type: 'object', properties: { word: { type: 'string' } } },
}
const body = (model: string, more: object = {}) => ({
  model,
  max_tokens: 2000,
  messages: says('Say: hi'),
  ...more,
})

/** The events of a stream by their names. */
function eventsOf(text: string): { type: string; [member: string]: any }[] {
  return text
    .split('\n\n')
    .filter(event => event !== '')
    .map(event => {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(event)!
      expect(JSON.parse(data!).type).toBe(name)
      return JSON.parse(data!)
    })
}

describe.each(ONE_OF_EACH)('NAME-002 $model', ({ model }) => {
  it('answers with a message', async () => {
    const reply = await chat.answer(body(model), at)
    expect(reply).toMatchObject({
      id: expect.stringMatching(/^msg_/),
      type: 'message',
      role: 'assistant',
      model,
      stop_reason: 'end_turn',
      stop_sequence: null,
    })
    expect(reply.content.at(-1)).toEqual({ type: 'text', text: 'hi' })
    expect([reply.usage.input_tokens > 0, reply.usage.output_tokens > 0]).toEqual([true, true])
  })

  it('uses tools, and takes their results', async () => {
    const asked = body(model, { messages: says('Use the tool.'), tools: [TOOL] })
    const reply = await chat.answer(asked, at)
    const use = reply.content.find((block: any) => block.type === 'tool_use')
    expect([reply.stop_reason, use]).toEqual([
      'tool_use',
      expect.objectContaining({
        id: expect.stringMatching(/\S/),
        name: 'look_up',
        input: { word: expect.any(String) },
      }),
    ])
    const result = {
      type: 'tool_result',
      tool_use_id: use.id,
      content: [{ type: 'text', text: 'wet' }],
    }
    const messages = [
      ...asked.messages,
      { role: 'assistant', content: reply.content },
      { role: 'user', content: [result] },
    ]
    expect((await chat.answer({ ...asked, messages }, at)).content.at(-1).text).toContain('"wet"')
  })

  it('streams its events, and is paid when they are whole', async () => {
    const before = await chat.earned()
    const amount = await chat.quote(body(model, { stream: true }), at)
    const { status, text } = await chat.buy(body(model, { stream: true }), at)
    const events = eventsOf(text)
    expect([status, events[0]!.type, events.at(-1)!.type]).toEqual([
      200,
      'message_start',
      'message_stop',
    ])
    // Clients read the tokens of the prompt here, before most upstreams have reported them.
    expect(events[0]!.message.usage.input_tokens).toBeGreaterThan(5)
    expect(
      events
        .filter(({ delta }) => delta?.type === 'text_delta')
        .map(({ delta }) => delta.text)
        .join(''),
    ).toBe('hi')
    expect(events.find(({ type }) => type === 'message_delta')).toMatchObject({
      delta: { stop_reason: 'end_turn' },
      usage: { output_tokens: expect.any(Number) },
    })
    expect((await chat.earned()) - before).toBe(BigInt(amount))
  })
})

describe('NAME-002 the price', () => {
  it('is that of the same conversation as chat completions', async () => {
    const { model, max_tokens, messages } = body('vendorF/large-5', { max_tokens: 30_000 })
    const system = 'You are brief.'
    const chatBody = {
      model,
      max_tokens,
      messages: [{ role: 'system', content: system }, ...messages],
    }
    expect(await chat.quote({ model, max_tokens, messages, system }, at)).toBe(
      await chat.quote(chatBody),
    )
  })

  it('is asked with the challenge beside an error of this form, and paid with a receipt', async () => {
    const { status, body: reply, challenge } = await chat.ask(body('vendorF/small-4'), at)
    expect([status, reply.type, reply.error.type]).toEqual([402, 'error', 'payment_required'])
    expect(reply).toMatchObject({
      x402Version: 2,
      accepts: challenge!.accepts,
      price: { currency: 'USD' },
      paymentInfo: { network: 'base' },
    })
    expect(challenge!.accepts[0]!.maxTimeoutSeconds).toBe(300)
    const seen = await chat.buy(body('vendorF/small-4'), at)
    expect([seen.status, seen.receipt!.success, seen.headers['x-payment-receipt']]).toEqual([
      200,
      true,
      seen.receipt!.transaction,
    ])
    const again = await chat.pay(body('vendorF/small-4'), seen.header, at)
    expect([again.status, again.body.type, again.body.error.type, again.body.code]).toEqual([
      402,
      'error',
      'payment_required',
      'PAYMENT_REPLAY',
    ])
    const bad = await chat.pay(body('vendorF/small-4'), 'nonsense', at)
    expect([bad.status, bad.body.error.type, bad.body.code]).toEqual([
      402,
      'payment_required',
      'PAYMENT_INVALID',
    ])
  })

  it('/v1/messages is the same, and models of vendorF go by their bare names', async () => {
    const { status, body: reply } = await chat.buy(body('small-4'), {
      path: '/v1/messages',
      headers: { 'x-api-key': 'ignored', 'anthropic-version': '2023-06-01' },
    })
    expect([status, reply.model]).toEqual([200, 'vendorF/small-4'])
    expect((await call(chat.shop.url, { path: PATH, method: 'POST' })).status).toBe(402)
  })
})

describe('what only upstreams of this form know', () => {
  it('reaches them as it came', async () => {
    const more = {
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      metadata: { user_id: 'u1' },
      top_k: 3,
      stop_sequences: ['END'],
      temperature: 0.5,
    }
    await chat.answer(body('vendorF/small-4', more), at)
    expect(chat.sent('vendor_f')).toMatchObject({
      ...more,
      model: 'small-4',
      max_tokens: 2000,
      messages: [{ role: 'user' }],
    })
    expect(chat.calls('vendor_f').at(-1)!.headers).toEqual(
      expect.arrayContaining(['x-api-key', 'anthropic-version']),
    )
  })

  it('CHAT-083 context_management needs its beta header', async () => {
    const context_management = { edits: [{ type: 'clear_tool_uses_20250919' }] }
    const asked = body('vendorF/small-4', { context_management })
    for (const headers of [undefined, { 'anthropic-beta': 'other-2025-01-01' }]) {
      const { status, body: reply } = await chat.ask(asked, { ...at, headers })
      expect([status, reply]).toEqual([
        400,
        {
          type: 'error',
          error: {
            type: 'invalid_request_error',
            message: expect.stringContaining('anthropic-beta'),
          },
        },
      ])
    }
    expect(chat.calls()).toEqual([])
    const headers = { 'anthropic-beta': 'other-2025-01-01,context-management-2025-06-27' }
    expect((await chat.buy(asked, { ...at, headers })).status).toBe(200)
    expect(chat.sent('vendor_f').context_management).toEqual(context_management)
    expect(
      (await chat.buy({ ...asked, model: 'vendorC/code-fast-1' }, { ...at, headers })).status,
    ).toBe(200)
    expect(chat.sent('vendor_c')).not.toHaveProperty('context_management')
  })

  it("a thread is refused in the words of which Anthropic's clients know that all messages have to be sent", async () => {
    const { status, body: reply } = await chat.ask(
      body('vendorF/small-4', { thread: { type: 'create' } }),
      at,
    )
    expect([status, reply.error]).toEqual([
      400,
      {
        type: 'invalid_request_error',
        message: expect.stringContaining('without thread'),
        details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] },
      },
    ])
  })

  it.each(['vendorF/large-5', 'vendorF/medium-5'])(
    'CHAT-030 %s declines with 200 and stop_reason refusal',
    async model => {
      expect(
        (await chat.answer(body(model, { messages: says('Say the unspeakable') }), at)).stop_reason,
      ).toBe('refusal')
    },
  )
})

describe('CHAT-084 errors', () => {
  const error = (type: string, message: unknown = expect.stringMatching(/\S/)) => ({
    type: 'error',
    error: { type, message },
  })
  it.each<[string, object | string, string]>([
    ['no JSON', '{', 'not valid JSON'],
    ['no max_tokens', { model: 'small-4', messages: says('hi') }, 'max_tokens is required'],
    ['no messages', { model: 'small-4', max_tokens: 5 }, 'messages is required'],
    [
      'an unknown role',
      body('small-4', { messages: [{ role: 'system', content: 'x' }] }),
      'messages.0.role',
    ],
    [
      'an unknown model',
      body('vendorZ/none'),
      'Unknown model: vendorZ/none. Try one of: vendorA/chat-6',
    ],
    [
      'a stream of a model that has none',
      body('open/small-8b', { stream: true }),
      'does not answer as a stream',
    ],
    [
      'a picture for a model that sees none',
      body('vendorC/code-fast-1', {
        messages: says([
          { type: 'image', source: { type: 'url', url: 'https://pictures.example/a.png' } },
        ]),
      }),
      'does not take pictures',
    ],
    [
      'a conversation that is too long',
      body('open/small-8b', { messages: says('word '.repeat(40_000)) }),
      'more than the context',
    ],
  ])('%s is 400 before any payment', async (_what, asked, message) => {
    const { status, body: reply } = await chat.ask(asked, at)
    expect([status, reply]).toEqual([
      400,
      expect.objectContaining(error('invalid_request_error', expect.stringContaining(message))),
    ])
    expect(chat.calls()).toEqual([])
  })

  it.each<[string, object | string, string, string]>([
    ['no JSON', '{', 'INVALID_JSON', 'invalid_request_error'],
    ['the wrong shape', { model: 'small-4' }, 'INVALID_REQUEST_BODY', 'invalid_request_error'],
    ['too large', `"${'x'.repeat(10 * 2 ** 20)}"`, 'REQUEST_TOO_LARGE', 'request_too_large'],
  ])(
    'ERR2-006 ERR2-007 ERR2-012 %s has the code of chat completions beside the error',
    async (_what, asked, code, type) => {
      const { status, body: reply } = await chat.ask(asked, at)
      expect([status, reply.code, reply.type, reply.error.type]).toEqual([400, code, 'error', type])
    },
  )

  it.each([401, 402, 403])(
    'ERR2-029 our account at the upstream (%i) is 503 in our words, for free',
    async code => {
      chat.upstreams.set('vendor_f', { mode: 'fail', status: code })
      const seen = await chat.free(() => chat.buy(body('vendorF/small-4'), at))
      expect([seen.status, seen.body.code, seen.body.error]).toEqual([
        503,
        'PROVIDER_CONFIG_ERROR',
        { type: 'api_error', message: 'The model could not answer. Nothing was charged.' },
      ])
    },
  )

  const modes: [Behaviour, number, string, string][] = [
    [{ mode: 'fail', status: 503 }, 503, 'api_error', 'MODEL_UNAVAILABLE'],
    [{ mode: 'fail', status: 500 }, 503, 'api_error', 'MODEL_UNAVAILABLE'],
    [{ mode: 'fail', status: 504 }, 504, 'timeout_error', 'TIMEOUT'],
    [{ mode: 'refuse' }, 400, 'invalid_request_error', 'CONTENT_FILTERED'],
    [{ mode: 'too_long' }, 400, 'invalid_request_error', 'CONTEXT_LENGTH_EXCEEDED'],
    [{ mode: 'rate_limit', retry_after: 8 }, 429, 'rate_limit_error', 'RATE_LIMITED'],
  ]
  it.each(modes)('%o of an upstream is %i %s, for free', async (mode, status, type, code) => {
    chat.upstreams.set('vendor_f', mode)
    const seen = await chat.free(() => chat.buy(body('vendorF/small-4'), at))
    expect([seen.status, seen.body.code, seen.body]).toEqual([
      status,
      code,
      expect.objectContaining(error(type)),
    ])
    if (status === 429)
      expect([seen.headers['retry-after'], seen.headers['x-ratelimit-source']]).toEqual([
        '8',
        'vendorF',
      ])
    chat.upstreams.reset()
    expect(
      (
        await call(chat.shop.url, {
          path: PATH,
          body: body('vendorF/small-4'),
          headers: paidBy(seen.header),
        })
      ).status,
    ).toBe(200)
  })
})
