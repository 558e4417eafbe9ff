// Code generated from catalog/upstreams/pyth.yaml by "npm run generate". DO NOT EDIT.
import {
  after, before, count, filled, get, items, join, length, lower, split, str, toScaled, toWhole, zip,
} from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'

/** GET of pyth. */
export const pythPairs: UpstreamCall<
  Call<any, any, any, any> & { args: { group: string; starts: string } }
> = {
  id: 'pyth.pairs', upstream: 'pyth', origin: 'catalog/upstreams/pyth.yaml:6', method: 'GET',
  takes: { group: 'string', starts: 'string' },
  path: () => '/v2/price_feeds',
  holes: () => ({ host: 'hermes' }),
  timeout: 10_000, retry: 1, attempt: 5000,
  query: ({ args }) => ({ asset_type: args.group }),
  give: ({ args, reply }) => {
    const ours = items(reply).filter(f =>
      str(get(f, 'attributes', 'symbol')).startsWith(args.starts))
    const named = ours.map(f => ({
      id: get(f, 'id'), feed: get(f, 'attributes', 'symbol'),
      about: get(f, 'attributes', 'description'),
      symbol: join(split(after(str(get(f, 'attributes', 'symbol')), args.starts), '/'), '-'),
    }))
    return {
      feeds: named.map(f =>
        ({ symbol: f.symbol, description: f.about, text: lower(join([f.symbol, f.about], ' ')) })),
    }
  },
  resultWhen: ({ reply }) =>
    reply !== undefined && (count(reply) === 0 || get(reply, 0, 'id') !== undefined),
}

/** GET of pyth. */
export const pythShares: UpstreamCall<
  Call<any, any, any, any> & { args: { group: string; starts: string; ends: string } }
> = {
  id: 'pyth.shares', upstream: 'pyth', origin: 'catalog/upstreams/pyth.yaml:21', method: 'GET',
  takes: { group: 'string', starts: 'string', ends: 'string' },
  path: () => '/v2/price_feeds',
  holes: () => ({ host: 'hermes' }),
  timeout: 10_000, retry: 1, attempt: 5000,
  query: ({ args }) => ({ asset_type: args.group }),
  give: ({ args, reply }) => {
    const ours = items(reply).filter(
      f =>
        str(get(f, 'attributes', 'symbol')).startsWith(args.starts)
          && str(get(f, 'attributes', 'symbol')).endsWith(args.ends),
    )
    const named = ours.map(f => ({
      id: get(f, 'id'), feed: get(f, 'attributes', 'symbol'),
      about: get(f, 'attributes', 'description'),
      symbol: before(after(str(get(f, 'attributes', 'symbol')), args.starts), args.ends),
    }))
    return {
      feeds: named.map(f =>
        ({ symbol: f.symbol, description: f.about, text: lower(join([f.symbol, f.about], ' ')) })),
    }
  },
  resultWhen: ({ reply }) =>
    reply !== undefined && (count(reply) === 0 || get(reply, 0, 'id') !== undefined),
}

/** GET of pyth. */
export const pythPair: UpstreamCall<
  Call<any, any, any, any> & { args: { group: string; starts: string; symbol: string } }
> = {
  id: 'pyth.pair', upstream: 'pyth', origin: 'catalog/upstreams/pyth.yaml:27', method: 'GET',
  takes: { group: 'string', starts: 'string', symbol: 'string' },
  path: () => '/v2/price_feeds',
  holes: () => ({ host: 'hermes' }),
  timeout: 10_000, retry: 1, attempt: 5000,
  query: ({ args }) => ({ asset_type: args.group, query: before(args.symbol, '-') }),
  give: ({ args, reply }) => {
    const ours = items(reply).filter(f =>
      str(get(f, 'attributes', 'symbol')).startsWith(args.starts))
    const named = ours.map(f => ({
      id: get(f, 'id'), feed: get(f, 'attributes', 'symbol'),
      about: get(f, 'attributes', 'description'),
      symbol: join(split(after(str(get(f, 'attributes', 'symbol')), args.starts), '/'), '-'),
    }))
    const wanted = named.filter(f => lower(f.symbol) === lower(args.symbol))
    return { feeds: undefined, ...wanted[0] }
  },
  resultWhen: ({ reply }) =>
    reply !== undefined && (count(reply) === 0 || get(reply, 0, 'id') !== undefined),
}

/** GET of pyth. */
export const pythShare: UpstreamCall<
  Call<any, any, any, any> & {
    args: { group: string; starts: string; ends: string; symbol: string }
  }
