/**
 * Documents in Redis: small ones take one command on the shared connection, large ones are stored
 * in pieces over a second connection.
 */
import type { Clock } from '../seams.ts'
import { guarded, type RedisClient } from './redis-client.ts'
import { isLarge, type LargeTexts } from './redis-large.ts'
import { StoreUnavailable, type Change, type Collection, type Store, type Stored } from './store.ts'

/** How many times a large document is read in total if it keeps changing meanwhile. */
const TRIES = 3

/** The shared connection, and the connection of large documents. */
interface Parts {
  client: RedisClient
  large: LargeTexts
  base: string
  clock: Clock
}

/** Creates the document operations of the Redis store. */
export function createRedisDocuments(parts: Parts): Pick<Store, 'get' | 'list' | 'commit'> {
  const { client, base } = parts
  return {
    get: (collection, key) => read(parts, collection, key),
    async list(collection, tag, limit, skip = 0) {
      const flat =
        tag === ''
          ? []
          : await guarded(() => client.fareboxList(base, collection, tag, limit, skip))
      const found = []
      for (let i = 0; i < flat.length; i += 4) {
        const [key, doc, version, apart] = flat.slice(i, i + 4) as [string, string, string, string]
        const text = await textOf(parts, doc, apart)
        if (text !== undefined)
          found.push({ key, stored: { doc: JSON.parse(text), version: Number(version), tag } })
      }
      return found
    },
    commit: async changes => changes.length === 0 || (await write(parts, changes)),
  }
}

/**
 * Returns a document's JSON; undefined if its pieces were removed because it was changed meanwhile.
 */
async function textOf({ large }: Parts, doc: string, apart: string): Promise<string | undefined> {
  return doc === '' ? large.get(apart) : doc
}

async function read<T>(
  parts: Parts,
  collection: Collection,
  key: string,
): Promise<Stored<T> | undefined> {
  const { client, base } = parts
  for (let tries = 0; tries < TRIES; tries++) {
    const [doc, version, tag, apart] = await guarded(() =>
      client.hmget(`${base}d:${collection}:${key}`, 'd', 'v', 't', 'b'),
    )
    if (typeof doc !== 'string') return undefined
    const text = await textOf(parts, doc, apart ?? '')
    if (text !== undefined)
      return { doc: JSON.parse(text), version: Number(version), tag: tag ?? '' }
  }
  throw new StoreUnavailable(`${collection} ${key} is changed too often to be read`)
}

async function write({ client, large, base, clock }: Parts, changes: Change[]): Promise<boolean> {
  const names = await putAside(changes, large)
  const result = await guarded(() =>
    client.fareboxCommit(base, ...encode(changes, names, clock.now())),
  )
  if (result === 0) for (const name of names.values()) await large.drop(name).catch(() => undefined)
  if (result < 0) throw new StoreUnavailable('a large document took too long to be written')
  return result === 1
}

/**
 * Writes large documents before any part of their commit is visible; returns the names of their
 * pieces.
 */
async function putAside(changes: Change[], large: LargeTexts): Promise<Map<Change, string>> {
  const names = new Map<Change, string>()
  for (const change of changes)
    if (change.do !== 'remove' && isLarge(change.doc))
      names.set(change, await large.put(change.doc))
  return names
}

/** Encodes a commit for the script: the time, and eight fields per change. */
function encode(changes: Change[], names: Map<Change, string>, now: number): (string | number)[] {
  return changes.reduce<(string | number)[]>(
    (fields, change) => {
      const version = change.do === 'insert' ? -1 : (change.version ?? -1)
      const apart = names.get(change) ?? ''
      if (change.do === 'remove')
        fields.push(change.do, change.in, change.key, version, '', '', 0, '')
      else
        fields.push(
          change.do,
          change.in,
          change.key,
          version,
          apart === '' ? JSON.stringify(change.doc) : '',
          change.tag ?? '',
          Math.floor(change.expires ?? 0),
          apart,
        )
      return fields
    },
    [now],
  )
}
