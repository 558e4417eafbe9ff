/**
 * Settles the second authorization of a call, which moves the caller's money to somebody else. It
 * is settled before the call's own payment, which is charged only once this one has landed. The
 * gateway never holds the money.
 */
import type { Call, Reply, Stage } from '../../context.ts'
import type { TransferRefusal, TransferSpec } from '../../contract.ts'
import type { Payment, PaymentRecord, Requirements, Settlement } from '../../payments/types.ts'
import { release } from '../../replies/release.ts'
import { settlementPending, WAIT } from '../../replies/settlement.ts'
import { claimFacts, fingerprint } from './claim-facts.ts'
import { refused } from './gates.ts'

/** A verified authorization, and what it is for. */
interface Asked {
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
  const asked = await verified(call, spec)
  if ('outcome' in asked) return asked
  const record = await claimed(call, asked)
  if (record === undefined) return refusal(call, spec.used)
  const { settlement } = await call.context.ledger.settle(record)
  return applied(call, spec, { settlement, asked })
}

/** Decodes and verifies the authorization, or returns the reply that refuses it. */
async function verified(call: Call, spec: TransferSpec): Promise<Asked | Reply> {
  const { paymentScheme, clock } = call.context
  const decoded = paymentScheme.decode(spec.payload(call.scope))
  if (!decoded.ok) return refusal(call, spec.invalid, decoded.rejection.details)
  const { payment } = decoded
  const timeout = call.compiled.route.authorization / 1000
  const requirements: Requirements = {
    ...paymentScheme.requirements(BigInt(spec.micro(call.scope)), timeout),
    payTo: spec.to(call.scope),
  }
  const record = await call.context.ledger.get(payment.authorization.key)
  // What was sent already no longer verifies, because its nonce is spent.
  if (record !== undefined && record.state !== 'released') return { payment, requirements }
  const verdict = await paymentScheme.verify(payment, requirements, clock.now())
  if (verdict.ok) return { payment, requirements }
  return refusal(call, spec.invalid, verdict.rejection.details)
}

/**
 * Claims the authorization. Returns the record if this request may settle it: the claim is fresh,
 * or this same request has sent it before and its outcome is not known yet.
 */
async function claimed(call: Call, asked: Asked): Promise<PaymentRecord | undefined> {
  const { payment, requirements } = asked
  const facts = { ...claimFacts(call), requirements }
  const { fresh, record } = await call.context.ledger.claim(payment, facts)
  if (fresh) return record
  const isOurs = record.state === 'settling' && record.fingerprint === fingerprint(call)
  return isOurs ? record : undefined
}

function applied(
  call: Call,
  spec: TransferSpec,
  { settlement, asked }: { settlement: Settlement; asked: Asked },
): Reply | undefined {
  if (settlement.state === 'failed') return refusal(call, spec.failed, settlement.reason)
  if (settlement.state === 'unknown') return settlementPending(call, WAIT.chain)
  const { amount, payTo } = asked.requirements
  call.scope.transfer = { tx_hash: settlement.transaction, amount_micro: amount, recipient: payTo }
  return undefined
}

function refusal(call: Call, { status, message, code }: TransferRefusal, details?: string): Reply {
  return refused(call, { status, message, code, extra: details === undefined ? {} : { details } })
}
