/** Venue A's analytics of wallets and of the money in markets. */
import { badRequest, invalid, notFound, page } from './params.ts'
import type { Params } from './params.ts'
import type { Handlers } from './routes.ts'
import { fraction, hash, iso, markets, round, series, trade, trader } from './world.ts'

const ADDRESS = /^0x[0-9a-f]{40}$/

function walletOf(path: Readonly<Record<string, string>>): string {
  const wallet = (path.wallet ?? path.address ?? '').toLowerCase()
  if (!ADDRESS.test(wallet)) throw badRequest('Invalid wallet address')
  return wallet
}

function marketOf(id: string) {
  const market = markets.find(m => m.condition_id === id.toLowerCase())
  if (!market) throw notFound(`Market ${id} not found`)
  return market
}

const traders = Array.from({ length: 50 }, (_, n) => trader(n))
const money = (id: string, most: number) => round(most * fraction(id), 2)

const profile = (wallet: string) => ({
  user: wallet,
  realized_pnl: money(`pnl ${wallet}`, 50_000),
  volume_usd: money(`vol ${wallet}`, 1e6),
  trades: Math.floor(500 * fraction(`t ${wallet}`)),
  win_rate: round(fraction(`w ${wallet}`), 3),
  first_seen: iso(1_767_225_600 - Math.floor(3e7 * fraction(`f ${wallet}`))),
})

const position = (wallet: string, n: number) => {
  const market = markets[Math.floor(markets.length * fraction(`${wallet}${n}`))]!
  return {
    user: wallet,
    condition_id: market.condition_id,
    market_slug: market.slug,
    title: market.title,
    outcome_label: 'Yes',
    shares: money(`sh ${wallet}${n}`, 2000),
    average_price: market.yes,
    current_price: market.yes,
  }
}

const positions = (wallet: string) => Array.from({ length: 5 }, (_, n) => position(wallet, n))

const identity = (wallet: string) => ({
  address: wallet,
  name: `trader-${hash(wallet).slice(0, 6)}`,
  x_username: null,
  verified: false,
})

const ranked = () =>
  traders
    .map(profile)
    .sort((a, b) => b.realized_pnl - a.realized_pnl)
    .map((one, n) => ({ rank: n + 1, ...one }))

const listed = (params: Params, name: string, all: readonly object[]) => {
  const { items, pagination } = page(all, params)
  return { [name]: items, pagination }
}

/** Paths below `/v2` and what they answer. */
export const wallets: Handlers = {
  '/venue-a/positions': ({ params }) =>
    listed(
      params,
      'positions',
      params.get('user')
        ? positions(params.get('user')!.toLowerCase())
        : traders.flatMap(positions),
    ),
  '/venue-a/leaderboard': ({ params }) => listed(params, 'entries', ranked()),
  '/venue-a/leaderboard/market/{condition_id}': ({ path, params }) => ({
    condition_id: marketOf(path.condition_id).condition_id,
    ...listed(params, 'entries', ranked()),
  }),
  '/venue-a/cohorts/stats': () => ({
    cohorts: ['whales', 'sharks', 'fish'].map(name => ({
      cohort: name,
      wallets: Math.floor(1000 * fraction(name)),
      volume_usd: money(name, 1e7),
    })),
  }),
  '/venue-a/market/{condition_id}/top-holders': ({ path }) => {
    const market = marketOf(path.condition_id)
    return {
      condition_id: market.condition_id,
      holders: traders.slice(0, 10).map(user => ({
        user,
        outcome_label: 'Yes',
        shares: money(`h ${user}${market.slug}`, 9000),
      })),
    }
  },
  '/venue-a/market/{condition_id}/smart-money': ({ path }) => {
    const market = marketOf(path.condition_id)
    return {
      condition_id: market.condition_id,
      smart_wallets: 4,
      net_position_usd: money(`smart ${market.slug}`, 40_000),
      average_entry: market.yes,
      positioning: 'Yes',
    }
  },
  '/venue-a/markets/smart-activity': ({ params }) =>
    listed(
      params,
      'markets',
      markets
        .slice(0, 20)
        .map(m => ({ condition_id: m.condition_id, title: m.title, smart_wallets: 4 })),
    ),
  '/venue-a/wallet/{wallet}': ({ path }) => profile(walletOf(path)),
  '/venue-a/wallet/{wallet}/markets': ({ path, params }) => ({
    user: walletOf(path),
    ...listed(params, 'markets', positions(walletOf(path))),
  }),
  '/venue-a/wallet/{wallet}/similar': ({ path }) => {
    const wallet = walletOf(path)
    return {
      user: wallet,
      similar: traders
        .filter(t => t !== wallet)
        .slice(0, 5)
        .map(user => ({ user, similarity: round(fraction(wallet + user), 3) })),
    }
  },
  '/venue-a/wallet/pnl/{wallet}': ({ path }) => {
    const wallet = walletOf(path)
    return {
      wallet_address: wallet,
      pnl_over_time: series(`pnl ${wallet}`, { count: 30, step: 86_400, middle: 1000 }).map(p => ({
        timestamp: p.at,
        pnl_to_date: p.value,
      })),
    }
  },
  '/venue-a/wallet/positions/{wallet}': ({ path, params }) => ({
    wallet_address: walletOf(path),
    ...listed(params, 'positions', positions(walletOf(path))),
  }),
  '/venue-a/wallet/volume-chart/{wallet}': ({ path }) => {
    const wallet = walletOf(path)
    return {
      wallet_address: wallet,
      data: series(`vol ${wallet}`, { count: 30, step: 86_400, middle: 5000 }).map(p => ({
        timestamp: p.at,
        volume_usd: p.value,
      })),
    }
  },
  '/venue-a/wallets/profiles': ({ params }) => {
    params.required('addresses')
    return { profiles: params.list('addresses', 20).map(address => profile(walletOf({ address }))) }
  },
  '/venue-a/wallets/filter': ({ params }) => listed(params, 'wallets', ranked()),
  '/venue-a/wallet/identity/{wallet}': ({ path }) => identity(walletOf(path)),
  'POST /venue-a/wallet/identities': ({ body }) => ({
    identities: addressesOf(body).map(address => identity(walletOf({ address }))),
  }),
  '/venue-a/wallet/{address}/cluster': ({ path }) => {
    const address = walletOf(path)
    return {
      address,
      cluster_id: hash(address).slice(0, 12),
      members: [address, trader(3)],
      trades: markets.slice(0, 2).map(m => trade(m, 0)),
    }
  },
}

function addressesOf(body: any): string[] {
  const addresses = body?.addresses
  if (addresses === undefined)
    throw invalid({
      type: 'missing',
      loc: ['body', 'addresses'],
      msg: 'Field required',
      input: body ?? null,
    })
  if (!Array.isArray(addresses))
    throw invalid({
      type: 'list_type',
      loc: ['body', 'addresses'],
      msg: 'Input should be a valid list',
      input: addresses,
    })
  if (addresses.length === 0 || addresses.length > 200) {
    throw invalid({
      type: 'too_long',
      loc: ['body', 'addresses'],
      msg: 'List should have 1 to 200 items',
      input: addresses.length,
    })
  }
  return addresses.map(String)
}
