// Counting is what the library counts, with tables that are read when they are needed.
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { counterOf, countersOf, ENCODINGS } from '../../runtime/hooks/tokens/counter.ts'
import { NONE, readRanks } from '../../runtime/hooks/tokens/ranks.ts'
import { dice, KINDS, truth } from './tokens-corpus.ts'
import { runs } from '../helpers/runs.ts'
import { anyCharacter } from '../helpers/text.ts'

describe.each(ENCODINGS)('counting with %s', encoding => {
  const count = counterOf(encoding)

  it('is what the library counts, for every kind of text', () => {
    for (const [kind, make] of Object.entries(KINDS)) {
      const text = make(12_000, dice(5))
      expect(count(text), kind).toBe(truth(text, encoding))
    }
  })

  it('is what the library counts, for any characters', () => {
    const unit = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: 'grapheme' }),
      fc.string(),
      fc.constantFrom('\n\n  ', '  \t', "'ll", '\u0301', '\ud800', '<|endoftext|>'),
    )
    fc.assert(
      fc.property(fc.array(unit), parts => {
        const text = parts.join('')
        expect(count(text)).toBe(truth(text, encoding))
      }),
      { numRuns: runs(150), seed: 1 },
    )
  })

  it('takes what the library reserves for itself as plain text', () => {
    expect(count('<|endoftext|>')).toBeGreaterThan(1)
    expect(count('')).toBe(0)
  })

  it('a run without a break is cut into pieces of 128, and then at most slightly too long', () => {
    const roll = dice(2)
    for (const letters of [
      'abcdefghijklmnopqrstuvwxyz',
      '天地玄黄宇宙洪荒日月盈昃',
      'กขคงจฉชซ',
      '😀😁😂🤣',
    ]) {
      const run = Array.from({ length: 2000 }, () => [...letters][roll([...letters].length)]).join(
        '',
      )
      const exact = truth(run, encoding)
      expect(count(run), letters).toBeGreaterThanOrEqual(exact)
      expect(count(run), letters).toBeLessThanOrEqual(exact * 1.02)
    }
  })
})

describe('the tables', () => {
  it.each(ENCODINGS)(
    'that of %s has every token of the library under its rank, and no others',
    encoding => {
      const list = (
        createRequire(import.meta.url)(`gpt-tokenizer/bpeRanks/${encoding}_base`) as {
          default: (string | number[])[]
        }
      ).default
      const table = readRanks(`${encoding}_base`)
      const wrong = list.filter((token, rank) => {
        const bytes = Buffer.from(token as string)
        return table.of(bytes, 0, bytes.length) !== rank
      })
      expect([list.length > 100_000, wrong]).toEqual([true, []])
      expect(table.of(Buffer.from('xxno token at all'), 2, 17)).toBe(NONE)
    },
  )

  it('are read when something is counted, each once', () => {
    const read: string[] = []
    const of = countersOf(name => {
      read.push(name)
      return readRanks(name)
    })
    const counts = ENCODINGS.map(of)
    expect(read).toEqual([])
    for (let i = 0; i < 3; i++) counts[0]!('Hello there')
    expect(read).toEqual(['o200k_base'])
    of('cl100k')('Hello there')
    of('cl100k')('Hello there')
    expect(read).toEqual(['o200k_base', 'cl100k_base'])
  })
})
