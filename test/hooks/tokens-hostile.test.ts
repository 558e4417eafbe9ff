// What strangers can make the gateway count is bounded. Work is reported in characters and calls of
// the counter, not in time.
import { describe, expect, it } from 'vitest'
import { counterOf, ENCODINGS, LONGEST_RUN } from '../../runtime/hooks/tokens/counter.ts'
import { createTokens } from '../../runtime/hooks/tokens/tokens.ts'
import { createSigner } from '../../runtime/jobs/signed-poll.ts'

/** 512 blocks of 128 characters whose ends may each move by 32, or 64 Ki characters exactly. */
const MOST_CHARACTERS = 512 * (128 + 2 * 32)
const MOST_CALLS = 16 * 1024

/** Hooks that report what they were made to count. */
function world() {
  const work = { characters: 0, calls: 0, longest: 0 }
  const tokens = createTokens({
    signer: createSigner(['k'.repeat(32)]),
    counterOf: encoding => text => {
      work.characters += text.length
      work.calls++
      work.longest = Math.max(work.longest, text.length)
      return counterOf(encoding)(text)
    },
  })
  return { tokens, work }
}

const MEGABYTES = 10_000_000
const nested = (depth: number): unknown =>
  depth === 0 ? 'x'.repeat(50) : { a: nested(depth - 1), b: [depth] }

const bodies: [string, () => unknown][] = [
  ['one letter', () => 'a'.repeat(MEGABYTES)],
  ['one emoji', () => '😀'.repeat(MEGABYTES / 2)],
  ['one Chinese character', () => '中'.repeat(MEGABYTES)],
  ['spaces', () => ' '.repeat(MEGABYTES)],
  ['line ends', () => '\n'.repeat(MEGABYTES)],
  ['halves of characters', () => '\ud800'.repeat(MEGABYTES)],
  ['combining marks', () => `e${'\u0301'.repeat(MEGABYTES)}`],
  ['capitals', () => 'AB'.repeat(MEGABYTES / 2)],
  ['words reserved for the model', () => '<|endoftext|>'.repeat(MEGABYTES / 13)],
  ['empty parts', () => Array.from({ length: 100_000 }, () => ({ type: 'text', text: '' }))],
  [
    'parts of one letter',
    () => Array.from({ length: 100_000 }, () => ({ type: 'text', text: 'a' })),
  ],
  ['unknown parts', () => Array.from({ length: 50_000 }, () => ({}))],
  ['deep JSON', () => Array.from({ length: 500 }, () => nested(60))],
]

describe.each(ENCODINGS)('ten megabytes, counted with %s', encoding => {
  it.each(bodies)('CHAT-065 of %s', (_name, make) => {
    const { tokens, work } = world()
    const estimate = tokens.estimateTokens(
      [{ role: 'user', content: make() as never }],
      undefined,
      encoding,
    )
    expect(Number.isSafeInteger(estimate)).toBe(true)
    expect(work.characters).toBeLessThanOrEqual(MOST_CHARACTERS)
    expect(work.calls).toBeLessThanOrEqual(MOST_CALLS)
  })

  it('of tools', () => {
    const { tokens, work } = world()
    tokens.estimateTokens(
      [{ role: 'user', content: 'Hi' }],
      [{ description: 'a'.repeat(MEGABYTES) }],
      encoding,
    )
    expect(work.characters).toBeLessThanOrEqual(MOST_CHARACTERS)
  })

  it.each<[string, (members: object) => [unknown, unknown]]>([
    ['beside the messages', members => [[{ role: 'user', content: 'Hi' }], members]],
    ['of a message', members => [[{ role: 'user', content: 'Hi', ...members }], undefined]],
    [
      'of a part',
      members => [
        [{ role: 'user', content: [{ type: 'text', text: 'Hi', ...members }] }],
        undefined,
      ],
    ],
    [
      'of a call',
      members => [
        [
          {
            role: 'assistant',
            content: 'Hi',
            tool_calls: [{ id: 'c', function: { name: '', arguments: '' }, ...members }],
          },
        ],
        undefined,
      ],
    ],
  ])('very many members %s are one text, of which all is counted', (_where, make) => {
    const { tokens, work } = world()
    const members = Object.fromEntries(
      Array.from({ length: 3000 }, (_, i) => [`m${i}`, i % 3 === 0 ? { a: 'x' } : 'x']),
    )
    const estimate = tokens.estimateTokens(...(make(members) as [never, never]), encoding)
    expect(work.calls).toBe(2)
    expect(estimate / counterOf(encoding)(JSON.stringify(members))).toBeGreaterThan(0.9)
    expect(estimate / counterOf(encoding)(JSON.stringify(members))).toBeLessThan(1.2)
  })

  it('a run is never looked at as a whole: the time that joining takes grows with the square of its length', () => {
    const count = counterOf(encoding)
    for (const unit of ['a', '中', '!', 'Ａ', 'ก']) {
      const run = unit.repeat(LONGEST_RUN * 20)
      expect(count(run), unit).toBe(20 * count(unit.repeat(LONGEST_RUN)))
    }
  })
})

