/**
 * `estimateTokens` and `fitMessages`: the tokens of a conversation, and its latest part that fits.
 * Both are synchronous.
 */
import type { Json } from '../../contract.ts'
import type { Signer } from '../../seams.ts'
import { counterOf, type Count, type Encoding } from './counter.ts'
import { measure, mostTokens, partOf, type Measure } from './measure.ts'
import { removable } from './turns.ts'

/**
 * What the token hooks need. Every process must have the same key, or long texts would have
 * different prices.
 */
export interface TokenOptions {
  signer: Pick<Signer, 'sign'>
  /** Replaces the counting in tests. */
  counterOf?: (encoding: Encoding) => Count
}

/** The token hooks. They cache nothing: routes derive their results once per call. */
export interface Tokens {
  estimateTokens(messages: Json | undefined, tools: Json | undefined, encoding: Encoding): number
  fitMessages(
    messages: Json | undefined,
    tools: Json | undefined,
    encoding: Encoding,
    budget: number,
  ): Json
}

/**
 * The estimate for content that cannot be counted, such as a PDF. `fitMessages` then removes
 * nothing, so that no content is dropped silently.
 */
const UNCOUNTED = -1

/**
 * A sample is too coarse below this part of a conversation. Shorter targets are shortened to this
 * part and measured again.
 */
const SURE = 16

/**
 * How much the budget of a sampled conversation is reduced, so that its next sample fits too;
 * doubled each time that it does not.
 */
const TIGHTER = 0.02

/** Makes the token hooks. */
export function createTokens({ signer, counterOf: counter = counterOf }: TokenOptions): Tokens {
  const measured = (messages: Json | undefined, tools: Json | undefined, encoding: Encoding) =>
    measure(messages, tools, { count: counter(encoding), sign: text => signer.sign(text) })
  return {
    estimateTokens(messages, tools, encoding) {
      const { total, uncounted } = measured(messages, tools, encoding)
      return uncounted ? UNCOUNTED : total
    },
    fitMessages(messages, tools, encoding, budget) {
      if (!Array.isArray(messages)) return messages ?? null
      // Most conversations are far smaller than the budget, and are counted later, for the price.
      if (mostTokens(messages, tools) <= budget) return messages
      return fit(messages, budget, list => measured(list, tools, encoding))
    },
  }
}

/** Returns the latest messages that have at most `budget` tokens. */
function fit(
  messages: readonly Json[],
  budget: number,
  measured: (messages: readonly Json[]) => Measure,
): readonly Json[] {
  let list = messages
  let whole = measured(list)
  if (whole.uncounted) return messages
  for (let less = TIGHTER; whole.total > budget || Number.isNaN(budget);) {
    const coarse = whole.exact ? 0 : whole.total / SURE
    const room = whole.exact ? budget : Math.max(budget * (1 - less), coarse)
    const gone = tooMuch(list, whole, room)
    if (gone.size === 0) break
    list = list.filter((_, index) => !gone.has(index))
    whole = whole.exact ? partOf(whole, index => !gone.has(index)) : measured(list)
    if (coarse <= budget) less *= 2
  }
  return list
}

/**
 * Returns the indices of the messages to remove so that the rest has at most `room` tokens, or of
 * all removable ones if that is not enough.
 */
function tooMuch(
  messages: readonly Json[],
  { messages: tokens, rest }: Measure,
  room: number,
): ReadonlySet<number> {
  let left = tokens.reduce((sum, each) => sum + each, rest)
  const gone = new Set<number>()
  for (const unit of removable(messages)) {
    if (Math.ceil(left) <= room) break
    for (const index of unit) {
      gone.add(index)
      left -= tokens[index]!
    }
  }
  return gone
}
