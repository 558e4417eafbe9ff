// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { Endpoints, Symbols } from './shared.js'

export type EquitiesId = 'us' | 'hk' | 'jp' | 'kr' | 'gb' | 'de' | 'fr' | 'nl' | 'ie' | 'lu' | 'cn' | 'ca'

export interface StocksListReply {
  category: 'stocks'
  label: string
  count: number
  example: string
  endpoints: Endpoints
  symbols: Symbols
}

export interface StocksPriceReply {
  symbol?: unknown
  category: 'stocks'
  price?: unknown
  confidence?: unknown
  publishTime?: unknown
  timestamp: string
  assetType: 'equity'
  feedId?: unknown
  source: 'pyth'
}

export interface StocksHistoryReply {
  symbol?: unknown
  category: 'stocks'
  resolution: '1' | '5' | '15' | '60' | '240' | 'D' | 'W' | 'M'
  from: number
  to: number
  bars?: unknown
  source: 'pyth'
}
