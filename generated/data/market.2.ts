// Code generated from catalog/data/ by "npm run generate". DO NOT EDIT.
import { at, get, length, say } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { pythBars, pythShare } from '../upstreams/pyth.ts'
import type { EquitiesRow } from './equities.models.ts'
import type {
  GetStocksMarketHistorySymbolQuery, GetStocksMarketHistorySymbolValues,
} from './market.requests.ts'
import { getStocksMarketPriceSymbolShared, sessions } from './market.shared.ts'

/** GET /api/v1/stocks/{market}/history/{symbol}: Prices of a share in the past */
export const getStocksMarketHistorySymbol: Route<
  Call<
    undefined,
    { market: string; symbol: string },
    EquitiesRow,
    GetStocksMarketHistorySymbolQuery,
    GetStocksMarketHistorySymbolValues
  >
> = {
  ...getStocksMarketPriceSymbolShared, id: 'get_stocks_market_history_symbol',
  origin: 'catalog/data/market.routes.yaml:98', path: '/api/v1/stocks/{market}/history/{symbol}',
  aliases: [
    { method: 'POST', path: '/api/v1/stocks/{market}/history/{symbol}' },
    { method: 'GET', path: '/api/v1/usstock/history/{symbol}', with: { market: 'us' } },
    { method: 'POST', path: '/api/v1/usstock/history/{symbol}', with: { market: 'us' } },
  ],
  summary: 'Prices of a share in the past',
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
        session: {
          type: 'string', enum: ['pre', 'post', 'on'], description: 'regular hours by default',
        },
      },
      required: ['from'],
    },
    unknown: 'ignore',
  },
  values: {
    hint: ({ path }) => 'Find symbols with GET /api/v1/stocks/' + path.market + '/list',
    starts: ({ model }) => model.starts,
    ends: ({ query, model }) =>
      '/' + model.quoted + (query.session !== undefined ? at(sessions, query.session) : ''),
    until: ({ query, now }) => query.to ?? now,
  },
  gates: ({ query, path, model, models, values }) => {
    if (model === undefined) // catalog/data/market.routes.yaml:58
      return {
        status: 404,
        message: `Unknown market ${path.market}. Supported markets - ${say(models.ids)}`,
        extra: { supported: models.ids },
      }
    if (!(values.until > query.from)) // catalog/data/market.routes.yaml:113
      return { status: 400, message: 'must be greater than from', field: 'to' }
    return undefined
  },
  show: ({ route }) => ({
    endpoint: route.path, method: route.method, description: route.summary,
    example: 'GET /api/v1/stocks/us/history/AAPL?resolution=D&from=1700000000',
  }),
  example: { query: { from: '1700000000' }, path: { market: 'us', symbol: 'AAPL' } },
  work: [
    {
      name: 'found', call: pythShare,
      with: ({ path, values }) =>
        ({ group: 'equity', starts: values.starts, ends: values.ends, symbol: path.symbol }),
    },
    {
      refuse: ({ path, values, steps }) => {
        if (get(steps.found, 'id') === undefined) // catalog/data/market.routes.yaml:116
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
        if (length(steps.past.bars) === 0) // catalog/data/market.routes.yaml:118
          return { status: 404, message: `No bars of ${path.symbol} in this window` }
        return undefined
      },
    },
  ],
  reply: ({ query, values, steps }) => ({
    symbol: get(steps.found, 'symbol'), category: 'stocks', resolution: query.resolution,
    from: query.from, to: values.until, bars: steps.past.bars, source: 'pyth',
  }),
}
