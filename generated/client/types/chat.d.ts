// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { CacheMark, ChatId, ChatThinking } from './shared.js'

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

export type ChatPart = {
  type: 'text'
  text: string
  cache_control?: CacheMark
} | {
  type: 'image_url'
  image_url: {
    url: string
    detail?: string
  }
  cache_control?: CacheMark
} | {
  type: 'input_audio' | 'refusal'
  cache_control?: CacheMark
} | {
  type: 'file'
  file: {
    file_data: string
    filename?: string
  }
  cache_control?: CacheMark
}

export interface ChatToolCall {
  id: string
  type?: 'function'
  function: FunctionData
}

export interface ChatMessage {
  role: 'system' | 'developer' | 'user' | 'assistant' | 'tool' | 'function'
  content?: string | ChatPart[] | null
  name?: string
  tool_call_id?: string
  tool_calls?: ChatToolCall[]
  function_call?: FunctionData
  reasoning_content?: string
  reasoning_signature?: string
  refusal?: string
  audio?: Record<string, unknown>
  cache_control?: CacheMark
}

export interface ChatTool {
  type: string
  function?: {
    name: string
    description?: string
    parameters?: Record<string, unknown>
  }
  cache_control?: CacheMark
}

export type ChatToolChoice = 'auto' | 'none' | 'required' | {
  type: string
  function?: {
    name: string
  }
}

export type ChatFormat = {
  type: 'text' | 'json_object'
} | {
  type: 'json_schema'
  json_schema: {
    name: string
    schema?: Record<string, unknown>
    strict?: boolean
    description?: string
  }
}

export interface ChatSearch {
  mode?: 'auto' | 'on' | 'off'
  sources?: unknown[]
  return_citations?: boolean
  from_date?: string
  to_date?: string
  max_search_results?: number
}

export type ChatCompletionsCreateRequest = SharedChatCompletionsCreateRequest & {
  /** one of the model ids */
  model: ChatId
}

export type ChatWithModelCreateRequest = SharedChatCompletionsCreateRequest & {
  /** ignored - the path names the model */
  model?: unknown
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

export interface FunctionData {
  name: string
  arguments?: string
}

/** where the answer ends */
export type Stop = string | string[]

/**
 * Refused: `best_of`, `service_tier`, `web_search_options`, `modalities`, `audio`, `store`,
 * `models`, `provider`, `plugins`, `min_tokens`, `ignore_eos`, `max_output_tokens`,
 * `enable_search`, `max_new_tokens`, `candidate_count`, `num_return_sequences`, `use_beam_search`,
 * `prediction`, `deferred`, `anthropic`.
 */
export interface SharedChatCompletionsCreateRequest {
  /**
   * the conversation; if it exceeds the model's context, the oldest turns are left out (see
   * X-Context-Truncated and X-Messages-Removed)
   */
  messages: ChatMessage[]
  /**
   * tokens of the answer; 8192 by default, at most the model's limit (see X-Max-Tokens-Effective)
   */
  max_tokens?: number
  /** the newer name of max_tokens */
  max_completion_tokens?: number
  temperature?: number
  top_p?: number
  top_k?: number
  /** answer as server-sent events; open/small-8b cannot */
  stream?: boolean
  /** ignored - the answer always has usage */
  stream_options?: unknown
  /** functions that the model may call */
  tools?: ChatTool[]
  /** auto, none, required, or {type, function - {name}} */
  tool_choice?: ChatToolChoice
  /** {type - json_object}, or {type - json_schema, json_schema - {name, schema}} */
  response_format?: ChatFormat
  stop?: Stop
  reasoning_effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh'
  /** {type - enabled, budget_tokens} or {type - disabled} */
  thinking?: ChatThinking
  /** cache the prompt, if the model can */
  prompt_cache?: boolean
  /** live search, for models that search; you pay for each source */
  search_parameters?: ChatSearch
  /** answers to one prompt; you pay for each */
  n?: number
}
