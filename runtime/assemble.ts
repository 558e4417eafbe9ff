/** Starts a gateway from its settings, and closes its parts in the right order. */
import type { Catalog } from './contract.ts'
import { createGateway, type Gateway, type Dependencies } from './gateway.ts'
import type { AssembleOptions } from './base-parts.ts'
import { makeParts, type Step } from './parts.ts'
import type { Settings } from './settings/types.ts'

export type { AssembleOptions } from './base-parts.ts'

/** A gateway that listens. `close` ends the calls in flight and then closes every part. */
export interface Assembled {
  url: string
  gateway: Gateway
  parts: Dependencies
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
    const defaults = await makeParts(catalog, settings, { options, undo })
    const parts = { ...defaults, ...options.replace?.(defaults) }
    const gateway = await createGateway(parts)
    undo.push(() => gateway.close())
    const { url } = await gateway.listen(settings.port, settings.host)
    parts.observe.log.info(
      { url, network: settings.network, store: parts.store.shared ? 'shared' : 'embedded' },
      'listening',
    )
    return { url, gateway, parts, close }
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
}

/** Runs every step, even if one fails. Rejects with the first error. */
async function endAll(steps: readonly Step[]): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps) await step().catch(error => errors.push(error))
  if (errors.length > 0) throw errors[0]
}
