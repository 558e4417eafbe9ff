import { describe, expect, it } from 'vitest'
import { ENCODINGS, type Encoding } from '../../runtime/hooks/tokens/counter.ts'
import { createTokens } from '../../runtime/hooks/tokens/tokens.ts'
import { createHooks } from '../../runtime/hooks/index.ts'
import { createSigner } from '../../runtime/jobs/signed-poll.ts'
import { manualClock } from '../helpers/clock.ts'
import { dice, KINDS, truth } from './tokens-corpus.ts'

const tokensOf = (key = 'k') => createTokens({ signer: createSigner([key.repeat(32)]) })
const user = (content: unknown): any => [{ role: 'user', content }]
/** The frames of one message with its role, and of the reply. */
const FRAMES = 4 + 3
const o200k = (text: string): number => truth(text, 'o200k')

describe('estimates of texts', () => {
  const sizes = [2000, 60_000, 70_000, 250_000]
  const cases = Object.keys(KINDS).flatMap(kind =>
    ENCODINGS.map(encoding => [kind, encoding] as [string, Encoding]),
  )

  it.each(cases)(
    'CHAT-065 %s with %s: never more than 2 percent too low or 8 percent too high, and exact where short',
    (kind, encoding) => {
      for (const size of sizes) {
        const text = KINDS[kind]!(size, dice(size))
        const right = truth(text, encoding)
        for (const key of size > 65_536 ? ['a', 'b', 'c', 'd'] : ['a']) {
          const estimate = tokensOf(key).estimateTokens(user(text), undefined, encoding) - FRAMES
          if (size <= 65_536) expect(estimate, `${size}`).toBe(right)
          expect(estimate / right, `${size} ${key}`).toBeGreaterThan(0.98)
          expect(estimate / right, `${size} ${key}`).toBeLessThan(1.08)
        }
      }
    },
  )

  it('many small messages are as exact as one large one', () => {
    const roll = dice(9)
    const messages = Array.from({ length: 40_000 }, (_, i) => ({
      role: i % 2 === 0 ? 'user' : 'assistant',
      content: KINDS.English!(1 + roll(40), roll),
    }))
    const right = messages.reduce((sum, { content }) => sum + 4 + o200k(content), 3)
    const estimate = tokensOf().estimateTokens(messages, undefined, 'o200k')
    expect(estimate / right).toBeGreaterThan(0.98)
    expect(estimate / right).toBeLessThan(1.08)
  })

  it('the same body gets the same number on every instance, and another key looks elsewhere', () => {
    const text = KINDS['a mixture']!(300_000, dice(3))
    const of = (key: string): number => tokensOf(key).estimateTokens(user(text), undefined, 'o200k')
    expect(of('a')).toBe(of('a'))
    expect(of('a')).not.toBe(of('b'))
  })

  it('sample positions of a long text are unpredictable: every change of one character moves all samples', () => {
    const text = KINDS['a mixture']!(3_000_000, dice(4))
    const seen = (changed: string): number[] => {
      const lengths: number[] = []
      const tokens = createTokens({
        signer: createSigner(['k'.repeat(32)]),
        counterOf: () => piece => lengths.push(text.indexOf(piece)) && 1,
      })
      tokens.estimateTokens(user(changed), undefined, 'o200k')
      return lengths
    }
    const [before, after] = [seen(text), seen(`${text.slice(0, -1)}~`)]
    expect(before.length).toBeGreaterThanOrEqual(512)
    expect(before.filter((place, i) => place === after[i]).length).toBeLessThan(before.length / 10)
  })
})

