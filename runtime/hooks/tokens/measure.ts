/**
 * How many tokens a conversation has, message by message: counted where that is cheap, sampled
 * where it is long.
 */
import type { Json } from '../../contract.ts'
import type { Count } from './counter.ts'
import { sampled } from './sample.ts'
import { textsOf, type Texts } from './texts.ts'

/** Most characters, and most texts, that are counted one by one. */
const MOST_CHARACTERS = 64 * 1024
const MOST_TEXTS = 16 * 1024

/**
 * Tokens of each message, and of what goes along (tools, the frame of the reply). Exact ones may be
 * added up in any selection. They say nothing where something is `uncounted`.
 */
export interface Measure {
  exact: boolean
  uncounted: boolean
  messages: readonly number[]
  rest: number
  total: number
}

/** How texts are counted, and what chooses the places of samples. */
export interface Meter {
  count: Count
  sign(text: string): string
}

/** Measures a conversation. The work is bounded, whatever the texts are. */
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

/** What an exact measure says of some of its messages. */
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
