// Code generated from catalog/data/ by "npm run generate". DO NOT EDIT.
import { at, before, get, iso, lower, min, say, toWhole } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { pythPairs, pythPrice, pythShare, pythShares } from '../upstreams/pyth.ts'
import type { EquitiesRow } from './equities.models.ts'
import type {
  GetCommodityHistorySymbolValues, GetCommodityListValues, GetCommodityPriceSymbolValues,
  GetCryptoHistorySymbolQuery, GetCryptoHistorySymbolValues, GetCryptoListQuery,
  GetCryptoListValues, GetCryptoPriceSymbolValues, GetFxHistorySymbolValues, GetFxListValues,
  GetFxPriceSymbolValues, GetStocksMarketListValues, GetStocksMarketPriceSymbolQuery,
  GetStocksMarketPriceSymbolValues,
} from './market.requests.ts'
import {
  getCryptoListShared, getCryptoPriceSymbolShared, getStocksMarketPriceSymbolShared, sessions,
  shared,
} from './market.shared.ts'

/** GET /api/v1/crypto/list: Symbols of cryptocurrencies */
export const getCryptoList: Route<
  Call<undefined, {}, never, GetCryptoListQuery, GetCryptoListValues>
> = {
  ...getCryptoListShared, id: 'get_crypto_list', origin: 'catalog/data/market.routes.yaml:6',
  path: '/api/v1/crypto/list', aliases: [], prefix: '/api/v1/crypto',
  summary: 'Symbols of cryptocurrencies',
  values: {
    asked: ({ query }) => lower(query.q ?? ''),
    most: ({ query }) => min(query.limit, 2000),
    category: () => 'crypto',
    group: () => 'crypto',
    starts: () => 'Crypto.',
    label: () => 'Cryptocurrencies',
    example: () => 'BTC-USD',
  },
  upstream: () => pythPairs,
  with: ({ values }) => ({ group: values.group, starts: values.starts }),
}

/** GET /api/v1/crypto/price/{symbol}: Price of a cryptocurrency now */
export const getCryptoPriceSymbol: Route<
  Call<undefined, { symbol: string }, never, any, GetCryptoPriceSymbolValues>
> = {
  ...getCryptoPriceSymbolShared, id: 'get_crypto_price_symbol',
  origin: 'catalog/data/market.routes.yaml:7', path: '/api/v1/crypto/price/{symbol}',
  aliases: [{ method: 'POST', path: '/api/v1/crypto/price/{symbol}' }],
  prefix: '/api/v1/crypto', summary: 'Price of a cryptocurrency now',
  values: {
    hint: ({ route }) => 'Find symbols with GET ' + before(route.path, '/price/') + '/list',
    category: () => 'crypto',
    group: () => 'crypto',
    starts: () => 'Crypto.',
  },
}

/** GET /api/v1/crypto/history/{symbol}: Prices of a cryptocurrency in the past */
export const getCryptoHistorySymbol: Route<
  Call<
    undefined,
    { symbol: string },
    never,
    GetCryptoHistorySymbolQuery,
    GetCryptoHistorySymbolValues
  >
> = {
  ...shared, id: 'get_crypto_history_symbol', origin: 'catalog/data/market.routes.yaml:13',
  path: '/api/v1/crypto/history/{symbol}',
  aliases: [{ method: 'POST', path: '/api/v1/crypto/history/{symbol}' }],
  prefix: '/api/v1/crypto', summary: 'Prices of a cryptocurrency in the past',
  values: {
    until: ({ query, now }) => query.to ?? now,
    hint: ({ route }) => 'Find symbols with GET ' + before(route.path, '/history/') + '/list',
    category: () => 'crypto',
    group: () => 'crypto',
    starts: () => 'Crypto.',
  },
}

/** GET /api/v1/fx/list: Symbols of currencies */
export const getFxList: Route<Call<undefined, {}, never, GetCryptoListQuery, GetFxListValues>> = {
  ...getCryptoListShared, id: 'get_fx_list', origin: 'catalog/data/market.routes.yaml:23',
  path: '/api/v1/fx/list', aliases: [], prefix: '/api/v1/fx', summary: 'Symbols of currencies',
  values: {
    asked: ({ query }) => lower(query.q ?? ''),
    most: ({ query }) => min(query.limit, 2000),
    category: () => 'fx',
    group: () => 'fx',
    starts: () => 'FX.',
    label: () => 'Currencies',
    example: () => 'EUR-USD',
  },
  upstream: () => pythPairs,
  with: ({ values }) => ({ group: values.group, starts: values.starts }),
}

