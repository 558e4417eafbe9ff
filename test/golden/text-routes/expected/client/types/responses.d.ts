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

export interface ResponsesRequest {
  model: string
  stream?: boolean
}

export type Type = 'response.created' | 'response.queued' | 'response.in_progress' | 'response.completed' | 'response.incomplete' | 'response.failed'
