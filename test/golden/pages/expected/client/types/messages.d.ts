// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

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
