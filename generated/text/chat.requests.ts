// Code generated from catalog/text/chat.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'
import type {
  ChatToolChoice,
  ChatThinking,
  ChatSearch,
  ChatFormat,
  ChatTool,
  ChatMessage,
} from '../shapes.types.ts'

/** What PostChatCompletionsBody and one more type share. */
type PostChatCompletionsBodyBase = {
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
  stream: boolean
  /** ignored - the answer always has usage */
  stream_options?: Json
  /** functions that the model may call */
  tools?: ChatTool[]
  /** auto, none, required, or {type, function - {name}} */
  tool_choice?: ChatToolChoice
  /** {type - json_object}, or {type - json_schema, json_schema - {name, schema}} */
  response_format?: ChatFormat
  /** where the answer ends */
  stop?: string[]
  reasoning_effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh'
  /** {type - enabled, budget_tokens} or {type - disabled} */
  thinking?: ChatThinking
  /** cache the prompt, if the model can */
  prompt_cache?: boolean
  /** live search, for models that search; you pay for each source */
  search_parameters?: ChatSearch
  /** answers to one prompt; you pay for each */
  n?: number
  /** refused */
  best_of?: Json
  /** auto or default only */
  service_tier?: Json
  /** refused */
  web_search_options?: Json
  /** [text] only */
  modalities?: Json
  /** refused */
  audio?: Json
  /** false only - answers are not stored */
  store?: Json
  /** refused */
  models?: Json
  /** refused */
  provider?: Json
  /** refused */
  plugins?: Json
  /** refused */
  min_tokens?: Json
  /** refused */
  ignore_eos?: Json
  /** refused */
  max_output_tokens?: Json
  /** refused */
  enable_search?: Json
  /** refused */
  max_new_tokens?: Json
  /** refused */
  candidate_count?: Json
  /** refused */
  num_return_sequences?: Json
  /** refused */
  use_beam_search?: Json
  /** refused */
  prediction?: Json
  /** false only - there are no background answers */
  deferred?: Json
  /** refused */
  anthropic?: Json
  [k: string]: Json | undefined
}

export type PostChatCompletionsBody = PostChatCompletionsBodyBase & {
  /** one of the model ids */
  model: string
}

export type PostChatRestBody = PostChatCompletionsBodyBase & {
  /** ignored - the path names the model */
  model?: Json
}

/** The derived values of POST /api/v1/chat/completions. */
export interface PostChatCompletionsValues {
  refused_fields: string
  asked: number
  fitted: any
  input_tokens: number
  ceiling: number
  max_tokens: number
  capped: boolean
  removed: number
  searches: boolean
  sources: number
  silent: readonly any[]
  pictures: readonly (readonly any[])[]
  unknown: string
  near: string
}
