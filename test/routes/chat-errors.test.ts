/**
 * What upstreams refuse or fail at, in the words of chat completions. Nothing of it is charged, and
 * the payment stays good.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Behaviour } from '../../scripts/devnet/upstreams/index.ts'
import { ONE_OF_EACH, openChat, says, type Chat } from './chat-desk.ts'
import type { TapReply } from './tap.ts'

const TAPS = ['vendor_a', 'vendor_b', 'vendor_c', 'vendor_f', 'vendor_g', 'pool'] as const
let chat: Chat<(typeof TAPS)[number]>
beforeAll(async () => {
  chat = await openChat(TAPS)
})
afterEach(() => {
  chat.upstreams.reset()
  for (const name of TAPS) chat.shop.taps[name].answer()
})
afterAll(() => chat?.stop())

const TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  429: 'rate_limit_error',
  500: 'api_error',
  503: 'api_error',
  504: 'api_error',
}
const body = (model: string, more: object = {}) => ({
  model,
  messages: says('Say: hi'),
  max_tokens: 500,
  ...more,
})

/** A purchase that fails for free, and whose payment buys afterwards. */
async function fails(asked: object, good: object = asked): Promise<any> {
  const seen = await chat.free(() => chat.buy(asked))
  const { status, body: reply } = seen
  expect(reply).toMatchObject({
    error: { message: reply.message, code: reply.code, type: TYPES[status], param: null },
    message: expect.stringMatching(/\S/),
    code: expect.stringMatching(/^[A-Z_]+$/),
  })
  expect([seen.receipt, seen.headers['x-payment-receipt']]).toEqual([undefined, undefined])
  chat.upstreams.reset()
  for (const name of TAPS) chat.shop.taps[name].answer()
  expect((await chat.pay(good, seen.header)).status).toBe(200)
  return seen
}

describe.each(ONE_OF_EACH)(
  'ERR2-001 ERR2-002 ERR2-004 ERR2-033 $model',
  ({ upstream, model, source }) => {
    const modes: [string, Behaviour, number, string][] = [
      ['ERR2-028 is overloaded', { mode: 'fail', status: 503 }, 503, 'MODEL_UNAVAILABLE'],
      [
        'ERR2-028 is overloaded, by a number of its own',
        { mode: 'fail', status: 529 },
        503,
        'MODEL_UNAVAILABLE',
      ],
      ['ERR2-030 ran out of time itself', { mode: 'fail', status: 504 }, 504, 'TIMEOUT'],
      ['ERR2-029 wants money from us', { mode: 'fail', status: 402 }, 503, 'PROVIDER_CONFIG_ERROR'],
      ['ERR2-029 does not let us', { mode: 'fail', status: 403 }, 503, 'PROVIDER_CONFIG_ERROR'],
      [
        'ERR2-010 CHAT-061 says that the prompt is too long',
        { mode: 'too_long' },
        400,
        'CONTEXT_LENGTH_EXCEEDED',
      ],
      ['ERR2-013 blocks the request', { mode: 'refuse' }, 400, 'CONTENT_FILTERED'],
      ['ERR2-028 gives nothing', { mode: 'empty' }, 503, 'MODEL_UNAVAILABLE'],
      ['ERR2-028 gives a web page', { mode: 'garbage' }, 503, 'MODEL_UNAVAILABLE'],
      ['ERR2-028 breaks the connection', { mode: 'reset' }, 503, 'MODEL_UNAVAILABLE'],
    ]
    it.each(modes)('%s', async (_what, mode, status, code) => {
      chat.upstreams.set(upstream, mode)
      const seen = await fails(body(model))
      expect([seen.status, seen.body.code]).toEqual([status, code])
      expect(seen.body.debug).toMatch(/\S/)
    })

    it.each([
      [12, '12'],
      [null, '60'],
    ])('ERR2-022 ERR2-023 has no room, and says %s seconds', async (retry_after, header) => {
      chat.upstreams.set(upstream, { mode: 'rate_limit', retry_after })
      const seen = await fails(body(model))
      expect([
        seen.status,
        seen.body.code,
        seen.headers['retry-after'],
        seen.headers['x-ratelimit-source'],
      ]).toEqual([429, 'RATE_LIMITED', header, source])
      expect(seen.body).toMatchObject({
        source,
        retry_after_seconds: Number(header),
        debug: expect.stringMatching(/\S/),
      })
    })

    it('ERR2-030 LIM2-001 does not answer within 120 s', async () => {
      const header = await chat.sign(body(model))
      chat.upstreams.set(upstream, 'hang')
      const calls = chat.calls(upstream).length
      let isOver = false
      const answer = chat.free(() => chat.pay(body(model), header))
      void answer.then(() => (isOver = true))
      await expect.poll(() => chat.calls(upstream).length).toBe(calls + 1)
      await chat.clock.wind(115_000)
      await new Promise(resolve => setTimeout(resolve, 50))
      expect(isOver).toBe(false)
      await chat.clock.wind(6000)
      const { status, body: reply } = await answer
      expect([status, reply.code, reply.error.type]).toEqual([504, 'TIMEOUT', 'api_error'])
      chat.upstreams.reset()
    })
  },
)

