/** Computes the price and our cost of a call. */
import { blockOf, evaluate } from './evaluate.ts'
import type { Environment, FormulaInputs } from './environment.ts'
import { scopeOf } from './offer.ts'
import { attempt } from './price-lines.ts'
import { quoteOwn } from './quote.ts'
import type { RouteIR } from '../ir.ts'

/** Amounts in micro-USD; `cost` is undefined if the price has no `cost`. */
export interface Spent {
  price: bigint
  cost: bigint | undefined
}

/** The price and our cost of a call; undefined if it is refused or free. */
export function spentOn(route: RouteIR, at: Environment, call: FormulaInputs): Spent | undefined {
  const got = attempt(() => quoteOwn(route, at, call))
  if (got?.kind !== 'priced' || got.free || got.micro === undefined) return undefined
  const scope = scopeOf(route, at, { ...call, body: got.body, query: got.query })
  const { by, arms, tables } = route.price!
  const value = by && evaluate(blockOf(by, tables), scope, { cache: at.cache })
  const { cost } = arms.find(arm => by === undefined || arm.value === String(value)) ?? {}
  // A table that the cost reads is also among its own values.
  const lets = [...new Map([...tables, ...(cost?.lets ?? [])].map(one => [one.name, one])).values()]
  const spent = cost && evaluate({ ...cost, lets }, scope, { cache: at.cache })
  return { price: got.micro, cost: spent as bigint | undefined }
}
