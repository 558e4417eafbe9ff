/**
 * What would raise an upstream's bill beyond the quote: it is counted, or refused before any
 * payment.
 */
import { describe, expect, it } from 'vitest'
import { chat, hi, MESSAGES, MODEL, RESPONSES, useChat } from './chat-bill-desk.ts'

useChat()

const long = 'many words that a model has to read '.repeat(1500)

describe('several answers', () => {
  it('CHAT-025 CHAT-065 are paid one by one, and asked for', async () => {
    const one = { model: 'vendorA/chat-6-nano', messages: hi, max_tokens: 100_000 }
    const price = await chat.quote(one)
    expect(await chat.quote({ ...one, n: 1 })).toBe(price)
    // A tenth of the answer at 0.4 USD a million: 4000 micro-USD for each.
    expect(await chat.quote({ ...one, n: 8 })).toBe(price + 7 * 4000)
    await chat.answer({ ...one, max_tokens: 50, n: 2 })
    expect(chat.sent('vendor_a').n).toBe(2)
  })

  it('cost a flat price each', async () => {
    expect(await chat.quote({ model: 'open/coder-32b', messages: hi, n: 3 })).toBe(3000)
  })

  it.each([
    ['free', 'open/free-8b'],
    ["in Gemini's form", 'vendorB/pro-3'],
    ["in Anthropic's form", 'vendorF/small-4'],
  ])('are not given by models %s', async (_what, model) => {
    const { status, body } = await chat.ask({ model, messages: hi, n: 2 })
    expect([status, body.code]).toEqual([400, 'INVALID_PARAMETER'])
  })

  it.each([0, 9, 128, 1.5, '2'])('are 1 to 8, not %s', async n => {
    expect((await chat.ask({ model: MODEL, messages: hi, n })).body.code).toBe(
      'INVALID_REQUEST_BODY',
    )
  })
})

describe('chat completions refuse with INVALID_PARAMETER', () => {
  it.each<[string, unknown]>([
    ['best_of', 20],
    ['service_tier', 'priority'],
    ['web_search_options', {}],
    ['modalities', ['text', 'audio']],
    ['audio', { voice: 'a', format: 'wav' }],
    ['store', true],
    ['models', ['vendorA/chat-6']],
    ['provider', { order: [] }],
    ['plugins', [{ id: 'web' }]],
    ['min_tokens', 9000],
    ['ignore_eos', true],
    ['max_output_tokens', 100_000],
    ['enable_search', true],
    ['max_new_tokens', 9000],
    ['candidate_count', 4],
    ['num_return_sequences', 4],
    ['use_beam_search', true],
    ['prediction', { type: 'content', content: 'words' }],
    ['deferred', true],
    ['anthropic', { output_config: {} }],
    ['tools', [{ type: 'web_search' }]],
    ['tools', [{ type: 'function', function: { name: 'f' } }, { type: 'code_interpreter' }]],
  ])('%s %j', async (name, value) => {
    const { status, body } = await chat.ask({ model: MODEL, messages: hi, [name]: value })
    expect([status, body.code, chat.calls()]).toEqual([400, 'INVALID_PARAMETER', []])
  })

  it.each<[string, unknown]>([
    ['N', 8],
    ['Best_Of', 20],
    ['SERVICE_TIER', 'priority'],
    ['Modalities', ['audio']],
    ['Max_Tokens', 100_000],
    ['MAX_COMPLETION_TOKENS', 100_000],
    ['Model', 'chat-6'],
    ['Messages', hi],
    ['Tools', [{ type: 'web_search' }]],
    ['Store', true],
    ['Use_Beam_Search', true],
    ['Search_Parameters', { max_search_results: 50 }],
    ['be\u017ft_of', 20],
  ])('%s in a case of its own, which some upstreams read all the same', async (name, value) => {
    const { status, body } = await chat.ask({ model: MODEL, messages: hi, [name]: value })
    expect([status, body.code, body.details[0].path, chat.calls()]).toEqual([
      400,
      'INVALID_REQUEST_BODY',
      name,
      [],
    ])
  })

  it('a tool that says what it is twice', async () => {
    const { status, body } = await chat.ask({
      model: MODEL,
      messages: hi,
      tools: [{ type: 'function', Type: 'web_search', function: { name: 'f' } }],
    })
    expect([status, body.details[0].path]).toEqual([400, 'tools.0.Type'])
  })

  it.each<[string, object]>([
    ['Max_Output_Tokens', { Max_Output_Tokens: 100_000 }],
    ['Service_Tier', { Service_Tier: 'priority' }],
    ['Background', { Background: true }],
    ['tools.0.Type', { tools: [{ type: 'function', name: 'f', Type: 'web_search' }] }],
  ])('and responses %s', async (param, more) => {
    const { status, body } = await chat.ask(
      { model: 'chat-6', input: 'hi', ...more },
      { path: RESPONSES },
    )
    expect([status, body.error.param]).toEqual([400, param])
  })

  it('and messages', async () => {
    const { status, body } = await chat.ask(
      { model: MODEL, max_tokens: 5, Max_Tokens: 100_000, messages: hi },
      { path: MESSAGES },
    )
    expect([status, body.code, body.error.message]).toEqual([
      400,
      'INVALID_REQUEST_BODY',
      'Max_Tokens must be written max_tokens',
    ])
  })

  it('the name of a model beside that in the path', async () => {
    const path = '/api/v1/chat/vendorA/chat-6-nano'
    expect((await chat.ask({ Model: 'chat-6', messages: hi }, { path })).status).toBe(400)
    await chat.answer({ model: 'something else', messages: hi, max_tokens: 50 }, { path })
    expect(chat.sent('vendor_a').model).toBe('chat-6-nano')
  })

  it('but not what costs nothing', async () => {
    await chat.quote({
      model: MODEL,
      messages: hi,
      store: false,
      deferred: false,
      service_tier: 'auto',
      best_of: null,
    })
  })
})

