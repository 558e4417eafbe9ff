/**
 * Serves polls of a job. Only the wallet that bought the job may poll it, and it signs each poll.
 * Nothing is claimed while the job runs. The first poll of the completed job settles its payment;
 * later polls return the result without another charge.
 */
import { apply } from '../stages/charge.ts'
import type { Call, Reply, Stage } from '../../call.ts'
import { refuse, UNSTORED_JSON } from '../../replies/answer.ts'
import { readJob, readResult } from '../../jobs/documents.ts'
import { writeEnd } from '../../jobs/end.ts'
import { stalledEnd } from './work.ts'
import { jobFacts } from '../../jobs/scope.ts'
import { closeFailed, isEnd, settleJob } from './settle.ts'
import type { StoredJob } from '../../jobs/types.ts'
import { sendAgain } from '../../limits/sent-again.ts'
import type { Payment, Rejection } from '../../payments/payment.ts'
import { ask, isPaidFor } from '../stages/challenge.ts'
import { claimFacts } from '../stages/claim-facts.ts'
import { withinMaxPrice } from '../stages/max-price.ts'
import { dryRunRender } from '../stages/stored-reply.ts'
import { encodeChallenge } from '../../x402/encode.ts'
import { withFunds } from '../stages/funds.ts'
import { renderPolled, withReceipt } from '../../replies/reply.ts'
import { check, decode, isSamePayment, setPayer, reject } from '../stages/verify.ts'
import { refuseUsed } from '../stages/replay.ts'

/** Returns the stages that serve a poll of this job. The call's scope is the job's. */
export function pollStages(job: StoredJob): readonly Stage[] {
  return [quoteJob(job), challengePoll, admit(job), answerPoll(job)]
}

/** Quotes the job's own price at its poll address. */
function quoteJob(job: StoredJob): Stage {
  return call => {
    const { price } = job.doc
    const amount = BigInt(job.doc.amount)
    const url = addressOf(call)
    const encoded = encodeChallenge(call, { amount, url, bare: true })
    call.job = job.doc.id
    call.jobLines = job.doc.lines
    call.quote = {
      amount,
      price,
      encoded,
      url,
      extra: call.compiled.route.job!.challenge?.(call.scope) ?? { job_id: job.doc.id },
      shown: {},
    }
    return undefined
  }
}

/**
 * The address in the poll's challenge. The query is part of it only where the poll address is
 * signed.
 */
function addressOf({ facts, compiled }: Call): string {
  const { origin, path, search } = facts
  return compiled.route.job!.signed === undefined ? origin + path : `${origin}${path}?${search}`
}

/** `X-Max-Price` does not apply to a paid poll: the caller accepted its price with the submit. */
const challengePoll: Stage = call =>
  isPaidFor(call) ? undefined : (withinMaxPrice(call) ?? ask(call))

/**
 * Admits only the wallet that bought the job. It may send the payment of the submit, or any new
 * payment that verifies.
 */
function admit(job: StoredJob): Stage {
  return async call => {
    const payment = decode(call)
    if ('outcome' in payment) return payment
    call.payment = payment
    const record = await call.context.ledger.get(payment.authorization.key)
    const ownRecord =
      record !== undefined && record.state !== 'released' && isSamePayment(payment, record)
        ? record
        : undefined
    const isOther = ownRecord !== undefined && ownRecord.job?.id !== job.doc.id
    if (ownRecord !== undefined && (isOther || !isUnpaid(job))) setPayer(call, ownRecord.payer)
    else {
      const refused = await verifyPayer(call, job, {
        payment,
        isKnown: record?.job?.id === job.doc.id,
      })
      if (refused !== undefined) return refused
    }
    if (call.payer !== job.doc.payer) return refuse(call, 'payer_mismatch', { payer: call.payer })
    return isOther ? refuseUsed(call, ownRecord) : undefined
  }
}

function isUnpaid(job: StoredJob): boolean {
  return (
    job.doc.status === 'completed' &&
    job.doc.settled === undefined &&
    job.doc.settling === undefined
  )
}

/** Added to the refusal of a payment that cannot be settled: what the caller can do. */
const POLL_AGAIN =
  'The finished job keeps its result: poll again with a payment that can be settled.'

/** Rejects the payment of a finished job and says what the caller can do. */
async function rejectPayment(call: Call, rejection: Rejection): Promise<Reply> {
  const { message, ...rest } = await withFunds(call, rejection)
  const isUnfunded = rest.code === 'PAYMENT_UNFUNDED'
  const text = isUnfunded ? [message, POLL_AGAIN].filter(Boolean).join(' ') : message
  return reject(call, { ...rest, message: text })
}

