// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface OpenaiResponsesReply {
  id: string
  object: 'response'
  status: 'completed' | 'failed' | 'in_progress' | 'cancelled' | 'queued' | 'incomplete'
  output: {
    type: string
  }[]
  /** Unix time in seconds */
  created_at?: number
  model?: string
  usage?: {
    input_tokens: number
    output_tokens: number
    total_tokens: number
    input_tokens_details?: {
      cached_tokens: number
    }
    output_tokens_details?: {
      reasoning_tokens: number
    }
  } | null
  error?: null | Record<string, unknown>
  incomplete_details?: null | Record<string, unknown>
}

/**
 * The JSON in `data:` of one server-sent event. A stream that ends with `data: [DONE]` says so
 * beside it.
 */
export type OpenaiResponsesEvent = {
  type: Type
  response: OpenaiResponsesReply
  sequence_number?: number
} | {
  type: string
  sequence_number?: number
}

export interface ResponsesTool {
  type: string
}

/** Refused: `store`, `previous_response_id`, `conversation`, `prompt`, `context_management`. */
export interface ResponsesCreateRequest {
  /** a model id of vendorA, with or without the prefix vendorA/ */
  model: string
  /**
   * a prompt, or a list of complete items (messages, function_call_output, reasoning); reasoning
   * without encrypted_content is left out, item_reference is refused
   */
  input?: string | (Record<string, unknown>)[]
  /** instructions of the system or the developer */
  instructions?: string
  /**
   * tokens of the answer, with reasoning; by default the model's limit. We quote 10 % of it, so a
   * smaller number lowers the price
   */
  max_output_tokens?: number
  /** answer as server-sent events */
  stream?: boolean
  tools?: ResponsesTool[]
  /** auto, none, required, or {type - function, name} */
  tool_choice?: string | Record<string, unknown>
  /** for example {effort - high} */
  reasoning?: Record<string, unknown>
  /** for example reasoning.encrypted_content, which lets you send reasoning back */
  include?: string[]
  /** {format - {type - json_object}}, {format - {type - json_schema, name, schema}}, {verbosity} */
  text?: Record<string, unknown>
  /** only for models that do not reason */
  temperature?: number
  /** only for models that do not reason */
  top_p?: number
  /**
   * answer at once and continue in the background; only for wallets on the list `background`. You
   * pay at the start, even if it fails later
   */
  background?: boolean
  /** only tiers that the listed prices cover */
  service_tier?: 'auto' | 'default' | 'flex'
}

export interface ResponsesCancelReply {
  id: string
  object: 'response'
  created_at?: number
  status: string
  background?: boolean
  model?: string
  output?: (Record<string, unknown>)[]
}

export interface ResponsesCountTokensRequest {
  /** a model id of vendorA, with or without the prefix vendorA/ */
  model: string
  /** a prompt, or a list of items */
  input?: string | (Record<string, unknown>)[]
  /** instructions of the system or the developer */
  instructions?: string
  tools?: ResponsesTool[]
}

export interface ResponsesCountTokensReply {
  object: 'response.input_tokens'
  input_tokens: number
}

export type Type = 'response.created' | 'response.queued' | 'response.in_progress' | 'response.completed' | 'response.incomplete' | 'response.failed'
