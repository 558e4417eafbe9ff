/** Streams that are passed on are cut between events only, however their bytes come. */
import { expect, it } from 'vitest'
import { createRedactor } from '../../runtime/observe/redact.ts'
import { upstreamProtocols } from '../../runtime/protocols/index.ts'
import { TooLarge } from '../../runtime/protocols/types.ts'
import { isVisible, reading } from '../../runtime/upstream/stream-parts.ts'

const KEY = 'vk-0123456789abcdef-secret'
const redact = createRedactor({
  upstreams: { vendor: { url: 'https://api.vendor.example', key: KEY } },
})
const EVENTS = [
  'event: a\ndata: {"type":"response.output_text.delta","delta":"é"}\n\n',
  ': ping\n\n',
  'data: {"type":"response.completed","response":{}}\n\n',
]

/** The bytes of each part, for a stream that comes in chunks of so many bytes. */
function cut(text: string, size: number): string[] {
  const reader = reading(upstreamProtocols.openai_responses.reader(), redact)
  const bytes = Buffer.from(text)
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )
  return [...chunks.map(chunk => reader.take(chunk)), reader.end()].map(part =>
    Buffer.from(part.bytes).toString(),
  )
}

it.each([['\n'], ['\r\n']])(
  'whatever the size of the chunks, nothing is lost and no event is passed on in halves (lines end with %j)',
  end => {
    const events = EVENTS.map(event => event.replaceAll('\n', end))
    for (let size = 1; size <= 200; size++) {
      const parts = cut(events.join(''), size)
      expect(parts.join('')).toBe(events.join(''))
      const whole = [0, ...events.map((_, i) => events.slice(0, i + 1).join('').length)]
      // The CR of an empty line ends its event already.
      const ends = end === '\n' ? whole : whole.flatMap(at => [at, at - 1])
      let at = 0
      for (const part of parts) expect(ends).toContain((at += part.length))
    }
  },
)

it('what has only begun is kept back; what stands before the end without an empty line comes with the end', () => {
  const reader = reading(upstreamProtocols.openai_responses.reader(), redact)
  expect(reader.take(Buffer.from('data: {"type":"response.comp')).bytes).toHaveLength(0)
  expect(reader.take(Buffer.from('leted","response":{}}')).bytes).toHaveLength(0)
  const { bytes, pieces } = reader.end()
  expect([Buffer.from(bytes).toString(), pieces.length, reader.ended()]).toEqual([
    'data: {"type":"response.completed","response":{}}',
    1,
    true,
  ])
})

it('an event may be 4 MiB longer than all before it, because the last one repeats the answer', () => {
  const of = (type: string, size: number): Buffer =>
    Buffer.from(`data: {"type":"response.${type}","padding":"${'x'.repeat(size)}"}\n\n`)
  const MIB = 2 ** 20
  const lengths = (...events: Buffer[]): number[] => {
    const reader = reading(upstreamProtocols.openai_responses.reader(), redact)
    return events.map(event => reader.take(event).bytes.length)
  }
  const [created, done] = [of('created', 3 * MIB), of('completed', 6.9 * MIB)]
  expect(lengths(created, done)).toEqual([created.length, done.length])
  expect(() => lengths(of('created', 4 * MIB))).toThrow(TooLarge)
  expect(() => lengths(created, of('completed', 7.1 * MIB))).toThrow(TooLarge)
  const most = [4, 8, 16, 32].map(size => of('in_progress', 0.99 * size * MIB))
  expect(lengths(...most)).toHaveLength(4)
  expect(() => lengths(...most, of('completed', 32 * MIB))).toThrow(TooLarge)
})

it('lines that end with a CR alone are passed on too', () => {
  const text = 'data: {"type":"response.output_text.delta","delta":"x"}\r\rdata: {}\r\r'
  expect(cut(text, 1000)).toEqual([text, ''])
})

it('an event that reports a failure is passed on without our keys and hosts', () => {
  const event = (words: string): string =>
    `event: error\ndata: {"type":"error","message":"${words}"}\n\n`
  expect(cut(event('too many requests'), 1000)[0]).toBe(event('too many requests'))
  expect(cut(event(`key ${KEY} at api.vendor.example`), 1000)[0]).toBe(
    event('key [redacted] at [redacted]'),
  )
})

it('figures, blanks and a bare end are nothing for the caller', () => {
  expect(
    [
      {},
      { content: '' },
      { content: ' \n' },
      { reasoning: '\t' },
      { finish: 'stop' as const },
      { usage: { uncached: 1, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 } },
    ].some(isVisible),
  ).toBe(false)
  expect(
    [
      { content: 'a' },
      { reasoning: 'a' },
      { finish: 'length' as const },
      { tool: { index: 0 } },
    ].every(isVisible),
  ).toBe(true)
})
