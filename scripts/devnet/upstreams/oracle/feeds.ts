/** The invented feeds of the local price oracle: the same on every run. */
import { hash } from '../prediction/world.ts'

/** One feed as it is listed. `id` is 64 hex digits. */
export interface Feed {
  id: string
  attributes: {
    asset_type: string
    base: string
    quote_currency: string
    symbol: string
    display_symbol: string
    description: string
  }
}

/** The types of feeds, as in requests. */
export const KINDS = ['crypto', 'equity', 'fx', 'metal', 'rates', 'commodities'] as const

const TYPES: Readonly<Record<string, string>> = { fx: 'FX', rates: 'Rates' }

interface Named {
  kind: string
  base: string
  quote: string
  about: string
  /** Behind the name, for hours of trade outside the regular ones. */
  session?: string
}

function feed(prefix: string, { kind, base, quote, about, session = '' }: Named): Feed {
  const symbol = `${prefix}.${base}/${quote}${session}`
  return {
    id: hash(symbol),
    attributes: {
      asset_type: TYPES[kind] ?? kind[0]!.toUpperCase() + kind.slice(1),
      base,
      quote_currency: quote,
      symbol,
      display_symbol: `${base}/${quote}`,
      description: about,
    },
  }
}

const COINS = [
  ['BTC', 'BITCOIN'],
  ['ETH', 'ETHER'],
  ['SOL', 'SOLANA'],
  ['NEW', 'NEVER PUBLISHED'],
  ['1INCH', '1INCH'],
  ['ÉTÉ', 'ÉTÉ COIN'],
  ...Array.from({ length: 240 }, (_, n) => [`C${n}`, `COIN ${n}`]),
] as [string, string][]

const crypto = [
  ...COINS.map(([base, name]) => ({ base, quote: 'USD', about: `${name} / US DOLLAR` })),
  { base: 'ETH', quote: 'BTC', about: 'ETHER / BITCOIN' },
].map(one => feed('Crypto', { kind: 'crypto', ...one }))

const fx = [
  ['EUR', 'USD'],
  ['GBP', 'USD'],
  ['USD', 'JPY'],
  ['EUR', 'CHF'],
].map(([base, quote]) =>
  feed('FX', { kind: 'fx', base: base!, quote: quote!, about: `${base} / ${quote}` }),
)

const metals = ['XAU', 'XAG', 'XPT', 'XPD'].map(base =>
  feed('Metal', { kind: 'metal', base, quote: 'USD', about: `${base} / US DOLLAR` }),
)

const SESSIONS = ['', '.PRE', '.POST', '.ON']
/** Shares of the other markets: country, currency, names. */
const ABROAD: readonly (readonly [string, string, readonly string[]])[] = [
  ['HK', 'HKD', ['0700-HK', '9988-HK']],
  ['JP', 'JPY', ['7203', '6758']],
  ['KR', 'KRW', ['005930', '000660']],
  ['GB', 'GBP', ['VOD', 'TSCO']],
  ['DE', 'EUR', ['SAP', 'BMW']],
  ['FR', 'EUR', ['AIR', 'MC']],
  ['NL', 'EUR', ['ASML']],
  ['IE', 'EUR', ['RYA']],
  ['LU', 'EUR', ['MT']],
  ['CN', 'CNY', ['600519']],
  ['CA', 'CAD', ['SHOP']],
]

const shares = [
  ...['AAPL', 'MSFT', 'BRK.B'].flatMap(base =>
    SESSIONS.map(session => ({ base, session, country: 'US', quote: 'USD' })),
  ),
  ...Array.from({ length: 2200 }, (_, n) => ({
    base: `S${n}`,
    session: '',
    country: 'US',
    quote: 'USD',
  })),
  ...ABROAD.flatMap(([country, quote, bases]) =>
    bases.map(base => ({ base, session: '', country, quote })),
  ),
].map(({ country, ...one }) =>
  feed(`Equity.${country}`, { kind: 'equity', about: `${one.base} INC / ${one.quote}`, ...one }),
)

const all: Readonly<Record<string, readonly Feed[]>> = {
  crypto,
  fx,
  metal: metals,
  equity: shares,
}
const every = Object.values(all).flat()
const byId = new Map(every.map(one => [one.id, one]))
const bySymbol = new Map(every.map(one => [one.attributes.symbol, one]))

/** Feeds of a kind, or of all, whose symbol holds a text in any case. */
export function feedsOf(kind: string | undefined, text: string): readonly Feed[] {
  const wanted = text.toLowerCase()
  return (kind === undefined ? every : (all[kind] ?? [])).filter(({ attributes }) =>
    attributes.symbol.toLowerCase().includes(wanted),
  )
}

/** The feed with this id, in hex with or without 0x. */
export const feedById = (id: string): Feed | undefined => byId.get(id.replace(/^0x/, ''))
/** The feed with this symbol. */
export const feedBySymbol = (symbol: string): Feed | undefined => bySymbol.get(symbol)
