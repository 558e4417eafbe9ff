// Code generated from catalog/tools/gateway.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'
import type { QuotedQuery } from '../shapes.types.ts'

export type GetPricingQuery = {
  /**
   * the prices of an instant: a date such as 2026-12-01 (midnight in UTC), or a time such as
   * 2026-12-01T09:00:00Z
   */
  at?: string
}

export type GetOpenapiJsonQuery = {
  /**
   * the endpoints of one tag, such as images, or of all; with price tables and an example of each
   * answer
   */
  tag?: string
}

export type PostQuoteBody = {
  /** path of the call, e.g. /api/v1/images/generations; it may have a query */
  path: string
  /** by default POST with a body, else GET */
  method?: 'GET' | 'POST'
  /** parameters of the query, added to those in the path */
  query?: QuotedQuery
  /** JSON body of the call */
  body?: Json
  /** headers of the call, e.g. X-Payment-Scheme; payment headers are ignored */
  headers?: {
    [k: string]: string
  }
  /**
   * values in place of large content, by the names in /api/pricing, e.g. { estimateTokens: 120000 }
   */
  given?: {
    [k: string]: number | boolean
  }
}

export type GetPurchasesNonceQuery = {
  /** the wallet that signed it; needed on EVM chains */
  payer?: string
}

export type GetPurchasesQuery = {
  /** the month in UTC; by default the present one */
  month?: string
  /** how many to skip, oldest first */
  skip: number
  /** at most this many */
  limit: number
}

export type GetBalanceQuery = {
  /** the wallet, as the network writes addresses */
  address: string
}

/** The derived values of GET /api/v1/models. */
export interface GetModelsValues {
  chat_models: readonly any[]
  image_models: readonly any[]
  video_models: readonly any[]
  music_models: readonly any[]
  speech_models: readonly any[]
  sound_effects: readonly any[]
  sold: readonly any[]
}

/** The derived values of GET /api/v1/models/*. */
export interface GetModelsRestValues {
  chat_models: readonly any[]
  image_models: readonly any[]
  video_models: readonly any[]
  music_models: readonly any[]
  speech_models: readonly any[]
  sound_effects: readonly any[]
  sold: readonly any[]
  found: readonly any[]
}
