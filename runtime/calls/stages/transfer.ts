/**
 * Settles the second authorization of a call, which moves the caller's money to a third party. It
 * is settled before the call's own payment, which is charged only once the transfer has landed. The
 * gateway never holds the money.
 */
import type { Call, Reply, Stage } from '../../call.ts'
import type { TransferRefusal, TransferSpec } from '../../contract.ts'
import { decodeHeader } from '../../payments/header.ts'
import { NotSent } from '../../payments/not-sent.ts'
import type { Payment, Requirements } from '../../payments/payment.ts'
import type { PaymentRecord } from '../../payments/record.ts'
import type { Settlement } from '../../payments/settlement.ts'
import { refuse } from '../../replies/answer.ts'
import { release } from '../../replies/release.ts'
import { settlementFailed, settlementPending, WAIT } from '../../replies/settlement.ts'
import { claimFacts, fingerprint } from './claim-facts.ts'
import { remainingValidity } from './deadline.ts'
import { refused } from './gates.ts'
import { reserveFunds } from './reserve.ts'

/**
 * How long the call's own authorization must stay valid when a transfer begins, ms: the transfer
 * lands within it, and the price is charged afterwards.
 */
const TRANSFERRING = 15_000
/** An amount, micro-USD; routes should restrict it further. */
const DIGITS = /^\d{1,78}$/
/** Seconds after which a caller may retry when the authorization could not be verified. */
const RETRY = 5

/** An authorization, and what it must pay for. */
interface SignedTransfer {
  payment: Payment
  requirements: Requirements
}

/** Makes the transfer of a call that has one. Ends the call, uncharged, unless it has landed. */
export const transfer: Stage = async call => {
  const spec = call.compiled.route.transfer
  if (spec === undefined) return undefined
  const end = await transferOf(call, spec)
  if (end !== undefined) await release(call, 'the transfer was not made')
  return end
}

async function transferOf(call: Call, spec: TransferSpec): Promise<Reply | undefined> {
  const { offers, ledger, clock } = call.context
  const decoded = decodeHeader(offers, spec.payload(call.scope), clock.now())
  if (!decoded.ok) return refusal(call, spec.invalid, decoded.rejection.details)
  const { payment } = decoded
  const micro = spec.micro(call.scope)
  if (!DIGITS.test(micro)) return refusal(call, spec.invalid, 'the amount is not written in digits')
  const signedTransfer = {
    payment,
    requirements: transferRequirements(call, payment, BigInt(micro)),
  }
  const earlier = await ledger.get(payment.authorization.key)
  // A transfer that was already sent no longer verifies, because its nonce is spent.
  if (earlier !== undefined && !['claimed', 'released'].includes(earlier.state))
    return settleOwn(call, spec, earlier)
  return (
    (await refusalOf(call, spec, signedTransfer)) ?? transferReserved(call, spec, signedTransfer)
  )
}

/**
 * Returns what the authorization must pay: the amount and the recipient that the catalog defines.
 */
function transferRequirements(
  { compiled, scope }: Call,
  { scheme }: Payment,
  micro: bigint,
): Requirements {
  const { authorization, transfer } = compiled.route
  return { ...scheme.requirements(micro, authorization / 1000), payTo: transfer!.to(scope) }
}

/** Verifies the authorization. Returns the reply that refuses it; undefined if it is valid. */
async function refusalOf(
  call: Call,
  spec: TransferSpec,
  { payment, requirements }: SignedTransfer,
): Promise<Reply | undefined> {
  const { clock } = call.context
  const verdict = await payment.scheme.verify(payment, requirements, clock.now())
  if (!verdict.ok) {
    const { code, details } = verdict.rejection
    if (code === 'PAYMENT_VERIFICATION_UNAVAILABLE')
      return refuse(call, 'busy', { details, retry_after: RETRY })
    return refusal(call, code === 'PAYMENT_REPLAY' ? spec.used : spec.invalid, details)
  }
  return remainingValidity(call, TRANSFERRING) === 0
    ? settlementFailed(
        call,
        'the authorization would have ended before the transfer is made; sign one that is ' +
          'valid for longer',
      )
    : undefined
}

/**
 * Claims and settles the authorization. Meanwhile the wallet must hold the amount and the price
 * together, because otherwise the price could not be charged.
 */
async function transferReserved(
  call: Call,
  spec: TransferSpec,
  { payment, requirements }: SignedTransfer,
): Promise<Reply | undefined> {
  const { ledger, reservations } = call.context
  const reservation = await reserveFunds(call, payment, requirements)
  if (typeof reservation === 'object')
    return refusal(call, spec.invalid, 'the wallet does not hold the amount and the price together')
  const facts = { ...claimFacts(call), requirements, transfer: true as const }
  // The ledger drops the reservation of a claim once the outcome of its settlement is certain.
  const claimed = await ledger
    .claim(payment, { ...facts, fingerprint: purposeOf(call) })
    .catch(async (error: unknown) => {
      const { key, from } = payment.authorization
      if (reservation === 'added') await reservations.drop({ key, payer: from })
      throw error
    })
  return settleOwn(call, spec, claimed.record)
}

/**
 * Returns a hash of the request and the payment that a transfer belongs to. The same request with
 * another payment is another purchase.
 */
function purposeOf(call: Call): string {
  return `${fingerprint(call)} ${call.payment?.authorization.key}`
}

/** Settles a claimed transfer, or reads how it ended, if it belongs to this very purchase. */
async function settleOwn(
  call: Call,
  spec: TransferSpec,
  record: PaymentRecord,
): Promise<Reply | undefined> {
  if (record.fingerprint !== purposeOf(call)) return refusal(call, spec.used)
  const settlement = await settlementOf(call, record)
  if (settlement.state === 'failed') return refusal(call, spec.failed, settlement.reason)
  if (settlement.state === 'unknown') return settlementPending(call, WAIT.chain)
  call.scope.transfer = {
    tx_hash: settlement.transaction,
    amount_micro: record.amount,
    recipient: record.requirements.payTo,
  }
  return undefined
}

/** Settles a transfer. If nothing was sent, releases its claim and rejects. */
async function settlementOf(
  { context, compiled }: Call,
  record: PaymentRecord,
): Promise<Settlement> {
  try {
    return (await context.ledger.settle(record)).settlement
  } catch (error) {
    if (error instanceof NotSent) {
      await context.ledger.release(record, 'the transfer could not be sent').catch(() => undefined)
      throw error
    }
    const facts = { route: compiled.route.id, err: error }
    context.observe.log.error(facts, 'the outcome of a transfer is not known')
    return { state: 'unknown', reason: 'the gateway failed' }
  }
}

function refusal(call: Call, { status, message, code }: TransferRefusal, details?: string): Reply {
  return refused(call, { status, message, code, extra: details === undefined ? {} : { details } })
}
