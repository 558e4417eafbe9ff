/** Recorded purchases, sent again through both catalogs. */
import type { FormulaInputs } from '../examples/environment.ts'
import { jsonOf } from '../../runtime/lib/json.ts'
import { outcomeOf, type Outcome } from './outcome.ts'
import { endpointById, saleOutcomes, type SaleOutcome, type Sold } from './sales.ts'
import type { Side } from './types.ts'

/** A recorded purchase: a request or a sale. */
export type Purchase = RequestPurchase | SalePurchase

/** A sales line, as `npm run sales -- --lines` prints it. */
interface SalePurchase {
  sold: Sold
  count: number
  wallet?: string
}

/** `count` times the same request, perhaps by a wallet. */
interface RequestPurchase {
  endpoint: string
  given: FormulaInputs
  count: number
  wallet?: string
}

/** The payments of a wallet before and after, in micro-USD. */
export interface WalletChange {
  wallet: string
  old: bigint
  new: bigint
}

/** The income from the purchases before and after. */
export interface Replay {
  purchases: number
  old: bigint
  new: bigint
  /**
   * The number of purchases that cost more, cost less, are now refused, and could not be priced.
   */
  raised: number
  lowered: number
  refused: number
  unknown: number
  /** The reason why the first of them could not be priced, or is refused. */
  whyUnknown?: string
  whyRefused?: string
  /** Wallets that pay more, highest rise first. */
  wallets: readonly WalletChange[]
  /** Income without our cost, of the purchases whose cost both catalogs know; micro-USD. */
  margin?: { purchases: number; old: bigint; new: bigint }
}

/** Parses the recorded purchases of a file; `wrong` lists the errors of its lines. */
export function purchasesOf(text: string): { purchases: Purchase[]; wrong: string[] } {
  const wrong: string[] = []
  const purchases = text.split('\n').flatMap((line, i): Purchase[] => {
    if (line.trim() === '') return []
    try {
      const read = jsonOf(line) as Line
      return isSale(read) ? saleOf(read) : [purchaseOf(read)]
    } catch (error) {
      wrong.push(`line ${i + 1}: ${error instanceof Error ? error.message : String(error)}`)
      return []
    }
  })
  return { purchases, wrong }
}

interface Line {
  route?: string
  method?: string
  request?: { body?: unknown; query?: unknown; params?: Record<string, string> }
  given?: Record<string, unknown>
  count?: number
  wallet?: string
}

const isSale = (line: Line): line is Line & Sold & { outcome: string } =>
  typeof line.route === 'string' && 'outcome' in line && 'quoted' in line

/** The purchase of a sales line; none if nothing was charged. */
function saleOf({ outcome, wallet, ...sold }: Line & Sold & { outcome: string }): Purchase[] {
  const named = wallet === undefined ? {} : { wallet }
  return outcome === 'charged' ? [{ sold: { ...sold, ...named }, count: 1, ...named }] : []
}

function purchaseOf({ route, method, request, given, count = 1, wallet }: Line): Purchase {
  if (typeof route !== 'string') throw new Error('it has no `route`, such as /api/v1/things')
  if (!Number.isInteger(count) || count < 1)
    throw new Error('`count` is not a whole number above 0')
  const { body, query, params } = request ?? {}
  return {
    endpoint: route.includes(' ') ? route : `${method ?? 'POST'} ${route}`,
    given: { body, query, ...(params ? { path: params } : {}), ...(given ? { hooks: given } : {}) },
    count,
    ...(wallet === undefined ? {} : { wallet }),
  }
}

