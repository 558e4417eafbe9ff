/** Opens the releases of a gateway as its settings define. */
import { join } from 'node:path'
import type { Clock } from '../seams.ts'
import type { Settings } from '../settings/types.ts'
import type { Store } from '../store/store.ts'
import { createFolder } from './folder.ts'
import { createReleases, type Documents, type Releases } from './releases.ts'
import type { Seal } from './sealed.ts'

/**
 * Opens them in the shared store, or in a folder beside the embedded store, which no other process
 * can open.
 */
export function openReleases(
  settings: Pick<Settings, 'store'>,
  by: Seal & { store: Store; clock: Clock },
): Releases {
  const clock = 'redis' in settings.store ? by.store.clock : by.clock
  return createReleases(releaseDocuments(settings, by), clock, by)
}

/** Returns the documents in which a gateway keeps its releases. */
export const releaseDocuments = (
  { store: where }: Pick<Settings, 'store'>,
  by: { store: Store; clock: Clock; prefix: string },
): Documents =>
  'redis' in where ? by.store : createFolder(releaseFolder(where.dir, by.prefix), by.clock)

/** Returns the folder of a gateway's releases. */
export const releaseFolder = (dir: string, prefix: string): string =>
  join(dir, prefix.replace(/[^\w-]+/g, '-'), 'catalogs')
