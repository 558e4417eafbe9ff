/**
 * `estimateTokens` and `fitMessages`: the tokens of a conversation, and its latest part that fits.
 * Both are synchronous.
 */
import type { Json } from '../../contract.ts'
import type { Signer } from '../../seams.ts'
import { counterOf, type Count, type Encoding } from './counter.ts'
import { measure, partOf, type Measure, type Meter } from './measure.ts'
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

/**
 * The token hooks. Conversations must not change afterwards: results are cached as long as the
 * conversation lives.
 */
export interface Tokens {
  estimateTokens(messages: Json | undefined, tools: Json | undefined, encoding: Encoding): number
  fitMessages(
    messages: Json | undefined,
    tools: Json | undefined,
    encoding: Encoding,
    budget: number,
  ): Json
}

/** What is known about a conversation with these tools. */
interface Known {
  messages: Json | undefined
  tools: Json | undefined
  encoding: Encoding
  measure: Measure
  fitted?: { budget: number; messages: readonly Json[] }
}

/** Maximum cached per request: its conversation, and each shortened version. */
const MOST_KNOWN = 16

/**
 * The estimate for content that cannot be counted, such as a PDF. `fitMessages` then removes
 * nothing, so that nothing is lost silently.
 */
const UNCOUNTED = -1

/**
 * A sample is too coarse below this part of a conversation. Shorter targets are shortened to this
 * part and measured again.
 */
const SURE = 16

/**
 * How much less room a sampled conversation gets, so that its next sample fits too; doubled each
 * time that it does not.
 */
const TIGHTER = 0.02

type Knowing = (messages: Json | undefined, tools: Json | undefined, encoding: Encoding) => Known

/** Makes the token hooks. */
export function createTokens(parts: TokenOptions): Tokens {
  const { know, note } = memory(parts)
  const fit = (
    messages: readonly Json[],
    of: Pick<Known, 'tools' | 'encoding'>,
    budget: number,
  ): readonly Json[] => {
    let list = messages
    for (let less = TIGHTER; ;) {
      const { measure: whole } = know(list, of.tools, of.encoding)
      if (whole.total <= budget) return list
      const coarse = whole.exact ? 0 : whole.total / SURE
      const gone = tooMuch(
        list,
        whole,
        whole.exact ? budget : Math.max(budget * (1 - less), coarse),
      )
      if (gone.size === 0) return list
      const isKept = (index: number): boolean => !gone.has(index)
      list = list.filter((_, index) => isKept(index))
      if (whole.exact) note({ ...of, messages: list, measure: partOf(whole, isKept) })
      if (coarse <= budget) less *= 2
    }
  }
  return {
    estimateTokens(messages, tools, encoding) {
      const { total, uncounted } = know(messages, tools, encoding).measure
      return uncounted ? UNCOUNTED : total
    },
    fitMessages(messages, tools, encoding, budget) {
      if (!Array.isArray(messages)) return messages ?? null
      const known = know(messages, tools, encoding)
      if (known.measure.uncounted) return messages
      if (known.fitted?.budget !== budget)
        known.fitted = { budget, messages: fit(messages, known, budget) }
      return known.fitted.messages
    },
  }
}

/**
 * Indices of the messages to remove so that the rest has at most `room` tokens, or of all that may
 * be removed.
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

/**
 * What is known, by the identity of the tools or else of the messages, because several formulas of
 * one request ask the same.
 */
function memory({ signer, counterOf: counter = counterOf }: TokenOptions): {
  know: Knowing
  note(known: Known): void
} {
  const notes = new WeakMap<object, Known[]>()
  const note = (known: Known): void => {
    const anchor = anchorOf(known)
    if (anchor !== undefined)
      notes.set(anchor, [known, ...(notes.get(anchor) ?? [])].slice(0, MOST_KNOWN))
  }
  return {
    note,
    know(messages, tools, encoding) {
      const anchor = anchorOf({ messages, tools })
      const noted = anchor === undefined ? undefined : notes.get(anchor)
      const known = noted?.find(
        each =>
          each.tools === tools && each.encoding === encoding && isSame(each.messages, messages),
      )
      if (known) return known
      const meter: Meter = { count: counter(encoding), sign: text => signer.sign(text) }
      const made = { messages, tools, encoding, measure: measure(messages, tools, meter) }
      note(made)
      return made
    },
  }
}

function anchorOf({ messages, tools }: Pick<Known, 'messages' | 'tools'>): object | undefined {
  return [tools, messages].find(
    (value): value is object & Json => typeof value === 'object' && value !== null,
  )
}

/** A formula may make a new list of the same messages. */
function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other || !Array.isArray(one) || !Array.isArray(other)) return one === other
  return one.length === other.length && one.every((message, i) => message === other[i])
}
