/** Writes requests to upstreams with OpenAI's chat protocol. */
import type { Json } from '../../contract.ts'
import { budgetWithin } from '../budget.ts'
import { partsOf, turnStart } from '../parts.ts'
import type { ChatRequest, Message, Part, Tool } from '../types.ts'

/**
 * Parts of a turn that only Anthropic-style upstreams understand, and that repeat other members of
 * the message.
 */
const ELSEWHERE: ReadonlySet<string> = new Set(['thinking', 'redacted_thinking', 'tool_use'])

/**
 * Writes the body of a request. Unknown members are passed on, the gateway's own members are
 * removed. A stream always includes usage, because the last frame of every caller's stream reports
 * it.
 */
export function write(request: ChatRequest): Json {
  const {
    prompt_cache: _cache,
    anthropic: _native,
    stream_options: _options,
    stream,
    messages,
    tools,
    ...rest
  } = request
  const body: Record<string, unknown> = {
    ...rest,
    ...thinkingOf(request),
    messages: messagesOf(messages),
  }
  if (tools !== undefined) body.tools = tools.map(toolOf)
  if (stream === true)
    Object.assign(body, { stream: true, stream_options: { include_usage: true } })
  return body as Json
}

/** Limits the thinking budget so that the answer's token limit covers it. */
function thinkingOf(request: ChatRequest): { thinking?: unknown } {
  const { thinking, max_completion_tokens: newer, max_tokens: maxTokens = newer } = request
  if (thinking?.budget_tokens === undefined) return {}
  const { budget_tokens: wanted, ...rest } = thinking
  const budget = budgetWithin(wanted, maxTokens as number | undefined)
  return { thinking: budget === undefined ? rest : { ...rest, budget_tokens: budget } }
}

function toolOf(tool: Tool): unknown {
  return tool.function === undefined ? tool : { type: tool.type, function: tool.function }
}

/**
 * Sends reasoning back only within the current turn, that is after the last user message. There,
 * models that think between tool calls need it; before it, some upstreams refuse it.
 */
function messagesOf(messages: readonly Message[]): unknown[] {
  const start = turnStart(messages)
  const written: unknown[] = []
  let pictures: Part[] = []
  messages.forEach((message, at) => {
    if (message.role !== 'tool') pictures = addPictures(written, pictures)
    written.push(messageOf(message, at >= start))
    if (message.role === 'tool')
      pictures.push(
        ...partsOf(message.content)
          .filter(part => part.type !== 'text')
          .map(plain),
      )
  })
  addPictures(written, pictures)
  return written
}

/**
 * Adds the pictures of tool results as a user message, because tool results can only be text here.
 */
function addPictures(written: unknown[], pictures: Part[]): Part[] {
  if (pictures.length > 0) written.push({ role: 'user', content: pictures })
  return []
}

function messageOf(message: Message, isOpen: boolean): unknown {
  const {
    reasoning_content: reasoning,
    reasoning_signature: _signature,
    reasoning_length: _length,
    is_error: _failed,
    cache_control: _mark,
    ...rest
  } = message
  const echo =
    isOpen && reasoning !== undefined && message.role === 'assistant'
      ? { reasoning_content: reasoning }
      : {}
  const calls =
    message.tool_calls === undefined
      ? {}
      : { tool_calls: message.tool_calls.map(({ extra_content: _extra, ...call }) => call) }
  return { ...rest, ...contentOf(message), ...echo, ...calls }
}

function contentOf({ role, content }: Message): { content?: unknown } {
  if (content === undefined || content === null || typeof content === 'string') return {}
  const parts = content
    .filter(part => !ELSEWHERE.has(part.type) && (role !== 'tool' || part.type === 'text'))
    .map(plain)
  return { content: parts.length > 0 ? parts : role === 'assistant' ? null : '' }
}

/**
 * Removes cache marks from a part. Upstreams of this protocol refuse them and cache automatically.
 */
function plain(part: Part): Part {
  if (!('cache_control' in part)) return part
  const { cache_control: _mark, ...rest } = part
  return rest as Part
}
