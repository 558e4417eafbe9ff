/** Builds refusals and other outcomes of a call, in the route's error envelope. */
import { headerText } from '../lib/header-text.ts'
import { openHeaders } from '../http/cors.ts'
import type { Answer, Envelope, Outcome, OutcomeKind } from '../contract.ts'
import type { Call, Reply } from '../call.ts'
import { jsonText } from '../x402/premade-json.ts'
import { failureHeaders } from '../x402/receipt.ts'

/** Details of an outcome; the route is added here. */
export type OutcomeDetails = Omit<Partial<Outcome>, 'route'>

/** Headers of a JSON reply that must not be stored. */
export const UNSTORED_JSON: Readonly<Record<string, string>> = {
  ...openHeaders,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
}

/**
 * Builds the reply for an outcome of a call, in the route's envelope. Every 402 of a quoted call
 * carries the challenge, so that the caller can pay (again).
 */
export function refuse(call: Call, kind: OutcomeKind, details: OutcomeDetails = {}): Reply {
  const answer = call.compiled.envelope[kind]({ ...details, route: call.facts })
  const isChallenge = answer.status === 402 && kind !== 'free' && call.quote !== undefined
  const reply = replyFrom(answer, kind, isChallenge ? challengeHeaders(call) : UNSTORED_JSON)
  return reportsUnpaid(call, kind, answer.status)
    ? {
        ...reply,
        headers: {
          ...reply.headers,
          ...failureHeaders(call, { reason: kind, payer: call.payer }),
        },
      }
    : reply
}

function challengeHeaders({ quote, acceptsPayment }: Call): Readonly<Record<string, string>> {
  return acceptsPayment ? quote!.encoded.unnamed : quote!.encoded.headers
}

/** Outcomes after which money may have moved, now or earlier. */
const UNCERTAIN: ReadonlySet<OutcomeKind> = new Set(['settlement_pending', 'job_not_found'])

/**
 * Whether a failure reports that the verified payment was not taken. A 402 requests payment and
 * needs no such report.
 */
function reportsUnpaid(call: Call, kind: OutcomeKind, status: number): boolean {
  const isFailure = status >= 400 && status !== 402
  return (
    call.compiled.route.failureReceipt === true &&
    isFailure &&
    call.payer !== undefined &&
    call.charge.transaction === undefined &&
    !UNCERTAIN.has(kind)
  )
}

/** Builds the reply for an outcome without a call, in the given envelope. */
export function answer(envelope: Envelope, kind: OutcomeKind, outcome: Outcome): Reply {
  return replyFrom(envelope[kind](outcome), kind, UNSTORED_JSON)
}

/** Turns an envelope's answer into a reply; header members without a value are left out. */
function replyFrom(answer: Answer, outcome: string, base: Readonly<Record<string, string>>): Reply {
  const body = jsonText(answer.body)
  if (answer.headers === undefined) return { status: answer.status, headers: base, body, outcome }
  const headers = { ...base }
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers[name.toLowerCase()] = headerText(String(value))
  }
  return { status: answer.status, headers, body, outcome }
}
