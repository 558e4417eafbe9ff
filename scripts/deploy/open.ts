/** Opens the releases of the gateway that the environment describes. */
import { catalog } from '../../generated/index.ts'
import { createSigner } from '../../runtime/jobs/signed-poll.ts'
import { systemClock } from '../../runtime/lib/clock.ts'
import { createFolder } from '../../runtime/releases/folder.ts'
import { releaseFolder } from '../../runtime/releases/open.ts'
import { createReleases, type Releases } from '../../runtime/releases/releases.ts'
import { readDeploySettings, type DeploySettings } from '../../runtime/settings/read.ts'
import { openStore, prefixOf } from '../../runtime/store/open.ts'

/** The releases of the gateway that the environment describes. */
export interface Open {
  releases: Releases
  settings: DeploySettings
  close(): Promise<void>
}

/** Opens the releases that the environment, or else a URL, names. */
export async function openFrom(url: string | undefined): Promise<Open> {
  const { REDIS_URL, DATA_DIR, ...rest } = process.env
  const store = url === undefined ? { REDIS_URL, DATA_DIR } : { REDIS_URL: url }
  const settings = readDeploySettings({ ...rest, ...store }, catalog)
  const prefix = prefixOf(catalog, settings.network)
  const by = { signer: createSigner(settings.signingKeys), prefix }
  if ('dir' in settings.store) {
    const folder = createFolder(releaseFolder(settings.store.dir, prefix), systemClock)
    return {
      settings,
      releases: createReleases(folder, systemClock, by),
      close: async () => undefined,
    }
  }
  const opened = await openStore(settings, { clock: systemClock, prefix })
  const releases = createReleases(opened, opened.clock, by)
  return { settings, releases, close: () => opened.close() }
}
