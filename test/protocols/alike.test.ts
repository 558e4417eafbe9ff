/**
 * Chunks that differ in their words alone are read by a short way: it must read what the long one
 * reads.
 */
import { describe, expect, it } from 'vitest'
import { frameAround } from '../../runtime/protocols/openai-chat/alike.ts'
import { ChatReader } from '../../runtime/protocols/openai-chat/reader.ts'
import { ChatWriter } from '../../runtime/protocols/openai-chat/writer.ts'
import type { Piece, SseEvent } from '../../runtime/protocols/types.ts'
import { framed, piecesOf, wordsIn } from '../../runtime/upstream/plain-words.ts'
import { reading } from '../../runtime/upstream/stream-parts.ts'
import { isWords, type StreamPart } from '../../runtime/upstream/types.ts'
import { FACTS } from './streams.ts'

const chunk = (delta: object, more: object = {}, choice: object = {}): string =>
  JSON.stringify({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: null, ...choice }],
    ...more,
  })

/** What a reader that has read nothing else makes of an event: the long way. */
const alone = (event: SseEvent): readonly Piece[] => new ChatReader().take(event)

const wire = ({ event, data }: SseEvent): Buffer =>
  Buffer.from(`${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`)

/** What a part says, in the inner form. */
const inner = ({ pieces }: StreamPart): Piece[] =>
  pieces.flatMap(piece => (isWords(piece) ? piecesOf(piece.words) : [piece]))

/**
 * A stream that has already said `Hello`; what it makes of each event, and how many words came
 * unparsed.
 */
function afterHello(): { take(event: SseEvent): Piece[]; unparsed(): number } {
  const stream = reading(new ChatReader(), { secrets: String } as never)
  let unparsed = 0
  const take = (event: SseEvent): Piece[] => {
    const part = stream.take(wire(event))
    for (const piece of part.pieces) if (isWords(piece)) unparsed += piece.words.length
    return inner(part)
  }
  take({ data: chunk({ content: 'Hello' }) })
  return { take, unparsed: () => unparsed }
}

const words = [
  'plain',
  ' ',
  '',
  'a "quote"',
  'a \\ b',
  '\n',
  '\u0007',
  '\u007f',
  '\u0085',
  '\u2028',
  '漢字',
  '😀',
  '\ud800',
  '"content":"',
  '","finish_reason":"stop"',
  '"},"finish_reason":null}]}',
  '{}',
  '\\"',
  'null',
  'x'.repeat(5000),
]

