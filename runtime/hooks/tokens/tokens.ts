/**
 * `estimateTokens` and `fitMessages`: how long a conversation is for a model, and its end that
 * fits. Both answer at once.
 */
import type { Json } from '../../contract.ts'
import type { Signer } from '../../seams.ts'
import { counterOf, type Count, type Encoding } from './counter.ts'
import { measure, partOf, type Measure, type Meter } from './measure.ts'
import { removable } from './turns.ts'

/**
 * What the token hooks are made of. Every instance must have the same key, or long texts would cost
 * something else on each.
 */
export interface TokenParts {
  signer: Pick<Signer, 'sign'>
  /** Replaces the counting; for tests. */
  counterOf?: (encoding: Encoding) => Count
}

/**
 * The token hooks. Conversations must not be changed afterwards: what is known of one is kept as
 * long as it is.
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

/** What is known of a conversation together with these tools. */
interface Known {
  messages: Json | undefined
  tools: Json | undefined
  encoding: Encoding
  measure: Measure
  fitted?: { budget: number; messages: readonly Json[] }
}

/**
 * Most that is kept of one request: its conversation, and that in each of the lengths to which it
 * was shortened.
 */
const MOST_KNOWN = 16

/**
 * The estimate of what cannot be counted, such as a PDF. Of it nothing is left out either, so that
 * it is not lost without a word.
 */
const UNCOUNTED = -1

/**
 * A sample says little of less than this part of a conversation: what is to be shorter is shortened
 * to there and measured again.
 */
const SURE = 16

/**
 * By how much less room a sampled conversation has, so that its next sample fits too; twice as much
 * each time that it does not.
 */
const TIGHTER = 0.02

type Knowing = (messages: Json | undefined, tools: Json | undefined, encoding: Encoding) => Known

/** Makes the token hooks. */
export function createTokens(parts: TokenParts): Tokens {
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
 * Indices of the messages without which the rest has at most `room` tokens, or of all that may go.
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
 * What is known, by the identity of what goes with the messages, or else by theirs: several
 * formulas of one request ask the same.
 */
function memory({ signer, counterOf: counter = counterOf }: TokenParts): {
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

/** A formula may make a list of the same messages anew. */
function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other || !Array.isArray(one) || !Array.isArray(other)) return one === other
  return one.length === other.length && one.every((message, i) => message === other[i])
}
