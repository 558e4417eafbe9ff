/**
 * The connection to Redis: fails fast if Redis is unavailable, never sends a command twice, and
 * warns about settings that can lose payments.
 */
import { Redis, type RedisOptions } from 'ioredis'
import { scripts } from './redis-scripts.ts'
import { StoreUnavailable } from './store.ts'

/** The commands that the store uses, including scripts. */
export interface RedisCommands {
  fareboxCommit(base: string, ...fields: (string | number)[]): Promise<number>
  fareboxList(
    base: string,
    collection: string,
    tag: string,
    limit: number,
    skip: number,
  ): Promise<string[]>
  fareboxCount(key: string, windowMs: number): Promise<[number, string]>
  fareboxTake(key: string, owner: string, ms: number): Promise<number>
  fareboxDrop(key: string, owner: string): Promise<number>
  fareboxHold(
    pool: string,
    key: string,
    amount: number,
    most: number,
    ms: number,
    renew: number,
  ): Promise<number>
  fareboxUnhold(pool: string, key: string): Promise<number>
  fareboxRoom(pool: string, amount: number, most: number): Promise<number>
  fareboxPiece(key: string, i: number, piece: Buffer, ms: number): Promise<number>
}

/** An ioredis client with the store's scripts as commands. */
export type RedisClient = Redis & RedisCommands

/**
 * No queue while disconnected, and no resending. A commit whose reply was lost may have been
 * applied, so it must end as an error of unknown outcome; sent again, it would look like a conflict
 * with itself.
 */
const OPTIONS: RedisOptions = {
  lazyConnect: true,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  commandTimeout: 3000,
  connectTimeout: 3000,
  enableAutoPipelining: true,
  retryStrategy: times => Math.min(50 * 2 ** Math.min(times, 6), 2000),
}

/** Options of the connection for large pieces: one command at a time, with a longer time limit. */
export const PATIENT: RedisOptions = { commandTimeout: 10_000, enableAutoPipelining: false }

/** Connects to Redis. Rejects with StoreUnavailable if Redis does not answer. */
export async function connectRedis(
  target: { url: string } | { path: string },
  more: RedisOptions = {},
): Promise<RedisClient> {
  const options = { ...OPTIONS, ...more }
  const client = (
    'url' in target ? new Redis(target.url, options) : new Redis({ ...options, path: target.path })
  ) as RedisClient
  // `connect` rejects with "Connection is closed"; the `error` events have the cause.
  let cause: Error | undefined
  client.on('error', (error: Error) => {
    cause = error
  })
  for (const [name, lua] of Object.entries(scripts))
    client.defineCommand(name, { numberOfKeys: 1, lua })
  try {
    await client.connect()
    return client
  } catch (error) {
    client.disconnect()
    const why = cause?.message || (error as Error).message
    throw new StoreUnavailable(`Redis cannot be reached: ${why}`)
  }
}

/**
 * Warns about each setting that could lose a payment record. Servers that hide their configuration
 * get no warnings.
 */
export async function warnOfSettings(
  client: RedisClient,
  warn: (message: string) => void,
): Promise<void> {
  const setting = async (name: string): Promise<string | undefined> =>
    ((await client.config('GET', name).catch(() => [])) as string[])[1]
  if ((await setting('appendonly')) === 'no')
    warn('Redis runs without appendonly: its records are lost when it stops')
  const policy = await setting('maxmemory-policy')
  if (policy !== undefined && policy !== 'noeviction')
    warn(`Redis may evict payment records (maxmemory-policy ${policy}); set noeviction`)
}

/** Runs a command, and converts every error to StoreUnavailable. */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof StoreUnavailable
      ? error
      : new StoreUnavailable(`Redis does not answer: ${(error as Error).message}`)
  }
}