describe('very many messages', () => {
  const many = Array.from({ length: 100_000 }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: 'a',
  }))

  it('100,000 of one letter are estimated in bounded work', () => {
    const { tokens, work } = world()
    const estimate = tokens.estimateTokens(many, undefined, 'o200k')
    expect(work.calls).toBeLessThanOrEqual(MOST_CALLS)
    expect(estimate / (100_000 * 5 + 3)).toBeCloseTo(1, 1)
  })

  it('64 Ki characters, in one message or in 16,384, are counted once each and no more', () => {
    for (const messages of [
      [{ role: 'user', content: 'ab '.repeat(21_845) }],
      many.slice(0, 16_384).map(message => ({ ...message, content: 'what' })),
    ]) {
      const { tokens, work } = world()
      tokens.estimateTokens(messages, undefined, 'o200k')
      expect(work.calls).toBe(messages.length)
      expect(work.characters).toBe(messages.reduce((sum, { content }) => sum + content.length, 0))
    }
  })

  it('shortening short ones counts each once', () => {
    const { tokens, work } = world()
    const messages = many.slice(0, 10_000)
    const left = tokens.fitMessages(messages, undefined, 'o200k', 5000) as unknown[]
    expect(left.length).toBeLessThan(1001)
    expect(work.calls).toBe(10_000)
    expect(tokens.estimateTokens(left as never, undefined, 'o200k')).toBeLessThanOrEqual(5000)
  })

  it('a conversation with fewer bytes than the budget has tokens is not counted to be shortened', () => {
    const { tokens, work } = world()
    const messages = [{ role: 'user', content: 'é'.repeat(100) }]
    expect(tokens.fitMessages(messages, undefined, 'o200k', 207)).toBe(messages)
    expect(work.calls).toBe(0)
    tokens.fitMessages(messages, undefined, 'o200k', 206)
    expect(work.calls).toBe(1)
  })

  it('shortening long ones takes a few samples, however far it goes', () => {
    for (const budget of [1, 1000, 50_000, 400_000, 900_000]) {
      const { tokens, work } = world()
      const messages = many
        .slice(0, 10_000)
        .map((message, i) => ({ ...message, content: 'so it is said '.repeat(1 + (i % 60)) }))
      tokens.fitMessages(messages, undefined, 'o200k', budget)
      expect(work.characters, `${budget}`).toBeLessThanOrEqual(4 * MOST_CHARACTERS)
    }
  })

  it.each([0.3, 0.5, 0.7, 0.9, 0.99])(
    'shortening long ones to %d of their length takes two samples',
    part => {
      for (const length of [5, 40, 90]) {
        let samples = 0
        const signer = createSigner(['k'.repeat(32)])
        const tokens = createTokens({
          signer: {
            sign: text => {
              samples++
              return signer.sign(text)
            },
          },
        })
        const messages = many
          .slice(0, 20_000)
          .map((message, i) => ({ ...message, content: 'so it is said '.repeat(1 + (i % length)) }))
        const budget = Math.floor(tokens.estimateTokens(messages, undefined, 'o200k') * part)
        const left = tokens.fitMessages(messages, undefined, 'o200k', budget)
        expect(tokens.estimateTokens(left, undefined, 'o200k') / budget).toBeGreaterThan(0.9)
        // One for each estimate, and two for the shortening.
        expect(samples).toBe(4)
      }
    },
  )

  it('shortening reads each message a few times', () => {
    let reads = 0
    const { tokens } = world()
    const messages = many.slice(0, 10_000).map(({ role, content }) =>
      Object.defineProperty({ content }, 'role', {
        enumerable: true,
        get: () => {
          reads++
          return role
        },
      }),
    )
    tokens.fitMessages(messages as never, undefined, 'o200k', 100)
    expect(reads).toBeLessThan(20 * messages.length)
  })
})
