/** Describes a free quota in words. */
import type { CatalogIR, LimitIR, RouteIR } from '../ir.ts'

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
] as const

const WHO: Readonly<Record<LimitIR['by'], string>> = {
  ip: 'an address',
  payer: 'a wallet',
  client: 'a client',
  key: 'one key',
}

/** A period in words, such as `a day` or `30 minutes`. */
function period(ms: number): string {
  const [length, word] = UNITS.find(([unit]) => ms % unit === 0) ?? UNITS.at(-1)!
  const count = ms / length
  return count === 1 ? `${word === 'hour' ? 'an' : 'a'} ${word}` : `${count} ${word}s`
}

/** A free quota in words, such as `5 results of an address in a day`. */
export interface FreeQuota {
  words: string
  /** Whether callers sign for free results too, because the quota counts wallets. */
  isSigned: boolean
}

/** The description of a paid route's free quota; undefined if it has none. */
export function freeQuotaOf(
  { quota }: RouteIR,
  { limits }: Pick<CatalogIR, 'limits'>,
): { freeQuota?: FreeQuota } {
  if (quota === undefined) return {}
  const counted = limits.filter(({ name }) => quota.names.includes(name))
  const each = counted.map(
    ({ max, per, by }) =>
      `${max} ${max === 1 ? 'result' : 'results'} of ${WHO[by]} in ${period(per)}`,
  )
  const some = quota.when === undefined ? '' : ', of some calls only'
  const isSigned = counted.some(({ by }) => by === 'payer')
  const end = quota.usedUp === undefined ? '' : ', then refused (429)'
  return { freeQuota: { words: `${each.join(', at most ')}${some}${end}`, isSigned } }
}
