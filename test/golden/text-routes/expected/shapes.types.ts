// Code generated from catalog/schemas/chat.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../runtime/contract.ts'

export type ChatMessage = {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  [k: string]: Json | undefined
}
