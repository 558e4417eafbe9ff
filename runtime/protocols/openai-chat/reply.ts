/** Writes complete replies for callers of OpenAI's chat completions. */
import type { Json } from '../../contract.ts'
import type { Choice, Completion, ReplyFacts, ToolCall, Usage } from '../types.ts'
import { usageJson } from './usage.ts'

const NONE: Usage = { uncached: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 }

/**
 * Creates the id of a tool call for which the upstream sent none. No two calls of a conversation
 * may share an id.
 */
export function callId(id: string, at: number): string {
  return `call_${id}_${at}`
}

/** Writes the body of a reply. */
export function reply(
  { choices, usage = NONE, citations, sources }: Completion,
  { id, model, created }: ReplyFacts,
): Json {
  return {
    id: `chatcmpl-${id}`,
    object: 'chat.completion',
    created,
    model,
    choices: choices.map(choice => choiceJson(choice, id)),
    usage: usageJson(usage, sources),
    citations,
  }
}

function choiceJson(choice: Choice, id: string): Json {
  const { index, reasoning, signature, tool_calls: calls, finish, logprobs } = choice
  const message = {
    role: 'assistant',
    content: contentOf(choice),
    reasoning_content: reasoning === '' ? undefined : reasoning,
    reasoning_signature: signature,
    tool_calls: calls?.map((call, at) => callJson(call, callId(id, at))) as Json | undefined,
  }
  return { index, message, logprobs, finish_reason: finish }
}

/** Returns the text of a choice: empty if it calls tools, and its reasoning if it has no text. */
function contentOf({ content, reasoning, tool_calls: calls }: Choice): string {
  if (calls !== undefined && calls.length > 0) return ''
  return content || (reasoning ?? '')
}

function callJson(call: ToolCall, fallbackId: string): Json {
  return { ...call, id: call.id || fallbackId } as unknown as Json
}
