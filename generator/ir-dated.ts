/**
 * Types of everything with dates in the catalog: dated rows and routes, promotions, retirements.
 */
import type { GatewayIR, RouteIR, RowIR } from './ir.ts'
import type { Decimal, Place } from './types.ts'

/** A row from `from` to `until`, in Unix ms. `discount` is a share of the price. */
export interface DatedIR {
  from: number
  until?: number
  because: readonly string[]
  discount?: Decimal
  /** The columns that differ from the list. */
  changed: readonly string[]
  row: RowIR
}

/** A route from `from` to `until`, in Unix ms. `discount` is a share of the price. */
export interface DatedRouteIR {
  from: number
  until?: number
  because: readonly string[]
  discount?: Decimal
  place: Place
  route: RouteIR
}

/** A promotion; `settled`: the list price returns after it. */
export interface PromotionIR {
  from: number
  until: number
  settled: boolean
  /** A share of the price. */
  discount: Decimal
  place: Place
}

/** The time at which a row or route is retired (Unix ms; at once by default), and its successor. */
export interface RetiredIR {
  since?: number
  use: string
  place: Place
}

/** The values of gateway.yaml from `from` to `until`, in Unix ms. */
export interface DatedGatewayIR {
  from: number
  until?: number
  gateway: GatewayIR
  place: Place
}
