/**
 * Counts text as the models do. The vocabulary is large, so it is loaded with the first text that
 * is counted.
 */
import { createRequire } from 'node:module'
import type * as Encoding from 'gpt-tokenizer/encoding/o200k_base'

const PIECE = 200
const KEPT = 512
const LONGEST_KEPT = 200_000
/**
 * One word without end takes the encoder minutes; cut into pieces it takes none, for a count that
 * is a little higher.
 */
const ENDLESS = new RegExp(`\\p{L}{${PIECE}}|\\s{${PIECE}}|[^\\p{L}\\p{N}\\s]{${PIECE}}`, 'u')

let loaded: typeof Encoding | undefined
const encoding = (): typeof Encoding =>
  (loaded ??= createRequire(import.meta.url)(
    'gpt-tokenizer/encoding/o200k_base',
  ) as typeof Encoding)

/** The tokens of a text. What looks like a control token is text like any other. */
export function tokensOf(text: string): number[] {
  const encode = (part: string): number[] =>
    encoding().encode(part, { disallowedSpecial: new Set<string>() })
  return ENDLESS.test(text) ? (text.match(/[\s\S]{1,200}/gu) ?? []).flatMap(encode) : encode(text)
}

const counts = new Map<string, number>()

/** How many tokens a text has. */
export function countTokens(text: string): number {
  const known = counts.get(text)
  if (known !== undefined) return known
  const count = text === '' ? 0 : tokensOf(text).length
  if (text.length <= LONGEST_KEPT) counts.set(text, count)
  if (counts.size > KEPT) counts.delete(counts.keys().next().value!)
  return count
}

/** The text of the first tokens of a text. A letter that the cut would split is left out. */
export function firstTokens(text: string, most: number): string {
  if (most <= 0) return ''
  if (countTokens(text) <= most) return text
  return encoding()
    .decode(tokensOf(text).slice(0, most))
    .replace(/\uFFFD+$/u, '')
}
