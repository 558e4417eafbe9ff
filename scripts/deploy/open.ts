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
  /** Where they are stored, without the password of Redis. */
  place: string
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
    const place = releaseFolder(settings.store.dir, prefix)
    const folder = createFolder(place, systemClock)
    return {
      settings,
      place,
      releases: createReleases(folder, systemClock, by),
      close: async () => undefined,
    }
  }
  const opened = await openStore(settings, { clock: systemClock, prefix })
  const releases = createReleases(opened, opened.clock, by)
  const place = `${hostOf(settings.store.redis)} under ${prefix}`
  return { settings, place, releases, close: () => opened.close() }
}

const hostOf = (url: string): string => {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/**
 * A warning if no gateway has ever reported or been given a catalog in this store: the settings may
 * name another store than the gateway's, or the gateway was renamed.
 */
export async function unusedWarning({
  releases,
  place,
}: Pick<Open, 'releases' | 'place'>): Promise<string | undefined> {
  const [pointer, reports] = [await releases.pointer(), await releases.reports()]
  return pointer === undefined && reports.length === 0
    ? `No gateway has used ${place} yet. If one runs, check DATA_DIR, REDIS_URL, NETWORK and ` +
        'the name in gateway.yaml.'
    : undefined
}
