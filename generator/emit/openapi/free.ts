/** What documents say of paid routes some of whose calls are free. */
import type { RouteIR } from '../../ir.ts'
import type { RoutePrice } from '../../examples/prices.ts'
import type { Schema } from './schema.ts'

/** What operations ask for that say nothing else. */
export const PAID: readonly Schema[] = [{ payment: [] }]

/**
 * Which payment an operation asks for where that differs. An empty requirement says that calls
 * without a payment are served too.
 */
export function securityPart(route: RouteIR): Schema {
  if (route.price === undefined) return { security: [] }
  return route.free === undefined ? {} : { security: [...PAID, {}] }
}

/** The rows whose calls are all free, for programs. */
export function freePart({ freeRows }: RoutePrice): Schema {
  return freeRows === undefined ? {} : { 'x-free-models': freeRows }
}

/** The same in words; they begin with a space. */
export function freeWords(route: RouteIR, price: RoutePrice | undefined): string {
  if (route.free === undefined) return ''
  const rows = price?.freeRows ?? []
  return rows.length === 0
    ? ' Some calls are free.'
    : ` Free, without any payment: ${rows.map(id => `\`${id}\``).join(', ')}.`
}
