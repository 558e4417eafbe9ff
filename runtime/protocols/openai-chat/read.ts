/** Whole replies of OpenAI-style suppliers. */
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

/** Why models stop, in the words of suppliers of this style. */
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

/** Words for "the model broke off", which is no answer. */
const BROKEN: ReadonlySet<string> = new Set(['error', 'network_error'])

/**
 * The word among them for what a prompt can bring about, such as a call that the model wrote wrong.
 */
const PROVOKED = 'error'

/**
 * Why a model stopped. One that calls tools stopped to call them, and one that calls none did not,
 * whatever the supplier says. Throws Malformed where it broke off, unless the caller has what it
 * said before and may have brought it to break off: an answer that its caller has is not free.
 */
export function finishOf(
  told: string,
  { calls, refused, hasTold = false }: { calls: boolean; refused: boolean; hasTold?: boolean },
): Finish {
  if (BROKEN.has(told) && !(hasTold && told === PROVOKED))
    throw new Malformed('the model broke off')
  const finish = Object.hasOwn(FINISH, told) ? (FINISH[told] as Finish) : 'stop'
  if (finish !== 'stop' && finish !== 'tool_calls') return finish
  if (calls) return 'tool_calls'
  return refused ? 'content_filter' : 'stop'
}

/** The text of a content, which some suppliers send in parts. */
export function contentOf(content: unknown): string | undefined {
  if (!Array.isArray(content)) return textOf(content)
  return textOf(
    objectsOf(content)
      .map(part => textOf(part.text) ?? '')
      .join(''),
  )
}

/** Reasoning, under either of its names. */
export function reasoningOf(message: Members): string | undefined {
  return textOf(message.reasoning_content) ?? textOf(message.reasoning)
}

/** The addresses that an answer cites, where there are any. */
export function citationsOf(reply: Members): readonly string[] | undefined {
  const urls = Array.isArray(reply.citations)
    ? reply.citations.filter((url): url is string => typeof url === 'string')
    : []
  return urls.length > 0 ? urls : undefined
}

/** A whole reply. */
export function read(reply: unknown, { choices: asked }: RequestOptions = ONE): Completion {
  const members = membersOf(reply)
  if (members === undefined) throw new Malformed('the reply is no object')
  if (membersOf(members.error) !== undefined || textOf(members.error) !== undefined)
    throw new Malformed(errorTextOf(members.error).message)
  const choices = objectsOf(members.choices).map(choiceOf)
  if (choices.length < asked) throw new Malformed('the reply has fewer choices than were asked for')
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

function callOf(told: Members): ToolCall {
  const called = membersOf(told.function)
  const name = textOf(called?.name)
  if (name === undefined) throw new Malformed('a call of a tool has no name')
  return {
    id: textOf(told.id) ?? '',
    type: 'function',
    function: { name, arguments: writtenArguments(called?.arguments) ?? '{}' },
  }
}

/** Arguments are text; some suppliers send the object itself. */
export function writtenArguments(told: unknown): string | undefined {
  return membersOf(told) === undefined ? textOf(told) : JSON.stringify(told)
}
