/** Opens the releases of a gateway where its settings keep them. */
import { join } from 'node:path'
import type { Clock } from '../seams.ts'
import type { Settings } from '../settings/types.ts'
import type { Store } from '../store/store.ts'
import { createFolder } from './folder.ts'
import { createReleases, type Documents, type Releases } from './releases.ts'
import type { Seal } from './sealed.ts'

/** In the shared store, or in a folder beside the embedded one, which nobody else can open. */
export function openReleases(
  settings: Pick<Settings, 'store'>,
  by: Seal & { store: Store; clock: Clock },
): Releases {
  const clock = 'redis' in settings.store ? by.store.clock : by.clock
  return createReleases(releaseDocuments(settings, by), clock, by)
}

/** Where a gateway keeps its releases. */
export const releaseDocuments = (
  { store: where }: Pick<Settings, 'store'>,
  by: { store: Store; clock: Clock; prefix: string },
): Documents =>
  'redis' in where ? by.store : createFolder(releaseFolder(where.dir, by.prefix), by.clock)

/** The folder of a gateway's releases. */
export const releaseFolder = (dir: string, prefix: string): string =>
  join(dir, prefix.replace(/[^\w-]+/g, '-'), 'catalogs')