describe('ERR2-013 what a safety filter blocks', () => {
  it.each(ONE_OF_EACH)('at $model', async ({ model }) => {
    const { status, body: reply } = await fails(
      body(model, { messages: says('something forbidden') }),
      body(model),
    )
    expect([status, reply.code]).toEqual([400, 'CONTENT_FILTERED'])
  })
})

describe('ERR2-011 a picture that cannot be fetched', () => {
  const messages = says([
    { type: 'text', text: 'What is it?' },
    { type: 'image_url', image_url: { url: 'https://pictures.example/no-such.png' } },
  ])
  it.each([
    'vendorA/chat-6-nano',
    'vendorB/flash-3',
    'vendorC/think-5',
    'vendorD/seed-2',
    'vendorF/small-4',
  ])('by %s', async model => {
    const { status, body: reply } = await chat.free(() => chat.buy(body(model, { messages })))
    expect([status, reply.code]).toEqual([400, 'INVALID_IMAGE_URL'])
    expect(JSON.stringify(reply)).not.toContain('pictures.example')
  })
})

describe("ERR2-009 ERR2-032 a parameter that an upstream refuses is the caller's 400", () => {
  const refused: [string, object][] = [
    ['vendorA/chat-6-nano', { top_k: 5 }],
    ['vendorA/chat-6', { reasoning_effort: 'high', temperature: 0.2 }],
    ['vendorA/chat-5', { stop: ['1', '2', '3', '4', '5'] }],
    ['vendorB/flash-3', { stop: ['1', '2', '3', '4', '5', '6'] }],
    ['vendorC/code-fast-1', { presence_penalty: 9 }],
    ['vendorD/seed-2', { presence_penalty: 9 }],
    ['vendorE/chat-5-air', { presence_penalty: 9 }],
    ['vendorG/m-3', { presence_penalty: 9 }],
    ['open/coder-32b', { presence_penalty: 9 }],
    ['vendorA/chat-5', { tools: [{ type: 'function', function: { name: 'not a name' } }] }],
    ['vendorF/small-4', { tools: [{ type: 'function', function: { name: 'not a name' } }] }],
  ]
  it.each(refused)('%s %o', async (model, more) => {
    const { status, body: reply } = await chat.free(() => chat.buy(body(model, more)))
    expect([status, reply.code, reply.error.type]).toEqual([
      400,
      'INVALID_PARAMETER',
      'invalid_request_error',
    ])
    expect(reply.debug).toBe(reply.message)
  })
})

describe('histories that upstreams refuse', () => {
  const call = (id: string) => ({
    id,
    type: 'function',
    function: { name: 'look_up', arguments: '{}' },
  })
  const tools = [
    {
      type: 'function',
      function: { name: 'look_up', parameters: { type: 'object', properties: {} } },
    },
  ]
  const hi = says('Say: hi')
  it.each([
    'vendorA/chat-5',
    'vendorC/code-fast-1',
    'vendorD/seed-2',
    'vendorE/chat-5-air',
    'vendorF/small-4',
    'vendorG/m-3',
    'open/coder-32b',
  ])('ERR2-016 a result of no call, at %s', async model => {
    const messages = [
      ...hi,
      { role: 'assistant', content: '', tool_calls: [call('call_1')] },
      { role: 'tool', tool_call_id: 'call_9', content: 'wet' },
    ]
    const { status, body: reply } = await chat.free(() =>
      chat.buy(body(model, { messages, tools })),
    )
    expect([status, reply.code]).toEqual([400, 'TOOL_ID_FORMAT_ERROR'])
  })

  it.each(['vendorA/chat-5', 'vendorF/small-4'])(
    'ERR2-016 a call without its result, at %s',
    async model => {
      const messages = [
        ...hi,
        { role: 'assistant', content: '', tool_calls: [call('call_1')] },
        ...hi,
      ]
      const { status, body: reply } = await chat.free(() =>
        chat.buy(body(model, { messages, tools })),
      )
      expect([status, reply.code]).toEqual([400, 'TOOL_ID_FORMAT_ERROR'])
    },
  )

  it.each([
    'vendorA/chat-5',
    'vendorC/code-fast-1',
    'vendorE/chat-5-air',
    'vendorF/small-4',
    'vendorG/m-3',
    'open/coder-32b',
  ])('ERR2-017 one that ends with the assistant, at %s', async model => {
    const upstream = ONE_OF_EACH.find(
      one => one.model.split('/')[0] === model.split('/')[0],
    )!.upstream
    chat.upstreams.set(upstream, 'no_prefill')
    const { status, body: reply } = await chat.free(() =>
      chat.buy(body(model, { messages: [...hi, { role: 'assistant', content: 'I' }] })),
    )
    expect([status, reply.code]).toEqual([400, 'INVALID_REQUEST'])
  })

  it("ERR2-015 a thought that is not the upstream's own", async () => {
    const messages = [
      ...hi,
      {
        role: 'assistant',
        content: '',
        reasoning_content: 'Hm.',
        reasoning_signature: 'forged',
        tool_calls: [call('call_1')],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'wet' },
    ]
    const { status, body: reply } = await chat.free(() =>
      chat.buy(
        body('vendorF/small-4', {
          messages,
          tools,
          max_tokens: 4000,
          thinking: { type: 'enabled', budget_tokens: 2000 },
        }),
      ),
    )
    expect([status, reply.code]).toEqual([400, 'REASONING_FORMAT_ERROR'])
  })
})

