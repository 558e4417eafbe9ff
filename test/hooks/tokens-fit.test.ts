import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTokens } from '../../runtime/hooks/tokens/tokens.ts'
import { createSigner } from '../../runtime/jobs/signed-poll.ts'
import { dice, KINDS } from './tokens-corpus.ts'
import { runs } from '../helpers/runs.ts'

type Turn = {
  role: string
  content: string | null
  tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[]
  tool_call_id?: string
}

const tokens = createTokens({ signer: createSigner(['k'.repeat(32)]) })
const fit = (messages: readonly Turn[], budget: number): Turn[] =>
  tokens.fitMessages(messages as never, undefined, 'o200k', budget) as never
const sizeOf = (messages: readonly Turn[]): number =>
  tokens.estimateTokens(messages as never, undefined, 'o200k')
const texts = (messages: readonly Turn[]): (string | null)[] =>
  messages.map(message => message.content)

const say = (role: string, content: string): Turn => ({ role, content })
const call = (...ids: string[]): Turn => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map(id => ({
    id,
    type: 'function',
    function: { name: 'look_up', arguments: '{"word":"fox"}' },
  })),
})
const result = (id: string, content: string): Turn => ({ role: 'tool', tool_call_id: id, content })

describe('a conversation that fits', () => {
  it('CHAT-061 is the very same list', () => {
    const messages = [
      say('system', 'Be brief'),
      say('user', 'Hi'),
      say('assistant', 'Hello'),
      say('user', 'Bye'),
    ]
    expect(fit(messages, sizeOf(messages))).toBe(messages)
    expect(fit(messages, 1_000_000)).toBe(messages)
  })

  it('tools count too', () => {
    const messages = [say('user', 'Hi'), say('assistant', 'Hello'), say('user', 'Bye')]
    const tools = [{ type: 'function', function: { name: 'look_up' } }]
    const all = tokens.estimateTokens(messages as never, tools, 'o200k')
    expect(tokens.fitMessages(messages as never, tools, 'o200k', all)).toBe(messages)
    expect(tokens.fitMessages(messages as never, tools, 'o200k', all - 1)).toEqual([
      say('user', 'Bye'),
    ])
  })

  it('what is no list of messages stays as it is', () => {
    expect(tokens.fitMessages('Hello there', undefined, 'o200k', 1)).toBe('Hello there')
    expect(tokens.fitMessages(undefined, undefined, 'o200k', 1)).toBe(null)
  })
})

describe('what goes first', () => {
  const [system, one, two, three, four, five] = [
    say('system', 'Be brief'),
    say('user', 'one'),
    say('assistant', 'two'),
    say('user', 'three'),
    say('assistant', 'four'),
    say('user', 'five'),
  ] as [Turn, Turn, Turn, Turn, Turn, Turn]

  it('CHAT-061 the oldest question with its answer, never the system message or the last question', () => {
    const all = [system, one, two, three, four, five]
    expect(fit(all, sizeOf(all) - 1)).toEqual([system, three, four, five])
    expect(fit(all, sizeOf([system, three, four, five]))).toEqual([system, three, four, five])
    expect(fit(all, sizeOf([system, three, four, five]) - 1)).toEqual([system, five])
  })

  it('CHAT-061 where it cannot fit the shortest list is left, for the upstream to refuse', () => {
    for (const budget of [1, 0, -5, Number.NaN])
      expect(fit([system, one, two, five], budget)).toEqual([system, five])
  })

  it('system and developer messages stay wherever they stand', () => {
    const late = say('developer', 'Now in French')
    expect(fit([system, one, late, two, five], 1)).toEqual([system, late, five])
  })

  it('of an answer in several steps the oldest, and the question with the last of them', () => {
    const steps = ['a', 'b', 'c'].flatMap(id => [call(id), result(id, `result ${id}`)])
    const all = [one, ...steps, five]
    expect(texts(fit(all, sizeOf(all) - 1))).toEqual([
      'one',
      null,
      'result b',
      null,
      'result c',
      'five',
    ])
    expect(texts(fit(all, sizeOf(all.slice(3)) - 1))).toEqual(['one', null, 'result c', 'five'])
    expect(fit(all, 1)).toEqual([five])
  })

  it('steps after the last question, when nothing older is left', () => {
    const all = [one, two, five, call('a'), result('a', 'A'), call('b'), result('b', 'B')]
    expect(texts(fit(all, sizeOf([five, ...all.slice(3)])))).toEqual(['five', null, 'A', null, 'B'])
    expect(texts(fit(all, sizeOf([five, ...all.slice(5)])))).toEqual(['five', null, 'B'])
    expect(fit(all, 1)).toEqual([five])
  })

  it('the last message stays if there is no user message', () => {
    expect(fit([two, four], 1)).toEqual([four])
    expect(fit([system], 1)).toEqual([system])
  })
})