describe('what a model has to read is counted, wherever it stands', () => {
  const words = { type: 'object', description: long }
  it.each<[string, object]>([
    ['functions', { functions: [{ name: 'f', parameters: words }] }],
    [
      'a response_format',
      { response_format: { type: 'json_schema', json_schema: { name: 'f', schema: words } } },
    ],
    ['documents', { documents: [{ text: long }] }],
    ['a chat_template', { chat_template: long }],
    ['a member of a message', { messages: [{ role: 'user', content: 'hi', context: long }] }],
  ])('%s of chat completions', async (_what, more) => {
    const body = { model: MODEL, messages: hi, max_tokens: 1 }
    expect(await chat.quote({ ...body, ...more })).toBeGreaterThan(
      (await chat.quote(body)) + 10_000,
    )
  })

  it('an output_config of messages', async () => {
    const body = { model: 'vendorF/large-5', messages: hi, max_tokens: 1 }
    expect(
      await chat.quote(
        { ...body, output_config: { format: { type: 'json_schema', schema: words } } },
        { path: MESSAGES },
      ),
    ).toBeGreaterThan((await chat.quote(body, { path: MESSAGES })) + 10_000)
  })

  it.each<[string, object]>([
    ['an unknown member', { more: long }],
    ['reasoning', { reasoning: { effort: 'low', more: long } }],
    ['a choice of tools', { tool_choice: { type: 'function', name: long } }],
  ])('%s of responses', async (_what, more) => {
    const body = { model: 'chat-6', input: 'hi', max_output_tokens: 16 }
    expect(await chat.quote({ ...body, ...more }, { path: RESPONSES })).toBeGreaterThan(
      (await chat.quote(body, { path: RESPONSES })) + 10_000,
    )
  })

  it('settings are none of it', async () => {
    const body = { model: MODEL, messages: hi }
    expect(
      await chat.quote({
        ...body,
        temperature: 1,
        seed: 7,
        logprobs: true,
        user: 'me',
        stream_options: { include_usage: true },
        response_format: { type: 'json_object' },
      }),
    ).toBe(await chat.quote(body))
  })
})

it.each(['vendorA/chat-6-nano', 'vendorF/small-4', 'vendorB/flash-3'])(
  'null is what is not given: %s',
  async model => {
    const body = { model, messages: hi, max_tokens: 50 }
    const nulls = {
      temperature: null,
      top_p: null,
      tools: null,
      tool_choice: null,
      response_format: null,
    }
    expect(await chat.quote({ ...body, ...nulls })).toBe(await chat.quote(body))
    await chat.answer({ ...body, ...nulls })
    const upstream = `vendor_${model.charAt(6).toLowerCase()}`
    expect(JSON.stringify(chat.upstreams.calls(upstream).at(-1)!.body)).not.toContain('null')
  },
)

describe('what upstreams say', () => {
  const whole = {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
  }

  it('vendorG need not say that nothing is wrong', async () => {
    chat.shop.taps.vendor_g.answer(() => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(whole),
    }))
    expect(
      (await chat.answer({ model: 'vendorG/m-3', messages: hi, max_tokens: 50 })).choices[0].message
        .content,
    ).toBe('hi')
  })

  it('a 200 with the error of a rate limit is a 429', async () => {
    chat.shop.taps.vendor_a.answer(() => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ error: { message: 'Slow down', code: 'rate_limit_exceeded' } }),
    }))
    const seen = await chat.free(() =>
      chat.buy({ model: 'vendorA/chat-6-nano', messages: hi, max_tokens: 50 }),
    )
    expect([seen.status, seen.body.code]).toEqual([429, 'RATE_LIMITED'])
  })

  it.each([
    [403, 'forbidden'],
    [429, 'insufficient_quota'],
  ])('RESP-034 of our account there is reported in our words: %s %s', async (status, code) => {
    chat.shop.taps.vendor_a.answer(() => ({
      status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        error: { message: 'Secret of the account', type: code, param: null, code },
      }),
    }))
    const seen = await chat.free(() =>
      chat.buy({ model: 'chat-6', input: 'hi', max_output_tokens: 16 }, { path: RESPONSES }),
    )
    expect([
      seen.status,
      seen.body.error.type,
      seen.body.error.code,
      seen.text.includes('Secret'),
    ]).toEqual([status, 'api_error', null, false])
  })
})
