/**
 * The responses API: what a request may say, what it costs, what its upstream hears, and that its
 * answer is passed on to the byte.
 */
import { describe, expect, it } from 'vitest'
import { createTokens } from '../../runtime/hooks/tokens/tokens.ts'
import { call } from './client.ts'
import { errorOf, PATH } from './responses-desk.ts'
import { desk, hello, MODEL, rates, tool, useDesk } from './responses-calls.ts'

useDesk()

const { estimateTokens } = createTokens({
  signer: {
    sign: () => {
      throw new Error('too long for a test')
    },
  },
})

const priceOf = (tokens: number, most: number): number =>
  Math.max(1000, Math.ceil(tokens * rates.input + most * 0.1 * rates.output)) + 1000

describe('a request', () => {
  it.each<[string, string, object, string, RegExp]>([
    ['RESP-001', 'without a model', { model: undefined }, 'model', /model/],
    [
      'RESP-003',
      'for a model of another vendor',
      { model: 'vendorB/pro-3' },
      'model',
      /vendorB\/pro-3.*chat completions/,
    ],
    [
      'RESP-003',
      'for a model that there is not',
      { model: 'gpt-none' },
      'model',
      /gpt-none.*chat completions/,
    ],
    [
      'RESP-004',
      'for a free model',
      { model: 'open/free-8b' },
      'model',
      /open\/free-8b.*chat completions/,
    ],
    [
      'RESP-004',
      'for a model at a flat price',
      { model: 'open/coder-32b' },
      'model',
      /chat completions/,
    ],
    [
      'RESP-006',
      'with neither input nor instructions',
      { input: undefined },
      'input',
      /input.*instructions/,
    ],
    [
      'RESP-006',
      'with null for both',
      { input: null, instructions: null },
      'input',
      /input.*instructions/,
    ],
    ['RESP-005', 'with a number as input', { input: 7 }, 'input', /input/],
    [
      'RESP-020',
      'in the background and as a stream',
      { background: true, stream: true },
      'stream',
      /background/,
    ],
    ['RESP-022', 'that wants to be stored', { store: true }, 'store', /store/],
    [
      'RESP-023',
      'that goes on from another',
      { previous_response_id: 'resp_1' },
      'previous_response_id',
      /whole conversation/,
    ],
    [
      'RESP-024',
      'within a conversation',
      { conversation: { id: 'conv_1' } },
      'conversation',
      /whole conversation/,
    ],
    [
      'RESP-024',
      'within a conversation by its id',
      { conversation: 'conv_1' },
      'conversation',
      /whole conversation/,
    ],
    ['RESP-025', 'with a stored prompt', { prompt: { id: 'pmpt_1' } }, 'prompt', /Prompts/],
    [
      'RESP-013',
      'with a tool that the upstream runs',
      { tools: [tool, { type: 'web_search' }] },
      'tools',
      /tools/,
    ],
    ['RESP-035', 'for a dearer tier', { service_tier: 'priority' }, 'service_tier', /service_tier/],
  ])('%s RESP-054 %s is 400 before any payment', async (_id, _what, change, param, message) => {
    const seen = await desk.ask({ ...hello, ...change })
    expect([seen.status, seen.headers['payment-required']]).toEqual([400, undefined])
    expect(errorOf(seen)).toMatchObject({
      type: 'invalid_request_error',
      param,
      message: expect.stringMatching(message),
    })
  })

  it('RESP-054 that is not JSON is 400', async () => {
    const seen = await desk.ask('{"model":')
    expect([seen.status, errorOf(seen)]).toEqual([
      400,
      {
        message: expect.stringMatching(/JSON/),
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    ])
  })

  it.each<[string, object]>([
    [
      'RESP-005 a list of items',
      {
        input: [
          { role: 'user', content: 'hi' },
          { type: 'function_call', call_id: 'c1', name: 'weather', arguments: '{}' },
          { type: 'function_call_output', call_id: 'c1', output: 'rain' },
        ],
      },
    ],
    ['RESP-007 instructions alone', { input: undefined, instructions: 'Say hello.' }],
    ['RESP-026 store: false', { store: false }],
    ['RESP-014 a choice of tools as a text', { tools: [tool], tool_choice: 'required' }],
    [
      'RESP-014 a choice of tools as an object',
      { tools: [tool], tool_choice: { type: 'function', name: 'weather' } },
    ],
  ])('%s is taken, and reaches the upstream', async (_what, change) => {
    const { status } = await desk.buy({ ...hello, ...change })
    expect(status).toBe(200)
    expect(desk.heard()).toMatchObject([
      JSON.parse(JSON.stringify({ ...change, store: false, model: 'chat-6-mini' })),
    ])
  })
})

describe('what is not kept here', () => {
  it('RESP-023 may be null, which is not passed on', async () => {
    const none = { previous_response_id: null, conversation: null, prompt: null }
    expect((await desk.buy({ ...hello, ...none })).status).toBe(200)
    for (const name of Object.keys(none)) expect(desk.heard()[0]).not.toHaveProperty(name)
  })
})

describe('the price', () => {
  it.each<[string, object, number]>([
    [
      'of a text',
      { input: 'word '.repeat(9000) },
      estimateTokens('word '.repeat(9000), undefined, 'o200k'),
    ],
    [
      'of a list',
      { input: [{ role: 'user', content: [{ type: 'input_text', text: 'a b c '.repeat(3000) }] }] },
      estimateTokens([{ role: 'user', content: 'a b c '.repeat(3000) }], undefined, 'o200k'),
    ],
  ])(
    'RESP-035 %s is its tokens and a tenth of the longest answer, at list rates, and the fee',
    async (_what, change, tokens) => {
      expect(await desk.quote({ ...hello, ...change, max_output_tokens: 50_000 })).toBe(
        priceOf(tokens, 50_000),
      )
    },
  )

  it('RESP-009 RESP-010 RESP-011 RESP-035 falls with the tokens that are asked for, and counts no more than the model can give', async () => {
    const tokens = estimateTokens(hello.input, undefined, 'o200k')
    const quotes = await Promise.all(
      [undefined, 999_999, rates.most, 64_000, 20_000].map(max_output_tokens =>
        desk.quote({ ...hello, max_output_tokens }),
      ),
    )
    expect(quotes).toEqual(
      [rates.most, rates.most, rates.most, 64_000, 20_000].map(most => priceOf(tokens, most)),
    )
  })

  it('RESP-036 is 2000 at least', async () => {
    expect(await desk.quote({ ...hello, max_output_tokens: 16 })).toBe(2000)
  })

  it.each<[string, object]>([
    ['instructions', { instructions: 'Be brief. '.repeat(500) }],
    ['tools', { tools: Array.from({ length: 40 }, (_, i) => ({ ...tool, name: `weather_${i}` })) }],
    [
      'the form of the answer',
      {
        text: {
          format: {
            type: 'json_schema',
            name: 'x',
            schema: { type: 'object', description: 'words '.repeat(900) },
          },
        },
      },
    ],
  ])('RESP-035 counts %s', async (_what, change) => {
    const most = { ...hello, max_output_tokens: rates.most }
    expect(await desk.quote({ ...most, ...change })).toBeGreaterThan((await desk.quote(most)) + 100)
  })

  it('RESP-002 RESP-045 is the same with and without the prefix, and at the shorter path', async () => {
    const asked = [MODEL, 'chat-6-mini', 'VENDORA/Chat-6-Mini'].flatMap(model =>
      [PATH, '/v1/responses'].map(path =>
        desk.quote({ ...hello, model, max_output_tokens: 90_000 }, path),
      ),
    )
    expect(new Set(await Promise.all(asked)).size).toBe(1)
  })

  it('LIM2-003 RESP-037 RESP-038 RESP-039 RESP-044 is reported in an error of OpenAI, with what is needed to pay beside it, and in the headers', async () => {
    const { status, body, headers, challenge } = await desk.ask(hello)
    expect(status).toBe(402)
    expect(body.error).toEqual({
      message: expect.stringMatching(/^Payment required/),
      type: 'payment_required',
      param: null,
      code: null,
    })
    expect(Object.keys(body).sort()).toEqual([
      'accepts',
      'error',
      'extensions',
      'paymentInfo',
      'price',
      'resource',
      'x402Version',
    ])
    expect(body).toMatchObject({
      x402Version: 2,
      price: { amount: '0.002000', currency: 'USD' },
      paymentInfo: { network: 'base' },
    })
    expect(body.accepts).toEqual(challenge!.accepts)
    expect(body.accepts[0]).toMatchObject({ amount: '2000', maxTimeoutSeconds: 300 })
    expect(headers['www-authenticate']).toMatch(/\S/)
    expect(headers['x-payment-required']).toBe(headers['payment-required'])
    expect(desk.heard()).toEqual([])
  })

  it('RESP-003 is reported in lists for the models that are sold here only', async () => {
    const { body } = await call(desk.shop.url, { path: '/api/pricing' })
    const { rates } = body.endpoints.find((one: any) => one.id === 'post_responses')
    expect(rates.rows.map((row: any) => row.model.split('/')[0])).toEqual(
      Array.from({ length: 6 }, () => 'vendorA'),
    )
  })

  it('RESP-037 is shown to callers that come with GET or without a body', async () => {
    const seen = [
      await call(desk.shop.url, { path: PATH }),
      await call(desk.shop.url, { method: 'POST', path: PATH }),
    ]
    expect(seen.map(({ status, body }) => [status, body.error.type])).toEqual([
      [402, 'payment_required'],
      [402, 'payment_required'],
    ])
  })
})
