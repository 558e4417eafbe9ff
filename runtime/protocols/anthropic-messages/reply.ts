/** Writes complete replies for callers of the Messages protocol. */
import type { Json } from '../../contract.ts'
import { argumentsOf } from '../json.ts'
import type { Choice, Completion, Finish, ReplyFacts, ToolCall, Usage } from '../types.ts'
import { usageJson } from './usage.ts'

const NONE: Usage = { uncached: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 }

const REASON: Readonly<Record<Finish, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
}

/** Maps the reason why a model stopped to the terms of this protocol. */
export function reasonOf(
  finish: Finish,
  stopped: string | undefined,
): { stop_reason: string; stop_sequence: string | null } {
  return {
    stop_reason: finish === 'stop' && stopped !== undefined ? 'stop_sequence' : REASON[finish],
    stop_sequence: stopped ?? null,
  }
}

/** Writes a message with its content. */
export function messageJson(
  { id, model }: ReplyFacts,
  content: readonly Json[],
  rest: { readonly [member: string]: Json },
): Json {
  return { id: `msg_${id}`, type: 'message', role: 'assistant', model, content, ...rest }
}

/**
 * Creates the id of a tool call for which the upstream sent none. No two calls of a conversation
 * may share an id.
 */
export function callId(id: string, at: number): string {
  return `toolu_${id}_${at}`
}

/**
 * Writes the body of a reply with one choice. The content blocks of an upstream with this protocol
 * are passed on unchanged.
 */
export function reply({ choices, usage = NONE }: Completion, facts: ReplyFacts): Json {
  const choice = choices[0] as Choice
  const content = choice.blocks ?? blocksOf(choice, facts.id)
  return messageJson(facts, content, {
    ...reasonOf(choice.finish, choice.stopped),
    usage: usageJson(usage),
  })
}

function blocksOf(
  { content, reasoning, signature, tool_calls: calls = [] }: Choice,
  id: string,
): Json[] {
  const blocks: Json[] = []
  if (reasoning || signature !== undefined)
    blocks.push({ type: 'thinking', thinking: reasoning ?? '', signature: signature ?? '' })
  if (content) blocks.push({ type: 'text', text: content })
  return [...blocks, ...calls.map((call, at) => callBlock(call, callId(id, at)))]
}

function callBlock(
  { id, function: { name, arguments: written }, extra_content: extra }: ToolCall,
  fallbackId: string,
): Json {
  return {
    type: 'tool_use',
    id: id || fallbackId,
    name,
    input: argumentsOf(written) as Json,
    extra_content: extra as Json | undefined,
  }
}
