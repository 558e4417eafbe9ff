/** `estimateTokens` and `fitMessages`: how long a conversation is for a model, and its end that fits. Both answer at once. */
import type { Json } from '../../contract.ts'
import type { Signer } from '../../seams.ts'
import { counterOf, type Count, type Encoding } from './counter.ts'
import { measure, partOf, type Measure, type Meter } from './measure.ts'
import { removable } from './turns.ts'

/** What the token hooks are made of. Every instance must have the same key, or long texts would cost something else on each. */
export interface TokenParts {
  signer: Pick<Signer, 'sign'>
  /** Replaces the counting; for tests. */
  counterOf?: (encoding: Encoding) => Count
}

/** The token hooks. Conversations must not be changed afterwards: what is known of one is kept as long as it is. */
export interface Tokens {
  estimateTokens(messages: Json | undefined, tools: Json | undefined, encoding: Encoding): number
  fitMessages(messages: Json | undefined, tools: Json | undefined, encoding: Encoding, budget: number): Json
}

/** What is known of a conversation together with these tools. */
interface Known { tools: Json | undefined; encoding: Encoding; measure: Measure; fitted?: { budget: number; messages: readonly Json[] } }

/** Most that is kept of one conversation; a request asks with one list of tools and one encoding. */
const MOST_KNOWN = 4

/** The estimate of what cannot be counted, such as a PDF. Of it nothing is left out either, so that it is not lost without a word. */
const UNCOUNTED = -1

/** A sample says little of less than this part of a conversation: what is to be shorter is shortened to there and measured again. */
const SURE = 16

/** By how much the room is made smaller, the second time that a sampled conversation did not fit; from there twice as much each time. */
const TIGHTER = 0.02

type Knowing = (messages: Json | undefined, tools: Json | undefined, encoding: Encoding) => Known

/** Makes the token hooks. */
export function createTokens(parts: TokenParts): Tokens {
  const { know, note } = memory(parts)
  const fit = (messages: readonly Json[], of: Pick<Known, 'tools' | 'encoding'>, budget: number): readonly Json[] => {
    let list = messages
    for (let less = 0; ;) {
      const { measure: whole } = know(list, of.tools, of.encoding)
      if (whole.total <= budget) return list
      const coarse = whole.exact ? 0 : whole.total / SURE
      const gone = tooMuch(list, whole, Math.max(budget * (1 - less), coarse))
      if (gone.size === 0) return list
      const isKept = (index: number): boolean => !gone.has(index)
      list = list.filter((_, index) => isKept(index))
      if (whole.exact) note(list, { ...of, measure: partOf(whole, isKept) })
      if (coarse <= budget) less = less === 0 ? TIGHTER : less * 2
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
      if (known.fitted?.budget !== budget) known.fitted = { budget, messages: fit(messages, known, budget) }
      return known.fitted.messages
    },
  }
}

/** Indices of the messages without which the rest has at most `room` tokens, or of all that may go. */
function tooMuch(messages: readonly Json[], { messages: tokens, rest }: Measure, room: number): ReadonlySet<number> {
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

/** What is known, by the identity of the messages: several formulas of one request ask the same. */
function memory({ signer, counterOf: counter = counterOf }: TokenParts): { know: Knowing; note(messages: readonly Json[], known: Known): void } {
  const notes = new WeakMap<object, Known[]>()
  const note = (messages: object, known: Known): void => {
    notes.set(messages, [known, ...(notes.get(messages) ?? [])].slice(0, MOST_KNOWN))
  }
  return {
    note,
    know(messages, tools, encoding) {
      const isObject = typeof messages === 'object' && messages !== null
      const known = isObject ? notes.get(messages)?.find(each => each.tools === tools && each.encoding === encoding) : undefined
      if (known) return known
      const meter: Meter = { count: counter(encoding), sign: text => signer.sign(text) }
      const made = { tools, encoding, measure: measure(messages, tools, meter) }
      if (isObject) note(messages, made)
      return made
    },
  }
}
