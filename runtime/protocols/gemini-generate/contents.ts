/** Writes a conversation for Gemini-style upstreams. */
import type { Json } from '../../contract.ts'
import { argumentsOf, membersOf, type Members } from '../json.ts'
import { imageOf, partsOf, textIn, turnStart, unsupportedPart } from '../parts.ts'
import type { Message, Part } from '../types.ts'

/** A part of a content in this protocol. */
type GeminiPart = { [member: string]: Json | undefined }

/** One turn of a conversation: its role and parts. */
export interface Content {
  role: 'user' | 'model'
  parts: GeminiPart[]
}

/** The prefix of this protocol's signatures among those of other protocols. */
export const MARK = 'gemini:'

/**
 * The placeholder for the signature of another model's call, or whose signature the caller did not
 * send back. Newer models refuse calls without a signature.
 */
const NO_SIGNATURE = 'skip_thought_signature_validator'

/** Parts that repeat other members of the message, or that only their own protocol can read. */
const ELSEWHERE: ReadonlySet<string> = new Set(['thinking', 'redacted_thinking', 'tool_use'])

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
}

/**
 * Converts messages to the system's parts and to turns. Consecutive messages of one role become one
 * turn.
 */
export function contentsOf(messages: readonly Message[]): {
  system: GeminiPart[]
  contents: Content[]
} {
  const contents: Content[] = []
  const system: GeminiPart[] = []
  const names: Names = new Map()
  const start = turnStart(messages)
  messages.forEach((message, at) => {
    for (const call of message.tool_calls ?? []) names.set(call.id, call.function.name)
    const parts = partsIn(message, { names, isOpen: at >= start })
    if (parts.length === 0) return
    // Added one by one, because a list of a hundred thousand parts is too long for the arguments of
    // one call.
    if (message.role === 'system' || message.role === 'developer')
      for (const part of parts) system.push(part)
    else add(contents, { role: message.role === 'assistant' ? 'model' : 'user', parts })
  })
  return { system, contents }
}

/** The names of called functions whose results have not come yet, by call id. */
type Names = Map<string, string>

function add(contents: Content[], content: Content): void {
  const last = contents.at(-1)
  if (last?.role !== content.role) contents.push(content)
  else for (const part of content.parts) last.parts.push(part)
}

function partsIn(
  message: Message,
  { names, isOpen }: { names: Names; isOpen: boolean },
): GeminiPart[] {
  if (message.role === 'tool') return resultOf(message, names)
  const parts = partsOf(message.content ?? message.refusal)
    .filter(part => !ELSEWHERE.has(part.type))
    .map(partOf)
    .filter(part => part.text !== '')
  if (message.role !== 'assistant') return parts
  const signature = message.reasoning_signature
  const last = parts.at(-1)
  if (last !== undefined && signature?.startsWith(MARK))
    last.thoughtSignature = signature.slice(MARK.length)
  return [...parts, ...callsOf(message, isOpen)]
}

/** Writes tool calls. Only the first of several parallel calls is signed. */
function callsOf({ tool_calls: calls = [] }: Message, isOpen: boolean): GeminiPart[] {
  return calls.map(({ function: { name, arguments: written }, extra_content: extra }, at) => {
    const signature =
      extra?.google?.thought_signature ?? (isOpen && at === 0 ? NO_SIGNATURE : undefined)
    return {
      functionCall: { name, args: argumentsOf(written) as Json },
      ...(signature === undefined ? {} : { thoughtSignature: signature }),
    }
  })
}

/**
 * Writes a tool result: an object with the function's name, and its pictures as separate parts.
 * Each call's name is used for one result only; otherwise thousands of results of one call would
 * repeat it.
 */
function resultOf(
  { tool_call_id: id = '', name: own, content, is_error: failed }: Message,
  names: Names,
): GeminiPart[] {
  const text = textIn(content)
  const response = failed === true ? { error: text } : (objectIn(text) ?? { result: text })
  const pictures = partsOf(content)
    .filter(part => part.type !== 'text')
    .map(partOf)
  const name = names.get(id) ?? own ?? id
  names.delete(id)
  return [{ functionResponse: { name, response: response as Json } }, ...pictures]
}

function objectIn(text: string): Members | undefined {
  try {
    return membersOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

function partOf(part: Part): GeminiPart {
  const { text, refusal } = part as { text?: unknown; refusal?: unknown }
  if (part.type === 'text' || part.type === 'refusal')
    return { text: String(text ?? refusal ?? '') }
  if (part.type !== 'image_url') throw unsupportedPart(part)
  const { url, inline } = imageOf(part)
  if (inline !== undefined) return { inlineData: { mimeType: inline.type, data: inline.base64 } }
  const ending = /\.([a-z]{3,4})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? ''
  return { fileData: { mimeType: TYPES[ending] ?? 'image/jpeg', fileUri: url } }
}
