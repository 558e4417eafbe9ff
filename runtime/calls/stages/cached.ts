/** Caches upstream replies for a short time, for all processes. A cache error counts as a miss. */
import { createHash } from 'node:crypto'
import type { Call, Work } from '../../call.ts'
import { replyScope } from '../../lib/scope.ts'

type Cached = Pick<Call, 'context' | 'compiled' | 'scope'>
type Members = { readonly [key: string]: unknown } | undefined

/**
 * Returns the key under which this call's reply may be cached; undefined if the catalog does not
 * cache this call. Each catalog has its own keys, because another one, such as a canary, may use
 * another upstream.
 */
export function cacheKey(call: Cached): string | undefined {
  const { cache, id } = call.compiled.route
  const { hash } = call.context.catalog
  if (cache === undefined || !cache.when(call.scope) || !isExact(cache.patch?.(call.scope)))
    return undefined
  return `${id}:${createHash('sha256')
    .update(JSON.stringify([hash, cache.key(call.scope)]))
    .digest('base64url')}`
}

/** Reads a cached reply and sets the members that the catalog patches, e.g. the caller's own id. */
export async function cacheGet(call: Cached, key: string): Promise<Work | undefined> {
  const bytes = await call.context.store.cacheGet(key).catch(() => undefined)
  if (bytes === undefined) return undefined
  try {
    const { type, json, given } = JSON.parse(bytes.toString('utf8'))
    const patched = patch(json, call.compiled.route.cache!.patch?.(call.scope))
    return {
      status: 200,
      headers: { 'content-type': type },
      body: Buffer.from(JSON.stringify(patched)),
      json: patched,
      given,
    }
  } catch {
    return undefined
  }
}

/** Caches a fresh JSON reply, if the catalog allows it. */
export async function cachePut(call: Cached, key: string, done: Work): Promise<void> {
  const cache = call.compiled.route.cache!
  if (done.json === undefined || done.status !== 200) return
  if (cache.keep !== undefined && !cache.keep(replyScope(call, done))) return
  const type = done.headers['content-type'] ?? 'application/json'
  const value = Buffer.from(JSON.stringify({ type, json: done.json, given: done.given }))
  await call.context.store.cachePut(key, value, cache.for).catch(() => undefined)
}

/**
 * Sets only those of the given members that the cached reply has, because a fresh reply would have
 * no others.
 */
function patch(json: unknown, members: Members): unknown {
  if (members === undefined || json === null || typeof json !== 'object' || Array.isArray(json))
    return json
  return {
    ...json,
    ...Object.fromEntries(Object.entries(members).filter(([name]) => Object.hasOwn(json, name))),
  }
}

/** Whether the patched numbers are exact: an integer beyond 2^53 was rounded when it was parsed. */
function isExact(members: Members): boolean {
  return Object.values(members ?? {}).every(
    value => !Number.isInteger(value) || Number.isSafeInteger(value),
  )
}
