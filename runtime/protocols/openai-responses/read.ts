/** What responses say of themselves. They are passed on as they are; this only looks. */
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

/** States in which a response is still being made: it was created in the background. */
const PENDING: ReadonlySet<string> = new Set(['queued', 'in_progress'])

/** Tokens of a response in disjoint counts. */
export function usageOf(told: unknown): Usage | undefined {
  const usage = membersOf(told)
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

/** Why a response is not complete. */
function finishOf(response: Members): Finish {
  if (response.status !== 'incomplete')
    return objectsOf(response.output).some(isCall) ? 'tool_calls' : 'stop'
  return membersOf(response.incomplete_details)?.reason === 'content_filter'
    ? 'content_filter'
    : 'length'
}

/**
 * A whole response. Throws Malformed for one that failed, and for one that is still being made
 * where nobody asked for that.
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

/** Calls of functions, of custom tools, of shells and more: all that the caller is to answer. */
function isCall({ type }: Members): boolean {
  return typeof type === 'string' && type.endsWith('_call')
}

/** What a response says. Throws Malformed for a call of nobody knows what. */
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

/** Calls of tools that have no names of their own are told by their type. */
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
