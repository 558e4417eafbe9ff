/** Refusals and other ends of a call, in the words of the route's envelope. */
import { openHeaders } from '../http/cors.ts'
import type { Answer, Envelope, Outcome, OutcomeKind } from '../contract.ts'
import type { Call, Reply } from '../context.ts'
import { jsonText } from '../x402/premade-json.ts'
import { failureHeaders } from '../x402/receipt.ts'

/** What is said of an outcome besides the route. */
export type OutcomeDetails = Omit<Partial<Outcome>, 'route'>

/** Headers of every refusal. */
const PLAIN: Readonly<Record<string, string>> = {
  ...openHeaders,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
}

/**
 * Ends a call with an outcome. Every 402 of a quoted call carries the challenge, so that the caller
 * can pay (again).
 */
export function refuse(call: Call, kind: OutcomeKind, said: OutcomeDetails = {}): Reply {
  const made = call.compiled.envelope[kind]({ ...said, route: call.facts })
  const asks = made.status === 402 && kind !== 'free' && call.quote !== undefined
  const reply = written(made, kind, asks ? challengeHeaders(call) : PLAIN)
  return saysUnpaid(call, kind, made.status)
    ? {
        ...reply,
        headers: {
          ...reply.headers,
          ...failureHeaders(call.context, { reason: kind, payer: call.payer }),
        },
      }
    : reply
}

function challengeHeaders({ quote, acceptsPayment }: Call): Readonly<Record<string, string>> {
  return acceptsPayment ? quote!.encoded.unnamed : quote!.encoded.headers
}

/** Outcomes behind which money may nevertheless have moved, or moved earlier. */
const UNSURE: ReadonlySet<OutcomeKind> = new Set(['settlement_pending', 'job_not_found'])

/**
 * Whether a failure tells that the payment, which was verified, was not taken. A 402 asks for
 * payment and says so itself.
 */
function saysUnpaid(call: Call, kind: OutcomeKind, status: number): boolean {
  const isFailure = status >= 400 && status !== 402
  return (
    call.compiled.route.failureReceipt === true &&
    isFailure &&
    call.payer !== undefined &&
    call.charge.transaction === undefined &&
    !UNSURE.has(kind)
  )
}

/** An outcome outside any route. */
export function answer(envelope: Envelope, kind: OutcomeKind, outcome: Outcome): Reply {
  return written(envelope[kind](outcome), kind, PLAIN)
}

/** An envelope's answer as a reply; members without a value are left out. */
function written(answer: Answer, outcome: string, base: Readonly<Record<string, string>>): Reply {
  const body = jsonText(answer.body)
  if (answer.headers === undefined) return { status: answer.status, headers: base, body, outcome }
  const headers = { ...base }
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers[name.toLowerCase()] = headerText(String(value))
  }
  return { status: answer.status, headers, body, outcome }
}

/** A text that can stand in a header: one line of visible characters. */
export function headerText(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, ' ').slice(0, 1024)
}
