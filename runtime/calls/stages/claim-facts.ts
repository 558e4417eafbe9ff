/** What is remembered of the request that a payment pays for. */
import { createHash } from 'node:crypto'
import type { Call } from '../../context.ts'
import { isForm } from './parse.ts'
import type { ClaimFacts } from '../../payments/types.ts'

/** What the call's payment is for. */
export function claimFacts(call: Call, job?: NonNullable<ClaimFacts['job']>): ClaimFacts {
  return {
    route: call.compiled.route.id,
    path: call.facts.path,
    fingerprint: fingerprint(call),
    requirements: call.quote!.encoded.requirements,
    job: job && { id: job.id, poll_url: job.poll_url, expires: job.expires },
  }
}

/**
 * sha256 of method, route, values of the path, query and body: the request that a payment pays for,
 * under whichever of its route's paths it is sent. A form counts by what was read from it, because
 * a client that sends it again writes another boundary.
 */
export function fingerprint(call: Call): string {
  return (call.fingerprint ??= made(call))
}

function made(call: Call): string {
  const { facts, compiled, scope } = call
  const path = JSON.stringify([compiled.route.id, scope.path])
  const hash = createHash('sha256').update(`${facts.method} ${path}?${facts.search}\n`)
  if (isForm(call)) hash.update(JSON.stringify(call.scope.body))
  else if (call.bytes !== undefined) hash.update(call.bytes)
  return hash.digest('hex')
}
