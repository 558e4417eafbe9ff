/**
 * Prices a request. The gateway prices every call with these functions, the generator every example
 * and every line of its price lists. They read the scope and nothing else.
 */
import type { Price, ReplyScope, Route, Scope, UsageFacts } from './contract.ts'
import { text } from './formula.ts'

const MICRO = 1_000_000n

/** A route on sale: the formulas that price it. */
export interface Offer {
  route: Pick<Route, 'pick' | 'pickAt' | 'free' | 'price'>
  /** Makes the derived values of a call and row. */
  values?: (scope: Scope) => Scope['values']
}

/** What a request costs: whole micro-USD, and the price as replies show it. */
export interface RequestPrice {
  amount: bigint
  price: Price
}

/** A request and the row chosen for it. */
interface Choice {
  compiled: Offer
  scope: Scope
  /** Whether its work began earlier: then the row may serve it even if it is no longer sold. */
  isResumed?: boolean
}

/**
 * Sets `model` to the chosen row, and replaces the caller's spelling with the row's id, so that
 * quotes and echoes agree.
 */
export function chooseModel({ compiled, scope, isResumed = false }: Choice): void {
  const { route } = compiled
  const { models } = scope
  const id = route.pick?.(scope)
  const row = models.get(id) ?? (isResumed ? models.retired?.(id)?.row : undefined)
  if (compiled.values !== undefined) scope.values = compiled.values(scope)
  if (row === undefined) return
  scope.model = row
  if (route.pickAt === undefined) return
  const [part, name] = route.pickAt
  // If the caller named no model, a default chose the row, and the request stays as it was.
  const written = scope[part]?.[name]
  if (written !== undefined && written !== row.id) scope[part] = { ...scope[part], [name]: row.id }
}

/**
 * Prices a request whose row is chosen and which passed the gates; undefined if the route has no
 * price. Throws what a formula throws.
 */
export function quoteOf(route: Offer['route'], scope: Scope): RequestPrice | 'free' | undefined {
  if (route.free?.(scope) === true) return 'free'
  return route.price === undefined ? undefined : priceOf(route.price, scope)
}

/** Computes a price, also for free calls. */
export function priceOf(price: NonNullable<Route['price']>, scope: Scope): RequestPrice {
  const amount = price.micro(scope)
  return { amount, price: shownPrice(amount, price.decimals) }
}

/** Formats an amount of micro-USD as replies show it. */
export const shownPrice = (amount: bigint, decimals: number): Price => ({
  amount: text(amount, MICRO, decimals),
  currency: 'USD',
})

/**
 * Computes the actual price of a call from its usage: the price's `actual`, between zero and the
 * quote; the quote if the price has no `actual` for this call. Throws what a formula throws.
 */
export function actualOf(
  price: Pick<NonNullable<Route['price']>, 'actual'>,
  scope: ReplyScope,
  quoted: bigint,
): bigint {
  const actual = price.actual?.(withCounts(scope))
  if (actual === undefined || actual > quoted) return quoted
  return actual < 0n ? 0n : actual
}

/**
 * A call's cost to us in micro-USD, and the units that it delivers, as far as the catalog defines
 * them.
 */
export interface Sold {
  cost?: bigint
  units?: Readonly<Record<string, number>>
}

/**
 * Computes a call's cost to us and the units that it delivers: as quoted, or by actual usage once
 * there is an answer. Throws what a formula throws.
 */
export function soldOf(price: Route['price'], scope: Scope, answered?: ReplyScope): Sold {
  if (price?.cost === undefined && price?.units === undefined) return {}
  const used = answered && withCounts(answered)
  const cost = (used && price.actualCost?.(used)) ?? price.cost?.(scope)
  const units = (used && price.actualUnits?.(used)) ?? price.units?.(scope)
  return {
    ...(cost === undefined ? {} : { cost: cost < 0n ? 0n : cost }),
    ...(units === undefined ? {} : { units }),
  }
}

const withCounts = (scope: ReplyScope): ReplyScope =>
  scope.usage === undefined ? scope : { ...scope, usage: counted(scope.usage) }

/**
 * Rounds the usage to whole numbers and limits each part to its total; a value that is not a count
 * becomes 0.
 */
function counted(usage: UsageFacts): UsageFacts {
  const input = count(usage.input)
  const output = count(usage.output)
  const cached = Math.min(count(usage.cached), input)
  const written = Math.min(count(usage.written), input - cached)
  return { input, cached, written, output, reasoning: Math.min(count(usage.reasoning), output) }
}

function count(value: number): number {
  return Number.isFinite(value) && value > 0 ? Math.floor(value) : 0
}