describe('estimates of conversations', () => {
  const estimate = (messages: unknown, tools?: unknown): number =>
    tokensOf().estimateTokens(messages as never, tools as never, 'o200k')

  it('CHAT-065 each message is framed, and the reply', () => {
    expect(estimate([])).toBe(3)
    expect(estimate(user('Hello there'))).toBe(FRAMES + o200k('Hello there'))
    expect(
      estimate([
        { role: 'system', content: 'Be brief' },
        { role: 'user', content: 'Hi' },
      ]),
    ).toBe(3 + 4 + o200k('Be brief') + 4 + o200k('Hi'))
    expect(estimate([{ role: 'user', name: 'alice', content: null }])).toBe(
      FRAMES + 1 + o200k('alice'),
    )
  })

  it('texts may stand in parts, and reasoning is read again', () => {
    const parts = [
      { type: 'text', text: 'One' },
      { type: 'input_text', text: 'two' },
      { type: 'text', text: 'three', cache_control: { type: 'ephemeral' } },
    ]
    expect(estimate(user(parts))).toBe(
      FRAMES + ['One', 'two', 'three'].map(o200k).reduce((a, b) => a + b),
    )
    expect(
      estimate([{ role: 'assistant', content: 'Yes', reasoning_content: 'Because of this' }]),
    ).toBe(FRAMES + o200k('Yes') + o200k('Because of this'))
  })

  it('calls of tools by name and arguments, definitions and everything unknown by their JSON', () => {
    const call = {
      id: 'call_1',
      type: 'function',
      function: { name: 'weather_of', arguments: '{"city":"Paris"}' },
    }
    const called = o200k('weather_of') + o200k('{"city":"Paris"}')
    expect(estimate([{ role: 'assistant', content: null, tool_calls: [call] }])).toBe(
      FRAMES + 3 + called,
    )
    expect(estimate([{ role: 'assistant', content: null, function_call: call.function }])).toBe(
      FRAMES + called,
    )
    const tools = [
      { type: 'function', function: { name: 'weather_of', parameters: { type: 'object' } } },
    ]
    expect(estimate([], tools)).toBe(3 + o200k(JSON.stringify(tools)))
    const part = { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }
    expect(estimate(user([part]))).toBe(FRAMES + o200k(JSON.stringify(part)))
  })

  it('an image is 1105 tokens, whatever its detail and address', () => {
    const image = (more: object, url = 'https://pictures.example/a.png') => [
      { type: 'image_url', image_url: { url, ...more } },
    ]
    for (const detail of ['low', 'high', 'auto', undefined])
      expect(estimate(user(image({ detail })))).toBe(FRAMES + 1105)
    expect(estimate(user(image({}, `data:image/png;base64,${'A'.repeat(1_000_000)}`)))).toBe(
      FRAMES + 1105,
    )
    expect(
      estimate(
        user([{ type: 'input_image', image_url: 'https://pictures.example/a.png', detail: 'low' }]),
      ),
    ).toBe(FRAMES + 1105)
  })

  it('nothing long hides in an id or in a part that only calls itself an image', () => {
    const long = KINDS.English!(2000, dice(1))
    expect(
      estimate([
        {
          role: 'assistant',
          tool_calls: [{ id: 'x'.repeat(64), function: { name: 'f', arguments: '' } }],
        },
      ]),
    ).toBe(FRAMES + 3 + 1)
    expect(estimate([{ role: 'tool', tool_call_id: long, content: 'x' }])).toBeGreaterThan(
      FRAMES + 400,
    )
    expect(estimate(user([{ type: 'image_url', text: long }]))).toBeGreaterThan(FRAMES + 400)
  })

  it('members that are not known count as their JSON, in messages, parts, pictures and calls', () => {
    const long = KINDS.English!(2000, dice(2))
    const url = 'https://pictures.example/a.png'
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
    for (const message of [
      { role: 'user', content: 'x', more: long },
      { role: long, content: 'x' },
      { role: 'user', content: [{ type: 'text', text: 'x', more: { long } }] },
      { role: 'user', content: [{ type: 'image_url', image_url: { url }, more: [long] }] },
      { role: 'user', content: [{ type: 'image_url', image_url: { url, more: long } }] },
      { role: 'assistant', tool_calls: [{ ...call, more: long }] },
      { role: 'assistant', tool_calls: [{ ...call, function: { ...call.function, more: long } }] },
      { role: 'tool', type: 'reasoning', summary: long },
      { role: 'user', content: 'x', [long]: true },
    ])
      expect(estimate([message])).toBeGreaterThan(400)
    expect(
      estimate([
        {
          role: 'user',
          type: 'message',
          id: 'm',
          status: 'completed',
          content: 'x',
          refusal: null,
          annotations: [],
          last: true,
        },
      ]),
    ).toBe(FRAMES + o200k('x'))
  })

  it('of a whole request the tools count, and all that stands beside them and is longer than a setting', () => {
    const tools = [{ type: 'function', function: { name: 'weather_of' } }]
    const request = {
      model: 'a',
      messages: user('x'),
      tools,
      max_tokens: 100,
      stream: true,
      stop: null,
      tool_choice: { type: 'function', function: { name: 'f' } },
    }
    const plain = FRAMES + o200k('x') + o200k(JSON.stringify(tools))
    const long = KINDS.English!(2000, dice(3))
    expect(estimate(request.messages, request)).toBe(plain)
    expect(estimate(request.messages, { ...request, instructions: 'Be brief' })).toBe(
      plain + o200k('Be brief'),
    )
    for (const name of [
      'functions',
      'response_format',
      'prediction',
      'documents',
      'chat_template',
      'anything',
    ]) {
      for (const value of [long, { long }, [{ long }]])
        expect(estimate(request.messages, { ...request, [name]: value })).toBe(
          plain + o200k(JSON.stringify({ [name]: value })),
        )
    }
    const crumbs = Object.fromEntries(
      Array.from({ length: 1000 }, (_, i) => [`m${i}`, 'a few words more']),
    )
    expect(estimate(request.messages, { ...request, ...crumbs })).toBeGreaterThan(plain + 4000)
    expect(estimate(request.messages, { ...request, [long]: true })).toBeGreaterThan(plain + 400)
  })

  it('a text alone is one message, items of other protocols are their JSON, nothing is nothing', () => {
    expect(estimate('Hello there')).toBe(estimate(user('Hello there')))
    const item = { type: 'function_call_output', call_id: 'c', output: 'sunny' }
    expect(estimate([item])).toBe(FRAMES + o200k(JSON.stringify(item)))
    expect(estimate(undefined)).toBe(3)
    expect(() =>
      estimate([
        null,
        7,
        [],
        { role: 'user', content: 7 },
        { role: 'user', content: [null, 1] },
        { role: 'assistant', tool_calls: [null] },
      ]),
    ).not.toThrow()
  })
})

describe('the hooks of a gateway', () => {
  const parts: any = {
    paymentScheme: { spec: { asset: {} } },
    clock: manualClock(),
    catalog: { hash: '' },
  }

  it('count, and read requests of the Messages protocol', () => {
    const hooks = createHooks({ ...parts, signer: createSigner(['k'.repeat(32)]) })
    const body = { model: 'a', max_tokens: 5, messages: user('Hello there') }
    const chat = hooks.chatOfMessages(body) as { messages: any[] }
    expect(hooks.estimateTokens(chat.messages, undefined, 'cl100k')).toBe(
      FRAMES + truth('Hello there', 'cl100k'),
    )
    expect(hooks.fitMessages(chat.messages, undefined, 'cl100k', 100)).toBe(chat.messages)
  })

  it('say so where there is no key for long texts', () => {
    expect(() =>
      createHooks(parts).estimateTokens(user('word '.repeat(20_000)), undefined, 'o200k'),
    ).toThrow('without the signer')
  })
})
