/** Checks the payment that came with the call: before any work, and before anything is claimed. */
import type { Call, Reply, Stage } from '../../context.ts'
import { refuse } from '../../replies/answer.ts'
import { isStoredAuthorization } from '../../payments/signed.ts'
import type { Payment, PaymentRecord, Rejection, Verdict } from '../../payments/types.ts'
import { withFunds } from './funds.ts'
import { replay } from './replay.ts'

export const verify: Stage = async call => {
  if (call.compiled.route.price === undefined || call.free) return undefined
  const decoded = decode(call)
  if ('outcome' in decoded) return decoded
  call.payment = decoded
  const verdict = await check(call, decoded)
  if (!verdict.ok) {
    const used = await usedBefore(call, decoded)
    return used ?? reject(call, await withFunds(call, verdict.rejection))
  }
  knowPayer(call, verdict.payer)
  call.isContract = verdict.isContract
  return undefined
}

/** The payment of the call's header, or the rejection of what cannot be read. */
export function decode(call: Call): Payment | Reply {
  if (call.conflict) {
    return reject(call, {
      code: 'PAYMENT_INVALID',
      details: 'PAYMENT-SIGNATURE and X-Payment carry different values; send one of them',
    })
  }
  const decoded = call.context.paymentScheme.decode(call.header ?? '')
  return decoded.ok ? decoded.payment : reject(call, decoded.rejection)
}

/** Asks the rail about a decoded payment for the call's quote. */
export function check(call: Call, payment: Payment): Promise<Verdict> {
  return call.context.paymentScheme.verify(
    payment,
    call.quote!.encoded.requirements,
    call.context.clock.now(),
  )
}

/** Remembers the wallet that signed, for the formulas and the logs. */
export function knowPayer(call: Call, payer: string): void {
  call.charge.move('verify')
  call.payer = payer
  call.scope.payer = payer
}

/** A rejected payment in the route's envelope. */
export function reject(call: Call, rejection: Rejection): Reply {
  const { code, message, details, payer } = rejection
  if (code === 'PAYMENT_REPLAY')
    return refuse(call, 'payment_replay', {
      code,
      details: `${details}: sign a new authorization.`,
      payer,
    })
  return refuse(call, 'payment_invalid', { code, message, details, payer })
}

/**
 * An authorization that was used no longer verifies: its nonce is spent. When it is the very
 * payment of a record, the record answers: it says what was bought, or hands over what was never
 * delivered.
 */
async function usedBefore(call: Call, payment: Payment): Promise<Reply | undefined> {
  const record = await call.context.ledger.get(payment.authorization.key)
  if (record === undefined || record.state === 'released' || !isSamePayment(payment, record))
    return undefined
  knowPayer(call, record.payer)
  return replay(call, record)
}

/**
 * Whether this is the very authorization, with the very signature, that was verified when the
 * record was claimed.
 */
export function isSamePayment(payment: Payment, record: PaymentRecord): boolean {
  return (
    record.key === payment.authorization.key &&
    isStoredAuthorization(payment.authorization, record.payload)
  )
}
