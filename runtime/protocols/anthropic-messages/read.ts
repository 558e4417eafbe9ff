/** Whole replies of Anthropic-style suppliers. */
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

/** Why a model stopped. One that only answered in JSON called no tool of the caller's. */
export function finishOf(told: string, calls: boolean): Finish {
  const finish = Object.hasOwn(FINISH, told) ? (FINISH[told] as Finish) : 'stop'
  return finish === 'tool_calls' && !calls ? 'stop' : finish
}

/** A whole reply. */
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
 * A signature proves one thought: where there are several, or some that cannot be read, none can be
 * echoed outside of this protocol.
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