/**
 * Whether a rejected payment proves that its wallet sends it. The wallet may lack money, but a
 * signature from another time proves nothing: every settled one is public on the chain. A used one
 * counts only for the job that it paid for, as far as the gateway knows.
 */
const isProof = ({ code, untimely }: Rejection, isKnown: boolean): boolean =>
  (code === 'PAYMENT_UNFUNDED' && untimely !== true) || (code === 'PAYMENT_REPLAY' && isKnown)

/**
 * Verifies a payment. If nothing is left to pay, a valid signature is enough and the balance does
 * not count. `isKnown`: the gateway has a record of the payment, for this job.
 */
async function verifyPayer(
  call: Call,
  job: StoredJob,
  { payment, isKnown }: { payment: Payment; isKnown: boolean },
): Promise<Reply | undefined> {
  const verdict = await check(call, payment)
  if (verdict.ok) {
    setPayer(call, verdict.payer)
    return undefined
  }
  const { payer } = verdict.rejection
  const isSigned = payer === payment.authorization.from && isProof(verdict.rejection, isKnown)
  // Another wallet is refused as such, whether it could pay or not.
  const isOther = isSigned && payer !== job.doc.payer
  // Reads the job again, because this very authorization may have paid for it meanwhile.
  if (!isSigned || (!isOther && isUnpaid((await readJob(call.context, job.key)) ?? job)))
    return rejectPayment(call, verdict.rejection)
  setPayer(call, payer)
  return undefined
}

function answerPoll(job: StoredJob): Stage {
  return async call => {
    const current = await failIfStalled(call, job)
    call.scope.job = jobFacts(call.compiled, current)
    if (current.doc.status === 'failed')
      return jsonReply(200, 'failed', call.compiled.route.job!.failed(call.scope))
    if (current.doc.status !== 'completed')
      return jsonReply(202, 'accepted', call.compiled.route.job!.pending(call.scope))
    if (isPaid(current)) return sendAgain(call, () => completed(call, current))
    return call.context.firstPolls(job.key, hasWaited => firstCompleted(call, current, hasWaited))
  }
}

const isPaid = ({ doc }: StoredJob): boolean => doc.settled !== undefined

/** Answers a poll in its turn. An earlier one may have paid meanwhile. */
async function firstCompleted(call: Call, seen: StoredJob, hasWaited: boolean): Promise<Reply> {
  const job = hasWaited ? ((await readJob(call.context, seen.key)) ?? seen) : seen
  return isPaid(job) ? sendAgain(call, () => completed(call, job)) : completed(call, job)
}

/**
 * Fails a job whose time limit has passed, because its worker may be dead. Returns the current job.
 */
async function failIfStalled(call: Call, job: StoredJob): Promise<StoredJob> {
  const { context, compiled } = call
  const isWorking = job.doc.status === 'queued' || job.doc.status === 'in_progress'
  if (!isWorking || context.clock.now() < job.doc.created + compiled.route.job!.stall) return job
  const end = await writeEnd(context, job.key, stalledEnd(compiled))
  if (end.state === 'interrupted') return job
  if (end.state === 'failed') await closeFailed(context, job.doc, end)
  return {
    ...job,
    doc: { ...job.doc, status: end.state, error: end.state === 'failed' ? end.error : undefined },
  }
}

/** Settles the completed job unless an earlier poll has, and returns the result. */
async function completed(call: Call, job: StoredJob): Promise<Reply> {
  const { context } = call
  call.scope.result = await readResult(context, job.key)
  if (call.scope.result === undefined) return refuse(call, 'job_not_found')
  await dryRunRender(call, renderPolled)
  call.charge.move('settle')
  const end = await settleJob(context, job.key, {
    payment: call.payment!,
    facts: claimFacts(call, job.doc),
  })
  if (!isEnd(end)) {
    call.charge.move('refuse')
    return end.state === 'gone' ? refuse(call, 'job_not_found') : refuseUsed(call, end.record)
  }
  const unsettled = apply(call, end)
  if (unsettled !== undefined) return unsettled
  const reply = withReceipt(call, await renderPolled(call), call.charge.transaction!)
  return end.earlier ? { ...reply, outcome: 'ok' } : reply
}

function jsonReply(status: number, outcome: string, body: unknown): Reply {
  return { status, headers: UNSTORED_JSON, body: JSON.stringify(body), outcome }
}