/** Sends all purchases through both catalogs. */
export function replay(purchases: readonly Purchase[], old: Side, now: Side): Replay {
  const sum = { old: 0n, new: 0n, raised: 0, lowered: 0, refused: 0, unknown: 0 }
  const why: { whyUnknown?: string; whyRefused?: string } = {}
  const wallets = new Map<string, WalletChange>()
  const margin = { purchases: 0, old: 0n, new: 0n }
  for (const purchase of purchases) {
    const { count, wallet } = purchase
    const { endpoint, was, is } = outcomesOf(purchase, old, now)
    if (was.kind !== 'priced' || is.kind === 'unknown') {
      sum.unknown += count
      why.whyUnknown ??= whyOf(was.kind === 'priced' ? is : was, endpoint)
      continue
    }
    const before = (was.micro ?? 0n) * BigInt(count)
    const after = (is.kind === 'priced' ? (is.micro ?? 0n) : 0n) * BigInt(count)
    sum.old += before
    sum.new += after
    if (is.kind !== 'priced') {
      sum.refused += count
      why.whyRefused ??= whyOf(is, endpoint)
    } else if (after > before) sum.raised += count
    else if (after < before) sum.lowered += count
    if (is.kind === 'priced' && was.cost !== undefined && is.cost !== undefined) {
      margin.purchases += count
      margin.old += before - was.cost * BigInt(count)
      margin.new += after - is.cost * BigInt(count)
    }
    if (wallet === undefined || is.kind !== 'priced') continue
    const own = wallets.get(wallet) ?? { wallet, old: 0n, new: 0n }
    wallets.set(wallet, { wallet, old: own.old + before, new: own.new + after })
  }
  const raised = [...wallets.values()]
    .filter(one => one.new > one.old)
    .toSorted((a, b) => Number(b.new - b.old - (a.new - a.old)))
  const total = purchases.reduce((all, one) => all + one.count, 0)
  return {
    purchases: total,
    ...sum,
    ...why,
    wallets: raised,
    ...(margin.purchases > 0 ? { margin } : {}),
  }
}

/** The outcomes of a purchase on both sides. */
function outcomesOf(
  purchase: Purchase,
  old: Side,
  now: Side,
): { endpoint: string; was: SaleOutcome; is: SaleOutcome } {
  if ('sold' in purchase) {
    const { sold } = purchase
    const endpoint = endpointById(sold.route, [old, now])
    if (endpoint !== undefined) {
      const [was, is] = saleOutcomes(sold, endpoint, [old, now])
      return { endpoint, was, is }
    }
    const none = { kind: 'unknown' as const, why: 'neither catalog has this route' }
    return { endpoint: sold.route, was: none, is: none }
  }
  const { endpoint, given } = purchase
  const send = (side: Side): Outcome => outcomeOf(probeOf(endpoint, given, side), side)
  return { endpoint, was: send(old), is: send(now) }
}

function whyOf(outcome: Outcome, endpoint: string): string {
  if (outcome.kind === 'refused') {
    const { status, message } = outcome
    return `${endpoint}: ${status === 0 ? '' : `${status} `}${message}`
  }
  if (outcome.kind === 'unknown') return `${endpoint}: ${outcome.why}`
  return `${endpoint} is not on sale`
}

/** The request at the address of the catalog: `/things/7` is `/things/{id}`. */
function probeOf(endpoint: string, given: FormulaInputs, side: Side) {
  const found = side.routes.has(endpoint) ? undefined : matched(endpoint, side)
  const path = { ...found?.path, ...given.path }
  const inputs = Object.keys(path).length > 0 ? { ...given, path } : given
  return { endpoint: found?.endpoint ?? endpoint, what: '', given: inputs, own: false }
}

function matched(
  endpoint: string,
  side: Side,
): { endpoint: string; path: Record<string, string> } | undefined {
  for (const pattern of side.routes.keys()) {
    const names: string[] = []
    const source = pattern.replaceAll(/[.+?^$()[\]\\|]/g, String.raw`\$&`)
    const holes = source.replaceAll(/\{(\w+)\}|\*$/g, (_, name: string | undefined) => {
      names.push(name ?? 'rest')
      return name === undefined ? '(.+)' : '([^/]+)'
    })
    const found = names.length > 0 ? new RegExp(`^${holes}$`).exec(endpoint) : null
    if (found)
      return {
        endpoint: pattern,
        path: Object.fromEntries(names.map((n, i) => [n, found[i + 1]!])),
      }
  }
  return undefined
}
