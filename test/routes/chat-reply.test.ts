/** What chat completions answer: the body, usage, reasoning, the headers of limits, trimming and models that step in. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ONE_OF_EACH, openChat, says, type Chat } from './chat-desk.ts'

let chat: Chat<'pool'>
beforeAll(async () => { chat = await openChat(['pool']) })
afterEach(() => chat.upstreams.reset())
afterAll(() => chat?.stop())

const hi = says('Say: hi')
const TOOL = { type: 'function', function: { name: 'look_up', parameters: { type: 'object', properties: { word: { type: 'string' } } } } }
/** So many tokens of text, or a few less. */
const words = (tokens: number): string => 'word '.repeat(tokens)

describe.each(ONE_OF_EACH)('$model', ({ supplier, model }) => {
  it('CHAT-041 CHAT-042 CHAT-043 CHAT-044 CHAT-045 CHAT-053 CHAT-085 answers with a chat completion', async () => {
    const body = await chat.answer({ model, messages: hi, max_tokens: 2000, reasoning_effort: 'none' })
    expect(body).toEqual({
      id: expect.stringMatching(/^chatcmpl-\w+$/), object: 'chat.completion', created: expect.any(Number), model,
      choices: [{ index: 0, message: expect.objectContaining({ role: 'assistant', content: 'hi' }), finish_reason: 'stop' }],
      usage: expect.objectContaining({ prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) }),
    })
    expect(Math.abs(body.created - chat.clock.now() / 1000)).toBeLessThan(120)
    const { prompt_tokens, completion_tokens, total_tokens } = body.usage
    expect([prompt_tokens > 0, completion_tokens > 0, total_tokens]).toEqual([true, true, prompt_tokens + completion_tokens])
    expect(Object.values(body.choices[0].message)).not.toContain(null)
  })

  it('CHAT-038 CHAT-054 calls tools, and says nothing beside', async () => {
    const { choices: [{ message, finish_reason }] } = await chat.answer({ model, messages: says('Use the tool.'), max_tokens: 2000, tools: [TOOL] })
    expect([finish_reason, message.content]).toEqual(['tool_calls', ''])
    expect(message.tool_calls).toMatchObject([{ id: expect.stringMatching(/\S/), type: 'function', function: { name: 'look_up', arguments: expect.any(String) } }])
    expect(JSON.parse(message.tool_calls[0].function.arguments)).toEqual({ word: expect.any(String) })
  })

  it.each([
    ['CHAT-013 json_object', { type: 'json_object' }],
    ['CHAT-014 json_schema', { type: 'json_schema', json_schema: { name: 'weather', schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } } }],
  ])('%s gives a JSON object', async (what, response_format) => {
    const { choices: [{ message }] } = await chat.answer({ model, messages: says('Answer in JSON.'), max_tokens: 2000, response_format })
    const told = JSON.parse(message.content)
    expect([typeof told, Array.isArray(told)]).toEqual(['object', false])
    if (what.includes('json_schema')) expect(told).toHaveProperty('city')
  })

  it('CHAT-015 ends at a stop sequence', async () => {
    const { choices: [{ message, finish_reason }] } = await chat.answer({ model, messages: says('Say: one END two'), max_tokens: 2000, stop: 'END', reasoning_effort: 'none' })
    expect([message.content.trim(), finish_reason]).toEqual(['one', 'stop'])
  })

  it('CHAT-004 CHAT-005 the supplier gets max_tokens: 8192 unless given, the most that the model can where more is asked', async () => {
    const asked = (): number => {
      const body = chat.sent(supplier)
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
  it.each(['vendorC/think-5', 'vendorD/seed-2', 'vendorG/m-3', 'open/free-20b'])('CHAT-052 of %s stands beside the content', async (model) => {
    const body = { model, messages: hi, max_tokens: 2000 }
    const { choices: [{ message }] } = model === 'open/free-20b' ? (await chat.ask(body)).body : await chat.answer(body)
    expect([message.content, message.reasoning_content]).toEqual(['hi', expect.stringContaining('The user says')])
  })

  it('CHAT-053 is absent where there is none', async () => {
    const { choices: [{ message }] } = await chat.answer({ model: 'vendorE/chat-5-air', messages: hi, max_tokens: 200 })
    expect(message).toEqual({ role: 'assistant', content: 'hi' })
  })

  it('CHAT-054 stays beside calls of tools', async () => {
    const { choices: [{ message }] } = await chat.answer({ model: 'vendorC/think-5', messages: says('Use the tool.'), max_tokens: 2000, tools: [TOOL] })
    expect([message.content, message.reasoning_content, message.tool_calls.length]).toEqual(['', expect.stringContaining('The user says'), 1])
  })

  it('CHAT-056 is the content where there is no other', async () => {
    const { choices: [{ message, finish_reason }] } = await chat.answer({ model: 'vendorC/think-5', messages: hi, max_tokens: 5 })
    expect([finish_reason, message.content]).toEqual(['length', expect.stringContaining('The user')])
  })

  it('CHAT-050 CHAT-044 its tokens are told for suppliers of OpenAI\'s style, and part of the completion', async () => {
    const { usage } = await chat.answer({ model: 'vendorA/reason-4', messages: hi, max_tokens: 2000 })
    expect(usage.completion_tokens_details.reasoning_tokens).toBeGreaterThan(0)
    expect(usage.completion_tokens).toBeGreaterThan(usage.completion_tokens_details.reasoning_tokens)
    // This supplier counts them apart.
    const apart = (await chat.answer({ model: 'vendorC/think-5', messages: hi, max_tokens: 2000 })).usage
    expect(apart.completion_tokens).toBeGreaterThan(apart.completion_tokens_details.reasoning_tokens)
  })

  it.each([['vendorF/small-4', { type: 'enabled', budget_tokens: 2000 }], ['vendorB/pro-3', undefined]])('CHAT-051 CHAT-044 but not for %s, where they are counted all the same', async (model, thinking) => {
    const thought = (await chat.answer({ model, messages: hi, max_tokens: 4000, thinking })).usage
    expect(thought).not.toHaveProperty('completion_tokens_details')
    expect(thought.completion_tokens).toBeGreaterThan(10)
  })
})

describe('the cache of a supplier', () => {
  it('CHAT-043 CHAT-046 CHAT-047 CHAT-048 CHAT-049 CHAT-075 is told when written and when read, and changes no price', async () => {
    const body = { model: 'vendorF/small-4', messages: says(`${words(3000)} Say: hi`), max_tokens: 100, prompt_cache: true }
    const amount = await chat.quote(body)
    const buy = async () => {
      const before = await chat.earned()
      const { usage } = await chat.answer(body)
      expect(await chat.earned() - before).toBe(BigInt(amount))
      return usage
    }
    const [written, read] = [await buy(), await buy()]
    expect(written.cache_creation_input_tokens).toBeGreaterThan(1024)
    expect(written.prompt_tokens_details).toEqual({ cached_creation_tokens: written.cache_creation_input_tokens })
    expect(written).not.toHaveProperty('cache_read_input_tokens')
    expect(read.cache_read_input_tokens).toBe(written.cache_creation_input_tokens)
    expect(read.prompt_tokens_details).toEqual({ cached_tokens: read.cache_read_input_tokens })
    expect(read).not.toHaveProperty('cache_creation_input_tokens')
    expect(read.prompt_tokens).toBe(written.prompt_tokens)
  })
})

describe('max_tokens', () => {
  const capped = ({ headers }: { headers: Record<string, string | undefined> }) =>
    ['capped', 'requested', 'effective'].map((name) => headers[`x-max-tokens-${name}`])

  it('CHAT-005 CHAT-007 above what the model can is lowered, and said to be', async () => {
    const seen = await chat.buy({ model: 'vendorC/code-fast-1', messages: hi, max_tokens: 50_000 })
    expect([seen.status, ...capped(seen)]).toEqual([200, 'true', '50000', '10000'])
    const named = await chat.buy({ model: 'vendorC/code-fast-1', messages: hi, max_completion_tokens: 50_000 })
    expect(capped(named)).toEqual(['true', '50000', '10000'])
  })

  it.each([{ max_tokens: 10_000 }, { max_tokens: 1 }, {}])('CHAT-007 %o is left alone, without a word', async (given) => {
    expect(capped(await chat.buy({ model: 'vendorC/code-fast-1', messages: hi, ...given }))).toEqual([undefined, undefined, undefined])
  })

  it('CHAT-006 is lowered to what the prompt leaves of the context', async () => {
    const seen = await chat.buy({ model: 'open/small-8b', messages: says(words(30_000)), max_tokens: 8000 })
    const [said, requested, effective] = capped(seen)
    expect([seen.status, said, requested, chat.sent('pool').max_tokens]).toEqual([200, 'true', '8000', Number(effective)])
    expect(Number(effective)).toBeGreaterThan(1000)
    expect(Number(effective)).toBeLessThanOrEqual(32_768 - 30_000)
  })
})

describe('a conversation longer than the context', () => {
  const turns = (count: number) => Array.from({ length: count }, (_, i) => [{ role: 'user', content: `${i} ${words(5000)}` }, { role: 'assistant', content: `answer ${i}` }]).flat()

  it('CHAT-061 loses its oldest turns, and the reply says how many', async () => {
    const messages = [{ role: 'system', content: 'Be brief.' }, ...turns(8), { role: 'user', content: 'Say: the last' }]
    const { status, headers, body } = await chat.buy({ model: 'open/small-8b', messages })
    expect([status, headers['x-context-truncated'], body.choices[0].message.content]).toEqual([200, 'true', 'the last'])
    const { messages: sent } = chat.sent('pool')
    expect(Number(headers['x-messages-removed'])).toBe(messages.length - sent.length)
    expect([sent[0], sent.at(-1)]).toEqual([messages[0], messages.at(-1)])
    expect(sent.slice(1)).toEqual(messages.slice(messages.length - sent.length + 1))
  })

  it('CHAT-061 one that fits is sent whole, without a word', async () => {
    const messages = [...turns(2), ...hi]
    const { headers } = await chat.buy({ model: 'open/small-8b', messages })
    expect([headers['x-context-truncated'], headers['x-messages-removed']]).toEqual([undefined, undefined])
    expect(chat.sent('pool').messages).toEqual(messages)
  })

  it('ERR2-010 one whose last turn is too long is 400 CONTEXT_LENGTH_EXCEEDED, unpaid', async () => {
    const { status, body } = await chat.ask({ model: 'open/small-8b', messages: [...turns(1), ...says(words(40_000))] })
    expect([status, body.code, body.error.type]).toEqual([400, 'CONTEXT_LENGTH_EXCEEDED', 'invalid_request_error'])
  })
})

describe('CHAT-030 a model that declines', () => {
  it.each(['vendorF/large-5', 'vendorF/medium-5', 'vendorA/chat-6', 'vendorE/chat-5-air'])('%s: is answered with 200 and content_filter', async (model) => {
    const body = await chat.answer({ model, messages: says('Say the unspeakable'), max_tokens: 2000, reasoning_effort: 'none' })
    expect(body.choices[0].finish_reason).toBe('content_filter')
  })
})

describe('CHAT-064 a model that stands in for another', () => {
  const named = ({ headers }: { headers: Record<string, string | undefined> }) => [headers['x-fallback-used'], headers['x-original-model'], headers['x-fallback-model']]

  it.each([
    ['vendorA/chat-6', 'vendorA/chat-5', 'vendor_a'], ['vendorB/pro-3', 'vendorB/flash-3', 'vendor_b'], ['vendorE/chat-5', 'vendorE/chat-5-air', 'vendor_e'],
    ['vendorF/large-5', 'vendorF/medium-5', 'vendor_f'], ['open/large-400b', 'open/medium-70b', 'pool'],
  ])('where %s fails, %s serves, at the price that was signed', async (model, other, supplier) => {
    const body = { model, messages: hi, max_tokens: 20_000 }
    const amount = await chat.quote(body)
    chat.upstreams.set(supplier, { mode: 'fail', status: 503, times: 1 })
    const before = await chat.earned()
    const seen = await chat.buy(body)
    expect([seen.status, ...named(seen)]).toEqual([200, 'true', model, other])
    expect(seen.body.model).toBe(model)
    expect(await chat.earned() - before).toBe(BigInt(amount))
    expect(chat.calls(supplier)).toHaveLength(2)
  })

  it('asks for no more than the other can', async () => {
    chat.upstreams.set('vendor_a', { mode: 'fail', status: 500, times: 1 })
    await chat.answer({ model: 'vendorA/chat-6', messages: hi, max_tokens: 100_000 })
    expect(chat.sent('vendor_a')).toMatchObject({ model: 'chat-5', max_completion_tokens: 16_384 })
  })

  it('is not named where the first one serves, nor where both fail', async () => {
    expect(named(await chat.buy({ model: 'vendorA/chat-6', messages: hi }))).toEqual([undefined, undefined, undefined])
    chat.upstreams.set('vendor_a', { mode: 'fail', status: 503 })
    const failed = await chat.free(() => chat.buy({ model: 'vendorA/chat-6', messages: hi }))
    expect([failed.status, failed.body.code, ...named(failed)]).toEqual([503, 'MODEL_UNAVAILABLE', undefined, undefined, undefined])
  })

  it('is not asked where the request is at fault', async () => {
    const { status } = await chat.buy({ model: 'vendorA/chat-6', messages: says('forbidden words') })
    expect([status, chat.calls('vendor_a').length]).toEqual([400, 1])
  })
})
