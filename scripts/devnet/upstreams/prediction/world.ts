/**
 * The markets, trades and wallets that the local data upstream knows: invented, plausible, the same
 * on every run.
 */
import { createHash } from 'node:crypto'

const DAY = 86_400
const T0 = Date.UTC(2026, 0, 1) / 1000

/** A text as hex that looks like any. */
export const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
/** A fraction of [0, 1), the same for the same text. */
export const fraction = (text: string): number => parseInt(hash(text).slice(0, 8), 16) / 2 ** 32
/** A number with so many digits behind the point. */
export const round = (value: number, digits: number): number => Number(value.toFixed(digits))
/** Unix seconds as ISO 8601. */
export const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()

const subjects = [
  'Will it rain in London on the last day of the year',
  'Will the bitcoin price close above 150000',
  'Will the central bank cut rates',
  'Will a person walk on the Moon',
  'Will the champion defend the title',
  'Will the film win best picture',
  'Will the bill pass the senate',
  'Will the launch succeed',
  'Will inflation fall below 2 percent',
  'Will the election have a second round',
  'Will the index reach a record',
  'Will the merger be approved',
]
const months = ['January', 'February', 'March', 'April', 'May', 'June']

const slug = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
const tokenOf = (id: string): string =>
  BigInt('0x' + hash(`token ${id}`))
    .toString()
    .padStart(77, '1')
    .slice(0, 77)

/** A market of venue A. `begin` and `end` are Unix seconds. */
export interface Market {
  condition_id: string
  slug: string
  event: string
  title: string
  status: 'active' | 'closed' | 'archived'
  yes: number
  volume: number
  liquidity: number
  begin: number
  end: number
  tokens: [string, string]
  uma: string
}

const states = ['proposed', 'disputed', 'resolved', 'unresolved'] as const

/** All markets of venue A, 72 of them. */
export const markets: readonly Market[] = subjects.flatMap((subject, s) =>
  months.map((month, m): Market => {
    const title = `${subject} in ${month}?`
    const id = `${s}/${m}`
    return {
      condition_id: '0x' + hash(`condition ${id}`),
      slug: slug(title),
      event: slug(subject),
      title,
      status: m < 4 ? 'active' : m === 4 ? 'closed' : 'archived',
      yes: round(0.02 + 0.96 * fraction(id), 3),
      volume: round(1e6 * fraction(`v${id}`), 2),
      liquidity: round(1e5 * fraction(`l${id}`), 2),
      begin: T0 - s * DAY,
      end: T0 + (m + 1) * 30 * DAY,
      tokens: [tokenOf(`${id} yes`), tokenOf(`${id} no`)],
      uma: states[(s + m) % states.length]!,
    }
  }),
)

/** A wallet address of the invented traders. */
export const trader = (n: number): string => '0x' + hash(`trader ${n}`).slice(0, 40)

/** The n-th trade of a market. */
export function trade(market: Market, n: number) {
  const id = `${market.condition_id}${n}`
  const yes = fraction(id) < 0.5
  const price = round(
    Math.min(
      0.99,
      Math.max(0.01, (yes ? market.yes : 1 - market.yes) + 0.05 * (fraction(`p${id}`) - 0.5)),
    ),
    3,
  )
  const shares = round(10 + 500 * fraction(`s${id}`), 2)
  return {
    token_id: market.tokens[yes ? 0 : 1],
    side: fraction(`d${id}`) < 0.5 ? 'BUY' : 'SELL',
    market_slug: market.slug,
    condition_id: market.condition_id,
    shares: Math.round(shares * 1e6),
    shares_normalized: shares,
    price,
    amount_usd: round(shares * price, 2),
    tx_hash: '0x' + hash(`tx${id}`),
    title: market.title,
    timestamp: market.begin + n * 3600,
    order_hash: '0x' + hash(`order${id}`),
    user: trader(n % 9),
    taker: trader((n + 1) % 9),
    is_yes_side: yes,
    outcome_label: yes ? 'Yes' : 'No',
    fee_usd: 0,
  }
}

/** Points of a series, the newest last: `at` in Unix seconds, `value` wandering around `middle`. */
export function series(
  id: string,
  shape: { count: number; step: number; middle: number },
): { at: number; value: number }[] {
  return Array.from({ length: shape.count }, (_, n) => ({
    at: T0 + n * shape.step,
    value: round(shape.middle * (1 + 0.2 * (fraction(`${id}${n}`) - 0.5)), 4),
  }))
}

/** An order book around a price. */
export function book(id: string, middle: number) {
  const level = (n: number, sign: 1 | -1) => ({
    size: round(50 + 900 * fraction(`${id}${sign}${n}`), 2),
    price: round(Math.min(0.99, Math.max(0.01, middle + sign * 0.01 * (n + 1))), 2),
  })
  const side = (sign: 1 | -1) => Array.from({ length: 5 }, (_, n) => level(n, sign))
  return { asks: side(1), bids: side(-1), hash: hash(`book ${id}`).slice(0, 40) }
}
