/**
 * The invented protocols, chains, pools and tokens of the local DeFi data: the same on every run.
 */
import { fraction, hash, round, series } from '../prediction/world.ts'

const chainNames = ['Ethereum', 'Base', 'Solana', 'Arbitrum', 'Polygon', 'Optimism', 'BSC'] as const
const kinds = ['Lending', 'Dexs', 'Liquid Staking', 'Bridge', 'CDP', 'Yield'] as const

const slugOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-')
const money = (id: string, most: number): number => round(most * fraction(id), 2)
const change = (id: string): number => round(10 * (fraction(id) - 0.5), 4)
const chainsOf = (id: string): string[] =>
  chainNames.filter(chain => fraction(`${id} on ${chain}`) < 0.4).concat(chainNames[0])

/** The first protocol of the list, which examples name. */
const FIRST = 'Aave'

/** The n-th protocol of the list. */
function protocol(n: number) {
  const name = n === 0 ? FIRST : `Protocol ${n}`
  const chains = [...new Set(chainsOf(name))]
  return {
    id: String(n),
    name,
    slug: slugOf(name),
    symbol: `P${n}`,
    category: kinds[n % kinds.length]!,
    chains,
    tvl: money(`tvl ${name}`, 9e9),
    chainTvls: Object.fromEntries(chains.map(one => [one, money(`${name} ${one}`, 2e9)])),
    change_1h: change(`1h ${name}`),
    change_1d: change(`1d ${name}`),
    change_7d: change(`7d ${name}`),
    mcap: n % 3 === 0 ? null : money(`mcap ${name}`, 1e9),
    logo: `https://icons.llama.example/${slugOf(name)}.png`,
    url: `https://${slugOf(name)}.example`,
    description: `${name} is a protocol. ${hash(name).repeat(4)}`,
  }
}

const PROTOCOLS = 4000

/** All protocols, about 3 MB of JSON. */
export const protocols = () => Array.from({ length: PROTOCOLS }, (_, n) => protocol(n))

/** One protocol with its history; undefined if there is none of that name. */
export function protocolBySlug(slug: string): object | undefined {
  const isFirst = slug === slugOf(FIRST)
  const n = isFirst ? 0 : Number(/^protocol-([1-9]\d{0,5})$/.exec(slug)?.[1] ?? Number.NaN)
  if (!(n < PROTOCOLS)) return undefined
  const { chainTvls, tvl, ...rest } = protocol(n)
  const history = (id: string, middle: number) =>
    series(id, { count: 1000, step: 86_400, middle }).map(({ at, value }) => ({
      date: at,
      totalLiquidityUSD: value,
    }))
  const byChain = Object.entries(chainTvls).map(([chain, value]) => [
    chain,
    { tvl: history(`${slug} ${chain}`, value), tokens: null },
  ])
  return {
    ...rest,
    currentChainTvls: chainTvls,
    chainTvls: Object.fromEntries(byChain),
    tvl: history(slug, tvl),
  }
}

/** Value locked on each chain. */
export const chains = () =>
  chainNames.map((name, n) => ({
    gecko_id: name.toLowerCase(),
    tvl: money(`chain ${name}`, 9e10),
    tokenSymbol: name.slice(0, 3).toUpperCase(),
    cmcId: String(1000 + n),
    name,
    chainId: n + 1,
  }))

/** All yield pools. */
export const pools = () =>
  Array.from({ length: 5000 }, (_, n) => {
    const id = hash(`pool ${n}`)
    return {
      chain: chainNames[n % chainNames.length]!,
      project: slugOf(`Protocol ${n % 400}`),
      symbol: n % 2 === 0 ? 'USDC' : 'WETH-USDC',
      tvlUsd: Math.round(money(id, 5e7)),
      apyBase: round(9 * fraction(`base ${id}`), 5),
      apyReward: null,
      apy: round(9 * fraction(`base ${id}`), 5),
      rewardTokens: null,
      pool: [8, 12, 16, 20].reduce((text, at) => `${text.slice(0, at)}-${text.slice(at)}`, id),
      stablecoin: n % 2 === 0,
      ilRisk: n % 2 === 0 ? 'no' : 'yes',
      exposure: n % 2 === 0 ? 'single' : 'multi',
      predictions: { predictedClass: 'Stable/Up', predictedProbability: 72, binnedConfidence: 2 },
    }
  })

const known: Readonly<Record<string, { symbol: string; price: number }>> = {
  'coingecko:bitcoin': { symbol: 'BTC', price: 97_000 },
  'coingecko:ethereum': { symbol: 'ETH', price: 3200 },
  'coingecko:solana': { symbol: 'SOL', price: 180 },
}

/** The price of a token; undefined if it is unknown. Tokens by address have `decimals`. */
export function priceOf(coin: string): object | undefined {
  const timestamp = Math.floor(Date.now() / 1000)
  const [source = '', id = ''] = coin.split(':')
  if (Object.hasOwn(known, coin)) return { ...known[coin], timestamp, confidence: 0.99 }
  const chain = chainNames.some(name => name.toLowerCase() === source.toLowerCase())
  if (!chain || !/^0x[0-9a-fA-F]{40}$/.test(id)) return undefined
  const price = round(100 * fraction(coin.toLowerCase()), 6)
  const symbol = `T${hash(id).slice(0, 3).toUpperCase()}`
  return { decimals: 18, symbol, price, timestamp, confidence: 0.95 }
}
