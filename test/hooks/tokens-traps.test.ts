// Long texts that are made so that a sample misses what is expensive in them. Whoever asks for a
// price often enough gets the lowest.
import { expect, it } from 'vitest'
import { counterOf, ENCODINGS, type Count } from '../../runtime/hooks/tokens/counter.ts'
import { sampled } from '../../runtime/hooks/tokens/sample.ts'
import { createSigner } from '../../runtime/jobs/signed-poll.ts'
import { byRuns, dice, KINDS } from './tokens-corpus.ts'
import { runs } from '../helpers/runs.ts'

const LENGTH = 120_000
const TRIES = runs(3)
const roll = dice(17)
const COUNTS = { cl100k: byRuns('cl100k'), o200k: byRuns('o200k') }

type Make = (length: number) => string
const each =
  (make: () => string): Make =>
  length => {
    let text = ''
    while (text.length < length) text += make()
    return text.slice(0, length)
  }
const among = (from: number, of: number): Make => each(() => String.fromCharCode(from + roll(of)))

/** Few tokens for many characters, and many for few. */
const cheap: Record<string, Make> = {
  spaces: each(() => ' '),
  lines: each(() => '='),
  boxes: each(() => '─'),
  'one letter': each(() => 'a'),
  'signs in turn': each(() => '+-'),
  'long words': each(() => ' responsibility'),
  English: length => KINDS.English!(length, roll),
  'Chinese clauses': length => KINDS.CJK!(length, roll),
}
const dear: Record<string, Make> = {
  'rare Chinese': among(0x4e00, 20_000),
  letters: among(97, 26),
  capitals: among(65, 26),
  signs: among(33, 15),
  phonetics: among(0x250, 90),
  'old Cyrillic': among(0x460, 32),
  'mixed whitespace': each(() => ' \t\n'[roll(3)]!),
  tabs: each(() => '\t'),
  'control characters': each(() => '\x01'),
  ticks: each(() => '`'),
  'digits apart': each(() => ' 0'),
  emoji: each(() => String.fromCodePoint(0x1f300 + roll(600))),
  'rare consonants': each(() => 'qxjz'[roll(4)]!),
}

/** Each of both in three pairs and more; all pairs with RUNS=3. */
const PAIRS = runs(3)
const traps = Object.keys(cheap).flatMap((low, i) =>
  Object.keys(dear)
    .filter((_, k) => (i + k) % Object.keys(cheap).length < PAIRS)
    .map(high => [high, low] as const),
)

/**
 * Both in turn, so that each costs about as much. One stretch of the dear one is at least as long
 * as a block, or much shorter.
 */
function trap(low: Make, high: Make, count: Count, stretch: number): string {
  const [cost, more] = [low, high].map(make => count(make(2000)) + 1)
  const rest = Math.round((stretch * more!) / cost!)
  return each(() => high(stretch) + low(rest))(LENGTH)
}

it.each(traps)('CHAT-065 %s among %s is not missed, wherever the sample looks', (high, low) => {
  for (const [encoding, stretch] of [
    ['cl100k', 20],
    ['o200k', 300],
  ] as const) {
    const count = COUNTS[encoding]
    const text = trap(cheap[low]!, dear[high]!, count, stretch)
    const right = count(text)
    const tried = Array.from(
      { length: TRIES },
      (_, key) =>
        sampled([text], count, place => createSigner([`${key}`.padStart(32, 'k')]).sign(place)).at(
          -1,
        )! / right,
    )
    expect(Math.min(...tried), `${encoding} ${stretch}`).toBeGreaterThan(0.98)
  }
})

it.each(ENCODINGS)('the counts by runs are those of the counter, with %s', encoding => {
  for (const make of [...Object.values(cheap), ...Object.values(dear)]) {
    const text = make(3000)
    expect(COUNTS[encoding](text)).toBe(counterOf(encoding)(text))
  }
})

it.each([
  ['CJK', 'English'],
  ['English', 'CJK'],
  ['base64', 'English'],
  ['JSON', 'repeated whitespace'],
])('CHAT-065 %s that becomes %s at the end, of one text or of many', (first, then) => {
  const text = KINDS[first]!(LENGTH, roll) + KINDS[then]!(LENGTH, roll)
  const count = COUNTS.o200k
  for (const pieces of [[text], text.match(/[^]{1,700}/gu)!]) {
    const right = pieces.reduce((sum, piece) => sum + count(piece), 0)
    for (const key of ['a', 'b', 'c']) {
      const parts = sampled(pieces, count, place => createSigner([key.repeat(32)]).sign(place))
      expect(parts.at(-1)! / right).toBeGreaterThan(0.98)
      expect(parts.at(-1)! / right).toBeLessThan(1.08)
      expect(parts.every((tokens, i) => i === 0 || tokens >= parts[i - 1]!)).toBe(true)
    }
  }
})
