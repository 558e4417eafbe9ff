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

/** The derived values of GET /api/v1/crypto/list. */
export interface GetCryptoListValues {
  asked: string
  most: number
  category: 'crypto'
  group: 'crypto'
  starts: 'Crypto.'
  label: 'Cryptocurrencies'
  example: 'BTC-USD'
}

/** The derived values of GET /api/v1/crypto/price/{symbol}. */
export interface GetCryptoPriceSymbolValues {
  hint: string
  category: 'crypto'
  group: 'crypto'
  starts: 'Crypto.'
}

/** The derived values of GET /api/v1/crypto/history/{symbol}. */
export interface GetCryptoHistorySymbolValues {
  until: number
  hint: string
  category: 'crypto'
  group: 'crypto'
  starts: 'Crypto.'
}

/** The derived values of GET /api/v1/fx/list. */
export interface GetFxListValues {
  asked: string
  most: number
  category: 'fx'
  group: 'fx'
  starts: 'FX.'
  label: 'Currencies'
  example: 'EUR-USD'
}

/** The derived values of GET /api/v1/fx/price/{symbol}. */
export interface GetFxPriceSymbolValues {
  hint: string
  category: 'fx'
  group: 'fx'
  starts: 'FX.'
}

/** The derived values of GET /api/v1/fx/history/{symbol}. */
export interface GetFxHistorySymbolValues {
  until: number
  hint: string
  category: 'fx'
  group: 'fx'
  starts: 'FX.'
}

/** The derived values of GET /api/v1/commodity/list. */
export interface GetCommodityListValues {
  asked: string
  most: number
  category: 'commodity'
  group: 'metal'
  starts: 'Metal.'
  label: 'Precious metals'
  example: 'XAU-USD'
}

/** The derived values of GET /api/v1/commodity/price/{symbol}. */
export interface GetCommodityPriceSymbolValues {
  hint: string
  category: 'commodity'
  group: 'metal'
  starts: 'Metal.'
}

/** The derived values of GET /api/v1/commodity/history/{symbol}. */
export interface GetCommodityHistorySymbolValues {
  until: number
  hint: string
  category: 'commodity'
  group: 'metal'
  starts: 'Metal.'
}

/** The derived values of GET /api/v1/stocks/{market}/list. */
export interface GetStocksMarketListValues {
  asked: string
  most: number
  starts: string
  ends: string
  category: 'stocks'
  label: string
  example: string
}

/** The derived values of GET /api/v1/stocks/{market}/price/{symbol}. */
export interface GetStocksMarketPriceSymbolValues {
  hint: string
  starts: string
  ends: string
}

/** The derived values of GET /api/v1/stocks/{market}/history/{symbol}. */
export interface GetStocksMarketHistorySymbolValues {
  hint: string
  starts: string
  ends: string
  until: number
}
