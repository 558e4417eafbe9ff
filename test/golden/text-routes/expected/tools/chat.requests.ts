// Code generated from catalog/tools/chat.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'
import type { ChatMessage } from '../shapes.types.ts'

export type PostChatCompletionsBody = {
  model: string
  messages: ChatMessage[]
  max_tokens?: number
  stream: boolean
  tools?: Json[]
  background: boolean
  [k: string]: Json | undefined
}

export type PostResponsesBody = {
  model: string
  stream: boolean
  [k: string]: Json | undefined
}

/** The derived values of POST /api/v1/chat/completions. */
export interface PostChatCompletionsValues {
  input_tokens: number
  ceiling: number
  max_tokens: number
}
