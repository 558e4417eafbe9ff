/**
 * Answers repeats of paid requests that would be refused. A paid call may be refused before its
 * payment is checked: by `X-Max-Price`, by a gate, or because its row or route is retired. If its
 * payment already bought this very request, the call is a repeat whose reply was lost, and gets
 * that reply.
 */
import type { Call, Reply } from '../call.ts'
import { decodeHeader } from '../payments/header.ts'
import { recover } from '../replies/recover.ts'
import { NOTHING_TO_SETTLE } from '../sales/line.ts'
import { asBought } from './stages/as-bought.ts'
import { replay } from './stages/replay.ts'
import { restore } from './stages/restore.ts'
import { isSamePayment, setPayer } from './stages/verify.ts'

/** Statuses that tell the caller to pay (402) or to wait (429). */
const OTHERS: ReadonlySet<number> = new Set([402, 429])

/** Returns the reply to a call; a refusal is replaced by what the call's payment already bought. */
export function unlessBought(call: Call, made: Reply | Promise<Reply>): Reply | Promise<Reply> {
  if (call.header === undefined || call.conflict) return made
  return made instanceof Promise
    ? made.then(one => boughtInstead(call, one))
    : boughtInstead(call, made)
}

function boughtInstead(call: Call, made: Reply): Reply | Promise<Reply> {
  const { status } = made
  const isFinal = status >= 400 && status < 500 && !OTHERS.has(status)
  // A call that has claimed its payment itself has not bought anything before.
  if (!isFinal || call.charge.record !== undefined || call.free) return made
  return bought(call).then(
    reply => reply ?? made,
    error => recover(call, error),
  )
}

/** Returns what the call's payment bought; undefined if nothing is left to deliver. */
async function bought(call: Call): Promise<Reply | undefined> {
  const { offers, ledger, clock } = call.context
  const decoded = decodeHeader(offers, call.header!, clock.now())
  if (!decoded.ok) return undefined
  const { payment } = decoded
  const record = await ledger.get(payment.authorization.key)
  if (record === undefined || record.state === 'released') return undefined
  if (record.route !== call.compiled.route.id || !isSamePayment(payment, record)) return undefined
  const own = { ...call }
  if (!(await asBought(call, record))) return undefined
  call.payment = payment
  if (call.payer === undefined) setPayer(call, record.payer)
  const reply = await replay(call, record)
  // A job is polled. Everything else was delivered or not paid, and the refusal tells the caller
  // what to do. But a call that cost nothing may be the reason why its repeat is refused.
  const isDone = record.reason === NOTHING_TO_SETTLE
  if (reply.status !== 402 || record.job !== undefined || isDone) return reply
  restore(call, own)
  return undefined
}
