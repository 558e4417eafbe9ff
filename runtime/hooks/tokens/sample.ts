/**
 * Estimates the tokens of long texts by counting sample blocks and scaling up. Blocks with more
 * weight are chosen more often, so that expensive text is found wherever it is. The choice depends
 * on a key and on every character, so callers cannot predict which blocks are skipped, and the same
 * texts get the same number in every process.
 */
import { createHash } from 'node:crypto'
import { isLowSurrogate, type Count } from './counter.ts'
import { weigh } from './weigh.ts'

/** Number of blocks, and characters per block. Together they are as many as are counted exactly. */
const BLOCKS = 512
const BLOCK = 128

/**
 * Added to the estimate because samples may be too low: this many standard errors, and an allowance
 * for rare text in unsampled blocks, in tokens per unit of a text's weight.
 */
const SURE = 4
const UNSEEN = 0.015

/**
 * Characters that each end of a text adds to the line, because many small texts take longer to
 * count than one large one.
 */
const GAP = 4

/** How far a block's ends may move to a word boundary. */
const REACH = 32

/**
 * The texts in sequence, each followed by a gap. The last of `starts` is the end; `weights` are
 * cumulative weights before each block.
 */
interface Line {
  texts: readonly string[]
  starts: readonly number[]
  weights: Float64Array
  bytes: Buffer
}

/**
 * Returns the tokens of the first text, of the first two and so on, starting with 0. Not rounded.
 */
export function sampled(
  texts: readonly string[],
  count: Count,
  sign: (text: string) => string,
): number[] {
  const line = lineOf(texts)
  const places = placesOf(line, sign)
  const width = line.weights.at(-1)! / BLOCKS
  const ratios = Array.from({ length: BLOCKS }, (_, i) =>
    ratioAt(line, (i + places.readUInt32LE(4 * i) / 2 ** 32) * width, count),
  )
  const before = [0]
  for (const ratio of ratios) before.push(before.at(-1)! + ratio * width)
  const more = 1 + SURE * errorOf(ratios) + (UNSEEN * BLOCKS) / sumOf(ratios)
  return line.starts.map(at => {
    const weight = weightUntil(line, at)
    const i = Math.min(BLOCKS - 1, Math.floor(weight / width))
    return more * (before[i]! + (weight - i * width) * ratios[i]!)
  })
}

/**
 * Copies all characters out of their strings once, to weigh and hash them; reading them one by one
 * would take three times as long.
 */
function lineOf(texts: readonly string[]): Line {
  const starts = [0]
  for (const text of texts) starts.push(starts.at(-1)! + text.length + GAP)
  const weights = new Float64Array(Math.ceil(starts.at(-1)! / BLOCK) + 1)
  const bytes = Buffer.from(texts.join('\0'), 'utf16le')
  const units = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
  let begin = 0
  texts.forEach((text, i) => {
    for (let from = 0; from < text.length;) {
      const block = Math.floor((starts[i]! + from) / BLOCK)
      const to = Math.min(text.length, (block + 1) * BLOCK - starts[i]!)
      weights[block + 1]! += weigh(units, begin, { from: begin + from, to: begin + to })
      from = to
    }
    begin += text.length + 1
  })
  for (let block = 1; block < weights.length; block++) weights[block]! += weights[block - 1]!
  return { texts, starts, weights, bytes }
}

/** Returns four bytes per block, which choose a position in the block's share of the weight. */
function placesOf({ starts, bytes }: Line, sign: (text: string) => string): Buffer {
  const content = createHash('sha256')
    .update(starts.join())
    .update('\n')
    .update(bytes)
    .digest('hex')
  return createHash('shake256', { outputLength: 4 * BLOCKS })
    .update(sign(`token sample\n${content}`))
    .digest()
}

/** Returns the tokens of a block per unit of its weight. */
function ratioAt(line: Line, weight: number, count: Count): number {
  const block = lastUntil(line.weights, weight)
  return tokensOf(line, block * BLOCK, count) / (line.weights[block + 1]! - line.weights[block]!)
}

/**
 * Counts the tokens of the block that starts at `from`. Its ends move to word boundaries, and so do
 * its neighbours', so that no text is counted twice.
 */
function tokensOf({ texts, starts }: Line, from: number, count: Count): number {
  let tokens = 0
  for (let i = lastUntil(starts, from); i < texts.length && starts[i]! < from + BLOCK; i++) {
    const text = texts[i]!
    const piece = text.slice(
      between(text, Math.max(0, from - starts[i]!)),
      between(text, from + BLOCK - starts[i]!),
    )
    if (piece !== '') tokens += count(piece)
  }
  return tokens
}

/**
 * Returns the relative standard error of the sum, estimated from differences of neighbours, so that
 * a slow change of the text does not count as error.
 */
function errorOf(ratios: readonly number[]): number {
  const squares = ratios.reduce(
    (all, ratio, i) => all + (ratio - ratios[(i + 1) % BLOCKS]!) ** 2,
    0,
  )
  return Math.sqrt(squares / 2) / sumOf(ratios)
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}

function weightUntil({ weights }: Line, at: number): number {
  const block = Math.min(Math.floor(at / BLOCK), weights.length - 2)
  return weights[block]! + (weights[block + 1]! - weights[block]!) * (at / BLOCK - block)
}

/**
 * Returns the index of the last of ascending numbers, except the end, that is not above `value`.
 */
function lastUntil(ascending: ArrayLike<number>, value: number): number {
  let [low, high] = [0, ascending.length - 2]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (ascending[middle]! <= value) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Returns the next word boundary from `at`, if one is within reach: before the last space, which
 * belongs to the next word.
 */
function between(text: string, at: number): number {
  if (at <= 0) return 0
  if (at >= text.length) return text.length
  const space = text.slice(at, at + REACH).search(/\s\S/)
  if (space >= 0) return at + space
  if (text.length - at <= REACH) return text.length
  return isLowSurrogate(text.charCodeAt(at)) ? at + 1 : at
}
