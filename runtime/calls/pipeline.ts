/**
 * Runs every call through its stages. Each stage is a function: it ends the call by returning a
 * reply, and passes the call on by returning nothing. Refusals are replies in the route's envelope,
 * not exceptions. An exception is a fault of the gateway: the reply is `internal` (or `busy` while
 * the store is unavailable), and the claim is released unless money may have moved.
 */
import type { Call, Reply, Stage } from '../call.ts'
import type { Route } from '../contract.ts'
import { recover } from '../replies/recover.ts'
import { serveCanary } from './stages/canary.ts'
import { submit } from './jobs/submit.ts'
import { challenge, challengeFirst } from './stages/challenge.ts'
import { claim } from './stages/claim.ts'
import { requestCompletion } from './completion.ts'
import { document, unchanged } from '../replies/document.ts'
import { checks, gates } from './stages/gates.ts'
import { readTables } from './stages/fetched.ts'
import { freeQuota, freeQuotaOfWallet } from './stages/free-quota.ts'
import { instead } from './stages/instead.ts'
import { limit, limitPayer, limitSome } from './stages/limit.ts'
import { honourEarlierQuote } from './stages/earlier-quotes.ts'
import { withinMaxPrice } from './stages/max-price.ts'
import { mirror } from './stages/mirror.ts'
import { parse } from './stages/parse.ts'
import { readForChecks, readForGates } from './stages/records.ts'
import { quote } from './stages/quote.ts'
import { quotedFree } from './stages/quoted-free.ts'
import { reply } from '../replies/reply.ts'
import { admitToQueue } from './stages/admission.ts'
import { service } from './stages/service.ts'
import { settle } from './stages/settle.ts'
import { suspended } from './stages/suspended.ts'
import { transfer } from './stages/transfer.ts'
import { verify } from './stages/verify.ts'
import { withWarnings } from './stages/warnings.ts'
import { work } from './stages/work.ts'

/** The stages before payment, for paid and unpaid calls alike. */
const unpaid: readonly Stage[] = [
  limit,
  readTables,
  challengeFirst,
  parse,
  limitSome,
  readForGates,
  gates,
  instead,
  quote,
  freeQuota,
  quotedFree,
  challenge,
  serveCanary,
  honourEarlierQuote,
  withinMaxPrice,
]

/**
 * The stages of a job. The upstream's queue must have room before the call is priced. `submit`
 * waits for the result as long as the flow says.
 */
const job: readonly Stage[] = [
  limit,
  readTables,
  challengeFirst,
  parse,
  readForGates,
  gates,
  instead,
  admitToQueue,
  quote,
  quotedFree,
  challenge,
  serveCanary,
  honourEarlierQuote,
  withinMaxPrice,
  verify,
  readForChecks,
  checks,
  limitPayer,
  suspended,
  submit,
]

/** The stages of each flow, in order. */
export const flows: Partial<Record<Route['flow'], readonly Stage[]>> = {
  free: [
    unchanged,
    limit,
    document,
    readTables,
    parse,
    limitSome,
    readForGates,
    gates,
    quotedFree,
    instead,
    service,
    requestCompletion,
    mirror,
    reply,
  ],
  inline: [
    ...unpaid,
    verify,
    readForChecks,
    checks,
    limitPayer,
    suspended,
    claim,
    freeQuotaOfWallet,
    work,
    transfer,
    mirror,
    settle,
    reply,
  ],
  stream_or_reply: [
    ...unpaid,
    verify,
    readForChecks,
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

/**
 * Runs a call through its stages and returns the reply. It returns a promise only if a stage does.
 * Never throws or rejects.
 */
export function pipeline(call: Call, stages: readonly Stage[], first = 0): Reply | Promise<Reply> {
  try {
    for (let at = first; at < stages.length; at++) {
      const end = stages[at]!(call)
      if (end instanceof Promise) return continueAfter(call, { stages, next: at + 1 }, end)
      if (end !== undefined) return withWarnings(call, end)
    }
    throw new Error('no stage gave a reply')
  } catch (error) {
    return recover(call, error)
  }
}

/** Continues with the next stage when `end` resolves to no reply. */
async function continueAfter(
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
