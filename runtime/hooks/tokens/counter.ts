/**
 * Counts tokens like the public byte pair encodings. The tables and patterns come from
 * `gpt-tokenizer`; the counting is our own, because the library's takes quadratic time on runs
 * without a break, is three times slower on unusual texts, and caches the runs that it has counted,
 * which keeps their whole texts in memory.
 */
import {
  CL100K_TOKEN_SPLIT_REGEX,
  O200K_TOKEN_SPLIT_REGEX,
} from 'gpt-tokenizer/encodingParams/constants'
import { NONE, readRanks, type Ranks } from './ranks.ts'

/** The encodings, by their names in the catalog. */
export type Encoding = 'o200k' | 'cl100k'

/** Counts the tokens of one text. */
export type Count = (text: string) => number

/**
 * Longest run without a break that is counted as one. Longer runs are counted in pieces, which
 * gives slightly too many.
 */
export const LONGEST_RUN = 128

/** The package's table of an encoding, and the pattern that splits texts into runs. */
const TABLES: Record<Encoding, { name: string; runs: RegExp }> = {
  o200k: { name: 'o200k_base', runs: O200K_TOKEN_SPLIT_REGEX },
  cl100k: { name: 'cl100k_base', runs: CL100K_TOKEN_SPLIT_REGEX },
}

/** Every encoding. */
export const ENCODINGS = Object.keys(TABLES) as Encoding[]

/**
 * Work space: the bytes of a run, the starts of its parts, and the rank of each with the next one.
 * Up to three bytes per character.
 */
const bytes = new Uint8Array(3 * (LONGEST_RUN + 2))
const begins = new Int32Array(3 * (LONGEST_RUN + 2))
const ranks = new Int32Array(3 * (LONGEST_RUN + 2))

/**
 * Returns the counter of an encoding. Its table is loaded with the first text, so processes that
 * count nothing load none.
 */
export const counterOf = countersOf(readRanks)

/** Makes counters whose tables come from `read`. */
export function countersOf(read: (name: string) => Ranks): (encoding: Encoding) => Count {
  const counters = new Map<Encoding, Count>()
  return encoding => {
    const known = counters.get(encoding) ?? createCounter(TABLES[encoding], read)
    counters.set(encoding, known)
    return known
  }
}

function createCounter(
  { name, runs }: (typeof TABLES)[Encoding],
  read: (name: string) => Ranks,
): Count {
  let table: Ranks | undefined
  return text => {
    table ??= read(name)
    let tokens = 0
    for (const run of text.match(runs) ?? [])
      tokens += run.length > LONGEST_RUN ? ofPieces(run, table) : ofRun(run, table)
    return tokens
  }
}

/**
 * Writes a run as UTF-8 into the work space, and a lone surrogate as the replacement character, as
 * encoders do. Returns its length.
 */
function toBytes(run: string): number {
  let end = 0
  for (let i = 0; i < run.length; i++) {
    const unit = run.charCodeAt(i)
    if (unit >= 0x80) return Buffer.from(run, 'utf8').copy(bytes)
    bytes[end++] = unit
  }
  return end
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

/**
 * Whether a code unit is the second half of a surrogate pair, before which a text must not be cut.
 */
export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

/**
 * Counts the tokens of one run: joins the two neighbouring parts with the lowest rank until no join
 * makes a token.
 */
function ofRun(run: string, table: Ranks): number {
  let parts = toBytes(run)
  if (table.of(bytes, 0, parts) !== NONE) return 1
  for (let i = 0; i <= parts; i++) {
    begins[i] = i
    ranks[i] = i < parts - 1 ? table.pairs[(bytes[i]! << 8) | bytes[i + 1]!]! : NONE
  }
  for (let at = lowest(parts); at >= 0; at = lowest(parts)) {
    begins.copyWithin(at + 1, at + 2, parts + 1)
    ranks.copyWithin(at + 1, at + 2, parts)
    parts--
    ranks[at] = at < parts - 1 ? table.of(bytes, begins[at]!, begins[at + 2]!) : NONE
    if (at > 0) ranks[at - 1] = table.of(bytes, begins[at - 1]!, begins[at + 1]!)
  }
  return parts
}

/** The first pair of neighbours with the lowest rank; -1 if none makes a token. */
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
