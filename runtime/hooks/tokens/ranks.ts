/**
 * The table of one encoding: every token by its bytes, the number of which is its rank. The tables are those of `gpt-tokenizer`. They are
 * kept as bytes and numbers, because objects for 200,000 tokens would take ten times the memory and the time to make.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** No token. Ranks are below it. */
export const NONE = 0x7fffffff

/** Finds tokens. */
export interface Ranks {
  /** The rank of the token that these bytes are, or NONE. */
  of(bytes: Uint8Array, from: number, to: number): number
  /** The same of two bytes, by the number that they make. */
  pairs: Int32Array
}

/** All tokens one behind another; token `i` stands from `starts[i]` to `starts[i + 1]`. */
interface Tokens { bytes: Uint8Array; starts: Uint32Array; longest: number }

const [SPACE, LINE_END, PAD] = [32, 10, 61]
const load = createRequire(import.meta.url)

/** Reads the table of a name such as `o200k_base` from the disk. */
export function readRanks(name: string): Ranks {
  const tokens = parse(readFileSync(load.resolve(`gpt-tokenizer/data/${name}.tiktoken`)))
  return { of: finder(tokens), pairs: pairsOf(tokens) }
}

/** Lines of the token in base64, a space and its rank, which is the line's number. */
function parse(file: Uint8Array): Tokens {
  const values = valuesOfBase64()
  const bytes = new Uint8Array(Math.ceil(file.length * 3 / 4))
  const starts: number[] = [0]
  let [at, end, longest] = [0, 0, 0]
  while (at < file.length) {
    let [bits, held] = [0, 0]
    for (; file[at] !== SPACE; at++) {
      if (file[at] === PAD) continue
      bits = ((bits << 6) | values[file[at]!]!) & 0xffffff
      held += 6
      if (held < 8) continue
      held -= 8
      bytes[end++] = bits >> held
    }
    longest = Math.max(longest, end - starts[starts.length - 1]!)
    starts.push(end)
    while (at < file.length && file[at++] !== LINE_END);
  }
  return { bytes: bytes.slice(0, end), starts: Uint32Array.from(starts), longest }
}

function valuesOfBase64(): Uint8Array {
  const values = new Uint8Array(256)
  for (const [value, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) values[letter.charCodeAt(0)] = value
  return values
}

function pairsOf({ bytes, starts }: Tokens): Int32Array {
  const pairs = new Int32Array(0x10000).fill(NONE)
  for (let rank = 0; rank < starts.length - 1; rank++) {
    const from = starts[rank]!
    if (starts[rank + 1]! - from === 2) pairs[(bytes[from]! << 8) | bytes[from + 1]!] = rank
  }
  return pairs
}

/** A table with open addresses: each slot holds a rank, or -1. At most half of it is used. */
function finder(tokens: Tokens): Ranks['of'] {
  const { slots, mask } = slotsOf(tokens)
  const isToken = (rank: number, bytes: Uint8Array, from: number, to: number): boolean => {
    const start = tokens.starts[rank]!
    if (tokens.starts[rank + 1]! - start !== to - from) return false
    for (let i = 0; i < to - from; i++) if (tokens.bytes[start + i] !== bytes[from + i]) return false
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
