// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { Endpoints, Symbols } from './shared.js'

export interface CommodityListReply {
  category: 'commodity'
  label: 'Precious metals'
  count: number
  example: 'XAU-USD'
  endpoints: Endpoints
  symbols: Symbols
}

export interface CommodityPriceReply {
  symbol?: unknown
  category: 'commodity'
  price?: unknown
  confidence?: unknown
  publishTime?: unknown
  timestamp: string
  assetType: 'metal'
  feedId?: unknown
  source: 'pyth'
  free: boolean
}

export interface CommodityHistoryReply {
  symbol?: unknown
  category: 'commodity'
  resolution: '1' | '5' | '15' | '60' | '240' | 'D' | 'W' | 'M'
  from: number
  to: number
  bars?: unknown
  source: 'pyth'
}
