/** Lists the errors of a route by status, with their descriptions. */
import type { CatalogIR, EnvelopeIR, RouteIR } from '../../ir.ts'
import { evaluate } from '../../examples/evaluate.ts'
import { OUTCOME } from '../code/function.ts'

/** An outcome of an envelope. */
export type Kind = keyof EnvelopeIR['outcomes']

/** Outcomes by the status of their answer; `default` has the status of the upstream. */
export type Errors = ReadonlyMap<string, readonly Kind[]>

/** Outcomes that any paid call can have after its payment is verified. */
const WORK: readonly Kind[] = [
  'content_policy',
  'invalid_input',
  'rate_limited',
  'upstream_rejected',
  'upstream_failed',
  'upstream_timeout',
  'not_configured',
  'busy',
  'internal',
]

/** The meaning of outcomes that are errors of a call, without 402s. */
const WORDS: Partial<Record<Kind, string>> = {
  invalid_json: 'the request is not valid',
  invalid_body: 'the request is not valid',
  too_large: 'the body is too large',
  refused: 'refused',
  limit_exceeded: 'too many requests',
  content_policy: 'the upstream refused the content',
  invalid_input: 'an input cannot be used',
  rate_limited: 'the upstream is busy',
  upstream_rejected: 'the upstream refused the request',
  upstream_failed: 'the upstream failed',
  upstream_timeout: 'the upstream did not answer in time',
  not_configured: 'not configured on this gateway',
  busy: 'too much in progress',
  internal: 'an error of the gateway',
  settlement_pending: 'paid, not yet confirmed: repeat the same request with the same payment',
  payer_mismatch: 'another wallet submitted the job',
  job_not_found: 'no such job',
}

/** All outcomes that are errors of a call, without 402s. */
export const ERROR_KINDS = Object.keys(WORDS) as readonly Kind[]

/** The error outcomes of a route, without 402s. */
function outcomesOf(route: RouteIR): Kind[] {
  const body: Kind[] = route.body === undefined ? [] : ['invalid_json', 'too_large', 'invalid_body']
  const query: Kind[] =
    route.query === undefined || route.query.unchecked || route.body !== undefined
      ? []
      : ['invalid_body']
  const paid: Kind[] = route.price === undefined ? [] : ['settlement_pending']
  const work: readonly Kind[] = route.calls.length > 0 ? WORK : ['internal']
  return [
    ...body,
    ...query,
    ...(route.limit === undefined && route.limits === undefined ? [] : ['limit_exceeded' as const]),
    ...work,
    ...paid,
  ]
}

/** The refusals of the route itself, before or after the payment. */
function refusalsOf(route: RouteIR): { status: number }[] {
  const { transfer, work = [] } = route
  return [
    ...(route.translate?.gates ?? []),
    ...route.gates,
    ...(route.checks ?? []),
    ...work.flatMap(step => ('refuse' in step ? [step.refuse] : [])),
    ...(transfer === undefined ? [] : [transfer.invalid, transfer.used, transfer.failed]),
  ]
}

/** The errors of a call of the route, without 402. */
export function errorsOf(ir: CatalogIR, route: RouteIR): Errors {
  const refusals = refusalsOf(route).map(({ status }): [string, Kind] => [
    String(status),
    'refused',
  ])
  return byStatus([...answersTo(envelopeOf(ir, route), outcomesOf(route)), ...refusals])
}

/** The errors of a poll, without 402. */
export function pollErrorsOf(ir: CatalogIR, route: RouteIR): Errors {
  const kinds: readonly Kind[] = ['payer_mismatch', 'job_not_found', 'settlement_pending']
  // A query without the gateway's signature is refused before anything is read.
  const unsigned: [string, Kind][] = route.job?.signed === undefined ? [] : [['400', 'refused']]
  return byStatus([...unsigned, ...answersTo(envelopeOf(ir, route), kinds)])
}

function envelopeOf(ir: CatalogIR, route: RouteIR): EnvelopeIR | undefined {
  return ir.envelopes.find(({ name }) => name === route.envelope)
}

function answersTo(envelope: EnvelopeIR | undefined, kinds: readonly Kind[]): [string, Kind][] {
  return envelope === undefined ? [] : kinds.map(kind => [statusOf(envelope, kind), kind])
}

function byStatus(all: readonly (readonly [string, Kind])[]): Errors {
  const found = new Map<string, Kind[]>()
  for (const status of [...new Set(all.map(([one]) => one))].sort())
    found.set(status, [...new Set(all.flatMap(([one, kind]) => (one === status ? [kind] : [])))])
  return found
}

const statuses = new WeakMap<EnvelopeIR['outcomes'][Kind], string>()

/** The status of an outcome, or `default` if it is the upstream's own. */
function statusOf(envelope: EnvelopeIR, kind: Kind): string {
  const outcome = envelope.outcomes[kind]
  const known = statuses.get(outcome) ?? workedOut(outcome)
  statuses.set(outcome, known)
  return known
}

function workedOut(outcome: EnvelopeIR['outcomes'][Kind]): string {
  try {
    const status = evaluate(
      { lets: [], code: outcome.status },
      {},
      { cache: new Map(), roots: OUTCOME },
    )
    return typeof status === 'number' ? String(status) : 'default'
  } catch {
    return 'default'
  }
}

/** The meaning of outcomes with the same status. */
function meaningOf(kinds: readonly Kind[]): string {
  const words = kinds.map(kind => WORDS[kind] ?? kind.replaceAll('_', ' '))
  return [...new Set(words)].join('; ')
}

/** The meaning as a sentence, with the note that they are not charged. */
export function wordsOf(kinds: readonly Kind[]): string {
  const words = meaningOf(kinds)
  const charge = kinds.includes('settlement_pending') ? '' : ' Nothing is charged.'
  return `${words[0]!.toUpperCase()}${words.slice(1)}.${charge}`
}
