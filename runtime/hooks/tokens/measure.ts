/**
 * Measures a conversation's tokens, message by message: exactly if it is short, by sampling if it
 * is long.
 */
import type { Json } from '../../contract.ts'
import type { Count } from './counter.ts'
import { sampled } from './sample.ts'
import { textsOf, type Texts } from './texts.ts'

/** Maximum characters, and maximum texts, that are counted exactly. */
const MOST_CHARACTERS = 64 * 1024
const MOST_TEXTS = 16 * 1024

/**
 * Tokens of each message, and of the rest (tools and the overhead of the reply). Exact counts can
 * be added up for any selection. If `uncounted` is set, the counts are void.
 */
export interface Measure {
  exact: boolean
  uncounted: boolean
  messages: readonly number[]
  rest: number
  total: number
}

/** How to count texts, and how to choose the samples. */
export interface Meter {
  count: Count
  sign(text: string): string
}

/** Measures a conversation, with bounded work for any input. */
export function measure(messages: unknown, tools: Json | undefined, meter: Meter): Measure {
  const parts = textsOf(messages, tools)
  const exact = parts.texts.length <= MOST_TEXTS && charactersOf(parts) <= MOST_CHARACTERS
  const before = exact
    ? counted(parts.texts, meter.count)
    : sampled(parts.texts, meter.count, meter.sign)
  const of = parts.fixed.map(
    (tokens, i) => tokens + before[parts.first[i + 1]!]! - before[parts.first[i]!]!,
  )
  const rest = parts.base + before.at(-1)! - before[parts.first.at(-1)!]!
  return { exact, uncounted: parts.uncounted, messages: of, rest, total: totalOf(of, rest) }
}

/** Returns an upper bound of a conversation's tokens: each token has at least one byte. */
export function mostTokens(messages: unknown, tools: Json | undefined): number {
  const { texts, fixed, base } = textsOf(messages, tools)
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), base)
  return fixed.reduce((sum, tokens) => sum + tokens, bytes)
}

/** Returns the measure of some messages of an exact measure. */
export function partOf(whole: Measure, isKept: (index: number) => boolean): Measure {
  const messages = whole.messages.filter((_, i) => isKept(i))
  return { ...whole, messages, total: totalOf(messages, whole.rest) }
}

function totalOf(messages: readonly number[], rest: number): number {
  return Math.ceil(messages.reduce((sum, tokens) => sum + tokens, rest))
}

function charactersOf({ texts }: Texts): number {
  return texts.reduce((sum, text) => sum + text.length, 0)
}

function counted(texts: readonly string[], count: Count): number[] {
  const before = [0]
  for (const text of texts) before.push(before.at(-1)! + count(text))
  return before
}
