/** Reads and checks the messages of a chat request, as OpenAI does. */
import { absentIn, allowed } from './history.ts'
import { isObject, listOf, unreachable } from '../asked.ts'
import type { Problem, Turn } from '../asked.ts'
import { absent, noneOf, noPicture, wrongType } from '../limits.ts'

const ROLES = ['system', 'assistant', 'user', 'function', 'tool', 'developer']
const PARTS: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image_url', 'input_audio', 'file'],
  assistant: ['text', 'refusal'],
}

/** The turns of a conversation, or what is wrong with it. */
export function readMessages(
  messages: unknown,
  roles: readonly string[] = ROLES,
): readonly Turn[] | Problem {
  if (messages === undefined) return absent('messages')
  if (!Array.isArray(messages)) return wrongType('messages', 'an array of objects', messages)
  if (messages.length === 0)
    return {
      kind: 'value',
      param: 'messages',
      code: 'empty_array',
      message:
        "Invalid 'messages': empty array. Expected an array with minimum length 1, but got " +
        'an empty array instead.',
    }
  for (const [i, message] of messages.entries()) {
    const problem = refuseMessage(message, i, roles)
    if (problem) return problem
  }
  return allowed(messages) ?? messages.map(turnOf)
}

function refuseMessage(message: unknown, i: number, roles: readonly string[]): Problem | undefined {
  const at = `messages[${i}]`
  if (!isObject(message)) return wrongType(at, 'an object', message)
  if (message.role === undefined) return absent(`${at}.role`)
  const calls = listOf(message.tool_calls)
  return (
    noneOf(`${at}.role`, message.role, roles) ??
    absentIn(message, i) ??
    refuseCalls(calls, at) ??
    (message.role === 'assistant' && calls.length > 0 && !message.content
      ? undefined
      : refuseContent(message, i))
  )
}

function refuseCalls(calls: readonly unknown[], at: string): Problem | undefined {
  for (const [n, call] of calls.entries()) {
    if (!isObject(call)) return wrongType(`${at}.tool_calls[${n}]`, 'an object', call)
    if (typeof call.id !== 'string') return absent(`${at}.tool_calls[${n}].id`)
    if (typeof call.function?.name !== 'string')
      return absent(`${at}.tool_calls[${n}].function.name`)
    if (typeof call.function.arguments !== 'string')
      return wrongType(
        `${at}.tool_calls[${n}].function.arguments`,
        'a string',
        call.function.arguments,
      )
  }
  return undefined
}

function refuseContent(
  { role, content, refusal }: Record<string, any>,
  i: number,
): Problem | undefined {
  const param = `messages.[${i}].content`
  if (
    role === 'assistant' &&
    (content === undefined || content === null) &&
    typeof refusal === 'string'
  )
    return undefined
  if (content === undefined || content === null)
    return {
      kind: 'value',
      param,
      message: `Invalid value for 'content': expected a string, got null.`,
    }
  if (typeof content === 'string') return undefined
  if (!Array.isArray(content))
    return wrongType(param, 'one of a string or array of objects', content)
  for (const [n, part] of content.entries()) {
    const problem = refusePart(part, `messages[${i}].content[${n}]`, PARTS[role] ?? ['text'])
    if (problem) return problem
  }
  return undefined
}

function refusePart(part: unknown, at: string, types: readonly string[]): Problem | undefined {
  if (!isObject(part)) return wrongType(at, 'an object', part)
  if (part.type === undefined) return absent(`${at}.type`)
  const strange = noneOf(`${at}.type`, part.type, types)
  if (strange) return strange
  if (part.type === 'text' && typeof part.text !== 'string') return absent(`${at}.text`)
  if (part.type !== 'image_url') return undefined
  if (!isObject(part.image_url)) return wrongType(`${at}.image_url`, 'an object', part.image_url)
  return unreachable(part.image_url.url) ? noPicture(part.image_url.url) : undefined
}

const KINDS: Readonly<Record<string, Turn['role']>> = {
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
  system: 'system',
  developer: 'system',
}

function turnOf({
  role,
  content,
  tool_calls: calls,
  reasoning_content: reasoning,
  name,
}: Record<string, any>): Turn {
  const parts = listOf(content)
  const said =
    typeof content === 'string'
      ? content
      : parts.map(part => part.text ?? part.refusal ?? '').join('')
  const called = listOf(calls).map(call => `${call.function.name} ${call.function.arguments}`)
  const text = [name, reasoning, said, ...called]
    .filter(one => typeof one === 'string' && one !== '')
    .join('\n')
  return {
    role: KINDS[role] ?? 'user',
    text,
    images: parts.filter(part => part.type === 'image_url').length,
  }
}
