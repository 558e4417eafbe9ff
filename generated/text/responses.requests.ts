// Code generated from catalog/text/responses.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'
import type { ResponsesTool } from '../shapes.types.ts'

export type PostResponsesBody = {
  /** a model id of vendorA, with or without the prefix vendorA/ */
  model: string
  /**
   * a prompt, or a list of complete items (messages, function_call_output, reasoning); reasoning
   * without encrypted_content is left out, item_reference is refused
   */
  input?:
    | string
    | {
        [k: string]: Json | undefined
      }[]
  /** instructions of the system or the developer */
  instructions?: string
  /**
   * tokens of the answer, with reasoning; by default the model's limit. We quote 10 % of it, so a
   * smaller number lowers the price
   */
  max_output_tokens?: number
  /** answer as server-sent events */
  stream: boolean
  tools?: ResponsesTool[]
  /** auto, none, required, or {type - function, name} */
  tool_choice?: string | {}
  /** for example {effort - high} */
  reasoning?: {
    [k: string]: Json | undefined
  }
  /** for example reasoning.encrypted_content, which lets you send reasoning back */
  include?: string[]
  /** {format - {type - json_object}}, {format - {type - json_schema, name, schema}}, {verbosity} */
  text?: {
    [k: string]: Json | undefined
  }
  /** only for models that do not reason */
  temperature?: number
  /** only for models that do not reason */
  top_p?: number
  /**
   * answer at once and continue in the background; only for wallets on the list `background`. You
   * pay at the start, even if it fails later
   */
  background: boolean
  /** only tiers that the listed prices cover */
  service_tier?: 'auto' | 'default' | 'flex'
  /**
   * false only - responses are not stored. Set it in your SDK, so that it sends complete items
   * (providerOptions.openai.store in Vercel's AI SDK)
   */
  store?: Json
  /** refused - responses are not stored */
  previous_response_id?: Json
  /** refused - responses are not stored */
  conversation?: Json
  /** refused - responses are not stored */
  prompt?: Json
  /** refused - the upstream bills summaries beside the answer */
  context_management?: Json
  [k: string]: Json | undefined
}

export type GetResponsesIdQuery = {
  /** as server-sent events */
  stream: boolean
  /** only events with a higher sequence_number */
  starting_after?: number
}

export type PostResponsesInputTokensBody = {
  /** a model id of vendorA, with or without the prefix vendorA/ */
  model: string
  /** a prompt, or a list of items */
  input?:
    | string
    | {
        [k: string]: Json | undefined
      }[]
  /** instructions of the system or the developer */
  instructions?: string
  tools?: ResponsesTool[]
  [k: string]: Json | undefined
}

/** The derived values of POST /api/v1/responses. */
export interface PostResponsesValues {
  offered: readonly string[]
  max_output: number
  id_only: readonly any[]
  readable: readonly any[]
  known: any
  input_tokens: number
  hosted: readonly any[]
}

/** The derived values of POST /v1/responses/input_tokens. */
export interface PostResponsesInputTokensValues {
  id_only: readonly any[]
  readable: readonly any[]
  known: any
  input_tokens: number
}
