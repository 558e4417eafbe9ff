/** The requests of all kinds of networks to a facilitator, and how its answers are read. */
import type { NetworkSpec } from '../../contract.ts'
import { unavailable } from '../error-codes.ts'
import type { Note } from '../public-message.ts'
import type { Payment, Requirements, Verdict } from '../payment.ts'
import type { FacilitatorClient, FacilitatorReply } from './client.ts'
import { publicReason, rejectionOf } from './reasons.ts'

/** The body of /verify and /settle. */
const bodyOf = (payment: Payment, requirements: Requirements): unknown => ({
  x402Version: 2,
  paymentPayload: payment.payload,
  paymentRequirements: requirements,
})

/** A facilitator, and the log that gets its own texts. */
export interface Asking {
  client: FacilitatorClient
  note: Note
}

/** Logs the facilitator's own reason for a refusal; callers see only codes. */
export function logRefusal(note: Note, reply: FacilitatorReply): void {
  if (reply.kind !== 'answer') return
  const { invalidReason, invalidMessage, errorReason, errorMessage, message } = reply.body
  const reasons = [invalidReason, invalidMessage, errorReason, errorMessage, message].filter(
    text => typeof text === 'string' && text !== '',
  )
  if (reasons.length > 0)
    note('the facilitator refused', {
      status: reply.status,
      reason: reasons.join(': ').slice(0, 1000),
    })
}

/** A payment and its requirements. */
export interface Wanted {
  payment: Payment
  requirements: Requirements
}

/** Sends the payment to /verify: whether it would settle now. */
export async function postVerify(
  { client, note }: Asking,
  { payment, requirements }: Wanted,
  timeoutMs: number,
): Promise<Verdict> {
  const reply = await client.read('verify', bodyOf(payment, requirements), timeoutMs)
  logRefusal(note, reply)
  const payer = payment.authorization.from
  if (reply.kind !== 'answer') return { ok: false, rejection: unavailable(reply.reason) }
  if (reply.body.isValid === true && reply.status < 300) return { ok: true, payer }
  if (reply.body.isValid === false && reply.status < 500)
    return { ok: false, rejection: rejectionOf(reply.body, payer) }
  return { ok: false, rejection: unavailable(`the facilitator answered ${reply.status}`) }
}

/**
 * The facilitator's answer to /settle. A success without a transaction proves nothing. A refusal
 * never proves a failure: the facilitator may refuse a payment that is already pending, and it
 * still holds the valid authorization.
 */
export interface Assessment {
  state: 'landed' | 'refused' | 'unknown'
  /** The reason that callers may see. */
  reason: string
  transaction?: string
}

/**
 * Sends the payment to /settle. `read` reads the id of a transaction, in its normal form; undefined
 * for anything else.
 */
export async function postSettle(
  { client, note }: Asking,
  { payment, requirements }: Wanted,
  how: { timeoutMs: number; read(transaction: string): string | undefined },
): Promise<Assessment> {
  const reply = await client.post('settle', bodyOf(payment, requirements), how.timeoutMs)
  logRefusal(note, reply)
  if (reply.kind !== 'answer') return { state: 'unknown', reason: reply.reason }
  const { success, errorReason } = reply.body
  const { transaction: id } = reply.body
  const transaction = typeof id === 'string' ? how.read(id) : undefined
  const code = typeof errorReason === 'string' ? errorReason.slice(0, 200) : ''
  const reason = publicReason(code, `the facilitator answered ${reply.status}`)
  if (success === true && reply.status < 300)
    return {
      state: transaction === undefined ? 'unknown' : 'landed',
      reason: 'the chain does not show the settlement yet',
      transaction,
    }
  const isRefusal = success === false && reply.status < 500
  return { state: isRefusal ? 'refused' : 'unknown', reason, transaction }
}

/** One entry of /supported. */
export interface SupportedKind {
  x402Version?: unknown
  scheme?: unknown
  network?: unknown
  extra?: unknown
}

/**
 * Reads what the facilitator settles. Returns its entry for this scheme on this network, or a text
 * that says what is wrong.
 */
export async function supportedKind(
  client: FacilitatorClient,
  spec: NetworkSpec,
  timeoutMs: number,
): Promise<SupportedKind | string> {
  const reply = await client.get('supported', timeoutMs)
  if (reply.kind !== 'answer') return reply.reason
  const kinds = Array.isArray(reply.body.kinds) ? (reply.body.kinds as SupportedKind[]) : []
  const fitting = kinds.find(
    kind =>
      kind?.x402Version === 2 &&
      kind.scheme === spec.scheme &&
      (kind.network === spec.chain || kind.network === `${spec.chain.split(':')[0]}:*`),
  )
  return fitting ?? `the facilitator does not settle ${spec.scheme} on ${spec.chain}`
}
