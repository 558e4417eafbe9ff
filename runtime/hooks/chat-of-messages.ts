/**
 * Converts requests of Anthropic's Messages protocol to the internal form. Members that the
 * internal form cannot express are copied to `anthropic` and to parts of their own, where upstreams
 * of that protocol read them, so that they receive the caller's request.
 */
import type { Json } from '../contract.ts'
import { membersOf, objectsOf, textOf, type Members } from '../protocols/json.ts'

type Written = { [member: string]: Json | undefined }

/** Members with the same name in the internal form. */
const SAME = ['model', 'max_tokens', 'stream', 'temperature', 'top_p', 'top_k', 'thinking'] as const

/** Members that only upstreams of this protocol understand. */
const OWN = ['metadata', 'context_management', 'output_config', 'cache_control'] as const

/** Members of a tool with another place in the internal form. */
const MOVED: ReadonlySet<string> = new Set([
  'type',
  'name',
  'description',
  'input_schema',
  'strict',
])

/**
 * Converts a validated request to the internal form. A value of unexpected shape is left as it is,
 * and the upstream refuses it.
 */
export function chatOfMessages(body: unknown): Json {
  const request = membersOf(body) ?? {}
  const own = pick(request, OWN)
  return {
    ...pick(request, SAME),
    messages: [
      ...systemOf(request.system),
      ...listOf(request.messages).flatMap(messagesOf),
    ] as Json,
    ...(Array.isArray(request.stop_sequences) ? { stop: request.stop_sequences as Json } : {}),
    ...(Array.isArray(request.tools) ? { tools: request.tools.map(toolOf) } : {}),
    ...choiceOf(request.tool_choice),
    ...formatOf(request.output_config),
    ...(Object.keys(own).length === 0 ? {} : { anthropic: own }),
  }
}

function pick(from: Members, names: readonly string[]): Written {
  return Object.fromEntries(
    names.filter(name => from[name] !== undefined).map(name => [name, from[name] as Json]),
  )
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function systemOf(system: unknown): Json[] {
  if (typeof system === 'string') return system === '' ? [] : [{ role: 'system', content: system }]
  return Array.isArray(system) && system.length > 0
    ? [{ role: 'system', content: system.map(partOf) }]
    : []
}

/** Converts messages; tool results become separate messages. */
function messagesOf(raw: unknown): Json[] {
  const message = membersOf(raw)
  if (message === undefined || !Array.isArray(message.content)) return [raw as Json]
  if (message.role === 'assistant') return [assistantOf(objectsOf(message.content))]
  const messages: Written[] = []
  let parts: Json[] = []
  for (const block of message.content as unknown[]) {
    const result = membersOf(block)
    if (result?.type !== 'tool_result') {
      parts.push(partOf(block))
      continue
    }
    if (parts.length > 0) messages.push({ role: 'user', content: parts })
    parts = []
    messages.push(resultOf(result))
  }
  return parts.length > 0 ? [...messages, { role: 'user', content: parts }] : messages
}

function resultOf(block: Members): Written {
  const content = Array.isArray(block.content)
    ? block.content.map(partOf)
    : ((block.content as Json | undefined) ?? '')
  return {
    role: 'tool',
    tool_call_id: block.tool_use_id as Json,
    content,
    ...pick(block, ['is_error', 'cache_control']),
  }
}

/**
 * Converts an answer's blocks. A turn keeps its order if that means more than "reasoning, text,
 * tool calls"; its content then refers to the calls in place.
 */
function assistantOf(blocks: readonly Members[]): Json {
  const calls = blocks.filter(block => block.type === 'tool_use')
  const texts = blocks.filter(block => block.type === 'text')
  const isPlain = blocks.every((block, at) => isInOrder(block, blocks[at - 1]))
  const reasoning = blocks
    .filter(block => block.type === 'thinking')
    .map(block => textOf(block.thinking) ?? '')
    .join('')
  const signature = isPlain ? textOf(blocks[0]?.signature) : undefined
  const content = isPlain
    ? texts.map(partOf)
    : blocks.map(block => (block.type === 'tool_use' ? referenceOf(block) : partOf(block)))
  return {
    role: 'assistant',
    content: content.length === 0 ? null : content,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(signature === undefined ? {} : { reasoning_signature: signature }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(callOf) }),
  }
}

/** Reasoning can only come first; tool calls come last, without cache marks. */
function isInOrder(block: Members, before: Members | undefined): boolean {
  if (before === undefined && block.type === 'thinking') return true
  if (block.type === 'text') return before?.type !== 'tool_use'
  return block.type === 'tool_use' && block.cache_control === undefined
}

function referenceOf(block: Members): Json {
  return { type: 'tool_use', ...pick(block, ['id', 'cache_control']) }
}

function callOf(block: Members): Json {
  const called = { name: block.name as Json, arguments: JSON.stringify(block.input ?? {}) }
  return {
    id: block.id as Json,
    type: 'function',
    function: called,
    ...pick(block, ['extra_content']),
  }
}

/** Converts a content block to a part: pictures to their address, all other kinds unchanged. */
function partOf(raw: unknown): Json {
  const block = membersOf(raw)
  const source = membersOf(block?.source)
  if (block?.type !== 'image' || source === undefined) return raw as Json
  const data =
    source.type === 'base64'
      ? `data:${String(source.media_type)};base64,${String(source.data)}`
      : undefined
  const url = source.type === 'url' ? textOf(source.url) : data
  return url === undefined
    ? (raw as Json)
    : { type: 'image_url', image_url: { url }, ...pick(block, ['cache_control']) }
}

/** Converts a tool. Only its upstream knows a tool with its own type. */
function toolOf(raw: unknown): Json {
  const tool = membersOf(raw)
  if (tool === undefined || (tool.type !== undefined && tool.type !== 'custom')) return raw as Json
  const rest = pick(
    tool,
    Object.keys(tool).filter(name => !MOVED.has(name)),
  )
  return {
    type: 'function',
    function: {
      ...pick(tool, ['name', 'description', 'strict']),
      parameters: tool.input_schema as Json,
    },
    ...rest,
  }
}

function choiceOf(raw: unknown): Written {
  const choice = membersOf(raw)
  if (choice === undefined) return {}
  const single = choice.disable_parallel_tool_use === true ? { parallel_tool_calls: false } : {}
  if (choice.type === 'tool')
    return { tool_choice: { type: 'function', function: { name: choice.name as Json } }, ...single }
  return { tool_choice: choice.type === 'any' ? 'required' : String(choice.type), ...single }
}

/**
 * Converts a structured-output format. Upstreams of this protocol get the caller's own form, all
 * others the internal form.
 */
function formatOf(raw: unknown): Written {
  const format = membersOf(membersOf(raw)?.format)
  if (format?.type !== 'json_schema' || membersOf(format.schema) === undefined) return {}
  return {
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'answer', schema: format.schema as Json },
    },
  }
}
