/**
 * What the local models can do: those on sale by their names, others by the words in theirs (parted
 * by all but letters, digits and points):
 *
 *   reason, reasoner, reasoning, think, thinking   the model reasons before it answers
 * newest, next one of its maker's newest: reasons, and has the restrictions that its maker's newest
 * models have
 *   8k, 200k, 1m, …    its context window in thousands or millions of tokens; 1,050,000 unless said
 *
 * Names that begin with `no-such` are unknown to every upstream.
 */
import { unknownModel } from '../pictures.ts'

/** What a model is. `window` is its context window, in tokens. */
export interface Traits {
  known: boolean
  reasons: boolean
  newest: boolean
  window: number
}

/** On sale, and among their makers' newest. */
const NEWEST_MODELS = ['chat-6', 'chat-6-mini', 'chat-6-nano', 'code-2', 'large-5', 'medium-5']
/** On sale, and reasoning without saying so in their names. */
const REASONING_MODELS = ['pro-3', 'flash-3', 'code-fast-1', 'seed-2', 'm-3', 'open-free-20b']
const REASONING = ['reason', 'reasoner', 'reasoning', 'think', 'thinking']
const NEWEST = ['newest', 'next']
const WIDEST = 1_050_000
const UNITS: Readonly<Record<string, number>> = { k: 1000, m: 1_000_000 }

/** What a model of this name can do. */
export function traitsOf(model: unknown): Traits {
  const name = typeof model === 'string' ? model : ''
  const words = name.toLowerCase().split(/[^a-z0-9.]+/)
  const newest = NEWEST_MODELS.includes(name) || words.some(word => NEWEST.includes(word))
  const [, size, unit] =
    words.map(word => /^(\d+)([km])$/.exec(word)).find(match => match !== null) ?? []
  return {
    known: !unknownModel(model),
    newest,
    reasons:
      newest || REASONING_MODELS.includes(name) || words.some(word => REASONING.includes(word)),
    window: size === undefined ? WIDEST : Number(size) * UNITS[unit!]!,
  }
}
