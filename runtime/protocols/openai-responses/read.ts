/** What responses say of themselves. They are passed on as they are; this only looks. */
import { countOf, membersOf, objectsOf, textOf, troubleOf, type Members } from '../json.ts'
import { Malformed, type Choice, type Completion, type Finish, type Usage } from '../types.ts'

/** States in which a response is still being made: it was created in the background. */
const PENDING: ReadonlySet<string> = new Set(['queued', 'in_progress'])

/** Tokens of a response in disjoint counts. */
export function usageOf(told: unknown): Usage | undefined {
  const usage = membersOf(told)
  if (usage === undefined) return undefined
  const prompt = countOf(usage.input_tokens)
  const written = countOf(usage.output_tokens)
  const cacheRead = Math.min(countOf(membersOf(usage.input_tokens_details)?.cached_tokens), prompt)
  const reasoning = Math.min(countOf(membersOf(usage.output_tokens_details)?.reasoning_tokens), written)
  return { uncached: prompt - cacheRead, cacheRead, cacheWrite: 0, output: written - reasoning, reasoning }
}

/** Why a response is not complete. */
export function finishOf(response: Members): Finish {
  if (response.status !== 'incomplete') return objectsOf(response.output).some((item) => item.type === 'function_call') ? 'tool_calls' : 'stop'
  return membersOf(response.incomplete_details)?.reason === 'content_filter' ? 'content_filter' : 'length'
}

/** A whole response. Throws Malformed for one that failed. */
export function read(reply: unknown): Completion {
  const response = membersOf(reply)
  if (response === undefined) throw new Malformed('the reply is no object')
  if (response.status === 'failed' || membersOf(response.error) !== undefined) throw new Malformed(troubleOf(response.error).message)
  if (PENDING.has(String(response.status))) return { choices: [], pending: true }
  if (!Array.isArray(response.output)) throw new Malformed('the reply has no output')
  const usage = usageOf(response.usage)
  return { choices: [choiceOf(response, objectsOf(response.output))], ...(usage === undefined ? {} : { usage }) }
}

function choiceOf(response: Members, items: readonly Members[]): Choice {
  const text = items.flatMap((item) => objectsOf(item.content)).map((part) => textOf(part.text) ?? textOf(part.refusal) ?? '').join('')
  const calls = items.filter((item) => item.type === 'function_call').map((item) => ({
    id: textOf(item.call_id) ?? '', type: 'function' as const, function: { name: textOf(item.name) ?? '', arguments: textOf(item.arguments) ?? '{}' },
  }))
  return { index: 0, content: text === '' ? null : text, ...(calls.length === 0 ? {} : { tool_calls: calls }), finish: finishOf(response) }
}
