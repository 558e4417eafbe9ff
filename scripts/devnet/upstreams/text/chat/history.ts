/**
 * Checks that the calls of tools in a conversation and their results belong together, as OpenAI
 * does.
 */
import { listOf } from '../asked.ts'
import type { Problem } from '../asked.ts'

const bad = (param: string, message: string): Problem => ({ kind: 'history', param, message })

/** What a message of its role must have. */
export function absentIn(message: Record<string, any>, i: number): Problem | undefined {
  if (message.role === 'tool' && typeof message.tool_call_id !== 'string')
    return bad(
      `messages.[${i}].tool_call_id`,
      "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.",
    )
  if (message.role === 'function' && typeof message.name !== 'string')
    return bad(
      `messages.[${i}].name`,
      "Missing parameter 'name': messages with role 'function' must have a 'name'.",
    )
  return undefined
}

/**
 * What is wrong with the results of tools: each belongs to a call just before, and each call has
 * its result.
 */
export function allowed(messages: readonly Record<string, any>[]): Problem | undefined {
  let [asked, open]: [string[], string[]] = [[], []]
  for (const [i, message] of messages.entries()) {
    if (message.role !== 'tool') {
      if (open.length > 0) return unanswered(open, i)
      asked = listOf(message.tool_calls).map(call => call.id)
      open = [...asked]
      continue
    }
    const id: string = message.tool_call_id
    if (asked.length === 0)
      return bad(
        `messages.[${i}].role`,
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding " +
          "message with 'tool_calls'.",
      )
    if (!asked.includes(id))
      return bad(
        `messages.[${i}].tool_call_id`,
        `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of ` +
          'previous message.',
      )
    open = open.filter(one => one !== id)
  }
  return open.length > 0 ? unanswered(open, messages.length) : undefined
}

const unanswered = (ids: readonly string[], i: number): Problem =>
  bad(
    `messages.[${i}].role`,
    `An assistant message with 'tool_calls' must be followed by tool messages responding ` +
      `to each 'tool_call_id'. The following tool_call_ids did not have response messages: ` +
      `${ids.join(', ')}`,
  )