describe('calls of tools and their results', () => {
  const last = say('user', 'And now?')

  it('CHAT-061 go together, also several of one answer', () => {
    const all = [say('user', 'Look'), call('a', 'b'), result('b', 'B'), result('a', 'A'), last]
    expect(fit(all, sizeOf(all) - 1)).toEqual([last])
  })

  it('go together where something stands between them', () => {
    const [asked, late] = [call('a'), result('a', 'A')]
    const all = [
      say('user', 'Look'),
      asked,
      say('user', 'Quick!'),
      late,
      say('assistant', 'Here'),
      last,
    ]
    const left = fit(all, sizeOf(all) - 1)
    expect(left.includes(asked)).toBe(left.includes(late))
  })

  it('belong to the newest call where ids are used again', () => {
    const [old, fresh] = [result('call_0', 'old'), result('call_0', 'fresh')]
    const all = [
      say('user', 'Look'),
      call('call_0'),
      old,
      say('user', 'Again'),
      call('call_0'),
      fresh,
      last,
    ]
    expect(texts(fit(all, sizeOf(all) - 1))).toEqual(['Again', null, 'fresh', 'And now?'])
  })

  it('a result that nobody asked for goes with what stands before it', () => {
    expect(
      fit([say('user', 'Look'), say('assistant', 'I see'), result('x', 'lost'), last], 1),
    ).toEqual([last])
    expect(fit([result('x', 'lost'), last], 1)).toEqual([last])
  })
})

/** Conversations of any shape: questions, answers, calls with results, system messages. */
const conversations = fc
  .array(
    fc.tuple(
      fc.constantFrom('system', 'user', 'assistant', 'call', 'call2'),
      fc.string({ maxLength: 40 }),
    ),
    { minLength: 1, maxLength: 30 },
  )
  .map(list =>
    list.flatMap(([kind, text], i) => {
      if (!kind.startsWith('call')) return [say(kind, text)]
      const ids = kind === 'call2' ? [`${i}`, `${i}b`] : ['same']
      return [call(...ids), ...ids.map(id => result(id, text))]
    }),
  )

describe('every conversation', () => {
  const check = (test: (messages: Turn[], budget: number) => void): void => {
    fc.assert(
      fc.property(conversations, fc.integer({ min: 0, max: 1000 }), (messages, share) => {
        test(messages, Math.floor((sizeOf(messages) * share) / 1000))
      }),
      { numRuns: runs(200), seed: 1 },
    )
  }
  const lastUser = (messages: readonly Turn[]): Turn | undefined =>
    messages.findLast(message => message.role === 'user')

  it('CHAT-057 keeps an order, its system messages and the last question, and nothing is added', () => {
    check((messages, budget) => {
      const left = new Set(fit(messages, budget))
      expect([...left]).toEqual(messages.filter(message => left.has(message)))
      for (const message of messages)
        if (message.role === 'system' || message === lastUser(messages))
          expect(left.has(message)).toBe(true)
    })
  })

  it('keeps calls and results together', () => {
    check((messages, budget) => {
      const left = new Set(fit(messages, budget))
      let asked: Turn | undefined
      for (const message of messages) {
        if (message.tool_calls) asked = message
        if (message.role === 'tool') expect(left.has(message)).toBe(left.has(asked!))
      }
    })
  })

  it('fits, or is as short as it may be', () => {
    check((messages, budget) => {
      const left = fit(messages, budget)
      if (sizeOf([...left]) <= budget) return
      expect(
        left.filter(
          message =>
            message.role !== 'system' &&
            message !== lastUser(messages) &&
            lastUser(messages) !== undefined,
        ),
      ).toEqual([])
    })
  })

  it('loses no more than it must: with the room that the rest takes, the rest is the same', () => {
    check((messages, budget) => {
      const left = fit(messages, budget)
      expect(fit([...messages], Math.max(budget, sizeOf(left)))).toEqual(left)
    })
  })

  it('keeps at least as much in more room', () => {
    check((messages, budget) => {
      const more = new Set(fit([...messages], budget + 10))
      for (const message of fit(messages, budget)) expect(more.has(message)).toBe(true)
    })
  })

  it('begins with a question, if it did before', () => {
    check((messages, budget) => {
      const spoken = (list: readonly Turn[]): Turn | undefined =>
        list.find(message => message.role !== 'system')
      if (spoken(messages)?.role === 'user')
        expect(spoken(fit(messages, budget))?.role).toBe('user')
    })
  })
})

describe('long conversations', () => {
  const roll = dice(11)
  const long = Array.from({ length: 10_000 }, (_, i) =>
    say(
      i % 2 === 0 ? 'user' : 'assistant',
      KINDS[i % 3 === 0 ? 'CJK' : 'English']!(40 + roll(400), roll),
    ),
  ).concat(say('user', 'Now?'))

  it.each([1_000_000, 300_000, 100_000, 20_000, 1000])(
    'CHAT-061 of 10,001 messages %i tokens are left, and counted anew they are so many',
    budget => {
      const left = fit(long, budget)
      expect(sizeOf(left)).toBeLessThanOrEqual(budget)
      expect(sizeOf([...left])).toBe(sizeOf(left))
      if (left.length < long.length)
        expect(sizeOf(long.slice(-left.length - 2)), 'with one more question').toBeGreaterThan(
          budget * 0.9,
        )
      expect(left.at(-1)).toBe(long.at(-1))
      expect(left[0]!.role).toBe('user')
    },
  )

  it('are shortened the same way each time', () => {
    const some = long.slice(-1000)
    expect(fit([...some], 10_000)).toEqual(fit([...some], 10_000))
  })
})
