/** Builds the parts of a gateway that production uses, as the settings select them. */
import { makeBaseParts, type AssembleOptions, type Register } from './base-parts.ts'
import type { Catalog } from './contract.ts'
import { createCatalogParts, type OpenCatalog } from './catalog-parts.ts'
import type { Dependencies } from './context.ts'
import type { ProcessState } from './hooks/parts.ts'
import { createSigner } from './jobs/signed-poll.ts'
import { createMedia } from './media-parts.ts'
import { makePayments } from './payment-parts.ts'
import { createReceiptSigner } from './payments/receipt-signer.ts'
import { createReadiness } from './readiness.ts'
import { documentReader } from './replies/documents/generated.ts'
import type { Settings } from './settings/types.ts'
import { openStore, prefixOf } from './store/open.ts'

/** Closes one part. */
export type Step = () => Promise<unknown>

/** The parts of a gateway, and what later catalogs are opened with. */
export interface Parts {
  parts: Dependencies
  open: OpenCatalog
  state: ProcessState
}

/** Builds the parts; each part that is opened adds its closing to `undo`. */
export async function makeParts(
  catalog: Catalog,
  settings: Settings,
  how: { options: AssembleOptions; undo: Step[] },
): Promise<Parts> {
  const register: Register = part => {
    how.undo.push(async () => part.close())
    return part
  }
  const base = makeBaseParts(catalog, settings, how.options)
  const { random, observe, instance, spec } = base
  const prefix = prefixOf(catalog, spec.name)
  const warn = (message: string): void => observe.log.warn(message)
  const store = register(await openStore(settings, { clock: base.clock, prefix, warn }))
  // All other parts use the store's clock, which all processes of this store share.
  const { clock } = store
  const media = register(await createMedia(settings.media, { clock, random }))
  const payments = await makePayments({ ...base, clock }, store, register)
  const { paymentScheme } = payments
  const { network, dev, publicUrl, clientIpHeader, trustedProxies, trace } = settings
  const signer = createSigner(settings.signingKeys)
  const readiness = createReadiness({
    backend: paymentScheme.backend,
    store,
    clock,
    head: paymentScheme.head,
    observe,
    dev,
  })
  const state: ProcessState = { started: clock.now() }
  const open = createCatalogParts({
    base: { ...base, clock },
    shared: { paymentScheme, store, media, readiness, signer },
    state,
    upstreamsOf: how.options.upstreamsOf,
  })
  const { documents, close, ...own } = open(catalog, documentReader(catalog, network))
  register({ close })
  const parts: Dependencies = {
    ...own,
    network,
    ...payments,
    store,
    media,
    readiness,
    clock,
    random,
    signer,
    receipts: createReceiptSigner(settings.signingKeys),
    settings: { publicUrl, clientIpHeader, trustedProxies, documents, instance, trace },
  }
  return { parts, open, state }
}
