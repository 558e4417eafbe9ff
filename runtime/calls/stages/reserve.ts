/**
 * Reserves the amounts of claimed and unpaid authorizations: a wallet's balance must cover all its
 * reservations together, and so must its allowance if the scheme takes payments by allowance.
 */
import type { Call } from '../../call.ts'
import { rejectionFor } from '../../payments/error-codes.ts'
import type { AllowanceBound } from '../../payments/reservations.ts'
import type { Payment, Rejection, Requirements } from '../../payments/payment.ts'

/** Why an amount cannot be reserved. */
const REASONS = {
  overdrawn: {
    reason: 'insufficient balance',
    details: 'Other calls of this wallet that are not settled yet need what it holds.',
  },
  unallowed: {
    reason: 'allowance',
    details:
      'Other calls of this wallet that are not settled yet need its allowance. A call with ' +
      'an EIP-2612 permit is served alone.',
  },
} as const

/**
 * How much longer than the route's authorization a reservation may last, ms: no stream continues
 * for longer, and streams that are paid at their end may use all of a long authorization.
 */
const MARGIN = 3_600_000

/**
 * Reserves the amount of a payment, or returns why that is impossible. The reservation of a job
 * lasts as long as the job may run, even if its authorization expires sooner, because another
 * authorization may pay for it. It ends soon even if the authorization lives for years, because a
 * process may die before it has written the claim that would end it.
 */
export async function reserveFunds(
  { context, compiled }: Pick<Call, 'context' | 'compiled'>,
  payment: Payment,
  requirements: Requirements,
): Promise<'added' | 'known' | Rejection> {
  const { scheme, authorization } = payment
  const { key, from, value, validBefore } = authorization
  const { authorization: duration, job } = compiled.route
  const now = context.clock.now()
  const lapses = Math.min(Number(validBefore) * 1000, now + duration + MARGIN)
  const until = Math.max(lapses, now + (job?.stall ?? 0))
  const reserved = await context.reservations.add(
    { key, payer: from, amount: value, until },
    // Read anew each time: a cached balance may be from before a payment that landed.
    async () => scheme.balanceOf?.(from).catch(() => undefined),
    allowanceBound(payment),
  )
  if (reserved === 'overdrawn' || reserved === 'unallowed') {
    const { reason, details } = REASONS[reserved]
    return rejectionFor(reason, { details, payer: from })
  }
  if (scheme.allowance === undefined || value === 0n || reserved === 'known') return reserved
  // The allowance that verification saw may have been used by a payment that landed before this
  // reservation, and so may an EIP-2612 permit.
  const verdict = await scheme.backend.check(payment, requirements)
  if (verdict.ok) return reserved
  // The authorization may belong to a claim that another process works on or has settled.
  const record = await context.ledger.get(key)
  if (record !== undefined && record.state !== 'released') return reserved
  await context.reservations.drop({ key, payer: from })
  return verdict.rejection
}

/**
 * Returns the allowance that bounds a payment besides the wallet's balance; an allowance that
 * cannot be read sets no bound.
 */
function allowanceBound({ scheme, authorization }: Payment): AllowanceBound | undefined {
  const { allowance } = scheme
  if (allowance === undefined) return undefined
  if (allowance.isReplacedBy(authorization)) return 'alone'
  return () => allowance.of(authorization.from).catch(() => undefined)
}
