/**
 * Poll addresses that carry what was billed: the values stand in the query, with a signature over
 * them, the poll path and the job's id. Whoever holds such an address can use it as it is, and in
 * no other form.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { JobSpec, Route, Scope } from '../contract.ts'
import type { Signer } from '../seams.ts'

/** A signature at the end of a query: HMAC-SHA256 as base64url. */
const SIGNATURE = /(?:^|&)sig=([A-Za-z0-9_-]{43})$/

/**
 * Signs with HMAC-SHA256: the first key signs, every key verifies. Throws where there is no key.
 */
export function createSigner(keys: readonly string[]): Signer {
  const [newest] = keys
  if (newest === undefined) throw new Error('a signer needs a key')
  return {
    sign: text => signature(newest, text),
    verify: (text, given) => keys.map(key => isSame(signature(key, text), given)).includes(true),
  }
}

/**
 * Throws where routes of one poll path do not agree on whether its query is signed: a poll is
 * judged before its job is known.
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

/** Path and query at which a new job is polled. */
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
 * Whether a query, as it came and without its `?`, is to the byte what was signed for this job at
 * this poll path.
 */
export function isSignedPoll(
  signer: Signer,
  at: { pattern: string; id: string; search: string },
): boolean {
  const found = SIGNATURE.exec(at.search)
  if (found === null) return false
  const { pattern, id } = at
  return signer.verify(
    canonical({ pattern, id, query: at.search.slice(0, found.index) }),
    found[1]!,
  )
}

/**
 * The signed text. None of its parts can hold a line break: the path is the catalog's, the rest is
 * percent-encoded or refused.
 */
function canonical(of: { pattern: string; id: string; query: string }): string {
  return `${of.pattern}\n${of.id}\n${of.query}`
}

/** Percent-encoded with nothing left that a client's URL parser would write in another way. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function signature(key: string, text: string): string {
  return createHmac('sha256', key).update(text, 'utf8').digest('base64url')
}

/** Compares the texts, not the bytes that they stand for: those have several spellings. */
function isSame(right: string, given: string): boolean {
  const [a, b] = [Buffer.from(right), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
