/**
 * Signs poll addresses that carry the billed values: the values are in the query, with a signature
 * over them, the poll path and the job's id. Anyone who has such an address can use it, but only
 * unchanged.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { JobSpec, Route, Scope } from '../contract.ts'
import type { Signer } from '../seams.ts'

/** The signature at the end of a query: HMAC-SHA256 as base64url. */
const SIGNATURE = /(?:^|&)sig=([A-Za-z0-9_-]{43})$/

/**
 * Creates the signer (HMAC-SHA256): the first key signs, and every key verifies. Throws if there is
 * no key.
 */
export function createSigner(keys: readonly string[]): Signer {
  const [newest] = keys
  if (newest === undefined) throw new Error('a signer needs a key')
  return {
    sign: text => signature(newest, text),
    verify: (text, sig) => keys.map(key => isSame(signature(key, text), sig)).includes(true),
  }
}

/**
 * Checks that all routes of one poll path agree on whether its query is signed, because a poll is
 * checked before its job is read. Throws if they do not.
 */
export function checkSignedPolls(routes: Iterable<Route>): void {
  const first = new Map<string, Route>()
  for (const route of routes) {
    if (route.job === undefined) continue
    const { poll, signed } = route.job
    const other = first.get(poll) ?? route
    first.set(poll, other)
    if ((other.job!.signed === undefined) === (signed === undefined)) continue
    throw new Error(
      `${route.origin}: polls at ${poll} are signed by only one of ${other.id} and ${route.id}`,
    )
  }
}

/** Builds the path and query at which a new job is polled. */
export function pollUrl(signer: Signer, spec: JobSpec, of: { id: string; scope: Scope }): string {
  const path = spec.poll.replace('{id}', of.id)
  if (spec.signed === undefined) return path
  const values = Object.entries(spec.signed(of.scope)).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const query = values.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&')
  const sig = signer.sign(canonical({ pattern: spec.poll, id: of.id, query }))
  return `${path}?${query === '' ? '' : `${query}&`}sig=${sig}`
}

/**
 * Whether the query of a poll is exactly the one that was signed for this job at this poll path.
 * `search` is the query without its `?`.
 */
export function isSignedPoll(
  signer: Signer,
  at: { pattern: string; id: string; search: string },
): boolean {
  const match = SIGNATURE.exec(at.search)
  if (match === null) return false
  const { pattern, id } = at
  return signer.verify(
    canonical({ pattern, id, query: at.search.slice(0, match.index) }),
    match[1]!,
  )
}

/**
 * Returns the text that is signed. No part can contain a line break: the path comes from the
 * catalog, and the rest is percent-encoded or refused.
 */
function canonical(of: { pattern: string; id: string; query: string }): string {
  return `${of.pattern}\n${of.id}\n${of.query}`
}

/** Percent-encodes a text so that no client's URL parser writes it differently. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function signature(key: string, text: string): string {
  return createHmac('sha256', key).update(text, 'utf8').digest('base64url')
}

/**
 * Compares the texts in constant time. It does not decode them, because the same bytes have several
 * base64url spellings.
 */
function isSame(expected: string, actual: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(actual)]
  return a.length === b.length && timingSafeEqual(a, b)
}
