/** Describes which endpoints of a family are charged by use. */
import type { NetworkIR, RouteIR } from '../../ir.ts'
import { isByUse } from '../facts.ts'

/** The scheme whose payments can settle less than they sign. */
const SCHEME = 'upto'

const byUse = (of = ''): string =>
  `Payments by the scheme \`${SCHEME}\`${of} are charged for actual use and at most the quote.`

/**
 * One sentence about the routes that are charged by use on a network; undefined if all are charged
 * their quote.
 */
export function byUseWords(
  { scheme, on_request = [] }: NetworkIR,
  routes: readonly RouteIR[],
): string | undefined {
  if (![scheme, ...on_request].includes(SCHEME)) return undefined
  const some = routes.filter(isByUse).map(({ method, path }) => `\`${method} ${path}\``)
  if (some.length === 0) return undefined
  const isAll = routes.every(route => route.price === undefined || isByUse(route))
  return isAll ? byUse() : byUse(` for ${some.join(', ')}`)
}
