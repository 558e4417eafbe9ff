/**
 * Counts tokens as the public byte pair encodings do. The tables and the patterns are those of `gpt-tokenizer`; the counting is our own,
 * because that library's takes time with the square of a run without a break, is three times slower where texts are strange, and
 * keeps what it has seen, with the whole text around it.
 */
import { createRequire } from 'node:module'
import { CL100K_TOKEN_SPLIT_REGEX, O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'

/** The encodings, as the catalog names them. */
export type Encoding = 'o200k' | 'cl100k'

/** Counts the tokens of one text. */
export type Count = (text: string) => number

/** Longest run without a break that is counted whole; longer ones are counted in pieces, which comes out slightly too high. */
export const LONGEST_RUN = 128

/** The package's table of an encoding, and the pattern that cuts texts into runs. */
const TABLES: Record<Encoding, { file: string; runs: RegExp }> = {
  o200k: { file: 'gpt-tokenizer/bpeRanks/o200k_base', runs: O200K_TOKEN_SPLIT_REGEX },
  cl100k: { file: 'gpt-tokenizer/bpeRanks/cl100k_base', runs: CL100K_TOKEN_SPLIT_REGEX },
}

/** Every encoding. */
export const ENCODINGS = Object.keys(TABLES) as Encoding[]

/** No token. Ranks are below it. */
const NONE = 0x7fffffff
const OTHER_THAN_ASCII = /\P{ASCII}/u

/** Tokens by their bytes (each byte a character); those of two and three, most often asked for, also by number. */
interface Ranks { all: Map<string, number>; pairs: Int32Array; triples: Map<number, number> }

/** Work space: where the parts of a run begin, and the rank of each with the one behind it. Up to three bytes a character. */
const begins = new Int32Array(3 * (LONGEST_RUN + 2))
const ranks = new Int32Array(3 * (LONGEST_RUN + 2))

const load = createRequire(import.meta.url)
const counters = new Map<Encoding, Count>()

/** The counter of an encoding. The first asking loads it: about 0.3 seconds and 60 MB. */
export function counterOf(encoding: Encoding): Count {
  const known = counters.get(encoding) ?? createCounter(encoding)
  counters.set(encoding, known)
  return known
}

function createCounter(encoding: Encoding): Count {
  const { file, runs } = TABLES[encoding]
  const table = ranksOf((load(file) as { default: readonly (string | readonly number[])[] }).default)
  return text => {
    let tokens = 0
    for (const [run] of text.matchAll(runs)) tokens += run.length > LONGEST_RUN ? ofPieces(run, table) : ofRun(run, table)
    return tokens
  }
}

function ranksOf(list: readonly (string | readonly number[])[]): Ranks {
  const ranks: Ranks = { all: new Map(), pairs: new Int32Array(0x10000).fill(NONE), triples: new Map() }
  list.forEach((token, rank) => {
    const bytes = typeof token === 'string' ? bytesOf(token) : Buffer.from(token).toString('latin1')
    ranks.all.set(bytes, rank)
    if (bytes.length === 2) ranks.pairs[pairOf(bytes, 0)] = rank
    if (bytes.length === 3) ranks.triples.set(tripleOf(bytes, 0), rank)
  })
  return ranks
}

/** The UTF-8 of a text, each byte a character. */
function bytesOf(text: string): string {
  return OTHER_THAN_ASCII.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text
}

function pairOf(bytes: string, at: number): number {
  return (bytes.charCodeAt(at) << 8) | bytes.charCodeAt(at + 1)
}

function tripleOf(bytes: string, at: number): number {
  return (pairOf(bytes, at) << 8) | bytes.charCodeAt(at + 2)
}

function ofPieces(run: string, table: Ranks): number {
  let tokens = 0
  for (let from = 0, to = 0; from < run.length; from = to) {
    to = from + LONGEST_RUN
    if (isLowSurrogate(run.charCodeAt(to))) to++
    tokens += ofRun(run.slice(from, to), table)
  }
  return tokens
}

/** Whether a code unit is the second half of a character: a cut before it would make two broken ones. */
export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

/** Tokens of one run: its bytes, of which the two neighbours that make the lowest token are joined until none make one. */
function ofRun(run: string, table: Ranks): number {
  const bytes = bytesOf(run)
  if (table.all.has(bytes)) return 1
  let parts = bytes.length
  for (let i = 0; i <= parts; i++) {
    begins[i] = i
    ranks[i] = i < parts - 1 ? table.pairs[pairOf(bytes, i)]! : NONE
  }
  for (let at = lowest(parts); at >= 0; at = lowest(parts)) {
    begins.copyWithin(at + 1, at + 2, parts + 1)
    ranks.copyWithin(at + 1, at + 2, parts)
    parts--
    ranks[at] = at < parts - 1 ? joined(bytes, at, table) : NONE
    if (at > 0) ranks[at - 1] = joined(bytes, at - 1, table)
  }
  return parts
}

/** The rank of what part `at` makes with the one behind it: never fewer than three bytes. */
function joined(bytes: string, at: number, { all, triples }: Ranks): number {
  const [from, to] = [begins[at]!, begins[at + 2]!]
  return (to - from === 3 ? triples.get(tripleOf(bytes, from)) : all.get(bytes.slice(from, to))) ?? NONE
}

/** The first of the neighbours with the lowest rank; -1 where none make a token. */
function lowest(parts: number): number {
  let least = NONE
  let at = -1
  for (let i = 0; i < parts - 1; i++) {
    if (ranks[i]! >= least) continue
    least = ranks[i]!
    at = i
  }
  return at
}
