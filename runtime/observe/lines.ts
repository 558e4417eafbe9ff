/**
 * The lines of requests, settlements and upstream calls. Their members are named one by one and are of our own making (ids, addresses,
 * hashes, figures); the one that holds somebody else's words is cleaned here. Where a level is not written, no line is made.
 */
import type { Logger } from 'pino'
import type { Redactor } from './redact.ts'
import type { Observe, RequestFacts, SettlementFacts, UpstreamFacts } from './types.ts'

type Level = 'debug' | 'info' | 'warn' | 'error'

/** Writes the facts of `Observe`. */
export type Lines = Pick<Observe, 'request' | 'settlement' | 'upstream'>

function requestLine(facts: RequestFacts): object {
  const { route, origin, method, status, outcome, ms, payer, amount, transaction, job, ip } = facts
  const paid = amount === undefined ? undefined : String(amount)
  return { route, origin, method, status, outcome, ms, payer, amount: paid, transaction, job, ip }
}

function settlementLine(facts: SettlementFacts, redact: Redactor): object {
  const { route, network, state, amount, ms, transaction, reason } = facts
  const words = reason === undefined ? undefined : redact.text(reason)
  return { route, network, state, amount: String(amount), ms, transaction, reason: words }
}

const upstreamLine = ({ call, outcome, ms, status }: UpstreamFacts): object => ({ call, outcome, ms, status })

/** Makes the writer; `facts` is a log that cleans nothing. */
export function createLines(facts: Logger, redact: Redactor): Lines {
  const write = (level: Level, message: string, line: () => object): void => {
    if (facts.isLevelEnabled(level)) facts[level](line(), message)
  }
  return {
    request: (one) => write(one.status >= 500 ? 'error' : 'info', 'request', () => requestLine(one)),
    settlement: (one) => write(one.state === 'landed' ? 'info' : 'error', 'settlement', () => settlementLine(one, redact)),
    upstream: (one) => write(one.outcome === 'ok' ? 'debug' : 'warn', 'upstream', () => upstreamLine(one)),
  }
}
