// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { Endpoints, Symbols } from './shared.js'

export interface CryptoListReply {
  category: 'crypto'
  label: 'Cryptocurrencies'
  count: number
  example: 'BTC-USD'
  endpoints: Endpoints
  symbols: Symbols
}

export interface CryptoPriceReply {
  symbol?: unknown
  category: 'crypto'
  price?: unknown
  confidence?: unknown
  publishTime?: unknown
  timestamp: string
  assetType: 'crypto'
  feedId?: unknown
  source: 'pyth'
  free: boolean
}

export interface CryptoHistoryReply {
  symbol?: unknown
  category: 'crypto'
  resolution: '1' | '5' | '15' | '60' | '240' | 'D' | 'W' | 'M'
  from: number
  to: number
  bars?: unknown
  source: 'pyth'
}
