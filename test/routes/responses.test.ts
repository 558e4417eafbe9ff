/**
 * The responses API: what a request may say, what it costs, what its supplier hears, and that its
 * answer is passed on to the byte.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTokens } from '../../runtime/hooks/tokens/tokens.ts'
import { call, paidBy, payloadOf, type Seen } from './client.ts'
import { errorOf, openDesk, PATH, type Desk } from './responses-desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk?.shop.stop())
afterEach(() => desk.reset())

const MODEL = 'vendorA/chat-6-mini'
const hello = { model: MODEL, input: 'Say: hello', max_output_tokens: 1000 }
const tool = {
  type: 'function',
  name: 'weather',
  description: 'Weather of a town',
  parameters: { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] },
}
/** USD per million tokens, the most tokens of an answer. */
const rates = { input: 0.25, output: 2, most: 128_000 }
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
      'with a tool that the supplier runs',
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
  ])('%s is taken, and reaches the supplier', async (_what, change) => {
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

  it('RESP-037 RESP-038 RESP-039 RESP-044 is told in an error of OpenAI, with what is needed to pay beside it, and in the headers', async () => {
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

  it('RESP-003 is told in lists for the models that are sold here only', async () => {
    const { body } = await call(desk.shop.url, { path: '/api/pricing' })
    const { rates } = body.endpoints.find((one: any) => one.id === 'post_responses')
    expect(rates.rows.map((row: any) => row.model.split('/')[0])).toEqual(
      Array.from({ length: 6 }, () => 'vendorA'),
    )
  })

  it('RESP-037 is told to who comes with GET or without a body', async () => {
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

describe('a response', () => {
  it.each([PATH, '/v1/responses'])(
    'RESP-002 RESP-008 RESP-015 RESP-021 RESP-045 at %s is asked of the supplier as the caller asked, and kept nowhere',
    async path => {
      const body = {
        model: 'chat-6-mini',
        input: 'hi',
        instructions: 'Be brief.',
        reasoning: { effort: 'low' },
        metadata: { a: 'b' },
        max_output_tokens: 200,
      }
      expect((await desk.buy(body, { path })).status).toBe(200)
      expect(desk.heard()).toEqual([
        { ...body, model: 'chat-6-mini', store: false, stream: false, background: false },
      ])
    },
  )

  it('RESP-009 RESP-010 may be as long as the model can, and no longer', async () => {
    await desk.buy({ ...hello, max_output_tokens: undefined })
    await desk.buy({ ...hello, max_output_tokens: 999_999 })
    expect(desk.heard().map(body => body.max_output_tokens)).toEqual([rates.most, rates.most])
  })

  it('RESP-028 RESP-051 is passed on to the byte', async () => {
    const made =
      '{ "id":"resp_x",  "object":"response","status":"completed", "output":[{"type":"message","content":[{"type":"output_text","text":"\\u00fc \\ud83e\\udd8a"}]}], "n":1.0,"usage":null }\n'
    desk.shop.taps.vendor_a.answer(() => ({ body: made }))
    const { status, text, headers } = await desk.buy(hello)
    expect([status, text, headers['content-type']]).toEqual([
      200,
      made,
      'application/json; charset=utf-8',
    ])
  })

  it('RESP-013 RESP-029 RESP-030 RESP-031 calls functions and reasons at once, and tells what it used', async () => {
    const { body } = await desk.buy({
      ...hello,
      input: 'Use the tool.',
      tools: [tool],
      reasoning: { effort: 'high' },
    })
    expect(desk.heard()).toMatchObject([{ tools: [tool], reasoning: { effort: 'high' } }])
    expect(body.id).toMatch(/^resp_/)
    expect(body.output.map((item: any) => item.type)).toEqual(['reasoning', 'function_call'])
    expect(body.usage).toMatchObject({
      input_tokens: expect.any(Number),
      output_tokens: expect.any(Number),
      input_tokens_details: { cached_tokens: expect.any(Number) },
      output_tokens_details: { reasoning_tokens: expect.any(Number) },
    })
  })

  it('RESP-016 RESP-027 RESP-030 gives reasoning that may be sent back', async () => {
    const include = ['reasoning.encrypted_content']
    const { body } = await desk.buy({ ...hello, include })
    expect(body.output.map((item: any) => item.type)).toEqual(['reasoning', 'message'])
    expect(body.output[0].encrypted_content).toMatch(/\S/)
    const next = await desk.buy({
      ...hello,
      include,
      input: [{ role: 'user', content: 'hi' }, ...body.output, { role: 'user', content: 'Go on.' }],
    })
    expect(next.status).toBe(200)
    expect(desk.heard()[1].input[1]).toEqual(body.output[0])
  })

  it('RESP-005 RESP-021 RESP-027 leaves reasoning out that is told by an id alone, which nobody keeps, and counts none of it', async () => {
    const kept = [
      { role: 'user', content: 'hi' },
      {
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: 'told whole' }],
        encrypted_content: 'gAAAAAlocal-eA',
      },
    ]
    const lost = {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'many words '.repeat(2000) }],
    }
    const most = { ...hello, max_output_tokens: 64_000 }
    expect(
      await desk.quote({
        ...most,
        input: [kept[0], lost, kept[1], { ...lost, encrypted_content: null }],
      }),
    ).toBe(await desk.quote({ ...most, input: kept }))
    expect((await desk.buy({ ...hello, input: [kept[0], lost, kept[1]] })).status).toBe(200)
    expect(desk.heard()[0].input).toEqual(kept)
  })

  it('RESP-005 has to be asked for with whole items, and says how clients do that', async () => {
    const seen = await desk.ask({
      ...hello,
      input: [
        { role: 'user', content: 'hi' },
        { type: 'item_reference', id: 'msg_1' },
      ],
    })
    expect([seen.status, errorOf(seen)]).toEqual([
      400,
      {
        message: expect.stringMatching(/^item_reference: nothing is kept here.*store: false/),
        type: 'invalid_request_error',
        param: 'input',
        code: null,
      },
    ])
  })

  it.each([PATH, '/v1/responses'])(
    'RESP-028 RESP-048 at %s is JSON, whatever its supplier calls it',
    async path => {
      desk.shop.taps.vendor_a.answer(() => ({
        headers: { 'content-type': 'text/html' },
        body: '{"id":"resp_x","object":"response","status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"hi"}]}]}',
      }))
      const { status, headers, body } = await desk.buy(hello, { path })
      expect([status, headers['content-type'], body.id]).toEqual([
        200,
        'application/json; charset=utf-8',
        'resp_x',
      ])
    },
  )

  it.each([
    ['RESP-017 as any JSON', { format: { type: 'json_object' } }],
    [
      'RESP-017 as JSON of a schema',
      {
        format: {
          type: 'json_schema',
          name: 'x',
          schema: { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] },
        },
      },
    ],
    ['RESP-017 in few words', { verbosity: 'low' }],
  ])('%s is asked for as it came', async (_what, text) => {
    const { status } = await desk.buy({ ...hello, text })
    expect([status, desk.heard()[0].text]).toEqual([200, text])
  })

  it('RESP-032 carries the receipt of what was quoted', async () => {
    let seen: Seen | undefined
    const quoted = await desk.quote({ ...hello, max_output_tokens: 30_000 })
    expect(
      await desk.cost(async () => {
        seen = await desk.buy({ ...hello, max_output_tokens: 30_000 })
      }),
    ).toBe(BigInt(quoted))
    const { headers, receipt } = seen!
    expect(payloadOf(headers['x-payment-response']!)).toEqual(receipt)
    expect(receipt).toMatchObject({
      success: true,
      transaction: headers['x-payment-receipt'],
      payer: desk.buyer.account.address.toLowerCase(),
    })
  })

  it('RESP-018 takes temperature where the model does, and passes the refusal on where it does not', async () => {
    const warm = { temperature: 0.5, top_p: 0.9 }
    expect((await desk.buy({ ...hello, ...warm, model: 'vendorA/chat-5' })).status).toBe(200)
    expect(desk.heard()[0]).toMatchObject(warm)
    const seen = await desk.free(() => desk.buy({ ...hello, ...warm }))
    expect([seen.status, errorOf(seen).param]).toEqual([400, 'temperature'])
  })

  it('RESP-055 RESP-041 bought twice with one authorization at once is served once', async () => {
    const header = await desk.sign(hello)
    const send = (): Promise<Seen> =>
      call(desk.shop.url, { path: PATH, body: hello, headers: paidBy(header) })
    const both = await Promise.all([send(), send()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 402])
    expect(errorOf(both.find(({ status }) => status === 402)!).message).toMatch(/already used/)
  })
})
