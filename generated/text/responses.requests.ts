// Code generated from catalog/text/responses.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'
import type { ResponsesTool } from '../shapes.types.ts'

export type PostResponsesBody = {
  /** one of the ids of vendorA, with or without its prefix */
  model: string
  /**
   * a prompt, or a list of items (messages, function_call_output, reasoning), all whole - reasoning
   * without encrypted_content is left out, item_reference is refused
   */
  input?:
    | string
    | {
        [k: string]: Json | undefined
      }[]
  /** of the system or the developer */
  instructions?: string
  /**
   * of the answer, reasoning included; as many as the model can unless given, and a tenth of them
   * is paid for - a smaller number is a lower price
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
  /** for example reasoning.encrypted_content, with which reasoning can be sent back */
  include?: string[]
  /** {format - {type - json_object}}, {format - {type - json_schema, name, schema}}, {verbosity} */
  text?: {
    [k: string]: Json | undefined
  }
  /** on models that do not reason */
  temperature?: number
  /** on models that do not reason */
  top_p?: number
  /**
   * answer at once and work on; for wallets on the list `background`. Paid when it is begun, also
   * where it fails later
   */
  background: boolean
  /** not the dearer one: prices are those of the list */
  service_tier?: 'auto' | 'default' | 'flex'
  /**
   * false only: nothing is kept. Tell SDKs so, that they send whole items -
   * providerOptions.openai.store in Vercel's AI SDK
   */
  store?: boolean
  /** refused, as the two below */
  previous_response_id?: Json
  conversation?: Json
  prompt?: Json
  /** refused - what the supplier sums up is billed beside the answer */
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
  /** one of the ids of vendorA, with or without its prefix */
  model: string
  /** a prompt, or a list of items */
  input?:
    | string
    | {
        [k: string]: Json | undefined
      }[]
  /** of the system or the developer */
  instructions?: string
  tools?: ResponsesTool[]
  [k: string]: Json | undefined
}