/** GET /api/v1/fx/price/{symbol}: Price of a currency now */
export const getFxPriceSymbol: Route<
  Call<undefined, { symbol: string }, never, any, GetFxPriceSymbolValues>
> = {
  ...getCryptoPriceSymbolShared, id: 'get_fx_price_symbol',
  origin: 'catalog/data/market.routes.yaml:24', path: '/api/v1/fx/price/{symbol}',
  aliases: [{ method: 'POST', path: '/api/v1/fx/price/{symbol}' }],
  prefix: '/api/v1/fx', summary: 'Price of a currency now',
  values: {
    hint: ({ route }) => 'Find symbols with GET ' + before(route.path, '/price/') + '/list',
    category: () => 'fx',
    group: () => 'fx',
    starts: () => 'FX.',
  },
}

/** GET /api/v1/fx/history/{symbol}: Prices of a currency in the past */
export const getFxHistorySymbol: Route<
  Call<undefined, { symbol: string }, never, GetCryptoHistorySymbolQuery, GetFxHistorySymbolValues>
> = {
  ...shared, id: 'get_fx_history_symbol', origin: 'catalog/data/market.routes.yaml:30',
  path: '/api/v1/fx/history/{symbol}',
  aliases: [{ method: 'POST', path: '/api/v1/fx/history/{symbol}' }],
  prefix: '/api/v1/fx', summary: 'Prices of a currency in the past',
  values: {
    until: ({ query, now }) => query.to ?? now,
    hint: ({ route }) => 'Find symbols with GET ' + before(route.path, '/history/') + '/list',
    category: () => 'fx',
    group: () => 'fx',
    starts: () => 'FX.',
  },
}

/** GET /api/v1/commodity/list: Symbols of precious metals */
export const getCommodityList: Route<
  Call<undefined, {}, never, GetCryptoListQuery, GetCommodityListValues>
> = {
  ...getCryptoListShared, id: 'get_commodity_list', origin: 'catalog/data/market.routes.yaml:40',
  path: '/api/v1/commodity/list', aliases: [], prefix: '/api/v1/commodity',
  summary: 'Symbols of precious metals',
  values: {
    asked: ({ query }) => lower(query.q ?? ''),
    most: ({ query }) => min(query.limit, 2000),
    category: () => 'commodity',
    group: () => 'metal',
    starts: () => 'Metal.',
    label: () => 'Precious metals',
    example: () => 'XAU-USD',
  },
  upstream: () => pythPairs,
  with: ({ values }) => ({ group: values.group, starts: values.starts }),
}

/** GET /api/v1/commodity/price/{symbol}: Price of a metal now */
export const getCommodityPriceSymbol: Route<
  Call<undefined, { symbol: string }, never, any, GetCommodityPriceSymbolValues>
> = {
  ...getCryptoPriceSymbolShared, id: 'get_commodity_price_symbol',
  origin: 'catalog/data/market.routes.yaml:41', path: '/api/v1/commodity/price/{symbol}',
  aliases: [{ method: 'POST', path: '/api/v1/commodity/price/{symbol}' }],
  prefix: '/api/v1/commodity', summary: 'Price of a metal now',
  values: {
    hint: ({ route }) => 'Find symbols with GET ' + before(route.path, '/price/') + '/list',
    category: () => 'commodity',
    group: () => 'metal',
    starts: () => 'Metal.',
  },
}

/** GET /api/v1/commodity/history/{symbol}: Prices of a metal in the past */
export const getCommodityHistorySymbol: Route<
  Call<
    undefined,
    { symbol: string },
    never,
    GetCryptoHistorySymbolQuery,
    GetCommodityHistorySymbolValues
  >
> = {
  ...shared, id: 'get_commodity_history_symbol', origin: 'catalog/data/market.routes.yaml:47',
  path: '/api/v1/commodity/history/{symbol}',
  aliases: [{ method: 'POST', path: '/api/v1/commodity/history/{symbol}' }],
  prefix: '/api/v1/commodity', summary: 'Prices of a metal in the past',
  values: {
    until: ({ query, now }) => query.to ?? now,
    hint: ({ route }) => 'Find symbols with GET ' + before(route.path, '/history/') + '/list',
    category: () => 'commodity',
    group: () => 'metal',
    starts: () => 'Metal.',
  },
}

