/** What chat completions answer: the body, usage, reasoning, and the caches of upstreams. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ONE_OF_EACH, openChat, says, type Chat } from './chat-desk.ts'

let chat: Chat<'pool'>
beforeAll(async () => {
  chat = await openChat(['pool'])
})
afterEach(() => chat.upstreams.reset())
afterAll(() => chat?.stop())

const hi = says('Say: hi')
const TOOL = {
  type: 'function',
  function: {
    name: 'look_up',
    parameters: { type: 'object', properties: { word: { type: 'string' } } },
  },
}
/** So many tokens of text, or a few less. */
const words = (tokens: number): string => 'word '.repeat(tokens)

describe.each(ONE_OF_EACH)('$model', ({ upstream, model }) => {
  it('CHAT-041 CHAT-042 CHAT-043 CHAT-044 CHAT-045 CHAT-053 CHAT-085 answers with a chat completion', async () => {
    const body = await chat.answer({
      model,
      messages: hi,
      max_tokens: 2000,
      reasoning_effort: 'none',
    })
    expect(body).toEqual({
      id: expect.stringMatching(/^chatcmpl-\w+$/),
      object: 'chat.completion',
      created: expect.any(Number),
      model,
      choices: [
        {
          index: 0,
          message: expect.objectContaining({ role: 'assistant', content: 'hi' }),
          finish_reason: 'stop',
        },
      ],
      usage: expect.objectContaining({
        prompt_tokens: expect.any(Number),
        completion_tokens: expect.any(Number),
      }),
    })
    expect(Math.abs(body.created - chat.clock.now() / 1000)).toBeLessThan(120)
    const { prompt_tokens, completion_tokens, total_tokens } = body.usage
    expect([prompt_tokens > 0, completion_tokens > 0, total_tokens]).toEqual([
      true,
      true,
      prompt_tokens + completion_tokens,
    ])
    expect(Object.values(body.choices[0].message)).not.toContain(null)
  })

  it('CHAT-038 CHAT-054 calls tools, and says nothing beside', async () => {
    const {
      choices: [{ message, finish_reason }],
    } = await chat.answer({
      model,
      messages: says('Use the tool.'),
      max_tokens: 2000,
      tools: [TOOL],
    })
    expect([finish_reason, message.content]).toEqual(['tool_calls', ''])
    expect(message.tool_calls).toMatchObject([
      {
        id: expect.stringMatching(/\S/),
        type: 'function',
        function: { name: 'look_up', arguments: expect.any(String) },
      },
    ])
    expect(JSON.parse(message.tool_calls[0].function.arguments)).toEqual({
      word: expect.any(String),
    })
  })

  it.each([
    ['CHAT-013 json_object', { type: 'json_object' }],
    [
      'CHAT-014 json_schema',
      {
        type: 'json_schema',
        json_schema: {
          name: 'weather',
          schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        },
      },
    ],
  ])('%s gives a JSON object', async (what, response_format) => {
    const {
      choices: [{ message }],
    } = await chat.answer({
      model,
      messages: says('Answer in JSON.'),
      max_tokens: 2000,
      response_format,
    })
    const parsed = JSON.parse(message.content)
    expect([typeof parsed, Array.isArray(parsed)]).toEqual(['object', false])
    if (what.includes('json_schema')) expect(parsed).toHaveProperty('city')
  })

  it('CHAT-015 ends at a stop sequence', async () => {
    const {
      choices: [{ message, finish_reason }],
    } = await chat.answer({
      model,
      messages: says('Say: one END two'),
      max_tokens: 2000,
      stop: 'END',
      reasoning_effort: 'none',
    })
    expect([message.content.trim(), finish_reason]).toEqual(['one', 'stop'])
  })

  it('CHAT-004 CHAT-005 the upstream gets max_tokens: 8192 unless given, the most that the model can where more is asked', async () => {
    const asked = (): number => {
      const body = chat.sent(upstream)
      return body.max_completion_tokens ?? body.max_tokens ?? body.generationConfig.maxOutputTokens
    }
    await chat.answer({ model, messages: hi })
    expect(asked()).toBe(8192)
    await chat.answer({ model, messages: hi, max_tokens: 77 })
    expect(asked()).toBe(77)
    const { headers, status } = await chat.buy({ model, messages: hi, max_tokens: 10_000_000 })
    expect([status, headers['x-max-tokens-effective']]).toEqual([200, String(asked())])
  })
})

