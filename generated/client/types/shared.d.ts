// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface AudioGenerateAccepted {
  id: string
  object: string
  status: 'queued'
  model?: string
  price?: Price
  payment_status: 'verified'
  created: number
  poll_url: string
  poll_instructions: string
}

export type EvmAddress = string

export type ChatId = 'vendorA/chat-6' | 'vendorA/chat-6-mini' | 'vendorA/chat-6-nano' | 'vendorA/chat-5' | 'vendorA/reason-4' | 'vendorA/code-2' | 'vendorB/pro-3' | 'vendorB/flash-3' | 'vendorB/flash-lite-3' | 'vendorC/think-5' | 'vendorC/think-5-fast' | 'vendorC/code-fast-1' | 'vendorD/seed-2' | 'vendorD/seed-2-flash' | 'vendorE/chat-5' | 'vendorE/chat-5-air' | 'vendorF/large-5' | 'large-5' | 'vendorF/medium-5' | 'medium-5' | 'vendorF/small-4' | 'small-4' | 'vendorG/m-3' | 'open/large-400b' | 'open/medium-70b' | 'open/coder-32b' | 'open/small-8b' | 'open/free-20b' | 'open/free-8b'

export interface CacheMark {
  type: 'ephemeral'
  ttl?: '5m'
}

export type ChatThinking = {
  type: 'enabled'
  budget_tokens: number
} | {
  type: 'disabled' | 'adaptive'
}

/** What was charged */
export interface Cost {
  amount: string
  currency: string
}

/** The receipt */
export interface Payment {
  settled: boolean
  network: string
  transaction?: string
  error_class?: string
  receipt?: string
}

export interface Endpoints {
  price: string
  history: string
}

export interface Price {
  amount: string
  currency: string
}

export interface PaymentOfImagesEditReply {
  status: 'settled' | 'already_settled'
  tx_hash: string
  network: string
}

export interface UsageOfRealfaceEnrollReply {
  compatible_models: ('vendorD/video-2.0' | 'vendorD/video-2.0-fast' | 'vendorD/video-2.0-mini')[]
  how_to_use: string
}

export interface Settlement {
  success: boolean
  tx_hash?: string
  network: string
}