/** GET /api/v1/stocks/{market}/list: Symbols of a stock market */
export const getStocksMarketList: Route<
  Call<undefined, { market: string }, EquitiesRow, GetCryptoListQuery, GetStocksMarketListValues>
> = {
  ...getCryptoListShared, id: 'get_stocks_market_list',
  origin: 'catalog/data/market.routes.yaml:63', path: '/api/v1/stocks/{market}/list',
  aliases: [{ method: 'GET', path: '/api/v1/usstock/list', with: { market: 'us' } }],
  prefix: '/api/v1/stocks/{market}', summary: 'Symbols of a stock market', table: 'equities.models',
  pick: ({ path }) => path.market,
  pickAt: ['path', 'market'],
  values: {
    asked: ({ query }) => lower(query.q ?? ''),
    most: ({ query }) => min(query.limit, 2000),
    starts: ({ model }) => model.starts,
    ends: ({ model }) => '/' + model.quoted,
    category: () => 'stocks',
    label: ({ model }) => model.label,
    example: ({ model }) => model.example,
  },
  gates: ({ path, model, models }) => {
    if (model === undefined) // catalog/data/market.routes.yaml:58
      return {
        status: 404,
        message: `Unknown market ${path.market}. Supported markets - ${say(models.ids)}`,
        extra: { supported: models.ids },
      }
    return undefined
  },
  upstream: () => pythShares,
  with: ({ values }) => ({ group: 'equity', starts: values.starts, ends: values.ends }),
}

/** GET /api/v1/stocks/{market}/price/{symbol}: Price of a share now */
export const getStocksMarketPriceSymbol: Route<
  Call<
    undefined,
    { market: string; symbol: string },
    EquitiesRow,
    GetStocksMarketPriceSymbolQuery,
    GetStocksMarketPriceSymbolValues
  >
> = {
  ...getStocksMarketPriceSymbolShared, id: 'get_stocks_market_price_symbol',
  origin: 'catalog/data/market.routes.yaml:70', path: '/api/v1/stocks/{market}/price/{symbol}',
  aliases: [
    { method: 'POST', path: '/api/v1/stocks/{market}/price/{symbol}' },
    { method: 'GET', path: '/api/v1/usstock/price/{symbol}', with: { market: 'us' } },
    { method: 'POST', path: '/api/v1/usstock/price/{symbol}', with: { market: 'us' } },
  ],
  summary: 'Price of a share now',
  query: {
    schema: {
      type: 'object',
      properties: {
        session: {
          type: 'string', enum: ['pre', 'post', 'on'],
          description: 'hours before, after and between trading days; regular hours by default',
        },
      },
    },
    unknown: 'ignore',
  },
  values: {
    hint: ({ path }) => 'Find symbols with GET /api/v1/stocks/' + path.market + '/list',
    starts: ({ model }) => model.starts,
    ends: ({ query, model }) =>
      '/' + model.quoted + (query.session !== undefined ? at(sessions, query.session) : ''),
  },
  gates: ({ path, model, models }) => {
    if (model === undefined) // catalog/data/market.routes.yaml:58
      return {
        status: 404,
        message: `Unknown market ${path.market}. Supported markets - ${say(models.ids)}`,
        extra: { supported: models.ids },
      }
    return undefined
  },
  show: ({ route }) => ({
    endpoint: route.path, method: route.method, description: route.summary,
    example: 'GET /api/v1/stocks/us/price/AAPL',
  }),
  example: { path: { market: 'us', symbol: 'AAPL' } },
  work: [
    {
      name: 'found', call: pythShare,
      with: ({ path, values }) =>
        ({ group: 'equity', starts: values.starts, ends: values.ends, symbol: path.symbol }),
    },
    {
      refuse: ({ path, values, steps }) => {
        if (get(steps.found, 'id') === undefined) // catalog/data/market.routes.yaml:82
          return {
            status: 404, message: `Unknown symbol ${path.symbol}`,
            extra: { hint: values.hint },
          }
        return undefined
      },
    },
    { name: 'price', call: pythPrice, with: ({ steps }) => ({ id: get(steps.found, 'id') }) },
  ],
  reply: ({ steps }) => ({
    symbol: get(steps.found, 'symbol'), category: 'stocks', price: steps.price.price,
    confidence: steps.price.confidence, publishTime: steps.price.published,
    timestamp: iso(toWhole(steps.price.published, 0) ?? 0), assetType: 'equity',
    feedId: steps.price.id, source: 'pyth',
  }),
}

export * from './market.2.ts'
