/** Describes paid routes with some free calls. */
import type { RouteIR } from '../../ir.ts'
import type { RoutePrice } from '../../examples/prices.ts'
import type { Schema } from './schema.ts'
import { needsSignIn, SIGNED_IN } from './sign-in.ts'

/** The default payment requirement of operations. */
export const PAID: readonly Schema[] = [{ payment: [] }]

/**
 * The payment requirement of an operation, or that of a sign-in, if it differs from the default. An
 * empty requirement means that calls without a payment are served too.
 */
export function securityPart(route: RouteIR, price: RoutePrice | undefined): Schema {
  if (needsSignIn(route)) return { security: SIGNED_IN }
  if (route.price === undefined) return { security: [] }
  const isOpen = route.free !== undefined || price?.freeQuota?.isSigned === false
  return isOpen ? { security: [...PAID, {}] } : {}
}

/** The rows whose calls are all free, in machine-readable form; undefined is not written. */
export const freePart = ({ freeRows }: RoutePrice): Schema => ({ 'x-free-models': freeRows })

/** The free calls in words, which begin with a space. */
export function freeWords(route: RouteIR, price: RoutePrice | undefined): string {
  return freeRowsWords(route, price) + quotaWords(price)
}

function quotaWords(price: RoutePrice | undefined): string {
  if (price?.freeQuota === undefined) return ''
  const how = price.freeQuota.isSigned
    ? 'sign as usual, and nothing is charged'
    : 'send no payment, and the answer comes without a 402'
  return ` How to use what is free: ${how}.`
}

function freeRowsWords(route: RouteIR, price: RoutePrice | undefined): string {
  if (route.free === undefined) return ''
  const rows = price?.freeRows ?? []
  return rows.length === 0
    ? ' Some calls are free.'
    : ` Free, without any payment: ${rows.map(id => `\`${id}\``).join(', ')}.`
}
