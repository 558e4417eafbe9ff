/** How long a model may think, and what must not be asked of one that thinks. */
import type { Json } from '../../contract.ts'
import { LEAST_BUDGET as LEAST } from '../budget.ts'
import { turnStart } from '../parts.ts'
import type { ChatRequest, Message } from '../types.ts'
import { provenThought } from './blocks.ts'

/** The part of an answer's tokens that is for thinking, by effort. Less than `low` is none. */
const SHARE: Readonly<Record<string, number>> = { low: 0.2, medium: 0.5, high: 0.8, xhigh: 0.9 }

/** Where suppliers of this style know the same efforts by name. */
const EFFORTS: ReadonlySet<string> = new Set(['low', 'medium', 'high', 'xhigh', 'max'])

/**
 * What a request says of thinking. `adaptive` models are told the effort; of others' tokens a
 * budget is for thinking.
 */
export interface Thinking {
  thinking?: Json
  output_config?: Json
}

/**
 * What to say of thinking; nothing where there is no room for it, or where a turn goes on that
 * began without it.
 */
export function thinkingOf(request: ChatRequest, maxTokens: number): Thinking {
  const { thinking, reasoning_effort: effort = '' } = request
  const isThoughtless = goesOnWithoutThought(request.messages)
  if (thinking?.type === 'adaptive' && isThoughtless) return {}
  if (thinking?.type === 'adaptive')
    return {
      thinking: thinking as Json,
      ...(EFFORTS.has(effort) ? { output_config: { effort } } : {}),
    }
  if (thinking !== undefined && thinking.type !== 'enabled')
    return thinking.type === 'disabled' ? { thinking: thinking as Json } : {}
  const share = thinking === undefined ? SHARE[effort] : 0.5
  if (share === undefined || maxTokens <= LEAST || isThoughtless) return {}
  const wanted = thinking?.budget_tokens ?? Math.floor(maxTokens * share)
  return {
    thinking: {
      ...thinking,
      type: 'enabled',
      budget_tokens: Math.min(Math.max(wanted, LEAST), maxTokens - 1),
    },
  }
}

/** Whether a model is thinking, which bars some parameters. */
export function isThinking({ thinking }: Thinking): boolean {
  return thinking !== undefined && (thinking as { type: string }).type !== 'disabled'
}

/**
 * A turn that began with calls of tools and without a thought cannot go on with thinking: suppliers
 * refuse it.
 */
function goesOnWithoutThought(messages: readonly Message[]): boolean {
  const calling = messages
    .slice(turnStart(messages))
    .findLast(message => message.role === 'assistant')
  if (calling === undefined || !calling.tool_calls?.length || provenThought(calling) !== undefined)
    return false
  return !(
    Array.isArray(calling.content) &&
    calling.content.some((part: { type: string }) => part.type.endsWith('thinking'))
  )
}
