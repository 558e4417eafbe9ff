/** Describes which endpoints of a family are charged by use. */
import type { RouteIR } from '../../ir.ts'
import { byUse, isByUse } from '../facts.ts'

/** One sentence; undefined if all are charged their quote. */
export function byUseWords(routes: readonly RouteIR[]): string | undefined {
  const some = routes.filter(isByUse).map(({ method, path }) => `\`${method} ${path}\``)
  if (some.length === 0) return undefined
  const isAll = routes.every(route => route.price === undefined || isByUse(route))
  return isAll ? byUse() : byUse(` for ${some.join(', ')}`)
}
