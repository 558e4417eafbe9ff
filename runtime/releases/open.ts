/** Opens the releases of a gateway where its settings keep them. */
import { join } from 'node:path'
import type { Clock } from '../seams.ts'
import type { Settings } from '../settings/types.ts'
import type { Store } from '../store/store.ts'
import { createFolder } from './folder.ts'
import { createReleases, type Releases } from './releases.ts'
import type { Seal } from './sealed.ts'

/** In the shared store, or in a folder beside the embedded one, which nobody else can open. */
export function openReleases(
  { store: where }: Pick<Settings, 'store'>,
  by: Seal & { store: Store; clock: Clock },
): Releases {
  return 'redis' in where
    ? createReleases(by.store, by.store.clock, by)
    : createReleases(createFolder(releaseFolder(where.dir, by.prefix), by.clock), by.clock, by)
}

/** The folder of a gateway's releases. */
export const releaseFolder = (dir: string, prefix: string): string =>
  join(dir, prefix.replace(/[^\w-]+/g, '-'), 'catalogs')
