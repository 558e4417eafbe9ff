// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { Endpoints, Symbols } from './shared.js'

export interface FxListReply {
  category: 'fx'
  label: 'Currencies'
  count: number
  example: 'EUR-USD'
  endpoints: Endpoints
  symbols: Symbols
}

export interface FxPriceReply {
  symbol?: unknown
  category: 'fx'
  price?: unknown
  confidence?: unknown
  publishTime?: unknown
  timestamp: string
  assetType: 'fx'
  feedId?: unknown
  source: 'pyth'
  free: boolean
}

export interface FxHistoryReply {
  symbol?: unknown
  category: 'fx'
  resolution: '1' | '5' | '15' | '60' | '240' | 'D' | 'W' | 'M'
  from: number
  to: number
  bars?: unknown
  source: 'pyth'
}
