// Code generated from catalog/data/ by "npm run generate". DO NOT EDIT.
import { before, get, iso, items, join, length, need, str, toWhole } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { pythBars, pythPair, pythPrice } from '../upstreams/pyth.ts'
import type { EquitiesRow } from './equities.models.ts'
import type {
  GetCommodityHistorySymbolValues, GetCommodityListValues, GetCommodityPriceSymbolValues,
  GetCryptoHistorySymbolQuery, GetCryptoHistorySymbolValues, GetCryptoListQuery,
  GetCryptoListValues, GetCryptoPriceSymbolValues, GetFxHistorySymbolValues, GetFxListValues,
  GetFxPriceSymbolValues, GetStocksMarketListValues,
} from './market.requests.ts'

export const sessions = { pre: '.PRE', post: '.POST', on: '.ON' }

/** Members that /api/v1/crypto/history/{symbol} and 2 more routes share. */
export const shared = {
  family: 'data/market', method: 'GET', tags: ['market'], flow: 'free',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], envelope: 'market',
  challenge: 'after_gates', discovery: 'free', limit: 'market', authorization: 300_000,
  bodyLimit: 1_048_576,
  query: {
    schema: {
      type: 'object',
      properties: {
        resolution: {
          type: 'string', enum: ['1', '5', '15', '60', '240', 'D', 'W', 'M'], default: 'D',
          description: 'minutes, or a day, week or month',
        },
        from: { type: 'integer', minimum: 1, description: 'Unix seconds' },
        to: {
          type: 'integer', maximum: 253_402_300_799, description: 'Unix seconds; now by default',
        },
      },
      required: ['from'],
    },
    unknown: 'ignore',
  },
  gates: ({ query, values }) => {
    if (!(values.until > query.from)) // catalog/data/templates.yaml:70
      return { status: 400, message: 'must be greater than from', field: 'to' }
    return undefined
  },
  work: [
    {
      name: 'found', call: pythPair,
      with: ({ path, values }) =>
        ({ group: values.group, starts: values.starts, symbol: path.symbol }),
    },
    {
      refuse: ({ path, values, steps }) => {
        if (get(steps.found, 'id') === undefined) // catalog/data/templates.yaml:73
          return {
            status: 404, message: `Unknown symbol ${path.symbol}`,
            extra: { hint: values.hint },
          }
        return undefined
      },
    },
    {
      name: 'past', call: pythBars,
      with: ({ query, values, steps }) => ({
        feed: get(steps.found, 'feed'), resolution: query.resolution, from: query.from,
        to: values.until,
      }),
    },
    {
      refuse: ({ path, steps }) => {
        if (length(steps.past.bars) === 0) // catalog/data/templates.yaml:75
          return { status: 404, message: `No bars of ${path.symbol} in this window` }
        return undefined
      },
    },
  ],
  reply: ({ query, values, steps }) => ({
    symbol: get(steps.found, 'symbol'), category: values.category, resolution: query.resolution,
    from: query.from, to: values.until, bars: steps.past.bars, source: 'pyth',
  }),
} satisfies Partial<Route<
  Call<
    undefined,
    { symbol: string },
    never,
    GetCryptoHistorySymbolQuery,
    GetCommodityHistorySymbolValues | GetCryptoHistorySymbolValues | GetFxHistorySymbolValues
  >
>>

/** Members that /api/v1/crypto/list and 3 more routes share. */
export const getCryptoListShared = {
  family: 'data/market', method: 'GET', tags: ['market'], flow: 'free',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], envelope: 'market',
  challenge: 'after_gates', discovery: 'free', limit: 'market', authorization: 300_000,
  bodyLimit: 1_048_576,
  query: {
    schema: {
      type: 'object',
      properties: {
        q: {
          type: 'string', maxLength: 100,
          description: 'only symbols with this text in their name or description',
        },
        limit: { type: 'integer', minimum: 1, default: 100, description: 'at most 2000' },
      },
    },
    unknown: 'ignore',
  },
  cache: {
    when: () => true,
    key: ({ values }) => [values.starts],
    for: 600_000,
    keep: ({ reply }) => length(reply) > 0,
  },
  reply: ({ route, result, values }) => ({
    category: values.category, label: values.label,
    count: items(need(result).feeds).filter(f => str(get(f, 'text')).includes(values.asked)).slice(
      0, values.most,
    ).length,
    example: values.example,
    endpoints: {
      price: join([before(route.path, '/list'), 'price/{symbol}'], '/'),
      history: join([before(route.path, '/list'), 'history/{symbol}'], '/'),
    },
    symbols: items(need(result).feeds).filter(f => str(get(f, 'text')).includes(values.asked)).slice(
      0, values.most,
    ).map(f => ({ symbol: get(f, 'symbol'), description: get(f, 'description') })),
  }),
} satisfies Partial<Route<
  Call<
    undefined,
    any,
    any,
    GetCryptoListQuery,
    GetCommodityListValues | GetCryptoListValues | GetFxListValues | GetStocksMarketListValues
  >
>>

/** Members that /api/v1/crypto/price/{symbol} and 2 more routes share. */
export const getCryptoPriceSymbolShared = {
  family: 'data/market', method: 'GET', tags: ['market'], flow: 'free',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], envelope: 'market',
  challenge: 'after_gates', discovery: 'free', limit: 'market', authorization: 300_000,
  bodyLimit: 1_048_576,
  work: [
    {
      name: 'found', call: pythPair,
      with: ({ path, values }) =>
        ({ group: values.group, starts: values.starts, symbol: path.symbol }),
    },
    {
      refuse: ({ path, values, steps }) => {
        if (get(steps.found, 'id') === undefined) // catalog/data/templates.yaml:44
          return {
            status: 404, message: `Unknown symbol ${path.symbol}`,
            extra: { hint: values.hint },
          }
        return undefined
      },
    },
    { name: 'price', call: pythPrice, with: ({ steps }) => ({ id: get(steps.found, 'id') }) },
  ],
  reply: ({ values, steps }) => ({
    symbol: get(steps.found, 'symbol'), category: values.category, price: steps.price.price,
    confidence: steps.price.confidence, publishTime: steps.price.published,
    timestamp: iso(toWhole(steps.price.published, 0) ?? 0), assetType: values.group,
    feedId: steps.price.id, source: 'pyth', free: true,
  }),
} satisfies Partial<Route<
  Call<
    undefined,
    { symbol: string },
    never,
    any,
    GetCommodityPriceSymbolValues | GetCryptoPriceSymbolValues | GetFxPriceSymbolValues
  >
>>

/** Members that /api/v1/stocks/{market}/price/{symbol} and one more route share. */
export const getStocksMarketPriceSymbolShared = {
  family: 'data/market', method: 'GET', prefix: '/api/v1/stocks/{market}', tags: ['market'],
  flow: 'inline', networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
  envelope: 'market', challenge: 'before_gates', discovery: 'challenge', table: 'equities.models',
  pick: ({ path }) => path.market,
  pickAt: ['path', 'market'], authorization: 300_000, bodyLimit: 1_048_576,
  price: {
    micro: () => 2000n, // catalog/data/templates.yaml:83
    lines: () => [['call', 1, 1n, 1n, 1000n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 4, identify: false,
  },
  fixed: ['quote'],
} satisfies Partial<Route<
  Call<undefined, { market: string; symbol: string }, EquitiesRow, any, any>
>>
