/**
 * Writes the log lines of requests, settlements and upstream calls. Their members are listed one by
 * one and are ours (ids, addresses, hashes, numbers); the only member that may contain foreign text
 * is redacted here. If the level is off, no line is built.
 */
import type { Logger } from 'pino'
import type { Redactor } from './redact.ts'
import type { Observe, RequestFacts, SettlementFacts, UpstreamFacts } from './types.ts'

/** Maximum number of cached child logs: routes times the ways in which their requests end. */
const SHARED = 4096

type Level = 'debug' | 'info' | 'warn' | 'error'

/** Writes the facts of `Observe`. */
export type Lines = Pick<Observe, 'request' | 'repeat' | 'settlement' | 'upstream'>

/** The members that differ per request; many requests share the others. */
function requestLine(one: RequestFacts): object {
  const { ms, payer, amount, transaction, job, ip, request, trace } = one
  const paid = amount === undefined ? undefined : String(amount)
  return { ms, payer, amount: paid, transaction, job, ip, request, trace }
}

/** Child logs that begin their lines with members shared by many requests, serialised once. */
function sharedLogs(facts: Logger): (one: RequestFacts) => Logger {
  const known = new Map<string, Logger>()
  return ({ route, origin, method, status, outcome }) => {
    const key = `${route} ${method} ${status} ${outcome}`
    let log = known.get(key)
    if (log === undefined) {
      if (known.size >= SHARED) known.clear()
      known.set(key, (log = facts.child({ route, origin, method, status, outcome })))
    }
    return log
  }
}

function settlementLine(facts: SettlementFacts, redact: Redactor): object {
  const { route, model, network, state, amount, ms, transaction, reason, request } = facts
  const words = reason === undefined ? undefined : redact.text(reason)
  const paid = String(amount)
  return { route, model, network, state, amount: paid, ms, transaction, reason: words, request }
}

function upstreamLine(facts: UpstreamFacts): object {
  const { call, outcome, ms, status, request, trace, span } = facts
  return { call, outcome, ms, status, request, trace, span }
}

/** Makes the writer; `facts` is a log that does not redact. */
export function createLines(facts: Logger, redact: Redactor): Lines {
  const write = (level: Level, message: string, line: () => object): void => {
    if (facts.isLevelEnabled(level)) facts[level](line(), message)
  }
  const logOf = sharedLogs(facts)
  return {
    request(one) {
      const level = one.status >= 500 ? 'error' : 'info'
      if (facts.isLevelEnabled(level)) logOf(one)[level](requestLine(one), 'request')
    },
    repeat(one) {
      const line = logOf(one).child(requestLine(one))
      return ({ ip, request, trace }) => line.info({ ip, request, trace }, 'request')
    },
    settlement: one =>
      write(one.state === 'landed' ? 'info' : 'error', 'settlement', () =>
        settlementLine(one, redact),
      ),
    upstream: one =>
      write(one.outcome === 'ok' ? 'debug' : 'warn', 'upstream', () => upstreamLine(one)),
  }
}
