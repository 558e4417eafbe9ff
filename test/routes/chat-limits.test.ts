/**
 * What is said where chat completions give less than was asked: shorter answers, shorter prompts,
 * another model.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openChat, says, type Chat } from './chat-desk.ts'

let chat: Chat<'pool'>
beforeAll(async () => {
  chat = await openChat(['pool'])
})
afterEach(() => chat.upstreams.reset())
afterAll(() => chat?.stop())

const hi = says('Say: hi')
/** So many tokens of text, or a few less. */
const words = (tokens: number): string => 'word '.repeat(tokens)

describe('max_tokens', () => {
  const capped = ({ headers }: { headers: Record<string, string | undefined> }) =>
    ['capped', 'requested', 'effective'].map(name => headers[`x-max-tokens-${name}`])

  it('CHAT-005 CHAT-007 above what the model can is lowered, and said to be', async () => {
    const seen = await chat.buy({ model: 'vendorC/code-fast-1', messages: hi, max_tokens: 50_000 })
    expect([seen.status, ...capped(seen)]).toEqual([200, 'true', '50000', '10000'])
    const named = await chat.buy({
      model: 'vendorC/code-fast-1',
      messages: hi,
      max_completion_tokens: 50_000,
    })
    expect(capped(named)).toEqual(['true', '50000', '10000'])
  })

  it.each([{ max_tokens: 10_000 }, { max_tokens: 1 }, {}])(
    'CHAT-007 %o is left alone, without a word',
    async given => {
      expect(
        capped(await chat.buy({ model: 'vendorC/code-fast-1', messages: hi, ...given })),
      ).toEqual([undefined, undefined, undefined])
    },
  )

  it('CHAT-006 is lowered to what the prompt leaves of the context', async () => {
    const seen = await chat.buy({
      model: 'open/small-8b',
      messages: says(words(30_000)),
      max_tokens: 8000,
    })
    const [said, requested, effective] = capped(seen)
    expect([seen.status, said, requested, chat.sent('pool').max_tokens]).toEqual([
      200,
      'true',
      '8000',
      Number(effective),
    ])
    expect(Number(effective)).toBeGreaterThan(1000)
    expect(Number(effective)).toBeLessThanOrEqual(32_768 - 30_000)
  })
})

describe('a conversation longer than the context', () => {
  const turns = (count: number) =>
    Array.from({ length: count }, (_, i) => [
      { role: 'user', content: `${i} ${words(5000)}` },
      { role: 'assistant', content: `answer ${i}` },
    ]).flat()

  it('CHAT-061 loses its oldest turns, and the reply says how many', async () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      ...turns(8),
      { role: 'user', content: 'Say: the last' },
    ]
    const { status, headers, body } = await chat.buy({ model: 'open/small-8b', messages })
    expect([status, headers['x-context-truncated'], body.choices[0].message.content]).toEqual([
      200,
      'true',
      'the last',
    ])
    const { messages: sent } = chat.sent('pool')
    expect(Number(headers['x-messages-removed'])).toBe(messages.length - sent.length)
    expect([sent[0], sent.at(-1)]).toEqual([messages[0], messages.at(-1)])
    expect(sent.slice(1)).toEqual(messages.slice(messages.length - sent.length + 1))
  })

  it('CHAT-061 one that fits is sent whole, without a word', async () => {
    const messages = [...turns(2), ...hi]
    const { headers } = await chat.buy({ model: 'open/small-8b', messages })
    expect([headers['x-context-truncated'], headers['x-messages-removed']]).toEqual([
      undefined,
      undefined,
    ])
    expect(chat.sent('pool').messages).toEqual(messages)
  })

  it('ERR2-010 one whose last turn is too long is 400 CONTEXT_LENGTH_EXCEEDED, unpaid', async () => {
    const { status, body } = await chat.ask({
      model: 'open/small-8b',
      messages: [...turns(1), ...says(words(40_000))],
    })
    expect([status, body.code, body.error.type]).toEqual([
      400,
      'CONTEXT_LENGTH_EXCEEDED',
      'invalid_request_error',
    ])
  })
})

describe('CHAT-064 a model that stands in for another', () => {
  const named = ({ headers }: { headers: Record<string, string | undefined> }) => [
    headers['x-fallback-used'],
    headers['x-original-model'],
    headers['x-fallback-model'],
  ]

  it.each([
    ['vendorA/chat-6', 'vendorA/chat-6-mini', 'vendor_a'],
    ['vendorB/pro-3', 'vendorB/flash-3', 'vendor_b'],
    ['vendorE/chat-5', 'vendorE/chat-5-air', 'vendor_e'],
    ['vendorF/large-5', 'vendorF/medium-5', 'vendor_f'],
    ['open/large-400b', 'open/medium-70b', 'pool'],
  ])('where %s fails, %s serves, at the price that was signed', async (model, other, upstream) => {
    const body = { model, messages: hi, max_tokens: 20_000 }
    const amount = await chat.quote(body)
    chat.upstreams.set(upstream, { mode: 'fail', status: 503, times: 1 })
    const before = await chat.earned()
    const seen = await chat.buy(body)
    expect([seen.status, ...named(seen)]).toEqual([200, 'true', model, other])
    expect(seen.body.model).toBe(model)
    expect((await chat.earned()) - before).toBe(BigInt(amount))
    expect(chat.calls(upstream)).toHaveLength(2)
  })

  it('asks for no more than the other can', async () => {
    chat.upstreams.set('vendor_e', { mode: 'fail', status: 500, times: 1 })
    await chat.answer({ model: 'vendorE/chat-5', messages: hi, max_tokens: 110_000 })
    expect(chat.sent('vendor_e')).toMatchObject({ model: 'chat-5-air', max_tokens: 98_304 })
  })

  it('is not named where the first one serves, nor where both fail', async () => {
    expect(named(await chat.buy({ model: 'vendorA/chat-6', messages: hi }))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    chat.upstreams.set('vendor_a', { mode: 'fail', status: 503 })
    const failed = await chat.free(() => chat.buy({ model: 'vendorA/chat-6', messages: hi }))
    expect([failed.status, failed.body.code, ...named(failed)]).toEqual([
      503,
      'MODEL_UNAVAILABLE',
      undefined,
      undefined,
      undefined,
    ])
  })

  it('is not asked where the request is at fault', async () => {
    const { status } = await chat.buy({
      model: 'vendorA/chat-6',
      messages: says('forbidden words'),
    })
    expect([status, chat.calls('vendor_a').length]).toEqual([400, 1])
  })
})
