/** Writes content blocks of the Messages protocol. */
import type { Json } from '../../contract.ts'
import { argumentsOf, textOf, type Members } from '../json.ts'
import { imageOf, partsOf, unsupportedPart } from '../parts.ts'
import type { Message, Part, ToolCall } from '../types.ts'

/** A content block of the Messages protocol. */
export type Block = { readonly type: string; readonly [member: string]: Json | undefined }

/** Parts that already are blocks of this protocol, because the caller uses it. */
const OWN: ReadonlySet<string> = new Set([
  'document',
  'image',
  'search_result',
  'thinking',
  'redacted_thinking',
])

/** Signatures of this protocol are base64; those of other protocols have a prefix. */
const OWN_SIGNATURE = /^[A-Za-z0-9+/=_-]+$/

/** Converts a content to blocks. Empty texts are left out, because upstreams refuse them. */
export function blocksOf(content: Message['content']): Block[] {
  return partsOf(content)
    .map(blockOf)
    .filter(block => block !== undefined)
}

function blockOf(part: Part): Block | undefined {
  const marked = part as Members
  // A thought of another protocol's model has no valid signature here and would be refused.
  if (part.type === 'thinking' && !OWN_SIGNATURE.test(String(marked.signature ?? '')))
    return undefined
  if (OWN.has(part.type)) return part as Block
  const mark =
    marked.cache_control === undefined ? {} : { cache_control: marked.cache_control as Json }
  if (part.type === 'text' || part.type === 'refusal') {
    const text = textOf(marked.text) ?? textOf(marked.refusal)
    if (text === undefined) return undefined
    return {
      type: 'text',
      text,
      ...mark,
      ...(marked.citations === undefined ? {} : { citations: marked.citations as Json }),
    }
  }
  if (part.type !== 'image_url') throw unsupportedPart(part)
  const { url, inline } = imageOf(part)
  const source =
    inline === undefined
      ? { type: 'url', url }
      : { type: 'base64', media_type: inline.type, data: inline.base64 }
  return { type: 'image', source, ...mark }
}

/**
 * Returns the thought of an assistant's turn, if its signature proves it. Upstreams refuse thoughts
 * of other models and incomplete ones.
 */
export function provenThought({
  reasoning_content: reasoning,
  reasoning_signature: signature,
  reasoning_length: length,
}: Message): Block | undefined {
  const thinking = reasoning ?? ''
  if (
    signature === undefined ||
    !OWN_SIGNATURE.test(signature) ||
    (length !== undefined && length !== thinking.length)
  )
    return undefined
  return { type: 'thinking', thinking, signature }
}

/** Converts an assistant's turn to blocks: its thought, text and calls. */
export function assistantBlocks(message: Message): Block[] {
  const { tool_calls: calls = [] } = message
  const thought = provenThought(message)
  const blocks: Block[] = thought === undefined ? [] : [thought]
  const left = new Map(calls.map(call => [call.id, call]))
  for (const part of partsOf(message.content ?? message.refusal)) {
    const call = part.type === 'tool_use' ? left.get((part as { id?: string }).id ?? '') : undefined
    const block = part.type === 'tool_use' ? call && toolUse(call, part as Members) : blockOf(part)
    if (call !== undefined) left.delete(call.id)
    if (block !== undefined) blocks.push(block)
  }
  for (const call of calls) if (left.has(call.id)) blocks.push(toolUse(call))
  return blocks
}

function toolUse(
  { id, function: called, extra_content: _extra }: ToolCall,
  part: Members = {},
): Block {
  const { type: _type, id: _id, ...rest } = part as { [member: string]: Json | undefined }
  return {
    type: 'tool_use',
    id: toolId(id),
    name: called.name,
    input: argumentsOf(called.arguments) as Json,
    ...rest,
  }
}

/** Converts a tool result to a block. */
export function toolResult({
  tool_call_id: id = '',
  content,
  is_error: failed,
  cache_control: mark,
}: Message): Block {
  const written = typeof content === 'string' ? content : (blocksOf(content) as Json)
  const more = {
    ...(failed === undefined ? {} : { is_error: failed }),
    ...(mark === undefined ? {} : { cache_control: mark }),
  }
  return { type: 'tool_result', tool_use_id: toolId(id), content: written, ...more }
}

/** Replaces characters in other protocols' call ids that upstreams of this protocol refuse. */
function toolId(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9_-]/g, '_')
}
