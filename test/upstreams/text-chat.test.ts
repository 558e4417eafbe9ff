/** OpenAI-style chat of the local upstreams, asked by OpenAI's own client. */
import type OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { countTokens } from '../../scripts/devnet/upstreams/text/tokens.ts'
import { askUpstream, startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'
import { all, openai } from './text-world.ts'

let up: LocalUpstreams
beforeAll(async () => {
  up = await startUpstreams()
})
afterAll(() => up.stop())
afterEach(() => up.reset())

const PATHS = {
  vendor_a: '/v1',
  vendor_c: '/v1',
  vendor_d: '/api/v3',
  vendor_e: '/api/paas/v4',
  vendor_g: '/v1',
  pool: '/v1',
} as const
const vendors = Object.entries(PATHS)
const user = (content: string) => [{ role: 'user' as const, content }]
const weather = {
  type: 'function' as const,
  function: {
    name: 'get_weather',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 2 } },
      required: ['city'],
    },
  },
}

describe.each(vendors)('the chat of %s', (vendor, path) => {
  const client = () => openai(up, vendor, path)

  it('answers a prompt alike, whole and as a stream of several deltas', async () => {
    const whole = await client().chat.completions.create({
      model: 'chat-1',
      messages: user('Tell me of the sea.'),
    })
    expect(whole).toMatchObject({
      object: 'chat.completion',
      model: 'chat-1',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant' } }],
    })
    const text = whole.choices[0]!.message.content!
    expect(text).toContain('Tell me of the sea.')
    const chunks = await all(
      await client().chat.completions.create({
        model: 'chat-1',
        messages: user('Tell me of the sea.'),
        stream: true,
      }),
    )
    const deltas = chunks
      .map(chunk => chunk.choices[0]?.delta.content ?? '')
      .filter(delta => delta !== '')
    expect(deltas.length).toBeGreaterThan(3)
    expect(deltas.join('')).toBe(text)
    expect(chunks.find(chunk => chunk.choices[0]?.finish_reason)?.choices[0]!.finish_reason).toBe(
      'stop',
    )
  })

  it('counts what it says, and reports the count at the end of a stream', async () => {
    const ask = { model: 'chat-1', messages: user('Say: one two three four five') }
    const { usage } = await client().chat.completions.create(ask)
    expect(usage!.completion_tokens).toBe(countTokens('one two three four five'))
    expect(usage!.total_tokens).toBe(usage!.prompt_tokens + usage!.completion_tokens)
    const chunks = await all(
      await client().chat.completions.create({
        ...ask,
        stream: true,
        stream_options: { include_usage: true },
      }),
    )
    expect(chunks.at(-1)!.usage).toMatchObject({
      completion_tokens: usage!.completion_tokens,
      prompt_tokens: usage!.prompt_tokens,
    })
  })

  it('calls a tool when it must, whole and as a stream, and answers from its result', async () => {
    const ask = {
      model: 'chat-1',
      messages: user('How is it in Rome?'),
      tools: [weather],
      tool_choice: 'required' as const,
    }
    const {
      choices: [choice],
    } = await client().chat.completions.create(ask)
    const call = choice!.message.tool_calls![0]! as any
    expect([choice!.finish_reason, choice!.message.content, call.function.name]).toEqual([
      'tool_calls',
      null,
      'get_weather',
    ])
    expect(JSON.parse(call.function.arguments)).toEqual({ city: expect.any(String), days: 2 })
    const streamed = await client().chat.completions.stream(ask).finalChatCompletion()
    expect(streamed.choices[0]!.message.tool_calls![0]).toMatchObject({
      function: { name: 'get_weather', arguments: call.function.arguments },
    })
    const messages = [
      ...ask.messages,
      choice!.message,
      { role: 'tool' as const, tool_call_id: call.id, content: 'sun, 31 degrees' },
    ]
    const after = await client().chat.completions.create({ ...ask, messages, tool_choice: 'auto' })
    expect(after.choices[0]!.message.content).toContain('sun, 31 degrees')
  })

  it('answers in JSON of the schema asked for', async () => {
    const schema = {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'tags', 'size'],
      properties: {
        name: { type: 'string' },
        tags: { type: 'array', items: { $ref: '#/$defs/tag' }, minItems: 2 },
        size: { anyOf: [{ type: 'number' }, { type: 'null' }] },
      },
      $defs: { tag: { enum: ['red', 'blue'] } },
    }
    const made = await client().chat.completions.create({
      model: 'chat-1',
      messages: user('A fish.'),
      response_format: { type: 'json_schema', json_schema: { name: 'fish', schema } },
    })
    expect(JSON.parse(made.choices[0]!.message.content!)).toEqual({
      name: expect.any(String),
      tags: ['red', 'red'],
      size: expect.any(Number),
    })
    const plain = await client().chat.completions.create({
      model: 'chat-1',
      messages: user('Some JSON.'),
      response_format: { type: 'json_object' },
    })
    expect(JSON.parse(plain.choices[0]!.message.content!)).toBeTypeOf('object')
  })

  it('ends where its tokens run out, or at a stop sequence', async () => {
    const cut = await client().chat.completions.create({
      model: 'chat-1',
      messages: user('Write 300 words.'),
      max_tokens: 25,
    })
    expect([cut.choices[0]!.finish_reason, cut.usage!.completion_tokens]).toEqual(['length', 25])
    const stopped = await client().chat.completions.create({
      model: 'chat-1',
      messages: user('Say: one two three'),
      stop: [' two'],
    })
    expect([stopped.choices[0]!.finish_reason, stopped.choices[0]!.message.content]).toEqual([
      'stop',
      'one',
    ])
  })

  it('reads a long prompt from its cache the second time', async () => {
    const ask = {
      model: 'chat-1',
      messages: user(`${'A long tale of the sea. '.repeat(400)} What next?`),
    }
    const cached = async () =>
      (await client().chat.completions.create(ask)).usage!.prompt_tokens_details!.cached_tokens!
    expect(await cached()).toBe(0)
    expect(await cached()).toBeGreaterThan(2000)
    up.reset(vendor)
    expect(await cached()).toBe(0)
  })

  it('refuses other roles, lost tool ids, unknown models and prompts beyond the context, with 400 or 404', async () => {
    const refused = (body: object) =>
      client()
        .chat.completions.create({ model: 'chat-1', messages: user('Hi'), ...body } as any)
        .then(
          () => 200,
          error => error.status,
        )
    const call = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }],
    }
    expect(await refused({ messages: [{ role: 'robot', content: 'Hi' }] })).toBe(400)
    expect(
      await refused({
        messages: [...user('Hi'), call, { role: 'tool', tool_call_id: 'call_2', content: '1' }],
      }),
    ).toBe(400)
    expect(await refused({ messages: [...user('Hi'), call] })).toBe(400)
    expect(await refused({ model: 'chat-8k', messages: user('word '.repeat(9000)) })).toBe(400)
    expect(
      await refused({
        messages: [
          {
            role: 'user',
            content: [{ type: 'image_url', image_url: { url: 'https://web.example/no-such.png' } }],
          },
        ],
      }),
    ).toBe(400)
    expect([400, 404]).toContain(await refused({ model: 'no-such-model' }))
    expect(await refused({})).toBe(200)
  })
})

