/** A conversation as Gemini-style suppliers want it. */
import type { Json } from '../../contract.ts'
import { argumentsOf, membersOf, type Members } from '../json.ts'
import { imageOf, partsOf, textIn, turnStart, unsayable } from '../parts.ts'
import type { Message, Part } from '../types.ts'

/** A part of a content as suppliers of this style know it. */
type GeminiPart = { [member: string]: Json | undefined }

/** One turn. */
export interface Content {
  role: 'user' | 'model'
  parts: GeminiPart[]
}

/** Marks the signatures of this protocol where they stand beside others'. */
export const MARK = 'gemini:'

/**
 * Stands for the signature of a call that another model made or whose signature the caller lost:
 * newer models refuse calls without one.
 */
const NO_SIGNATURE = 'skip_thought_signature_validator'

/** Parts that repeat what stands elsewhere, or that only their maker can read. */
const ELSEWHERE: ReadonlySet<string> = new Set(['thinking', 'redacted_thinking', 'tool_use'])

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
}

/** The system's texts, and turns of which those of one role that follow each other are one. */
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
    // One by one: a list of a hundred thousand parts is too long for the arguments of one call.
    if (message.role === 'system' || message.role === 'developer')
      for (const part of parts) system.push(part)
    else add(contents, { role: message.role === 'assistant' ? 'model' : 'user', parts })
  })
  return { system, contents }
}

/** The functions whose results are still to come, by the ids of their calls. */
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

/** Of the calls that a model made at once the first is signed. */
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
 * A result is an object that is told by the function's name; its pictures stand beside it. Each
 * call's name is told to one result: thousands of results of one call would repeat it without end.
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
  if (part.type !== 'image_url') throw unsayable(part)
  const { url, inline } = imageOf(part)
  if (inline !== undefined) return { inlineData: { mimeType: inline.type, data: inline.base64 } }
  const ending = /\.([a-z]{3,4})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? ''
  return { fileData: { mimeType: TYPES[ending] ?? 'image/jpeg', fileUri: url } }
}
