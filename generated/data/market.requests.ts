// Code generated from catalog/data/market.routes.yaml by "npm run generate". DO NOT EDIT.

export type GetCryptoListQuery = {
  /** only symbols with this text in their name or description */
  q?: string
  /** at most 2000 */
  limit: number
}

export type GetCryptoHistorySymbolQuery = {
  /** minutes, or a day, week or month */
  resolution: '1' | '5' | '15' | '60' | '240' | 'D' | 'W' | 'M'
  /** Unix seconds */
  from: number
  /** Unix seconds; now by default */
  to?: number
}

export type GetStocksMarketPriceSymbolQuery = {
  /** hours before, after and between trading days; regular hours by default */
  session?: 'pre' | 'post' | 'on'
}

export type GetStocksMarketHistorySymbolQuery = {
  /** minutes, or a day, week or month */
  resolution: '1' | '5' | '15' | '60' | '240' | 'D' | 'W' | 'M'
  /** Unix seconds */
  from: number
  /** Unix seconds; now by default */
  to?: number
  /** regular hours by default */
  session?: 'pre' | 'post' | 'on'
}

/** What formulas of GET /api/v1/crypto/list derive. */
export interface GetCryptoListValues {
  asked: string
  most: number
  category: 'crypto'
  group: 'crypto'
  starts: 'Crypto.'
  label: 'Cryptocurrencies'
  example: 'BTC-USD'
}

/** What formulas of GET /api/v1/crypto/price/{symbol} derive. */
export interface GetCryptoPriceSymbolValues {
  hint: string
  category: 'crypto'
  group: 'crypto'
  starts: 'Crypto.'
}

/** What formulas of GET /api/v1/crypto/history/{symbol} derive. */
export interface GetCryptoHistorySymbolValues {
  until: number
  hint: string
  category: 'crypto'
  group: 'crypto'
  starts: 'Crypto.'
}

/** What formulas of GET /api/v1/fx/list derive. */
export interface GetFxListValues {
  asked: string
  most: number
  category: 'fx'
  group: 'fx'
  starts: 'FX.'
  label: 'Currencies'
  example: 'EUR-USD'
}

/** What formulas of GET /api/v1/fx/price/{symbol} derive. */
export interface GetFxPriceSymbolValues {
  hint: string
  category: 'fx'
  group: 'fx'
  starts: 'FX.'
}

/** What formulas of GET /api/v1/fx/history/{symbol} derive. */
export interface GetFxHistorySymbolValues {
  until: number
  hint: string
  category: 'fx'
  group: 'fx'
  starts: 'FX.'
}

/** What formulas of GET /api/v1/commodity/list derive. */
export interface GetCommodityListValues {
  asked: string
  most: number
  category: 'commodity'
  group: 'metal'
  starts: 'Metal.'
  label: 'Precious metals'
  example: 'XAU-USD'
}

/** What formulas of GET /api/v1/commodity/price/{symbol} derive. */
export interface GetCommodityPriceSymbolValues {
  hint: string
  category: 'commodity'
  group: 'metal'
  starts: 'Metal.'
}

/** What formulas of GET /api/v1/commodity/history/{symbol} derive. */
export interface GetCommodityHistorySymbolValues {
  until: number
  hint: string
  category: 'commodity'
  group: 'metal'
  starts: 'Metal.'
}

/** What formulas of GET /api/v1/stocks/{market}/list derive. */
export interface GetStocksMarketListValues {
  asked: string
  most: number
  starts: string
  ends: string
  category: 'stocks'
  label: string
  example: string
}

/** What formulas of GET /api/v1/stocks/{market}/price/{symbol} derive. */
export interface GetStocksMarketPriceSymbolValues {
  hint: string
  starts: string
  ends: string
}

/** What formulas of GET /api/v1/stocks/{market}/history/{symbol} derive. */
export interface GetStocksMarketHistorySymbolValues {
  hint: string
  starts: string
  ends: string
  until: number
}
