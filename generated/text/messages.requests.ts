// Code generated from catalog/text/messages.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'
import type {
  CacheMark,
  MessageToolChoice,
  ChatThinking,
  MessageTool,
  ChatSearch,
  MessageContent,
  MessageTurn,
} from '../shapes.types.ts'

export type PostMessagesBody = {
  model: string
  messages: Json[]
  max_tokens?: number
  max_completion_tokens?: number
  temperature?: number
  top_p?: number
  top_k?: number
  stream: boolean
  n?: number
  tools?: Json[]
  tool_choice?: Json
  response_format?: Json
  reasoning_effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh'
  thinking?: Json
  prompt_cache?: boolean
  search_parameters?: ChatSearch
  [k: string]: Json | undefined
}

export type PostMessagesForm = {
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
  stream: boolean
  /** where the answer ends */
  stop_sequences?: string[]
  /** tools that the model may use */
  tools?: MessageTool[]
  /** {type - auto}, any, none, or {type - tool, name} */
  tool_choice?: MessageToolChoice
  /** {type - enabled, budget_tokens}, adaptive or disabled */
  thinking?: ChatThinking
  metadata?: Json
  /** {format - {type - json_schema, schema}}, {effort} */
  output_config?: Json
  /** {type - ephemeral}; prompts are cached for five minutes */
  cache_control?: CacheMark
  /** needs the header `anthropic-beta` with context-management */
  context_management?: Json
  /** refused - conversations are not stored; send the whole conversation */
  thread?: Json
  [k: string]: Json | undefined
}

export type PostMessagesCountTokensBody = {
  /** one of the model ids; vendorF/ may be left out */
  model: string
  /** the conversation */
  messages: MessageTurn[]
  /** text, or text blocks */
  system?: MessageContent
  /** tools that the model may use */
  tools?: MessageTool[]
  tool_choice?: MessageToolChoice
  thinking?: ChatThinking
  [k: string]: Json | undefined
}

/** The derived values of POST /api/v1/messages. */
export interface PostMessagesValues {
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

/** The derived values of POST /api/v1/messages/count_tokens. */
export interface PostMessagesCountTokensValues {
  chat: any
  input_tokens: number
}
