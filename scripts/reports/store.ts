/** Opens the store that the environment names, for reports that only read. */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Catalog } from '../../runtime/contract.ts'
import { systemClock } from '../../runtime/lib/clock.ts'
import { releaseDocuments } from '../../runtime/releases/open.ts'
import type { Documents } from '../../runtime/releases/releases.ts'
import { readReportSettings, type ReportSettings } from '../../runtime/settings/report.ts'
import { folderOf, openStore, prefixOf } from '../../runtime/store/open.ts'
import { copyEmbedded } from '../../runtime/store/snapshot.ts'
import type { Store } from '../../runtime/store/store.ts'

/** The store of a report and the settings of its gateway. */
export interface Opened {
  store: Store
  /** Where its releases are. */
  releases: Pick<Documents, 'get'>
  settings: ReportSettings
  close(): Promise<void>
}

/** The settings of a report. Throws what is wrong with them. */
function settingsOf(env: NodeJS.ProcessEnv, catalog: Pick<Catalog, 'networks'>): ReportSettings {
  const read = readReportSettings(env, catalog)
  if ('problems' in read) throw new Error(`the environment is wrong: ${read.problems.join('; ')}`)
  return read.settings
}

/** Opens the store. Rejects with what an operator can do about it. */
export async function openForReport(
  env: NodeJS.ProcessEnv,
  catalog: Pick<Catalog, 'networks' | 'gateway'>,
): Promise<Opened> {
  const settings = settingsOf(env, catalog)
  const prefix = prefixOf(catalog, settings.network)
  const clock = systemClock
  if ('redis' in settings.store) {
    const store = await openStore(settings, { clock, prefix })
    const releases = releaseDocuments(settings, { store, clock, prefix })
    return { store, releases, settings, close: () => store.close() }
  }
  const from = folderOf(settings.store.dir, prefix)
  if (!existsSync(join(from, 'store.db')))
    throw new Error(
      `there is no store in ${from}: set DATA_DIR (or REDIS_URL) and NETWORK as the ` +
        'gateway has them',
    )
  const copy = await copyEmbedded(from)
  const store = await openStore({ store: { dir: copy } }, { clock, prefix, isFolder: true })
  const close = async (): Promise<void> => {
    await store.close()
    await rm(copy, { recursive: true, force: true })
  }
  const releases = releaseDocuments(settings, { store, clock, prefix })
  return { store, releases, settings, close }
}
