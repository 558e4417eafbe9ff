/** What a call costs the caller and us. */
import { blockOf, evaluate } from './evaluate.ts'
import type { Environment, FormulaInputs } from './environment.ts'
import { scopeOf } from './offer.ts'
import { attempt } from './price-lines.ts'
import { quoteOwn } from './quote.ts'
import type { RouteIR } from '../ir.ts'

/** Amounts in micro-USD; `cost` is absent where the price does not say what the call costs us. */
export interface Spent {
  price: bigint
  cost: bigint | undefined
}

/** What a call costs the caller and us; nothing where it is refused or free. */
export function spentOn(route: RouteIR, at: Environment, call: FormulaInputs): Spent | undefined {
  const got = attempt(() => quoteOwn(route, at, call))
  if (got?.kind !== 'priced' || got.free || got.micro === undefined) return undefined
  const scope = scopeOf(route, at, { ...call, body: got.body, query: got.query })
  const { by, arms, tables } = route.price!
  const value = by && evaluate(blockOf(by, tables), scope, { cache: at.cache })
  const { cost } = arms.find(arm => by === undefined || arm.value === String(value)) ?? {}
  const spent =
    cost && evaluate({ ...cost, lets: [...tables, ...cost.lets] }, scope, { cache: at.cache })
  return { price: got.micro, cost: spent as bigint | undefined }
}
