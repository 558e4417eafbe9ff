/**
 * The way of every call. Each stage is a file in `stages/`; a stage ends the call by giving a
 * reply, and lets it go on by giving none. Refusals are replies in the route's envelope, not
 * exceptions. What is thrown is a fault of ours: the call is answered `internal` (or `busy` while
 * the store is away) and its claim is released, unless its money may already have moved.
 */
import type { Call, Reply, Stage } from '../context.ts'
import type { Route } from '../contract.ts'
import { recover } from '../replies/recover.ts'
import { submit } from './jobs/submit.ts'
import { challenge, challengeFirst } from './stages/challenge.ts'
import { claim } from './stages/claim.ts'
import { requestCompletion } from './completion.ts'
import { document, unchanged } from '../replies/document.ts'
import { checks, gates } from './stages/gates.ts'
import { limit, limitPayer, limitSome } from './stages/limit.ts'
import { mirror } from './stages/mirror.ts'
import { parse } from './stages/parse.ts'
import { quote } from './stages/quote.ts'
import { reply } from '../replies/reply.ts'
import { admitToQueue } from './stages/admission.ts'
import { settle } from './stages/settle.ts'
import { suspended } from './stages/suspended.ts'
import { verify } from './stages/verify.ts'
import { withWarnings } from './stages/warnings.ts'
import { work } from './stages/work.ts'

/** Before the money: what a call meets whether it pays or not. */
const unpaid: readonly Stage[] = [limit, challengeFirst, parse, limitSome, gates, quote, challenge]

/**
 * A job: its supplier must have room before a price is told. Which flow it is decides how long the
 * submit waits.
 */
const job: readonly Stage[] = [
  limit,
  challengeFirst,
  parse,
  gates,
  admitToQueue,
  quote,
  challenge,
  verify,
  checks,
  limitPayer,
  suspended,
  submit,
]

/** The stages of each flow, in order. */
export const flows: Partial<Record<Route['flow'], readonly Stage[]>> = {
  free: [unchanged, limit, document, parse, gates, requestCompletion, mirror, reply],
  inline: [...unpaid, verify, checks, limitPayer, suspended, claim, work, mirror, settle, reply],
  stream_or_reply: [
    ...unpaid,
    verify,
    checks,
    limitPayer,
    suspended,
    claim,
    requestCompletion,
    settle,
    reply,
  ],
  hybrid_job: job,
  polled_job: job,
}

/** Runs a call through its stages; waits only where a stage has to. Never throws or rejects. */
export function pipeline(call: Call, stages: readonly Stage[], first = 0): Reply | Promise<Reply> {
  try {
    for (let at = first; at < stages.length; at++) {
      const end = stages[at]!(call)
      if (end instanceof Promise) return goOn(call, { stages, next: at + 1 }, end)
      if (end !== undefined) return withWarnings(call, end)
    }
    throw new Error('no stage gave a reply')
  } catch (error) {
    return recover(call, error)
  }
}

/** Goes on with the next stage once `end` has given no reply. */
async function goOn(
  call: Call,
  { stages, next }: { stages: readonly Stage[]; next: number },
  end: Promise<Reply | undefined>,
): Promise<Reply> {
  try {
    const reply = await end
    return reply === undefined ? await pipeline(call, stages, next) : withWarnings(call, reply)
  } catch (error) {
    return recover(call, error)
  }
}
