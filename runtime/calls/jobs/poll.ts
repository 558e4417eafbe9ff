/**
 * Polls of a job. The wallet that bought it signs; nothing is claimed while it works, and the
 * authorization of the first poll that sees it completed settles it, once. Later polls give the
 * result again.
 */
import { apply } from '../stages/charge.ts'
import type { Call, Reply, Stage } from '../../context.ts'
import { refuse } from '../../replies/answer.ts'
import { openHeaders } from '../../http/cors.ts'
import { readJob, readResult } from '../../jobs/documents.ts'
import { writeEnd } from '../../jobs/end.ts'
import { stalledEnd } from './work.ts'
import { jobFacts } from '../../jobs/scope.ts'
import { closeFailed, isEnd, settleJob } from './settle.ts'
import type { Held } from '../../jobs/types.ts'
import type { Payment, Rejection } from '../../payments/types.ts'
import { ask, isPaidFor } from '../stages/challenge.ts'
import { claimFacts } from '../stages/claim-facts.ts'
import { dryRunRender } from '../stages/stored-reply.ts'
import { encodeChallenge } from '../../x402/encode.ts'
import { withFunds } from '../stages/funds.ts'
import { renderPolled, withReceipt } from '../../replies/reply.ts'
import { check, decode, isSamePayment, knowPayer, reject } from '../stages/verify.ts'
import { used } from '../stages/replay.ts'

/** The stages of a poll of a job that exists. The call's scope is the job's. */
export function pollStages(job: Held): readonly Stage[] {
  return [quoteJob(job), askForPoll, admit(job), answerPoll(job)]
}

/** The job's own price at its poll address. */
function quoteJob(job: Held): Stage {
  return call => {
    const { price } = job.doc
    const amount = BigInt(job.doc.amount)
    const encoded = encodeChallenge(call, { amount, url: addressOf(call), bare: true })
    call.job = job.doc.id
    call.quote = {
      amount,
      price,
      encoded,
      extra: call.compiled.route.job!.challenge?.(call.scope) ?? { job_id: job.doc.id },
      shown: {},
    }
    return undefined
  }
}

/**
 * Where the poll is to be paid. A query belongs to it where it is signed; any other one means
 * nothing.
 */
function addressOf({ facts, compiled }: Call): string {
  const { origin, path, search } = facts
  return compiled.route.job!.signed === undefined ? origin + path : `${origin}${path}?${search}`
}

const askForPoll: Stage = call => (isPaidFor(call) ? undefined : ask(call))

/**
 * Lets the wallet in that bought the job: by the payment that bought it, or by any fresh one that
 * verifies.
 */
function admit(job: Held): Stage {
  return async call => {
    const payment = decode(call)
    if ('outcome' in payment) return payment
    call.payment = payment
    const record = await call.context.ledger.get(payment.authorization.key)
    const known =
      record !== undefined && record.state !== 'released' && isSamePayment(payment, record)
        ? record
        : undefined
    const isOther = known !== undefined && known.job?.id !== job.doc.id
    if (known !== undefined && (isOther || !mustPay(job))) knowPayer(call, known.payer)
    else {
      const refused = await verified(call, job, payment)
      if (refused !== undefined) return refused
    }
    if (call.payer !== job.doc.payer) return refuse(call, 'payer_mismatch', { payer: call.payer })
    return isOther ? used(call, known) : undefined
  }
}

function mustPay(job: Held): boolean {
  return (
    job.doc.status === 'completed' &&
    job.doc.settled === undefined &&
    job.doc.settling === undefined
  )
}

/** Is added to the refusal of a payment that cannot be settled: what the caller can do. */
const KEPT = 'The finished job keeps its result: poll again with a payment that can be settled.'

/** The rejection of a payment for a finished job, with what to do about it. */
async function unpaid(call: Call, rejection: Rejection): Promise<Reply> {
  const { message, ...rest } = await withFunds(call, rejection)
  const isUnfunded = rest.code === 'PAYMENT_UNFUNDED'
  const text = isUnfunded ? [message, KEPT].filter(Boolean).join(' ') : message
  return reject(call, { ...rest, message: text })
}

/**
 * Checks a payment; where nothing is left to be paid, a good signature is enough, whatever the
 * wallet holds by now.
 */
async function verified(call: Call, job: Held, payment: Payment): Promise<Reply | undefined> {
  const verdict = await check(call, payment)
  if (verdict.ok) {
    knowPayer(call, verdict.payer)
    return undefined
  }
  const { code, payer } = verdict.rejection
  const isSigned =
    payer === payment.authorization.from &&
    (code === 'PAYMENT_UNFUNDED' || code === 'PAYMENT_REPLAY')
  // The job is read again: it may have been paid, with this very authorization, since it was looked
  // at.
  if (!isSigned || mustPay((await readJob(call.context, job.key)) ?? job))
    return unpaid(call, verdict.rejection)
  knowPayer(call, payer)
  return undefined
}

function answerPoll(job: Held): Stage {
  return async call => {
    const now = await withoutStalled(call, job)
    call.scope.job = jobFacts(call.compiled, now)
    if (now.doc.status === 'failed')
      return plain(200, 'failed', call.compiled.route.job!.failed(call.scope))
    if (now.doc.status !== 'completed')
      return plain(202, 'accepted', call.compiled.route.job!.pending(call.scope))
    return completed(call, now)
  }
}

/** A job past its time is failed by whoever looks, in case nobody works on it any more. */
async function withoutStalled(call: Call, job: Held): Promise<Held> {
  const { context, compiled } = call
  const isWorking = job.doc.status === 'queued' || job.doc.status === 'in_progress'
  if (!isWorking || context.clock.now() < job.doc.created + compiled.route.job!.stall) return job
  const end = await writeEnd(context, job.key, stalledEnd(compiled))
  if (end.state === 'interrupted') return job
  if (end.state === 'failed') await closeFailed(context, job.doc, end.error)
  return {
    ...job,
    doc: { ...job.doc, status: end.state, error: end.state === 'failed' ? end.error : undefined },
  }
}

/** Settles, or says that it is settled, and gives the result. */
async function completed(call: Call, job: Held): Promise<Reply> {
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
    return end.state === 'gone' ? refuse(call, 'job_not_found') : used(call, end.record)
  }
  const unsettled = apply(call, end)
  if (unsettled !== undefined) return unsettled
  const reply = withReceipt(call, await renderPolled(call), call.charge.transaction!)
  return end.earlier ? { ...reply, outcome: 'ok' } : reply
}

function plain(status: number, outcome: string, body: unknown): Reply {
  const headers = {
    ...openHeaders,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  }
  return { status, headers, body: JSON.stringify(body), outcome }
}
