/** The facts of a request that are stored with its payment. */
import { createHash } from 'node:crypto'
import type { Call } from '../../call.ts'
import type { CompiledRoute } from '../../context.ts'
import { isForm } from './parse.ts'
import type { ClaimFacts } from '../../payments/record.ts'
import type { Requirements } from '../../payments/payment.ts'
import { soldOf } from '../../quote.ts'
import { noteInputs } from '../../sales/inputs.ts'
import { soldFacts } from '../../sales/note.ts'
import type { SaleFacts } from '../../sales/types.ts'

/** The job that a claim pays for; `sale` holds the sale facts of its submit. */
export type ClaimedJob = NonNullable<ClaimFacts['job']> & Pick<ClaimFacts, 'sale'>

/** Returns the facts that are stored when the call's payment is claimed: what it pays for. */
export function claimFacts(call: Call, job?: ClaimedJob): ClaimFacts {
  return {
    route: call.compiled.route.id,
    path: call.facts.path,
    fingerprint: fingerprint(call),
    requirements: requirementsOf(call),
    job: job && { id: job.id, poll_url: job.poll_url, expires: job.expires },
    sale: job?.sale ?? saleFacts(call),
  }
}

/**
 * Returns the facts of the request for its sales line: its id, and nothing else that the caller
 * sent.
 */
export function saleFacts(call: Call): SaleFacts {
  const { quote, scope, context, ids, offering } = call
  return {
    model: (scope.requested ?? scope.model)?.id,
    quoted: String(quote!.amount),
    catalog: context.catalog.hash,
    since: Number.isFinite(offering.since) ? offering.since : undefined,
    request: ids.request,
    ...priceFacts(call),
  }
}

/** Returns what the price read of the call, what the call costs us, and what it delivers. */
function priceFacts({ compiled: { route }, scope, context }: Call): Partial<SaleFacts> {
  try {
    const inputs = noteInputs(route, scope, route.price?.reads)
    return { inputs, ...soldFacts(soldOf(route.price, scope)) }
  } catch (error) {
    // The price was computed before, so only recording it failed. That must not fail a sale.
    const facts = { route: route.id, err: error }
    context.observe.log.warn(facts, 'the price inputs of a sale could not be recorded')
    return {}
  }
}

/**
 * Returns what the call requires of its payment: the offer that the payment accepted, or the first
 * one.
 */
export function requirementsOf(
  call: Pick<Call, 'quote' | 'payment'> & { compiled: Pick<CompiledRoute, 'route'> },
): Requirements {
  const { quote, payment, compiled } = call
  const { accepts } = quote!.encoded
  if (payment === undefined) return accepts[0]!
  const { scheme } = payment
  const offered = accepts.find(one => scheme.owns(one))
  // An offer on request is not among the offers of a paid call.
  return offered ?? scheme.requirements(quote!.amount, compiled.route.authorization / 1000)
}

/**
 * Returns the sha256 that identifies the request that a payment pays for: method, route, path
 * parameters, query and body. All aliases of a route give the same one. A form is hashed by its
 * parsed values, because a client that repeats it writes another boundary.
 */
export function fingerprint(call: Call): string {
  return (call.fingerprint ??= computeFingerprint(call))
}

function computeFingerprint(call: Call): string {
  const { facts, compiled, scope } = call
  const path = JSON.stringify([compiled.route.id, scope.path])
  const hash = createHash('sha256').update(`${facts.method} ${path}?${facts.search}\n`)
  if (isForm(call)) hash.update(JSON.stringify(call.scope.body))
  else if (call.bytes !== undefined) hash.update(call.bytes)
  return hash.digest('hex')
}
