/** Reads complete replies of OpenAI-style upstreams. */
import type { Json } from '../../contract.ts'
import { ONE } from '../request-options.ts'
import { membersOf, objectsOf, textOf, errorTextOf, type Members } from '../json.ts'
import { functionCallOf } from '../legacy.ts'
import {
  Malformed,
  type RequestOptions,
  type Choice,
  type Completion,
  type Finish,
  type ToolCall,
} from '../types.ts'
import { sourcesOf, usageOf } from './usage.ts'

/** The finish reasons of upstreams with this protocol. */
const FINISH: Readonly<Record<string, Finish>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  content_filter: 'content_filter',
  function_call: 'tool_calls',
  max_tokens: 'length',
  model_length: 'length',
  sensitive: 'content_filter',
  refusal: 'content_filter',
  safety: 'content_filter',
}

/** Finish reasons of a model that broke off, which is not an answer. */
const BROKEN: ReadonlySet<string> = new Set(['error', 'network_error'])

/**
 * The finish reason that a prompt can provoke, for example by making the model write an invalid
 * call.
 */
const PROVOKED = 'error'

/**
 * Maps a finish reason. If the model calls tools, the reason is `tool_calls`, and otherwise it is
 * not, whatever the upstream reports. Throws Malformed if the model broke off, unless the caller
 * already has output and may have provoked it: the caller must pay for output that it has received.
 */
export function finishOf(
  raw: string,
  { calls, refused, hasOutput = false }: { calls: boolean; refused: boolean; hasOutput?: boolean },
): Finish {
  if (BROKEN.has(raw) && !(hasOutput && raw === PROVOKED))
    throw new Malformed('the model broke off')
  const finish = Object.hasOwn(FINISH, raw) ? (FINISH[raw] as Finish) : 'stop'
  if (finish !== 'stop' && finish !== 'tool_calls') return finish
  if (calls) return 'tool_calls'
  return refused ? 'content_filter' : 'stop'
}

/** Reads the text of a content, which some upstreams send in parts. */
export function contentOf(content: unknown): string | undefined {
  if (!Array.isArray(content)) return textOf(content)
  return textOf(
    objectsOf(content)
      .map(part => textOf(part.text) ?? '')
      .join(''),
  )
}

/** Reads the reasoning, under either of its names. */
export function reasoningOf(message: Members): string | undefined {
  return textOf(message.reasoning_content) ?? textOf(message.reasoning)
}

/** Reads the addresses that an answer cites; undefined if there are none. */
export function citationsOf(reply: Members): readonly string[] | undefined {
  const urls = Array.isArray(reply.citations)
    ? reply.citations.filter((url): url is string => typeof url === 'string')
    : []
  return urls.length > 0 ? urls : undefined
}

/** Reads a complete reply. Throws Malformed for an error, or if choices are missing. */
export function read(reply: unknown, { choices: requested }: RequestOptions = ONE): Completion {
  const members = membersOf(reply)
  if (members === undefined) throw new Malformed('the reply is no object')
  if (membersOf(members.error) !== undefined || textOf(members.error) !== undefined)
    throw new Malformed(errorTextOf(members.error).message)
  const choices = objectsOf(members.choices).map(choiceOf)
  if (choices.length < requested)
    throw new Malformed('the reply has fewer choices than were asked for')
  const usage = usageOf(members.usage)
  const citations = citationsOf(members)
  const sources = sourcesOf(members.usage)
  return {
    choices,
    ...(usage === undefined ? {} : { usage }),
    ...(citations === undefined ? {} : { citations }),
    ...(sources === undefined ? {} : { sources }),
  }
}

function choiceOf(choice: Members, at: number): Choice {
  const message = membersOf(choice.message)
  if (message === undefined) throw new Malformed('a choice has no message')
  const calls = callsOf(message)
  const refusal = textOf(message.refusal)
  const reasoning = reasoningOf(message)
  return {
    index: typeof choice.index === 'number' ? choice.index : at,
    content: contentOf(message.content) ?? refusal ?? null,
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    finish: finishOf(textOf(choice.finish_reason) ?? 'stop', {
      calls: calls.length > 0,
      refused: refusal !== undefined,
    }),
    ...(membersOf(choice.logprobs) === undefined ? {} : { logprobs: choice.logprobs as Json }),
  }
}

function callsOf(message: Members): readonly ToolCall[] {
  const old = functionCallOf(message, '')
  const calls = objectsOf(message.tool_calls).map(callOf)
  return calls.length === 0 && old !== undefined ? [old] : calls
}

function callOf(raw: Members): ToolCall {
  const called = membersOf(raw.function)
  const name = textOf(called?.name)
  if (name === undefined) throw new Malformed('a call of a tool has no name')
  return {
    id: textOf(raw.id) ?? '',
    type: 'function',
    function: { name, arguments: writtenArguments(called?.arguments) ?? '{}' },
  }
}

/** Reads a call's arguments as text; some upstreams send an object. */
export function writtenArguments(raw: unknown): string | undefined {
  return membersOf(raw) === undefined ? textOf(raw) : JSON.stringify(raw)
}
