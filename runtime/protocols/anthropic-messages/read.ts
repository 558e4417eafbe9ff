/** Reads complete replies of Anthropic-style upstreams. */
import type { Json } from '../../contract.ts'
import { membersOf, objectsOf, textOf, errorTextOf, type Members } from '../json.ts'
import { Malformed, type Choice, type Completion, type Finish, type ToolCall } from '../types.ts'
import { JSON_TOOL } from './tools.ts'
import { usageOf } from './usage.ts'

const FINISH: Readonly<Record<string, Finish>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content_filter',
}

/**
 * Maps the reason why a model stopped. A model that only answered in JSON called none of the
 * caller's tools.
 */
export function finishOf(reason: string, calls: boolean): Finish {
  const finish = Object.hasOwn(FINISH, reason) ? (FINISH[reason] as Finish) : 'stop'
  return finish === 'tool_calls' && !calls ? 'stop' : finish
}

/** Reads a complete reply. Throws Malformed for an error, or if it has no content. */
export function read(reply: unknown): Completion {
  const members = membersOf(reply)
  if (members === undefined) throw new Malformed('the reply is no object')
  if (members.type === 'error') throw new Malformed(errorTextOf(members.error).message)
  if (!Array.isArray(members.content)) throw new Malformed('the reply has no content')
  const usage = usageOf(members.usage)
  return {
    choices: [choiceOf(members, objectsOf(members.content))],
    ...(usage === undefined ? {} : { usage }),
  }
}

function choiceOf(reply: Members, blocks: readonly Members[]): Choice {
  const thoughts = blocks.filter(block => block.type === 'thinking')
  const calls = blocks.filter(block => block.type === 'tool_use')
  const answer = calls.find(call => call.name === JSON_TOOL)
  const own = calls.filter(call => call.name !== JSON_TOOL).map(callOf)
  const stopped = textOf(reply.stop_sequence)
  return {
    index: 0,
    content: answer === undefined ? textIn(blocks) : JSON.stringify(answer.input ?? {}),
    ...thoughtOf(thoughts, blocks),
    ...(own.length === 0 ? {} : { tool_calls: own }),
    finish: finishOf(textOf(reply.stop_reason) ?? 'end_turn', own.length > 0),
    ...(stopped === undefined ? {} : { stopped }),
    ...(answer === undefined ? { blocks: blocks as readonly Json[] } : {}),
  }
}

function textIn(blocks: readonly Members[]): string | null {
  const texts = blocks.filter(block => block.type === 'text')
  return texts.length === 0 ? null : texts.map(block => textOf(block.text) ?? '').join('')
}

/**
 * Reads the thoughts of a reply. A signature proves one thought, so there is none if there are
 * several thoughts, or hidden ones; they cannot be sent back in other protocols.
 */
function thoughtOf(
  thoughts: readonly Members[],
  blocks: readonly Members[],
): { reasoning?: string; signature?: string } {
  const reasoning = thoughts.map(block => textOf(block.thinking) ?? '').join('')
  const isSole = thoughts.length === 1 && blocks.every(block => block.type !== 'redacted_thinking')
  const signature = isSole ? textOf(thoughts[0]?.signature) : undefined
  return {
    ...(reasoning === '' ? {} : { reasoning }),
    ...(signature === undefined ? {} : { signature }),
  }
}

function callOf(block: Members): ToolCall {
  const name = textOf(block.name)
  if (name === undefined) throw new Malformed('a call of a tool has no name')
  return {
    id: textOf(block.id) ?? '',
    type: 'function',
    function: { name, arguments: JSON.stringify(block.input ?? {}) },
  }
}