> = {
  id: 'pyth.share', upstream: 'pyth', origin: 'catalog/upstreams/pyth.yaml:34', method: 'GET',
  takes: { group: 'string', starts: 'string', ends: 'string', symbol: 'string' },
  path: () => '/v2/price_feeds',
  holes: () => ({ host: 'hermes' }),
  timeout: 10_000, retry: 1, attempt: 5000,
  query: ({ args }) => ({ asset_type: args.group, query: args.symbol }),
  give: ({ args, reply }) => {
    const ours = items(reply).filter(
      f =>
        str(get(f, 'attributes', 'symbol')).startsWith(args.starts)
          && str(get(f, 'attributes', 'symbol')).endsWith(args.ends),
    )
    const named = ours.map(f => ({
      id: get(f, 'id'), feed: get(f, 'attributes', 'symbol'),
      about: get(f, 'attributes', 'description'),
      symbol: before(after(str(get(f, 'attributes', 'symbol')), args.starts), args.ends),
    }))
    const wanted = named.filter(f => lower(f.symbol) === lower(args.symbol))
    return { feeds: undefined, ...wanted[0] }
  },
  resultWhen: ({ reply }) =>
    reply !== undefined && (count(reply) === 0 || get(reply, 0, 'id') !== undefined),
}

/** GET of pyth. */
export const pythPrice: UpstreamCall<Call<any, any, any, any> & { args: { id: string } }> = {
  id: 'pyth.price', upstream: 'pyth', origin: 'catalog/upstreams/pyth.yaml:41', method: 'GET',
  takes: { id: 'string' },
  path: () => '/v2/updates/price/latest',
  holes: () => ({ host: 'hermes' }),
  timeout: 10_000, retry: 1, attempt: 5000,
  query: ({ args }) => ({ 'ids[]': args.id, parsed: 'true' }),
  give: ({ reply }) => {
    const price = toScaled(
      get(reply, 'parsed', 0, 'price', 'price'), get(reply, 'parsed', 0, 'price', 'expo'),
    )
    const confidence = toScaled(
      get(reply, 'parsed', 0, 'price', 'conf'), get(reply, 'parsed', 0, 'price', 'expo'),
    )
    const published = toWhole(get(reply, 'parsed', 0, 'price', 'publish_time'), 0) ?? 0
    return { id: get(reply, 'parsed', 0, 'id'), price, confidence, published }
  },
  resultWhen: ({ reply }) => {
    const price = toScaled(
      get(reply, 'parsed', 0, 'price', 'price'), get(reply, 'parsed', 0, 'price', 'expo'),
    )
    const confidence = toScaled(
      get(reply, 'parsed', 0, 'price', 'conf'), get(reply, 'parsed', 0, 'price', 'expo'),
    )
    const published = toWhole(get(reply, 'parsed', 0, 'price', 'publish_time'), 0) ?? 0
    return filled(price) && filled(confidence) && published > 0
  },
}

/** GET of pyth. */
export const pythBars: UpstreamCall<
  Call<any, any, any, any> & {
    args: { feed: string; resolution: string; from: number; to: number }
  }
> = {
  id: 'pyth.bars', upstream: 'pyth', origin: 'catalog/upstreams/pyth.yaml:55', method: 'GET',
  takes: { feed: 'string', resolution: 'string', from: 'integer', to: 'integer' },
  path: () => '/v1/shims/tradingview/history',
  holes: () => ({ host: 'benchmarks' }),
  timeout: 10_000, retry: 1, attempt: 5000,
  query: ({ args }) => ({
    symbol: args.feed, resolution: args.resolution, from: String(args.from), to: String(args.to),
  }),
  fail: ({ status, reply }) => {
    if (get(reply, 's') === 'error' && status < 500) // catalog/upstreams/pyth.yaml:64
      return { as: 'invalid_input', details: get(reply, 'errmsg') }
    return undefined
  },
  give: ({ reply }) => ({
    bars: zip({
      t: get(reply, 't'), o: get(reply, 'o'), h: get(reply, 'h'), l: get(reply, 'l'),
      c: get(reply, 'c'), v: get(reply, 'v'),
    }),
  }),
  resultWhen: ({ reply }) => {
    const n = length(get(reply, 't'))
    const equal = length(get(reply, 'o')) === n
      && length(get(reply, 'h')) === n
      && length(get(reply, 'l')) === n
      && length(get(reply, 'c')) === n
      && length(get(reply, 'v')) === n
    return get(reply, 's') === 'no_data' || get(reply, 's') === 'ok' && equal
  },
}