describe('after a chunk that said only words', () => {
  it.each(words)('%j is read as it is alone', text => {
    const { take } = afterHello()
    const chunks = [text, 'again', text].map(content => ({ data: chunk({ content }) }))
    for (const event of chunks) expect(take(event)).toEqual(alone(event))
  })

  it('ordinary words are not parsed', () => {
    const { take, unparsed } = afterHello()
    for (const content of ['plain', '漢字', '😀']) take({ data: chunk({ content }) })
    expect(unparsed()).toBe(3)
  })

  it.each<[string, SseEvent]>([
    ['thought', { data: chunk({ reasoning_content: 'Hello' }) }],
    ['thought beside words', { data: chunk({ content: 'a', reasoning_content: 'b' }) }],
    ['another choice', { data: chunk({ content: 'a' }, {}, { index: 1 }) }],
    ['an end', { data: chunk({ content: 'a' }, {}, { finish_reason: 'stop' }) }],
    [
      'usage',
      { data: chunk({ content: 'a' }, { usage: { prompt_tokens: 1, completion_tokens: 2 } }) },
    ],
    ['logprobs', { data: chunk({ content: 'a' }, {}, { logprobs: { content: [] } }) }],
    ['another id', { data: chunk({ content: 'a' }, { id: 'c2' }) }],
    ['an error', { event: 'error', data: chunk({ content: 'Hello' }) }],
    ['words written otherwise', { data: '{"choices":[{"index":0,"delta":{"content":"Hello"}}]}' }],
    [
      'two of the same name',
      { data: '{"choices":[{"delta":{"content":"Hello","content":"bye"}}]}' },
    ],
  ])('%s is read as it is alone, before and after', (_, event) => {
    const { take } = afterHello()
    const events = [
      { data: chunk({ content: 'Hello' }) },
      event,
      { data: chunk({ content: 'more' }) },
    ]
    for (const each of events) expect(take(each)).toEqual(alone(each))
  })

  it('what is no JSON is found out all the same', () => {
    const said = chunk({ content: 'a' })
    for (const bad of [
      said.slice(0, -1),
      said.replace('"a"', '"a\tb"'),
      said.replace('"a"', '"a"b"'),
    ]) {
      expect(() => afterHello().take({ data: bad })).toThrow('no JSON')
    }
  })

  it('many events that come at once, cut anywhere, are the same words in the same order', () => {
    const contents = Array.from({ length: 30 }, (_, n) =>
      n % 7 === 3 ? `a "quote" ${n}` : `wört ${n} `,
    )
    const all = Buffer.concat(contents.map(content => wire({ data: chunk({ content }) })))
    for (let at = 0; at < all.length; at += 37) {
      const stream = reading(new ChatReader(), { secrets: String } as never)
      const parts = [all.subarray(0, at), all.subarray(at)].map(bytes => stream.take(bytes))
      const pieces = parts.flatMap(inner)
      expect(pieces.map(({ content }) => content).join('')).toBe(contents.join(''))
      expect(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(all)).toBe(true)
    }
  })

  it('of what comes at once only the events that differ are parsed, and the order stays', () => {
    const stream = reading(new ChatReader(), { secrets: String } as never)
    const contents = ['Hello', 'a', 'b', 'a "quote"', 'c', 'd']
    const all = Buffer.concat(contents.map(content => wire({ data: chunk({ content }) })))
    expect(stream.take(all).pieces).toEqual([
      { content: 'Hello' },
      { words: ['a', 'b'] },
      { content: 'a "quote"' },
      { words: ['c', 'd'] },
    ])
  })

  it('broken characters go to the parser, which mends them', () => {
    const stream = reading(new ChatReader(), { secrets: String } as never)
    stream.take(wire({ data: chunk({ content: 'Hello' }) }))
    const bytes = wire({ data: chunk({ content: 'abc' }) })
    bytes[bytes.indexOf('abc')] = 0xff
    expect(stream.take(bytes).pieces).toEqual([{ content: '\ufffdbc' }])
  })

  it('the stream still ends with its finish reason only', () => {
    const reader = new ChatReader()
    for (let n = 0; n < 3; n++) reader.take({ data: chunk({ content: `word ${n}` }) })
    expect(reader.ended()).toBe(false)
    reader.take({ data: chunk({}, {}, { finish_reason: 'stop' }) })
    expect(reader.ended()).toBe(true)
  })
})

describe('the writer', () => {
  it('has a frame once it has said something, and writes the same bytes with it', () => {
    const writer = new ChatWriter({ ...FACTS, model: 'mäker/x' })
    writer.open()
    expect(writer.frame()).toBeUndefined()
    writer.piece({ reasoning: 'Hm.' })
    expect(writer.frame()).toBeUndefined()
    writer.piece({ content: 'One' })
    const bytes = Buffer.from(
      framed(writer.frame()!, [Buffer.from('zwei Wörter').toString('latin1')]),
      'latin1',
    )
    expect(bytes.toString()).toBe(writer.piece({ content: 'zwei Wörter' }))
  })
})

it('a frame is what stands around the words, and nothing else fits it', () => {
  const frame = frameAround(chunk({ content: 'one' }), 'one')!
  const text = (data: string): string => wire({ data }).toString('latin1')
  expect(wordsIn(text(chunk({ content: 'two' })), frame).words).toEqual(['two'])
  expect(wordsIn(text(chunk({ content: 'two' }, { id: 'c2' })), frame).words).toEqual([])
  expect(frameAround(chunk({ content: 'a "b"' }), 'a "b"')).toBeUndefined()
})
