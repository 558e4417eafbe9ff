/** Chunks that differ in their words alone are read by a short way: it must read what the long one reads. */
import { describe, expect, it } from 'vitest'
import { Alike } from '../../runtime/protocols/openai-chat/alike.ts'
import { ChatReader } from '../../runtime/protocols/openai-chat/reader.ts'
import type { Piece, SseEvent } from '../../runtime/protocols/types.ts'

const chunk = (delta: object, more: object = {}, choice: object = {}): string =>
  JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: null, ...choice }], ...more })

/** What a reader that has read nothing else makes of an event: the long way. */
const alone = (event: SseEvent): readonly Piece[] => new ChatReader().take(event)

const words = [
  'plain', ' ', '', 'a "quote"', 'a \\ b', '\n', '\u0007', '\u2028', '漢字', '😀', '\ud800', '"content":"', '","finish_reason":"stop"', '"},"finish_reason":null}]}', '{}', '\\"', 'null', 'x'.repeat(5000),
]

describe('after a chunk that said only words', () => {
  it.each(words)('%j is read as it is alone', (text) => {
    const reader = new ChatReader()
    reader.take({ data: chunk({ content: 'Hello' }) })
    for (const data of [chunk({ content: text }), chunk({ content: 'again' }), chunk({ content: text })]) expect(reader.take({ data })).toEqual(alone({ data }))
  })

  it.each<[string, SseEvent]>([
    ['thought', { data: chunk({ reasoning_content: 'Hello' }) }],
    ['thought beside words', { data: chunk({ content: 'a', reasoning_content: 'b' }) }],
    ['another choice', { data: chunk({ content: 'a' }, {}, { index: 1 }) }],
    ['an end', { data: chunk({ content: 'a' }, {}, { finish_reason: 'stop' }) }],
    ['usage', { data: chunk({ content: 'a' }, { usage: { prompt_tokens: 1, completion_tokens: 2 } }) }],
    ['logprobs', { data: chunk({ content: 'a' }, {}, { logprobs: { content: [] } }) }],
    ['an error', { event: 'error', data: chunk({ content: 'Hello' }) }],
    ['words written otherwise', { data: '{"choices":[{"index":0,"delta":{"content":"Hello"}}]}' }],
    ['two of the same name', { data: '{"choices":[{"delta":{"content":"Hello","content":"bye"}}]}' }],
  ])('%s is read as it is alone, before and after', (_, event) => {
    const reader = new ChatReader()
    const told = [{ data: chunk({ content: 'Hello' }) }, event, { data: chunk({ content: 'more' }) }].map((each) => [reader.take(each), alone(each)])
    for (const [here, there] of told) expect(here).toEqual(there)
  })

  it('what is no JSON is found out all the same', () => {
    const reader = new ChatReader()
    reader.take({ data: chunk({ content: 'Hello' }) })
    for (const bad of [chunk({ content: 'Hello' }).slice(0, -1), chunk({ content: 'a' }).replace('"a"', '"a\tb"'), chunk({ content: 'a' }).replace('"a"', '"a"b"')]) {
      expect(() => reader.take({ data: bad })).toThrow('no JSON')
    }
  })

  it('the stream still ends with its finish reason only', () => {
    const reader = new ChatReader()
    for (let n = 0; n < 3; n++) reader.take({ data: chunk({ content: `word ${n}` }) })
    expect(reader.ended()).toBe(false)
    reader.take({ data: chunk({}, {}, { finish_reason: 'stop' }) })
    expect(reader.ended()).toBe(true)
  })
})

it('the short way is taken', () => {
  const alike = new Alike()
  alike.learn(chunk({ content: 'one' }), 'one')
  expect(alike.wordsOf(chunk({ content: 'two' }))).toBe('two')
  expect(alike.wordsOf(chunk({ content: 'two' }, { id: 'c2' }))).toBeUndefined()
})
