/** Decides how long a model may think, and which requests must not enable thinking. */
import type { Json } from '../../contract.ts'
import { LEAST_BUDGET as LEAST } from '../budget.ts'
import { turnStart } from '../parts.ts'
import type { ChatRequest, Message } from '../types.ts'
import { provenThought } from './blocks.ts'

/**
 * The share of an answer's tokens that is for thinking, by effort. Efforts below `low` do not
 * think.
 */
const SHARE: Readonly<Record<string, number>> = { low: 0.2, medium: 0.5, high: 0.8, xhigh: 0.9 }

/** The efforts that upstreams of this protocol accept by name. */
const EFFORTS: ReadonlySet<string> = new Set(['low', 'medium', 'high', 'xhigh', 'max'])

/**
 * The thinking parameters of a request. `adaptive` models get the effort; for others, a budget is
 * taken from their tokens.
 */
export interface Thinking {
  thinking?: Json
  output_config?: Json
}

/**
 * Chooses the thinking parameters. They are empty if the token limit is too small, or if the
 * current turn began without thinking.
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

/** Whether thinking is enabled, which rules out some parameters. */
export function isThinking({ thinking }: Thinking): boolean {
  return thinking !== undefined && (thinking as { type: string }).type !== 'disabled'
}

/**
 * Whether the current turn began with tool calls and without a thought. Upstreams refuse to
 * continue such a turn with thinking.
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
