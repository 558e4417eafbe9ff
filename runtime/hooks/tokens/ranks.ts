/**
 * The table of one encoding: the bytes of every token, whose number is its rank. The tables come
 * from `gpt-tokenizer`. They are stored as bytes and numbers, because objects for 200,000 tokens
 * would take ten times the memory and the time to build.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** No token. All ranks are lower. */
export const NONE = 0x7fffffff

/** Finds tokens. */
export interface Ranks {
  /** Returns the rank of the token with these bytes, or NONE. */
  of(bytes: Uint8Array, from: number, to: number): number
  /** Ranks of all two-byte tokens, indexed by the number that the two bytes form. */
  pairs: Int32Array
}

/** All tokens in sequence; token `i` is from `starts[i]` to `starts[i + 1]`. */
interface Tokens {
  bytes: Uint8Array
  starts: Uint32Array
  longest: number
}

const load = createRequire(import.meta.url)

/** Loads a table such as `o200k_base` from the disk. */
export function readRanks(name: string): Ranks {
  const tokens = parse(readFileSync(load.resolve(`gpt-tokenizer/data/${name}.tiktoken`)))
  return { of: finder(tokens), pairs: pairsOf(tokens) }
}

/**
 * Parses a table. Each line has a token in base64, a space and its rank, which is the line number.
 */
function parse(file: Buffer): Tokens {
  const text = file.toString('latin1')
  const bytes = Buffer.allocUnsafe(file.length)
  const starts: number[] = [0]
  let [end, longest] = [0, 0]
  for (let at = 0; at < text.length; at = text.indexOf('\n', at) + 1 || text.length) {
    const length = bytes.write(text.slice(at, text.indexOf(' ', at)), end, 'base64')
    longest = Math.max(longest, length)
    starts.push((end += length))
  }
  return {
    bytes: Uint8Array.from(bytes.subarray(0, end)),
    starts: Uint32Array.from(starts),
    longest,
  }
}

function pairsOf({ bytes, starts }: Tokens): Int32Array {
  const pairs = new Int32Array(0x10000).fill(NONE)
  for (let rank = 0; rank < starts.length - 1; rank++) {
    const from = starts[rank]!
    if (starts[rank + 1]! - from === 2) pairs[(bytes[from]! << 8) | bytes[from + 1]!] = rank
  }
  return pairs
}

/** Builds a hash table with open addressing: each slot holds a rank or -1. At most half is used. */
function finder(tokens: Tokens): Ranks['of'] {
  const { slots, mask } = slotsOf(tokens)
  const isToken = (rank: number, bytes: Uint8Array, from: number, to: number): boolean => {
    const start = tokens.starts[rank]!
    if (tokens.starts[rank + 1]! - start !== to - from) return false
    for (let i = 0; i < to - from; i++)
      if (tokens.bytes[start + i] !== bytes[from + i]) return false
    return true
  }
  return (bytes, from, to) => {
    if (to - from > tokens.longest) return NONE
    for (let slot = hash(bytes, from, to) & mask; slots[slot]! >= 0; slot = (slot + 1) & mask) {
      if (isToken(slots[slot]!, bytes, from, to)) return slots[slot]!
    }
    return NONE
  }
}

function slotsOf({ bytes, starts }: Tokens): { slots: Int32Array; mask: number } {
  const count = starts.length - 1
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(count * 2))).fill(-1)
  const mask = slots.length - 1
  for (let rank = 0; rank < count; rank++) {
    let slot = hash(bytes, starts[rank]!, starts[rank + 1]!) & mask
    while (slots[slot]! >= 0) slot = (slot + 1) & mask
    slots[slot] = rank
  }
  return { slots, mask }
}

function hash(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0x811c9dc5
  for (let i = from; i < to; i++) sum = Math.imul(sum ^ bytes[i]!, 0x01000193)
  return sum ^ (sum >>> 15)
}
