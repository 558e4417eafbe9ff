/** Describes the rate limit of a route in a few words after its price. */
import type { CatalogIR, LimitIR, RouteIR } from '../../ir.ts'

/** `, at most 60 a minute`; nothing for a route without a limit of its own. */
export function limitWords(ir: CatalogIR, { limit }: RouteIR): string {
  const found = ir.limits.find(({ name }) => name === limit)
  return found === undefined ? '' : `, at most ${found.max} ${periodOf(found)}${WHOSE[found.by]}`
}

/** Words for the subject of a limit. Addresses need none, because documents state them once. */
const WHOSE: Readonly<Record<LimitIR['by'], string>> = {
  ip: '',
  key: '',
  payer: ' per wallet',
  client: ' per wallet',
}

const PERIODS: Readonly<Record<number, string>> = {
  1_000: 'a second',
  60_000: 'a minute',
  3_600_000: 'an hour',
  86_400_000: 'a day',
}

const periodOf = ({ per }: LimitIR): string => PERIODS[per] ?? `in ${per / 1000} seconds`