describe('reasoning', () => {
  it.each([
    'vendorB/pro-3',
    'vendorB/flash-3',
    'vendorC/think-5',
    'vendorD/seed-2',
    'vendorG/m-3',
    'open/free-20b',
  ])('CHAT-052 of %s stands beside the content', async model => {
    const body = { model, messages: hi, max_tokens: 2000 }
    const {
      choices: [{ message }],
    } = model === 'open/free-20b' ? (await chat.ask(body)).body : await chat.answer(body)
    expect([message.content, message.reasoning_content]).toEqual([
      'hi',
      expect.stringContaining('The user says'),
    ])
  })

  it.each<[object, boolean]>([
    [{ reasoning_effort: 'high' }, true],
    [{ thinking: { type: 'enabled', budget_tokens: 1024 } }, true],
    [{ thinking: { type: 'adaptive' } }, true],
    [{ reasoning_effort: null, thinking: null }, true],
    [{ reasoning_effort: 'none' }, false],
    [{ thinking: { type: 'disabled' } }, false],
  ])(
    'CHAT-052 CHAT-053 CHAT-017 of an upstream that shows it where it is asked to: with %j %s',
    async (given, isShown) => {
      const {
        choices: [{ message }],
      } = await chat.answer({ model: 'vendorB/flash-3', messages: hi, max_tokens: 4000, ...given })
      expect([message.content, 'reasoning_content' in message]).toEqual(['hi', isShown])
    },
  )

  it('CHAT-053 a model that does not reason is not asked to', async () => {
    await chat.answer({ model: 'vendorB/flash-lite-3', messages: hi, max_tokens: 400 })
    expect(chat.sent('vendor_b').generationConfig).not.toHaveProperty('thinkingConfig')
  })

  it('CHAT-053 is absent where there is none', async () => {
    const {
      choices: [{ message }],
    } = await chat.answer({ model: 'vendorE/chat-5-air', messages: hi, max_tokens: 200 })
    expect(message).toEqual({ role: 'assistant', content: 'hi' })
  })

  it('CHAT-054 stays beside calls of tools', async () => {
    const {
      choices: [{ message }],
    } = await chat.answer({
      model: 'vendorC/think-5',
      messages: says('Use the tool.'),
      max_tokens: 2000,
      tools: [TOOL],
    })
    expect([message.content, message.reasoning_content, message.tool_calls.length]).toEqual([
      '',
      expect.stringContaining('The user says'),
      1,
    ])
  })

  it('CHAT-056 is the content where there is no other', async () => {
    const {
      choices: [{ message, finish_reason }],
    } = await chat.answer({ model: 'vendorC/think-5', messages: hi, max_tokens: 5 })
    expect([finish_reason, message.content]).toEqual([
      'length',
      expect.stringContaining('The user'),
    ])
  })

  it("CHAT-050 CHAT-044 its tokens are reported for upstreams of OpenAI's style, and part of the completion", async () => {
    const { usage } = await chat.answer({
      model: 'vendorA/reason-4',
      messages: hi,
      max_tokens: 2000,
    })
    expect(usage.completion_tokens_details.reasoning_tokens).toBeGreaterThan(0)
    expect(usage.completion_tokens).toBeGreaterThan(
      usage.completion_tokens_details.reasoning_tokens,
    )
    // This upstream counts them apart.
    const apart = (await chat.answer({ model: 'vendorC/think-5', messages: hi, max_tokens: 2000 }))
      .usage
    expect(apart.completion_tokens).toBeGreaterThan(
      apart.completion_tokens_details.reasoning_tokens,
    )
  })

  it.each([
    ['vendorF/small-4', { type: 'enabled', budget_tokens: 2000 }],
    ['vendorB/pro-3', undefined],
  ])(
    'CHAT-051 CHAT-044 but not for %s, where they are counted all the same',
    async (model, thinking) => {
      const thought = (await chat.answer({ model, messages: hi, max_tokens: 4000, thinking })).usage
      expect(thought).not.toHaveProperty('completion_tokens_details')
      expect(thought.completion_tokens).toBeGreaterThan(10)
    },
  )
})

describe('the cache of an upstream', () => {
  it('CHAT-043 CHAT-046 CHAT-047 CHAT-048 CHAT-049 CHAT-075 is reported when written and when read, and changes no price', async () => {
    const body = {
      model: 'vendorF/small-4',
      messages: says(`${words(3000)} Say: hi`),
      max_tokens: 100,
      prompt_cache: true,
    }
    const amount = await chat.quote(body)
    const buy = async () => {
      const before = await chat.earned()
      const { usage } = await chat.answer(body)
      expect((await chat.earned()) - before).toBe(BigInt(amount))
      return usage
    }
    const [written, read] = [await buy(), await buy()]
    expect(written.cache_creation_input_tokens).toBeGreaterThan(1024)
    expect(written.prompt_tokens_details).toEqual({
      cached_creation_tokens: written.cache_creation_input_tokens,
    })
    expect(written).not.toHaveProperty('cache_read_input_tokens')
    expect(read.cache_read_input_tokens).toBe(written.cache_creation_input_tokens)
    expect(read.prompt_tokens_details).toEqual({ cached_tokens: read.cache_read_input_tokens })
    expect(read).not.toHaveProperty('cache_creation_input_tokens')
    expect(read.prompt_tokens).toBe(written.prompt_tokens)
  })
})

describe('CHAT-030 a model that declines', () => {
  it.each(['vendorF/large-5', 'vendorF/medium-5', 'vendorA/chat-6', 'vendorE/chat-5-air'])(
    '%s: is answered with 200 and content_filter',
    async model => {
      const body = await chat.answer({
        model,
        messages: says('Say the unspeakable'),
        max_tokens: 2000,
        reasoning_effort: 'none',
      })
      expect(body.choices[0].finish_reason).toBe('content_filter')
    },
  )
})
