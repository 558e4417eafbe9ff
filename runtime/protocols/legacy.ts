/** Converts OpenAI's old function calls to tool calls. */
import { membersOf, textOf } from './json.ts'
import type { Message, ToolCall } from './types.ts'

/** Returns the call in an assistant's turn of the old kind; undefined if there is none. */
export function functionCallOf(message: unknown, id: string): ToolCall | undefined {
  const raw = membersOf(membersOf(message)?.function_call)
  const name = textOf(raw?.name)
  if (name === undefined) return undefined
  return { id, type: 'function', function: { name, arguments: textOf(raw?.arguments) ?? '{}' } }
}

/**
 * Returns the messages with tool calls instead of function calls, for protocols without function
 * calls.
 */
export function withToolCalls(messages: readonly Message[]): readonly Message[] {
  let calls = 0
  return messages.map(message => {
    if (message.role === 'function')
      return { ...message, role: 'tool', tool_call_id: `function_${calls}` }
    const call =
      message.role === 'assistant' ? functionCallOf(message, `function_${calls + 1}`) : undefined
    if (call === undefined) return message
    calls++
    return { ...message, tool_calls: [call] }
  })
}
