/** Verifies the payment of a call, before any work and before anything is claimed. */
import type { Call, Reply, Stage } from '../../call.ts'
import { refuse } from '../../replies/answer.ts'
import { spendVerification } from '../../limits/metered.ts'
import { decodeHeader } from '../../payments/header.ts'
import { isStoredAuthorization } from '../../payments/signed.ts'
import type { Payment, Rejection, Verdict } from '../../payments/payment.ts'
import type { PaymentRecord } from '../../payments/record.ts'
import { requirementsOf } from './claim-facts.ts'
import { withFunds } from './funds.ts'
import { replay } from './replay.ts'

/**
 * How much longer than required an authorization may be valid, ms, if the work can be undone:
 * enough for clocks that differ and for clients that always sign ten minutes. It must not be more,
 * because the wallet can use the work until it is undone.
 */
const LONGER = 300_000

/**
 * Verifies the call's payment and records its payer. Ends the call if the payment is invalid or was
 * used.
 */
export const verify: Stage = async call => {
  if (call.compiled.route.price === undefined || call.free) return undefined
  const decoded = decode(call)
  if ('outcome' in decoded) return decoded
  call.payment = decoded
  const verdict = await check(call, decoded)
  spendVerification(call)
  if (!verdict.ok) {
    const earlier = await replyToUsed(call, decoded)
    return earlier ?? reject(call, await withFunds(call, verdict.rejection))
  }
  setPayer(call, verdict.payer)
  call.isContract = verdict.isContract
  return refuseLong(call, decoded)
}

/**
 * Refuses an authorization that is valid for much longer than required, if the call's work can be
 * undone. A step's purchase is given back only once its payment can no longer land, because a
 * refused payment that lands later must find what it paid for. Until then the work is unpaid.
 */
function refuseLong(call: Call, { authorization }: Payment): Reply | undefined {
  const { route, isUndone } = call.compiled
  if (!isUndone) return undefined
  const longest = call.context.clock.now() + route.authorization + LONGER
  if (authorization.validBefore * 1000n <= BigInt(longest)) return undefined
  return reject(call, {
    code: 'PAYMENT_INVALID',
    details:
      `validBefore is too far ahead; sign an authorization for ${route.authorization / 1000} ` +
      'seconds',
    payer: call.payer,
  })
}

/** Decodes the payment in the call's header, or returns the reply that rejects it. */
export function decode(call: Call): Payment | Reply {
  if (call.conflict) {
    return reject(call, {
      code: 'PAYMENT_INVALID',
      details: 'PAYMENT-SIGNATURE and X-Payment carry different values; send one of them',
    })
  }
  const { offers, clock } = call.context
  const decoded = decodeHeader(offers, call.header ?? '', clock.now())
  return decoded.ok ? decoded.payment : reject(call, decoded.rejection)
}

/** Verifies a decoded payment against the call's quote. */
export function check(call: Call, payment: Payment): Promise<Verdict> {
  const required = requirementsOf({ quote: call.quote, payment, compiled: call.compiled })
  return payment.scheme.verify(payment, required, call.context.clock.now())
}

/** Records the verified wallet in the call, for formulas and logs. */
export function setPayer(call: Call, payer: string): void {
  call.charge.move('verify')
  call.payer = payer
  call.scope.payer = payer
}

/** Builds the reply for a rejected payment, in the route's envelope. */
export function reject(call: Call, rejection: Rejection): Reply {
  const { code, message, details, payer } = rejection
  noteRejected(call, rejection)
  if (code === 'PAYMENT_REPLAY')
    return refuse(call, 'payment_replay', {
      code,
      details: `${details}: sign a new authorization.`,
      payer,
    })
  return refuse(call, 'payment_invalid', { code, message, details, payer })
}

/**
 * Records a rejected payment in the sales lines. A payment that the gateway cannot verify is not
 * attributed to the caller.
 */
function noteRejected(call: Call, by: Rejection): void {
  const { context, compiled, quote, scope, payment, ids } = call
  if (by.code === 'PAYMENT_VERIFICATION_UNAVAILABLE') return
  const { chain, scheme } = (payment?.scheme ?? context).spec
  context.noteRejection({
    route: compiled.route.id,
    model: scope.model?.id,
    wallet: by.payer,
    network: chain,
    scheme,
    quoted: String(quote?.amount ?? 0n),
    catalog: context.catalog.hash,
    request: ids.request,
    reason: by.code.toLowerCase(),
  })
}

/**
 * Replies for an authorization that was used, which no longer verifies because its nonce is spent.
 * If it is the very payment of a record, the record decides: the reply says what it bought, or
 * redelivers it.
 */
async function replyToUsed(call: Call, payment: Payment): Promise<Reply | undefined> {
  const record = await call.context.ledger.get(payment.authorization.key)
  if (record === undefined || record.state === 'released' || !isSamePayment(payment, record))
    return undefined
  setPayer(call, record.payer)
  return replay(call, record)
}

/**
 * Whether this is the same authorization, with the same signature, that was verified when the
 * record was claimed.
 */
export function isSamePayment(payment: Payment, record: PaymentRecord): boolean {
  return (
    record.key === payment.authorization.key &&
    isStoredAuthorization(payment.authorization, record.payload)
  )
}