describe('what vendors differ in', () => {
  const create = (vendor: keyof typeof PATHS, body: object) =>
    openai(up, vendor, PATHS[vendor]).chat.completions.create({
      model: 'chat-reasoner-1',
      messages: user('Hi'),
      ...body,
    } as any) as Promise<any>
  const error = (vendor: keyof typeof PATHS, body: object) =>
    create(vendor, body).then(
      () => undefined,
      (e: InstanceType<typeof OpenAI.APIError>) => e,
    )

  it('reasoning is shown by most, and by the first vendor only counted', async () => {
    const a = await create('vendor_a', {})
    expect(a.choices[0].message.reasoning_content).toBeUndefined()
    expect(a.usage.completion_tokens_details.reasoning_tokens).toBeGreaterThan(10)
    for (const vendor of ['vendor_c', 'vendor_d', 'vendor_e', 'vendor_g', 'pool'] as const)
      expect((await create(vendor, {})).choices[0].message.reasoning_content).toContain(
        'The user says',
      )
  })

  it('the third vendor counts reasoning apart from the completion', async () => {
    const { usage } = await create('vendor_c', {})
    const reasoning = usage.completion_tokens_details.reasoning_tokens
    expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens + reasoning)
    const other = (await create('vendor_d', {})).usage
    expect(other.total_tokens).toBe(other.prompt_tokens + other.completion_tokens)
  })

  it("the fourth vendor's max_tokens leaves out reasoning, max_completion_tokens does not", async () => {
    const used = async (body: object) => {
      const { usage } = await create('vendor_d', body)
      return [usage.completion_tokens, usage.completion_tokens_details.reasoning_tokens]
    }
    const [all, reasoning] = await used({ max_tokens: 1 })
    expect(reasoning).toBeGreaterThan(10)
    expect(all).toBe(reasoning + 1)
    expect(await used({ max_completion_tokens: 1 })).toEqual([1, 1])
    expect(await error('vendor_d', { max_tokens: 1, max_completion_tokens: 1 })).toMatchObject({
      status: 400,
      param: 'max_tokens',
    })
  })

  it('the first vendor refuses members that it does not know, and usage options without a stream', async () => {
    for (const [body, param] of [
      [{ top_k: 3 }, 'top_k'],
      [{ prompt_cache: true }, 'prompt_cache'],
      [{ stream_options: {} }, 'stream_options'],
    ] as const)
      expect(await error('vendor_a', body)).toMatchObject({
        status: 400,
        type: 'invalid_request_error',
        param,
      })
    expect(await error('pool', { top_k: 3, prompt_cache: true })).toBeUndefined()
  })

  it("the first vendor's reasoning models refuse sampling and max_tokens, and its newest tools while they reason", async () => {
    expect(await error('vendor_a', { temperature: 0.5 })).toMatchObject({
      status: 400,
      param: 'temperature',
      code: 'unsupported_value',
    })
    expect(await error('vendor_a', { max_tokens: 50 })).toMatchObject({
      status: 400,
      param: 'max_tokens',
      code: 'unsupported_parameter',
    })
    expect(await error('vendor_a', { max_completion_tokens: 50 })).toBeUndefined()
    expect(await error('vendor_a', { temperature: 0.5, reasoning_effort: 'none' })).toBeUndefined()
    const newest = { model: 'chat-next', tools: [weather] }
    expect(await error('vendor_a', { model: 'chat-next', temperature: 0.5 })).toBeUndefined()
    expect(
      await error('vendor_a', { model: 'chat-next', temperature: 0.5, reasoning_effort: 'low' }),
    ).toMatchObject({ status: 400, param: 'temperature' })
    for (const reasoning_effort of [undefined, 'low'])
      expect(await error('vendor_a', { ...newest, reasoning_effort })).toMatchObject({
        status: 400,
        param: 'reasoning_effort',
      })
    expect(await error('vendor_a', { ...newest, reasoning_effort: 'none' })).toBeUndefined()
  })

  it('declining and blocking are reported in as many ways', async () => {
    const declined = async (vendor: keyof typeof PATHS) =>
      (await create(vendor, { model: 'chat-1', messages: user('something unspeakable') }))
        .choices[0]
    expect(await declined('vendor_a')).toMatchObject({
      finish_reason: 'stop',
      message: { content: null, refusal: expect.any(String) },
    })
    expect(await declined('vendor_d')).toMatchObject({ finish_reason: 'content_filter' })
    expect(await declined('vendor_e')).toMatchObject({ finish_reason: 'sensitive' })
    const messages = user('something forbidden')
    expect(await error('vendor_a', { messages })).toMatchObject({
      status: 400,
      code: 'content_policy_violation',
    })
    expect(await error('vendor_d', { messages })).toMatchObject({
      status: 400,
      code: 'InputTextSensitiveContentDetected',
    })
    expect(await error('vendor_e', { messages })).toMatchObject({ status: 400, code: '1301' })
    expect(await create('vendor_g', { messages })).toMatchObject({
      choices: null,
      base_resp: { status_code: 1026 },
    })
  })

  it('several answers are several choices, all counted', async () => {
    const { choices, usage } = await create('pool', {
      model: 'chat-1',
      n: 3,
      messages: user('Say: one two three'),
    })
    expect(choices.map((one: any) => one.index)).toEqual([0, 1, 2])
    expect(usage.completion_tokens).toBe(3 * countTokens('one two three'))
  })

  it('a wrong key is refused in the words of text, not of pictures', async () => {
    const body = { model: 'chat-1', messages: user('Hi') }
    expect(
      await askUpstream(up, 'vendor_g', { path: '/v1/chat/completions', body, key: 'wrong' }),
    ).toMatchObject({ status: 401, json: { error: { type: 'authorized_error' } } })
    expect(
      await askUpstream(up, 'pool', { path: '/v1/chat/completions', body, key: 'wrong' }),
    ).toMatchObject({ status: 401, json: { error: { code: 401 } } })
  })
})
