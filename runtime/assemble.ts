/** Starts a gateway from its settings, and closes its parts in the right order. */
import type { Catalog } from './contract.ts'
import { createGateway, type Gateway, type Dependencies } from './gateway.ts'
import type { AssembleOptions } from './base-parts.ts'
import { createFollower, lookAtStart, type Follower } from './follow.ts'
import { makeParts, type Parts, type Step } from './parts.ts'
import { openReleases } from './releases/open.ts'
import { documentReader } from './replies/documents/generated.ts'
import type { Settings } from './settings/types.ts'
import { prefixOf } from './store/open.ts'
import type { Switchboard } from './switchboard.ts'

export type { AssembleOptions } from './base-parts.ts'

/** A gateway that listens. `close` lets the calls in flight end and then closes every part. */
export interface Assembled {
  url: string
  gateway: Gateway
  parts: Dependencies
  /** Follows the pointer to the live catalog. */
  follower: Follower
  close(): Promise<void>
}

/**
 * Starts a gateway: opens the store, reconciles what an earlier process left, then listens. If it
 * fails, it closes everything and rejects.
 */
export async function assemble(
  catalog: Catalog,
  settings: Settings,
  options: AssembleOptions = {},
): Promise<Assembled> {
  const undo: Step[] = []
  const close = (): Promise<void> => endAll(undo.splice(0).reverse())
  try {
    const made = await makeParts(catalog, settings, { options, undo })
    const parts = { ...made.parts, ...options.replace?.(made.parts) }
    let follower: Follower | undefined
    const gateway = await createGateway(parts, async catalogs => {
      follower = followerOf(catalogs, { made, parts, catalog, settings })
      // The live catalog is served from the first request on.
      await lookAtStart(follower, parts)
    })
    undo.push(() => gateway.close())
    undo.push(() => follower!.stop())
    follower!.start()
    const { url } = await gateway.listen(settings.port, settings.host)
    parts.observe.log.info(
      { url, network: settings.network, store: parts.store.shared ? 'shared' : 'embedded' },
      'listening',
    )
    return { url, gateway, parts, follower: follower!, close }
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
}

function followerOf(
  catalogs: Switchboard,
  of: { made: Parts; parts: Dependencies; catalog: Catalog; settings: Settings },
): Follower {
  const { made, parts, catalog, settings } = of
  const { store, clock, network, signer } = parts
  const documents = documentReader(catalog, network)
  return createFollower({
    releases: openReleases(settings, { store, clock, signer, prefix: prefixOf(catalog, network) }),
    catalogs,
    open: made.open,
    state: made.state,
    builtIn: { catalog, documents },
    parts,
  })
}

/** Runs every step, even if one fails. Rejects with the first error. */
async function endAll(steps: readonly Step[]): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps) await step().catch(error => errors.push(error))
  if (errors.length > 0) throw errors[0]
}