describe('replies of upstreams that local ones do not give', () => {
  const json = (status: number, reply: object, headers?: Record<string, string>): TapReply => ({
    status,
    body: JSON.stringify(reply),
    ...(headers ? { headers } : {}),
  })
  const said = (message: string, more: object = {}) => ({
    error: { message, type: 'x', param: null, code: null, ...more },
  })
  const answers: [string, (typeof TAPS)[number], string, TapReply, number, string][] = [
    [
      'ERR2-028 a model that is gone',
      'vendor_a',
      'vendorA/chat-6-nano',
      json(
        404,
        said('The model `chat-6-nano` does not exist or you do not have access to it.', {
          code: 'model_not_found',
        }),
      ),
      503,
      'MODEL_UNAVAILABLE',
    ],
    [
      'ERR2-028 a model that is gone, as a 400',
      'vendor_g',
      'vendorG/m-3',
      json(400, said('invalid params, the model does not exist (2013)')),
      503,
      'MODEL_UNAVAILABLE',
    ],
    [
      'ERR2-028 a model at capacity, as a 500',
      'vendor_c',
      'vendorC/code-fast-1',
      json(500, said('The model is at capacity and currently cannot serve this request.')),
      503,
      'MODEL_UNAVAILABLE',
    ],
    [
      'ERR2-029 our quota, as a 429',
      'vendor_a',
      'vendorA/chat-6-nano',
      json(429, said('You exceeded your current quota.', { code: 'insufficient_quota' })),
      503,
      'PROVIDER_CONFIG_ERROR',
    ],
    [
      'ERR2-029 our key, as a 400',
      'vendor_c',
      'vendorC/code-fast-1',
      json(400, {
        code: 'Client specified an invalid argument',
        error: 'Incorrect API key provided.',
      }),
      503,
      'PROVIDER_CONFIG_ERROR',
    ],
    [
      'ERR2-029 our money, as a 400',
      'vendor_f',
      'vendorF/small-4',
      json(400, {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'Your credit balance is too low to access the API.',
        },
      }),
      503,
      'PROVIDER_CONFIG_ERROR',
    ],
    [
      'ERR2-029 our key, as a 401',
      'vendor_b',
      'vendorB/flash-3',
      json(401, said('Request had invalid authentication credentials.')),
      503,
      'PROVIDER_CONFIG_ERROR',
    ],
    ...[1004, 1008, 2049, 2056].map((status_code): (typeof answers)[number] => [
      `ERR2-029 our key or quota, as a 200 with ${status_code}`,
      'vendor_g',
      'vendorG/m-3',
      json(200, { base_resp: { status_code, status_msg: 'Secret of the account' } }),
      503,
      'PROVIDER_CONFIG_ERROR',
    ]),
    [
      'ERR2-028 a plain 500',
      'vendor_a',
      'vendorA/chat-6-nano',
      json(500, said('The server had an error.')),
      503,
      'MODEL_UNAVAILABLE',
    ],
    [
      'ERR2-032 a 422 that is no JSON',
      'vendor_c',
      'vendorC/code-fast-1',
      { status: 422, body: 'Failed to deserialize', headers: { 'content-type': 'text/plain' } },
      400,
      'INVALID_PARAMETER',
    ],
    [
      'ERR2-032 a 409',
      'pool',
      'open/coder-32b',
      json(409, said('Conflict')),
      400,
      'INVALID_REQUEST',
    ],
  ]
  it.each(answers)('%s', async (_what, tap, model, reply, status, code) => {
    chat.shop.taps[tap].answer(() => reply)
    const seen = await fails(body(model))
    expect([seen.status, seen.body.code]).toEqual([status, code])
  })

  it('ERR2-003 debug has no credentials, no addresses and no hosts of ours', async () => {
    const key = chat.shop.world.env.VENDOR_A_KEY!
    const words = `Bad call to https://api.vendor-a.example/v1/chat?key=${key} by Bearer ${key} with sk-abcdef1234567890, see ${new URL(chat.shop.taps.vendor_a.url).host} and ${chat.shop.taps.vendor_a.url}`
    chat.shop.taps.vendor_a.answer(() => json(400, said(words)))
    const { body: reply } = await fails(body('vendorA/chat-6-nano'))
    expect(reply.debug).toMatch(/^Bad call to \[redacted\]/)
    for (const secret of [
      key,
      'http',
      'vendor-a.example',
      'sk-abc',
      new URL(chat.shop.taps.vendor_a.url).host,
    ])
      expect(JSON.stringify(reply)).not.toContain(secret)
  })
})
