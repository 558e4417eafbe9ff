/**
 * Reads responses: their text, calls, usage and state. The responses themselves are passed on
 * unchanged.
 */
import { ONE } from '../request-options.ts'
import { countOf, membersOf, objectsOf, textOf, errorTextOf, type Members } from '../json.ts'
import {
  Malformed,
  type RequestOptions,
  type Choice,
  type Completion,
  type Finish,
  type ToolCall,
  type Usage,
} from '../types.ts'

/** States of a response that is created in the background and not finished. */
const PENDING: ReadonlySet<string> = new Set(['queued', 'in_progress'])

/** Converts a response's usage to disjoint token counts. */
export function usageOf(raw: unknown): Usage | undefined {
  const usage = membersOf(raw)
  if (usage === undefined) return undefined
  const prompt = countOf(usage.input_tokens)
  const written = countOf(usage.output_tokens)
  const cacheRead = Math.min(countOf(membersOf(usage.input_tokens_details)?.cached_tokens), prompt)
  const reasoning = Math.min(
    countOf(membersOf(usage.output_tokens_details)?.reasoning_tokens),
    written,
  )
  return {
    uncached: prompt - cacheRead,
    cacheRead,
    cacheWrite: 0,
    output: written - reasoning,
    reasoning,
  }
}

/** Maps a response's state to the reason why it ended. */
function finishOf(response: Members): Finish {
  if (response.status !== 'incomplete')
    return objectsOf(response.output).some(isCall) ? 'tool_calls' : 'stop'
  return membersOf(response.incomplete_details)?.reason === 'content_filter'
    ? 'content_filter'
    : 'length'
}

/**
 * Reads a complete response. Throws Malformed if it failed, or if it is pending although the
 * request is not for background work.
 */
export function read(reply: unknown, { later }: RequestOptions = ONE): Completion {
  const response = membersOf(reply)
  if (response === undefined) throw new Malformed('the reply is no object')
  if (response.status === 'failed' || membersOf(response.error) !== undefined)
    throw new Malformed(errorTextOf(response.error).message)
  if (PENDING.has(String(response.status))) {
    if (later) return { choices: [], pending: true }
    throw new Malformed('the response is not complete')
  }
  if (!Array.isArray(response.output)) throw new Malformed('the reply has no output')
  const usage = usageOf(response.usage)
  return { choices: [choiceOf(response)], ...(usage === undefined ? {} : { usage }) }
}

/**
 * Whether an item is a call that the caller must answer: of a function, a custom tool, a shell and
 * others.
 */
function isCall({ type }: Members): boolean {
  return typeof type === 'string' && type.endsWith('_call')
}

/**
 * Reads the text and the calls of a response. Throws Malformed for a function call without a name.
 */
export function choiceOf(response: Members): Choice {
  const items = objectsOf(response.output)
  const text = items
    .flatMap(item => objectsOf(item.content))
    .map(part => textOf(part.text) ?? textOf(part.refusal) ?? '')
    .join('')
  const calls = items.filter(isCall).map(callOf)
  return {
    index: 0,
    content: text === '' ? null : text,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    finish: finishOf(response),
  }
}

/**
 * Converts an item to a tool call. Calls of tools without names get the item's type as their name.
 */
function callOf(item: Members): ToolCall {
  const name = textOf(item.name)
  if (name === undefined && item.type === 'function_call')
    throw new Malformed('a call of a function has no name')
  return {
    id: textOf(item.call_id) ?? '',
    type: 'function',
    function: { name: name ?? String(item.type), arguments: textOf(item.arguments) ?? '{}' },
  }
}
