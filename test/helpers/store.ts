/** Stores for tests: embedded in a folder of its own, and Redis under a prefix of its own. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../runtime/lib/clock.ts'
import type { Clock } from '../../runtime/seams.ts'
import { createEmbeddedStore } from '../../runtime/store/embedded.ts'
import { createRedisStore } from '../../runtime/store/redis.ts'
import type { Store } from '../../runtime/store/store.ts'
import type { TestRedis } from './redis.ts'

/** A new empty folder below the system's temporary one. */
export function tempDir(name = 'test'): string {
  return mkdtempSync(join(tmpdir(), `farebox-${name}-`))
}

/** A store on disk; `stop` closes it and removes its folder. */
export async function embeddedStore(
  clock: Clock = systemClock,
  dir = tempDir('store'),
): Promise<{ store: Store; dir: string; stop(): Promise<void> }> {
  const store = await createEmbeddedStore({ dir, clock })
  return {
    store,
    dir,
    stop: async () => {
      await store.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** A prefix that no other test uses. */
export const freshPrefix = (): string => `test-${randomBytes(6).toString('hex')}`

/** A store in a running Redis, empty unless `prefix` is one in use. */
export async function redisStore(
  redis: TestRedis,
  prefix = freshPrefix(),
): Promise<{ store: Store; prefix: string; stop(): Promise<void> }> {
  const store = await createRedisStore({ ...redis.connection, prefix })
  return { store, prefix, stop: () => store.close() }
}
