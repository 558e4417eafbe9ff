/**
 * Reserves the amounts of claimed and unpaid authorizations: the balance of a wallet must cover all
 * its reservations together.
 */
import type { Call } from '../../call.ts'
import type { GatewayContext } from '../../context.ts'
import type { Payment } from '../../payments/types.ts'
import type { Reservations } from '../../payments/reservations.ts'

/**
 * Reserves the amount of a payment. The reservation of a job lasts as long as the job may run, even
 * if its authorization expires sooner, because another authorization may pay for it.
 */
export function reserveFunds(
  { context, compiled }: Call,
  payment: Payment,
): ReturnType<Reservations['add']> {
  const { key, from, value, validBefore } = payment.authorization
  const stall = compiled.route.job?.stall ?? 0
  const until = Math.max(Number(validBefore) * 1000, context.clock.now() + stall)
  const balanceOf = balanceReader(context, payment)
  return context.reservations.add({ key, payer: from, amount: value, until }, async () =>
    balanceOf?.(from).catch(() => undefined),
  )
}

/**
 * Reads the balances that a payment is taken from: those of its own scheme; undefined if they
 * cannot be read.
 */
export function balanceReader(
  { offers, balanceOf }: Pick<GatewayContext, 'offers' | 'balanceOf'>,
  { scheme }: Pick<Payment, 'scheme'>,
): GatewayContext['balanceOf'] {
  return scheme === offers[0] ? balanceOf : scheme.balanceOf
}
