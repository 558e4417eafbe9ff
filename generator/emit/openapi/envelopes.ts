/** The error answers of each envelope as reusable OpenAPI responses. */
import type { CatalogIR, EnvelopeIR, RouteIR } from '../../ir.ts'
import { evaluate } from '../../examples/evaluate.ts'
import { OUTCOME } from '../code/function.ts'
import { schemaOfCode, type Schema } from './schema.ts'

type Kind = keyof EnvelopeIR['outcomes']

/** Outcomes that any paid call can have once its payment verified. */
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

const WORDS: Partial<Record<Kind, string>> = {
  invalid_json: 'the body is not JSON',
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

/** Error outcomes that a route can have, 402s aside. */
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

/** What the route itself refuses, before a payment or behind it. */
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

/** `responses` members of a route by status, and the components that they refer to. */
export function errorResponses(
  ir: CatalogIR,
  route: RouteIR,
  components: Map<string, Schema>,
): Record<string, Schema> {
  const envelope = ir.envelopes.find(e => e.name === route.envelope)
  if (envelope === undefined) return {}
  const kinds = [
    ...outcomesOf(route).flatMap(kind =>
      statusesOf(envelope, kind).map(status => [status, kind] as const),
    ),
    ...refusalsOf(route).map(({ status }) => [String(status), 'refused'] as const),
  ]
  const responses: Record<string, Schema> = {}
  for (const status of [...new Set(kinds.map(([s]) => s))].sort()) {
    const here = [...new Set(kinds.filter(([s]) => s === status).map(([, kind]) => kind))]
    const name = `${envelope.name}_${status}_${here.join('_')}`.replace(/[^\w.-]/g, '_')
    if (!components.has(name)) components.set(name, responseOf(envelope, here))
    responses[status] = { $ref: `#/components/responses/${name}` }
  }
  return responses
}

/** Answers of a poll, 402 aside. */
export function pollErrors(
  ir: CatalogIR,
  route: RouteIR,
  components: Map<string, Schema>,
): Record<string, Schema> {
  const envelope = ir.envelopes.find(e => e.name === route.envelope)
  if (envelope === undefined) return {}
  const refer = (kind: Kind) => {
    const name = `${envelope.name}_${kind}`
    if (!components.has(name)) components.set(name, responseOf(envelope, [kind]))
    return { $ref: `#/components/responses/${name}` }
  }
  const all: readonly Kind[] = ['payer_mismatch', 'job_not_found', 'settlement_pending']
  const kinds = all.flatMap(kind =>
    statusesOf(envelope, kind).map(status => [status, refer(kind)] as const),
  )
  // A query that was not signed here is refused before anything is read.
  return Object.fromEntries(
    route.job?.signed === undefined ? kinds : [['400', refer('refused')], ...kinds],
  )
}

const statuses = new WeakMap<EnvelopeIR['outcomes'][Kind], readonly string[]>()

/** Statuses with which upstreams refuse requests: many generators of clients cannot read `4XX`. */
const REFUSALS: readonly string[] = ['400', '403', '404', '409', '422']

/** The status of an outcome; the usual ones where it is the upstream's own. */
function statusesOf(envelope: EnvelopeIR, kind: Kind): readonly string[] {
  const outcome = envelope.outcomes[kind]
  const known = statuses.get(outcome) ?? workedOut(outcome)
  statuses.set(outcome, known)
  return known
}

function workedOut(outcome: EnvelopeIR['outcomes'][Kind]): readonly string[] {
  try {
    const status = evaluate(
      { lets: [], code: outcome.status },
      {},
      { cache: new Map(), roots: OUTCOME },
    )
    return typeof status === 'number' ? [String(status)] : REFUSALS
  } catch {
    return REFUSALS
  }
}

function responseOf(envelope: EnvelopeIR, kinds: readonly Kind[]): Schema {
  const words = kinds.map(kind => WORDS[kind] ?? kind.replaceAll('_', ' ')).join('; ')
  const charge = kinds.includes('settlement_pending') ? '' : ' Nothing is charged.'
  const schemas = kinds.map(kind => schemaOfCode(envelope.outcomes[kind].body))
  const distinct = [...new Map(schemas.map(s => [JSON.stringify(s), s])).values()]
  const schema = distinct.length === 1 ? distinct[0]! : { anyOf: distinct }
  return {
    description: `${words[0]!.toUpperCase()}${words.slice(1)}.${charge}`,
    content: { 'application/json': { schema } },
  }
}
