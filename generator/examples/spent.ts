/** Computes the price and our cost of a call. */
import type { Scope } from '../../runtime/contract.ts'
import { functionOf, SCOPE } from '../emit/code/function.ts'
import type { Block, Let, RouteIR } from '../ir.ts'
import { blockOf } from './evaluate.ts'
import type { Environment, FormulaInputs } from './environment.ts'
import { ready, scopeOf } from './offer.ts'
import { unlessFailed } from './price-lines.ts'
import { quoteOwn } from './quote.ts'

const SITE = { roots: SCOPE, isInline: true }

/** Amounts in micro-USD; `cost` is undefined if the price has no `cost`. */
export interface Spent {
  price: bigint
  cost: bigint | undefined
}

/** The price and our cost of a call; undefined if it is refused or free. */
export function spentOn(route: RouteIR, at: Environment, call: FormulaInputs): Spent | undefined {
  const got = unlessFailed(() => quoteOwn(route, at, call))
  if (got?.kind !== 'priced' || got.free || got.micro === undefined) return undefined
  const scope = scopeOf(route, at, { ...call, body: got.body, query: got.query })
  return { price: got.micro, cost: unlessFailed(() => costOf(route, at, scope)) }
}

/** Why the cost of a call that has a price cannot be computed; undefined if it can. */
export function costFault(
  route: RouteIR,
  at: Environment,
  call: FormulaInputs,
): string | undefined {
  const got = unlessFailed(() => quoteOwn(route, at, call))
  if (got?.kind !== 'priced' || got.free || got.micro === undefined) return undefined
  try {
    costOf(route, at, scopeOf(route, at, { ...call, body: got.body, query: got.query }))
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * Our cost of a call in micro-USD. Upstreams do not know of our promotions, so the formula reads
 * the row without its discount. Throws what the formula throws.
 */
function costOf(route: RouteIR, at: Environment, sold: Scope): bigint | undefined {
  const full = sold.model && at.full.get(sold.model)
  const scope = full ? { ...sold, model: full } : sold
  const { by, arms, tables } = route.price!
  const value = by && ready(arms, at, () => functionOf(blockOf(by, tables), SITE))(scope)
  const { cost } = arms.find(arm => by === undefined || arm.value === String(value)) ?? {}
  return (
    cost && (ready(cost, at, () => functionOf(withTables(cost, tables), SITE))(scope) as bigint)
  )
}

/** A formula with the tables of its price, one of which may be among its own values. */
function withTables(cost: Block, tables: readonly Let[]): Block {
  const lets = new Map([...tables, ...cost.lets].map(one => [one.name, one]))
  return { ...cost, lets: [...lets.values()] }
}
