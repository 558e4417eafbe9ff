import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSseParser, longestAfter, sseText } from '../../runtime/protocols/sse.ts'
import { Malformed, TooLarge } from '../../runtime/protocols/types.ts'
import { cut, cuts, eventsOf } from './streams.ts'
import { anyCharacter } from '../helpers/text.ts'

const events = (text: string) => eventsOf([Buffer.from(text)])

describe('events read from bytes', () => {
  it.each(['\n', '\r\n', '\r'])('lines may end with %j', end => {
    const text = ['event: a', 'data: 1', '', 'data: 2', 'data: 3', '', ''].join(end)
    expect(events(text)).toEqual([{ event: 'a', data: '1' }, { data: '2\n3' }])
  })

  it('comments, ids, retries and fields of other names say nothing', () => {
    expect(events('foo\ndatabase: x\neventual: y\nid: 4\n: hello\nretry: 5\ndata: 1\n\n')).toEqual([
      { data: '1' },
    ])
  })

  it('one space behind the colon is not of the value; there need be none, and no colon either', () => {
    expect(events('data:a\n\ndata:  b\n\ndata\n\ndata: c:d\n\n')).toEqual([
      { data: 'a' },
      { data: ' b' },
      { data: '' },
      { data: 'c:d' },
    ])
  })

  it('a byte order mark is tolerated at the very beginning only', () => {
    expect(events('\ufeffdata: 1\n\ndata: \ufeff2\n\n')).toEqual([
      { data: '1' },
      { data: '\ufeff2' },
    ])
  })

  it('an event without data is none, and its name does not outlive it', () => {
    expect(events('event: a\n\ndata: 1\n\n')).toEqual([{ data: '1' }])
  })

  it('what has no empty line behind it is reported at the end', () => {
    const seen: unknown[] = []
    const parser = createSseParser(event => {
      seen.push(event)
    })
    parser.push(Buffer.from('data: 1\n\ndata: [DO'))
    parser.push(Buffer.from('NE]'))
    expect(seen).toEqual([{ data: '1' }])
    parser.end()
    expect(seen).toEqual([{ data: '1' }, { data: '[DONE]' }])
  })

  it('an event is reported as soon as its empty line has come, also where that is a CR', () => {
    const seen: unknown[] = []
    const parser = createSseParser(event => {
      seen.push(event)
    })
    parser.push(Buffer.from('data: 1\r\n\r'))
    expect(seen).toEqual([{ data: '1' }])
    parser.push(Buffer.from('\ndata: 2\r\n\r\n'))
    expect(seen).toEqual([{ data: '1' }, { data: '2' }])
  })

  it('however a stream is cut up, also in the middle of a letter, it says the same', () => {
    const line = fc
      .string({ unit: anyCharacter, maxLength: 20 })
      .map(text => text.replaceAll(/[\r\n\ufeff]/g, '€'))
    const event = fc.record({
      event: fc.option(fc.constantFrom('a', 'ü'), { nil: undefined }),
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    })
    fc.assert(
      fc.property(
        fc.array(event),
        fc.constantFrom('\n', '\r\n', '\r'),
        cuts,
        (written, end, places) => {
          const text = written
            .map(({ event: name, lines }) =>
              [
                ...(name ? [`event: ${name}`] : []),
                ...lines.map(each => `data: ${each}`),
                '',
                '',
              ].join(end),
            )
            .join('')
          const expected = written.map(({ event: name, lines }) => ({
            ...(name ? { event: name } : {}),
            data: lines.join('\n'),
          }))
          expect(eventsOf(cut(text, places))).toEqual(expected)
        },
      ),
    )
  })

  it('an event that is too long is refused before it is whole, on one line or on many', () => {
    const long = createSseParser(
      () => undefined,
      () => 1000,
    )
    expect(() => {
      for (let i = 0; i < 20; i++) long.push(Buffer.from('x'.repeat(100)))
    }).toThrow(new TooLarge('an event of the stream is too long'))
    const many = createSseParser(
      () => undefined,
      () => 1000,
    )
    expect(() => many.push(Buffer.from('data:\n'.repeat(2000)))).toThrow(Malformed)
    const short = createSseParser(
      () => undefined,
      () => 1000,
    )
    expect(() => {
      for (let i = 0; i < 1000; i++)
        short.push(Buffer.from(`: ${'x'.repeat(500)}\n\ndata: ${'x'.repeat(500)}\n\n`))
    }).not.toThrow()
  })

  it('an event may have 4 MiB and as much as came before it, and 32 MiB at most', () => {
    const MIB = 2 ** 20
    expect([0, 5, 28, 29].map(before => longestAfter(before * MIB) / MIB)).toEqual([4, 9, 32, 32])
  })

  it('nothing is buffered between events', () => {
    const parser = createSseParser(() => undefined)
    const after = (text: string): boolean => {
      parser.push(Buffer.from(text))
      return parser.isBetween()
    }
    expect(parser.isBetween()).toBe(false)
    for (const text of ['d', 'ata: 1\n', 'event: a\n']) expect(after(text)).toBe(false)
    expect(after('\n')).toBe(true)
    expect(after('event: a\n')).toBe(false)
    // The second half of this line end may still come.
    expect(after('data: 1\r\n\r')).toBe(false)
    expect(after('\n')).toBe(true)
    expect(after('data: 1\r\rd')).toBe(false)
  })

  it('a long event that comes byte by byte is read in one go', () => {
    let length = 0
    const parser = createSseParser(({ data }) => {
      length = data.length
    })
    const bytes = Buffer.from(`data: ${'x'.repeat(500_000)}\n\n`)
    for (let at = 0; at < bytes.length; at++) parser.push(bytes.subarray(at, at + 1))
    expect(length).toBe(500_000)
  })
})

describe('events written', () => {
  it('have a name only if they are given one', () => {
    expect([sseText('1'), sseText('1', 'a')]).toEqual(['data: 1\n\n', 'event: a\ndata: 1\n\n'])
  })

  it('are read as they were written, whatever their lines end with', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r', ':', ' ', 'é') }), data => {
        expect(events(sseText(data, 'e'))).toEqual([
          { event: 'e', data: data.split(/\r\n|\r|\n/).join('\n') },
        ])
      }),
    )
  })
})
