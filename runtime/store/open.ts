/** Opens the store that the settings name. */
import { join } from 'node:path'
import type { Clock } from '../seams.ts'
import type { Settings } from '../settings/types.ts'
import { createEmbeddedStore } from './embedded.ts'
import type { Store } from './store.ts'

/** What opening needs; `warn` is told of settings that can lose payments. */
export interface OpenOptions {
  clock: Clock
  prefix: string
  warn?(message: string): void
}

/**
 * Redis where the settings give one, else the embedded store. `prefix` keeps the gateways of
 * several networks apart.
 */
export async function openStore(
  settings: Pick<Settings, 'store'>,
  options: OpenOptions,
): Promise<Store> {
  const { store } = settings
  if (!('redis' in store))
    return createEmbeddedStore({
      dir: join(store.dir, options.prefix.replace(/[^\w-]+/g, '-')),
      clock: options.clock,
    })
  const where = store.redis.startsWith('unix:')
    ? { path: new URL(store.redis).pathname }
    : { url: store.redis }
  // Its package takes 10 MB, which one process alone does without.
  const { createRedisStore } = await import('./redis.ts')
  return createRedisStore({
    ...where,
    prefix: options.prefix,
    clock: options.clock,
    warn: options.warn,
  })
}
