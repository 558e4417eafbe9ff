/**
 * Tokens of texts that are too long to be counted: of blocks, scaled up. Where the blocks lie depends on a key and on every character,
 * so nobody can find out where expensive text would not be seen, and the same texts always get the same number, in every process.
 */
import { createHash } from 'node:crypto'
import { isLowSurrogate, type Count } from './counter.ts'

/** Blocks and characters of each. Together they are as many as are counted exactly. */
const BLOCKS = 512
const BLOCK = 128

/** Added to what was scaled up: samples may come out too low. */
const MARGIN = 1.03

/** What the end of a text weighs, in characters: counting many small texts takes longer than one large one. */
export const GAP = 4

/** How far a block's ends may move to stand between two words. */
const REACH = 32

/** The texts on a line, each with a gap behind it. `starts` has the line's end as its last. */
interface Line { texts: readonly string[]; starts: readonly number[] }

/** Tokens of the first text, of the first two and so on; 0 stands in front. Not rounded. */
export function sampled(texts: readonly string[], count: Count, sign: (text: string) => string): number[] {
  const starts = [0]
  for (const text of texts) starts.push(starts.at(-1)! + text.length + GAP)
  const line = { texts, starts }
  const width = starts.at(-1)! / BLOCKS
  const places = placesOf(line, sign)
  const densities = Array.from({ length: BLOCKS }, (_, i) => density(line, Math.floor((i + places.readUInt32LE(4 * i) / 2 ** 32) * width), count))
  const before = [0]
  for (const tokens of densities) before.push(before.at(-1)! + tokens * width)
  return starts.map(at => {
    const i = Math.min(BLOCKS - 1, Math.floor(at / width))
    return MARGIN * (before[i]! + (at - i * width) * densities[i]!)
  })
}

/** Four bytes a block, which say how far into its share of the line it begins. */
function placesOf({ texts, starts }: Line, sign: (text: string) => string): Buffer {
  const content = createHash('sha256').update(starts.join()).update('\n').update(texts.join('\0')).digest('hex')
  return createHash('shake256', { outputLength: 4 * BLOCKS }).update(sign(`token sample\n${content}`)).digest()
}

/** Tokens per character in the block that begins at `at`. The line goes round, so that every place is seen as often as any other. */
function density({ texts, starts }: Line, at: number, count: Count): number {
  let index = textAt(starts, at)
  let from = between(texts[index]!, at - starts[index]!)
  let [size, tokens] = [0, 0]
  while (size < BLOCK) {
    const text = texts[index]!
    const to = between(text, from + BLOCK - size)
    if (to > from) tokens += count(text.slice(from, to))
    size += to - from + (to === text.length ? GAP : 0)
    index = (index + 1) % texts.length
    from = 0
  }
  return tokens / size
}

/** The last text that starts at `at` or before. */
function textAt(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length - 2]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (starts[middle]! <= at) low = middle
    else high = middle - 1
  }
  return low
}

/** The next place from `at` where no word is cut, if there is one within reach: before the last space, which belongs to the word behind it. */
function between(text: string, at: number): number {
  if (at === 0) return 0
  if (at >= text.length) return text.length
  const space = text.slice(at, at + REACH).search(/\s\S/)
  if (space >= 0) return at + space
  if (text.length - at <= REACH) return text.length
  return isLowSurrogate(text.charCodeAt(at)) ? at + 1 : at
}
