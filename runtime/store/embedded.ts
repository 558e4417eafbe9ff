/**
 * The store of a single process: documents in SQLite on disk (durable before a commit resolves),
 * everything else in memory.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../seams.ts'
import { openChannel, Refused, type Channel } from './channel.ts'
import { createCache, createCounters, createLeases, createLocks, createPools } from './memory.ts'
import type { Change, Store } from './store.ts'

/** The options of the embedded store. */
export interface EmbeddedOptions {
  /** Folder of the database; created if missing; used by one process at a time. */
  dir: string
  clock: Clock
  /** Bytes of cached reads in memory; default 64 MiB. */
  cacheBytes?: number
}

const PURGE_EVERY = 30_000
const PURGE_ROWS = 1000
const KINDS = { insert: 1, replace: 2, remove: 3 } as const

/** The advice to an operator whose store is damaged. */
const DAMAGED =
  'Restore the folder from a backup. Without one, move it away and start with an empty ' +
  'folder: payments that were settled stay on the chain, but jobs, replies that were not ' +
  'delivered ' +
  'and payments under way are forgotten'

/** Returns the time at which a change's document expires, in whole ms; 0 for never. */
const untilOf = (change: { expires?: number }): number => Math.floor(change.expires ?? 0)

/** Encodes a commit for the thread. */
function encode(changes: Change[]): (string | number)[] {
  const fields: (string | number)[] = [1, changes.length]
  for (const change of changes) {
    const version = change.do === 'insert' ? -1 : (change.version ?? -1)
    if (change.do === 'remove') fields.push(KINDS.remove, change.in, change.key, version, '', '', 0)
    else
      fields.push(
        KINDS[change.do],
        change.in,
        change.key,
        version,
        JSON.stringify(change.doc),
        change.tag ?? '',
        untilOf(change),
      )
  }
  return fields
}

/**
 * Opens the database, or reports which process has it. The lock is the kernel's; the file only
 * names its owner.
 */
async function claimFolder(options: EmbeddedOptions): Promise<Channel> {
  const owner = join(options.dir, 'owner')
  await mkdir(options.dir, { recursive: true, mode: 0o700 })
  try {
    const channel = await openChannel(join(options.dir, 'store.db'), () => options.clock.now())
    await writeFile(owner, `process ${process.pid} on ${hostname()}`)
    return channel
  } catch (error) {
    const { message } = error as Error
    if (!(error instanceof Refused) || !error.busy) {
      const advice = error instanceof Refused && error.damaged ? `. ${DAMAGED}` : ''
      throw new Error(`the store in ${options.dir} cannot be opened: ${message}${advice}`)
    }
    const who = await readFile(owner).then(String, () => 'another process')
    const hint = 'the embedded store serves one process, use Redis (REDIS_URL) for several'
    throw new Error(`the folder ${options.dir} is in use by ${who}; ${hint}`)
  }
}

/** The operations of the store on disk. */
function documentsOf(channel: Channel): Pick<Store, 'get' | 'list' | 'commit'> {
  return {
    async get(collection, key) {
      const row = await channel.ask([2, collection, key])
      return row ? { doc: JSON.parse(row[0]), version: row[1], tag: row[2] } : undefined
    },
    async list(collection, tag, limit, skip = 0) {
      const rows: [string, string, number][] = await channel.ask([3, collection, tag, limit, skip])
      return rows.map(([key, doc, version]) => ({
        key,
        stored: { doc: JSON.parse(doc), version, tag },
      }))
    },
    commit: async (changes, how) =>
      changes.length === 0 || (await channel.ask(encode(changes), how?.lazy)) === 1,
  }
}

/** Removes expired documents, some at a time, so that nothing waits for long behind them. */
async function purgeExpired(channel: Channel): Promise<void> {
  try {
    while ((await channel.ask([5, PURGE_ROWS])) === PURGE_ROWS);
  } catch {
    // The next round tries again.
  }
}

/**
 * Opens the embedded store. Rejects if the folder cannot be used or a live process uses it; takes
 * over the folder of a dead one.
 */
export async function createEmbeddedStore(options: EmbeddedOptions): Promise<Store> {
  const { clock } = options
  const channel = await claimFolder(options)
  const count = createCounters(clock)
  const cache = createCache(clock, options.cacheBytes ?? 64 * 2 ** 20)
  const lock = createLocks(clock)
  const leases = createLeases(clock)
  const pools = createPools(clock)
  const purge = setInterval(() => void purgeExpired(channel), PURGE_EVERY)
  purge.unref()

  return {
    shared: false,
    clock,
    ...documentsOf(channel),
    count: async (bucket, windowMs) => count(bucket, windowMs),
    cacheGet: async key => cache.get(key),
    cachePut: async (key, value, ttlMs) => cache.put(key, value, ttlMs),
    lock: (name, _ttlMs, work, wait) => lock(name, work, wait),
    lease: async (name, owner, ttlMs) => leases.take(name, owner, ttlMs),
    unlease: async (name, owner) => leases.drop(name, owner),
    hold: async (pool, hold) => pools.hold(pool, hold),
    unhold: async (pool, key) => pools.unhold(pool, key),
    msUntilFits: async (pool, want) => pools.msUntilFits(pool, want),
    ping: async () => {
      await channel.ask([4])
    },
    async close() {
      clearInterval(purge)
      await channel.close()
      await rm(join(options.dir, 'owner'), { force: true })
    },
  }
}
