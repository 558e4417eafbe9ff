/** Whole answers to callers of OpenAI's chat completions. */
import type { Json } from '../../contract.ts'
import type { Choice, Completion, ReplyFacts, ToolCall, Usage } from '../types.ts'
import { usageJson } from './usage.ts'

const NONE: Usage = { uncached: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 }

/**
 * Id of a call of a tool for which the supplier gave none: no two calls of a conversation may share
 * one.
 */
export function callId(id: string, at: number): string {
  return `call_${id}_${at}`
}

/** The body of a reply. */
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

/** A turn that calls tools says nothing else; one that would be empty says what was thought. */
function contentOf({ content, reasoning, tool_calls: calls }: Choice): string {
  if (calls !== undefined && calls.length > 0) return ''
  return content || (reasoning ?? '')
}

function callJson(call: ToolCall, otherwise: string): Json {
  return { ...call, id: call.id || otherwise } as unknown as Json
}
