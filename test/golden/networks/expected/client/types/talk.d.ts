// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface OpenaiChatReply {
  id: string
  object: 'chat.completion'
  /** Unix time in seconds */
  created: number
  model: string
  usage: Usage
  choices: {
    index: number
    message: {
      role: 'assistant'
      content: string
      reasoning_content?: string
      reasoning_signature?: string
      tool_calls?: {
        id: string
        type: 'function'
        function: {
          name: string
          arguments: string
        }
        extra_content?: Record<string, unknown>
      }[]
    }
    finish_reason: 'stop' | 'length' | 'tool_calls' | 'content_filter'
    logprobs?: Record<string, unknown>
  }[]
  citations?: string[]
}

export interface TalkRequest {
  model: 'small' | 'large' | 'whole'
  stream?: boolean
  messages?: unknown
}

export interface Usage {
  prompt_tokens: number
  completion_tokens: number
  total_tokens: number
  prompt_tokens_details?: {
    cached_tokens?: number
    cached_creation_tokens?: number
  }
  cache_read_input_tokens?: number
  cache_creation_input_tokens?: number
  completion_tokens_details?: Record<string, unknown>
  num_sources_used?: number
}
