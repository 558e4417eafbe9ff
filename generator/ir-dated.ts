/** What the catalog changes by itself: dated rows and routes, promotions, retirements. */
import type { GatewayIR, RouteIR, RowIR } from './ir.ts'
import type { Decimal, Place } from './types.ts'

/** What a row is from `from` to `until`, in Unix ms. `discount` is a share of the price. */
export interface DatedIR {
  from: number
  until?: number
  because: readonly string[]
  discount?: Decimal
  /** The columns that the list has otherwise. */
  changed: readonly string[]
  row: RowIR
}

/** What a route is from `from` to `until`, in Unix ms. `discount` is a share of the price. */
export interface DatedRouteIR {
  from: number
  until?: number
  because: readonly string[]
  discount?: Decimal
  place: Place
  route: RouteIR
}

/** When a promotion ends, and whether the list price is meant to return. */
export interface PromotionIR {
  from: number
  until: number
  settled: boolean
  place: Place
}

/** From when on a row or route is not sold (Unix ms; at once unless given), and its successor. */
export interface RetiredIR {
  since?: number
  use: string
  place: Place
}

/** What gateway.yaml says from `from` to `until`, in Unix ms. */
export interface DatedGatewayIR {
  from: number
  until?: number
  gateway: GatewayIR
  place: Place
}
