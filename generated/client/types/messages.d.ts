// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { CacheMark, ChatId, ChatThinking } from './shared.js'

export interface AnthropicMessagesReply {
  id: string
  type: 'message'
  role: 'assistant'
  model: string
  content: ContentItem[]
  stop_reason: 'end_turn' | 'max_tokens' | 'stop_sequence' | 'tool_use' | 'refusal'
  stop_sequence: string | null
  usage: UsageOfAnthropicMessagesReply
}

export type MessageLeaves = string | Record<string, unknown> | null | {
  cache_control?: CacheMark
}[]

export type MessageSource = string | {
  content?: MessageLeaves
}

export interface MessageInner {
  cache_control?: CacheMark
  source?: MessageSource
  content?: MessageLeaves
}

export interface MessageBlock {
  type: string
  name?: string
  cache_control?: CacheMark
  source?: MessageSource
  content?: string | Record<string, unknown> | null | MessageInner[]
}

export type MessageContent = string | MessageBlock[]

export interface MessageTurn {
  role: 'user' | 'assistant'
  content: MessageContent
}

export interface MessageTool {
  name: string
  type?: string
  description?: string
  input_schema?: Record<string, unknown>
  cache_control?: CacheMark
}

export type MessageToolChoice = {
  type: 'tool'
  name: string
} | {
  type: 'auto' | 'any' | 'none'
}

export interface MessagesCreateRequest {
  /** one of the model ids; vendorF/ may be left out */
  model: string
  /** tokens of the answer, at most the model's limit (see X-Max-Tokens-Effective) */
  max_tokens: number
  /**
   * the conversation; if it exceeds the model's context, the oldest turns are left out (see
   * X-Context-Truncated and X-Messages-Removed)
   */
  messages: MessageTurn[]
  /** text, or text blocks */
  system?: MessageContent
  temperature?: number
  top_p?: number
  top_k?: number
  /** answer as server-sent events; open/small-8b cannot */
  stream?: boolean
  /** where the answer ends */
  stop_sequences?: string[]
  /** tools that the model may use */
  tools?: MessageTool[]
  /** {type - auto}, any, none, or {type - tool, name} */
  tool_choice?: MessageToolChoice
  /** {type - enabled, budget_tokens}, adaptive or disabled */
  thinking?: ChatThinking
  metadata?: unknown
  /** {format - {type - json_schema, schema}}, {effort} */
  output_config?: unknown
  /** {type - ephemeral}; prompts are cached for five minutes */
  cache_control?: CacheMark
  /** needs the header `anthropic-beta` with context-management */
  context_management?: unknown
  /**
   * Not available: refused with 400: Conversations are not kept here - send all messages, without
   * thread
   */
  thread?: unknown
}

export interface MessagesCountTokensRequest {
  /** one of the model ids; vendorF/ may be left out */
  model: ChatId
  /** the conversation */
  messages: MessageTurn[]
  /** text, or text blocks */
  system?: MessageContent
  /** tools that the model may use */
  tools?: MessageTool[]
  tool_choice?: MessageToolChoice
  thinking?: ChatThinking
}

export interface MessagesCountTokensReply {
  input_tokens: number
}

export type ContentItem = {
  type: 'text'
  text: string
  citations?: unknown
} | {
  type: 'thinking'
  thinking: string
  signature: string
} | {
  type: 'tool_use'
  id: string
  name: string
  input: Record<string, unknown>
  extra_content?: Record<string, unknown>
} | {
  type: string
}

export interface UsageOfAnthropicMessagesReply {
  input_tokens: number
  cache_creation_input_tokens: number
  cache_read_input_tokens: number
  output_tokens: number
}
