/** Finds what the formulas of a route read of a request, for optimisations of the runtime. */
import type { ReplyPart, RowPlace } from '../../runtime/contract.ts'
import { membersRead, memberRead, readsWhole } from '../js/ask.ts'
import { rootsOf, SCOPE } from '../emit/code/function.ts'
import type { Block, PriceIR, RouteIR } from '../ir.ts'

/**
 * The field that names the row, or its default; undefined if the key of the row is computed from
 * the request in any other way.
 */
export function rowPlaceOf({ pick }: Pick<RouteIR, 'pick'>): RowPlace | undefined {
  if (pick === undefined) return undefined
  const { js } = pick.code
  const read = memberRead(js.kind === 'binary' && js.op === '??' ? js.left : js)
  const isField = read?.root === 'body' || read?.root === 'query' || read?.root === 'path'
  return isField ? [read.root as RowPlace[0], read.name] : undefined
}

/**
 * The parts of the route's replies that do not depend on the request, so that they are built once.
 */
export function fixedParts(route: RouteIR): ReplyPart[] {
  const { fixed, discoveryShow } = route
  const isMoreFixed = discoveryShow !== undefined && isFixedFor(discoveryShow, PATTERN)
  return [
    ...(fixed ? ['reply' as const] : []),
    ...(isQuoteFixed(route) ? ['quote' as const] : []),
    ...(isMoreFixed ? ['discovery' as const] : []),
  ]
}

/** Members of the scope that differ only between networks; of `route` only some members. */
const SAME = new Set(['models', 'lists', 'network', 'route'])

/** Members of `route` that are the same at each address of the route. */
const PATTERN = new Set(['method', 'pattern', 'summary'])

/** Members of `route` that are the same for each request to one address. */
const ADDRESS = new Set([...PATTERN, 'path', 'rest', 'origin'])

/** Whether the price and everything else in the 402 depend on the address alone. */
function isQuoteFixed({ price, show }: RouteIR): boolean {
  if (price === undefined) return false
  const shown = price.show === undefined ? [] : [price.show]
  return (
    [...amountsOf(price), ...shown].every(block => isFixedFor(block, PATTERN)) &&
    (show === undefined || isFixedFor(show, ADDRESS))
  )
}

/** Every formula that may determine the amount. */
function amountsOf({ by, arms, tables }: PriceIR): Block[] {
  const chosen = by === undefined ? [] : [{ lets: tables, code: by }]
  return [...chosen, ...arms.map(arm => ({ lets: [...tables, ...arm.lets], code: arm.micro }))]
}

/** Whether a formula reads nothing of the request, and of `route` only these members. */
function isFixedFor({ lets, code }: Block, facts: ReadonlySet<string>): boolean {
  const codes = [...lets.map(one => one.code), code]
  return (
    !codes.some(one => one.wait || readsWhole(one.js, 'route')) &&
    rootsOf(codes, SCOPE, lets).every(root => SAME.has(root)) &&
    codes.flatMap(one => membersRead(one.js, 'route')).every(name => facts.has(name))
  )
}
