/** Opens the store named by the settings. */
import { join } from 'node:path'
import type { Catalog } from '../contract.ts'
import type { Clock } from '../seams.ts'
import type { Settings } from '../settings/types.ts'
import { createEmbeddedStore } from './embedded.ts'
import type { Store } from './store.ts'

/** The dependencies of opening; `warn` receives warnings about settings that can lose payments. */
export interface OpenOptions {
  clock: Clock
  prefix: string
  /** Whether the folder of the settings is the store's own. */
  isFolder?: boolean
  warn?(message: string): void
}

/** Returns the prefix of a gateway's keys: gateways of several networks can share a Redis. */
export function prefixOf({ gateway }: Pick<Catalog, 'gateway'>, network: string): string {
  return `${gateway.name.toLowerCase()}:${network}`
}

/** Returns the folder of an embedded store in the folder of the settings. */
export const folderOf = (dir: string, prefix: string): string =>
  join(dir, prefix.replace(/[^\w-]+/g, '-'))

/**
 * Opens Redis if the settings name one, otherwise the embedded store. `prefix` separates the
 * gateways of several networks.
 */
export async function openStore(
  settings: Pick<Settings, 'store'>,
  options: OpenOptions,
): Promise<Store> {
  const { store } = settings
  if (!('redis' in store))
    return createEmbeddedStore({
      dir: options.isFolder ? store.dir : folderOf(store.dir, options.prefix),
      clock: options.clock,
    })
  const where = store.redis.startsWith('unix:')
    ? { path: new URL(store.redis).pathname }
    : { url: store.redis }
  // Its package takes 10 MB, which a single process does not need.
  const { createRedisStore } = await import('./redis.ts')
  return createRedisStore({
    ...where,
    prefix: options.prefix,
    clock: options.clock,
    warn: options.warn,
  })
}
