/**
 * Streams of chat completions from end to end: whatever the upstream speaks, callers read OpenAI's
 * chunks, and pay when it is whole.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ONE_OF_EACH, openChat, says, type Chat } from './chat-desk.ts'
import type { Seen } from './client.ts'

let chat: Chat
beforeAll(async () => {
  chat = await openChat()
})
afterEach(() => chat.upstreams.reset())
afterAll(() => chat?.stop())

const TOOL = {
  type: 'function',
  function: {
    name: 'look_up',
    parameters: { type: 'object', properties: { word: { type: 'string' } } },
  },
}
const body = (model: string, more: object = {}) => ({
  model,
  messages: says('Say: one two three four five six seven'),
  max_tokens: 2000,
  stream: true,
  ...more,
})

/** The chunks of a stream, which ends as it should. */
function chunksOf({ status, headers, text }: Seen): any[] {
  expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const events = text.split('\n\n').filter(event => event !== '')
  expect(events.every(event => event.startsWith('data: '))).toBe(true)
  expect(events.at(-1)).toBe('data: [DONE]')
  return events.slice(0, -1).map(event => JSON.parse(event.slice(6)))
}

const deltas = (chunks: any[]): any[] =>
  chunks.flatMap(chunk => chunk.choices.map((choice: any) => choice.delta))
const joined = (chunks: any[], member: string): string =>
  deltas(chunks)
    .map(delta => delta[member] ?? '')
    .join('')
const finish = (chunks: any[]): string =>
  chunks
    .flatMap(chunk => chunk.choices.map((choice: any) => choice.finish_reason))
    .find(reason => reason !== null)

describe.each(ONE_OF_EACH)('$model', ({ upstream, model }) => {
  it('CHAT-086 CHAT-087 CHAT-090 sends its text in chunks, and its usage in the last', async () => {
    for (const stream_options of [undefined, { include_usage: false }]) {
      const chunks = chunksOf(
        await chat.buy(body(model, { reasoning_effort: 'none', stream_options })),
      )
      expect(joined(chunks, 'content')).toBe('one two three four five six seven')
      expect(deltas(chunks).filter(({ content }) => content).length).toBeGreaterThan(1)
      expect([deltas(chunks)[0].role, finish(chunks)]).toEqual(['assistant', 'stop'])
      for (const chunk of chunks)
        expect(chunk).toMatchObject({
          id: chunks[0].id,
          object: 'chat.completion.chunk',
          created: expect.any(Number),
          model,
        })
      const { choices, usage } = chunks.at(-1)
      expect([choices, usage.total_tokens]).toEqual([
        [],
        usage.prompt_tokens + usage.completion_tokens,
      ])
      expect([usage.prompt_tokens > 0, usage.completion_tokens > 0]).toEqual([true, true])
    }
  })

  it('CHAT-074 is paid once its last chunk came; the receipt stands in that', async () => {
    const [amount, before] = [await chat.quote(body(model)), await chat.earned()]
    const seen = await chat.buy(body(model))
    const { payment, cost } = chunksOf(seen).at(-1)
    expect([payment, cost.currency, Math.round(Number(cost.amount) * 1e6)]).toEqual([
      expect.objectContaining({
        settled: true,
        transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        network: 'base',
        receipt: expect.stringMatching(/^[\w-]+(\.[\w-]+){2}$/),
      }),
      'USD',
      amount,
    ])
    expect((await chat.earned()) - before).toBe(BigInt(amount))
  })

  it('CHAT-089 calls tools in deltas', async () => {
    const chunks = chunksOf(
      await chat.buy(body(model, { messages: says('Use the tool.'), tools: [TOOL] })),
    )
    const calls = deltas(chunks).flatMap(delta => delta.tool_calls ?? [])
    expect(calls[0]).toMatchObject({
      index: 0,
      id: expect.stringMatching(/\S/),
      type: 'function',
      function: { name: 'look_up' },
    })
    expect(calls.slice(1).every(one => one.index === 0 && one.id === undefined)).toBe(true)
    expect(JSON.parse(calls.map(one => one.function.arguments ?? '').join(''))).toEqual({
      word: expect.any(String),
    })
    expect(finish(chunks)).toBe('tool_calls')
  })

  it('CHAT-074 that is cut is not whole, and free', async () => {
    const header = await chat.sign(body(model))
    chat.upstreams.set(upstream, { mode: 'cut', after: 4 })
    const { status, text } = await chat.free(() => chat.pay(body(model), header))
    expect([status, text.includes('[DONE]'), text.includes('"error"')]).toEqual([200, false, true])
    chat.upstreams.reset()
    chunksOf(await chat.pay(body(model), header))
  })

  it('CHAT-091 that has no room is a 429 in JSON, before anything of a stream', async () => {
    chat.upstreams.set(upstream, { mode: 'rate_limit', retry_after: 9 })
    const { status, headers, body: reply } = await chat.free(() => chat.buy(body(model)))
    expect([
      status,
      headers['content-type'],
      headers['retry-after'],
      reply.code,
      reply.retry_after_seconds,
    ]).toEqual([429, 'application/json; charset=utf-8', '9', 'RATE_LIMITED', 9])
  })
})

describe('reasoning', () => {
  it.each(['vendorB/flash-3', 'vendorC/think-5', 'vendorD/seed-2', 'vendorG/m-3'])(
    'CHAT-088 of %s comes beside the content',
    async model => {
      const chunks = chunksOf(await chat.buy(body(model)))
      expect([joined(chunks, 'content'), joined(chunks, 'reasoning_content')]).toEqual([
        'one two three four five six seven',
        expect.stringContaining('The user says'),
      ])
      expect(deltas(chunks).some(delta => delta.content && delta.reasoning_content)).toBe(false)
    },
  )
})

describe('headers', () => {
  it('CHAT-007 CHAT-064 are those of whole answers', async () => {
    const capped = await chat.buy(body('vendorC/code-fast-1', { max_tokens: 50_000 }))
    expect([
      capped.headers['x-max-tokens-capped'],
      capped.headers['x-max-tokens-requested'],
      capped.headers['x-max-tokens-effective'],
    ]).toEqual(['true', '50000', '10000'])
    chat.upstreams.set('vendor_e', { mode: 'fail', status: 503, times: 1 })
    const other = await chat.buy(body('vendorE/chat-5'))
    expect([
      other.headers['x-fallback-used'],
      other.headers['x-original-model'],
      other.headers['x-fallback-model'],
    ]).toEqual(['true', 'vendorE/chat-5', 'vendorE/chat-5-air'])
    expect(chunksOf(other)[0].model).toBe('vendorE/chat-5')
  })

  it('CHAT-030 a model that declines ends with content_filter', async () => {
    expect(
      finish(
        chunksOf(
          await chat.buy(body('vendorF/large-5', { messages: says('Say the unspeakable') })),
        ),
      ),
    ).toBe('content_filter')
  })
})
