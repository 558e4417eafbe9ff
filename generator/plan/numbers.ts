/** The numbers of gateway.yaml. */
import type { GatewayIR } from '../ir.ts'
import type { Decimal } from '../types.ts'

/** The numbers with keys of their own; the others are constants. */
export const NAMED = ['fee', 'margin', 'minimum'] as const

/** All numbers of a gateway, by name. */
export function numbersOf(gateway: Omit<GatewayIR, 'dated'>): Record<string, Decimal> {
  const named = Object.fromEntries(NAMED.map(name => [name, gateway[name]]))
  return { ...gateway.numbers, ...named }
}
