/** Builds the parts of a gateway that production uses, as the settings select them. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { makeBaseParts, type AssembleOptions, type Register } from './base-parts.ts'
import type { Catalog } from './contract.ts'
import type { Dependencies } from './context.ts'
import { createHooks } from './hooks/index.ts'
import { createSealer } from './hooks/sealed.ts'
import { createSigner } from './jobs/signed-poll.ts'
import { createMedia, makeUpstreams } from './media-parts.ts'
import { makePayments } from './payment-parts.ts'
import { createReadiness } from './readiness.ts'
import { applyPatch, type PatchStep } from './replies/documents/patch.ts'
import type { Settings } from './settings/types.ts'
import { openStore, prefixOf } from './store/open.ts'

/** Closes one part. */
export type Step = () => Promise<unknown>

/** Builds the parts; each part that is opened adds its closing to `undo`. */
export async function makeParts(
  catalog: Catalog,
  settings: Settings,
  how: { options: AssembleOptions; undo: Step[] },
): Promise<Dependencies> {
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
  const { upstreams, mirror } = makeUpstreams({ ...base, clock }, media, register)
  const {
    network,
    region,
    dev,
    wallets,
    mediaAllowHosts: allowHosts,
    publicUrl,
    clientIpHeader,
    trustedProxies,
  } = settings
  const signer = createSigner(settings.signingKeys)
  const readiness = createReadiness({
    backend: paymentScheme.backend,
    store,
    clock,
    head: paymentScheme.head,
    observe,
    dev,
  })
  const hooks = createHooks({
    catalog,
    paymentScheme,
    store,
    upstreams,
    clock,
    readiness,
    region,
    wallets,
    allowHosts,
    signer,
    sealer: createSealer(settings.signingKeys, random),
  })
  const own = {
    publicUrl,
    clientIpHeader,
    trustedProxies,
    documents: documentsOf(catalog, network),
    instance,
  }
  return {
    catalog,
    network,
    ...payments,
    store,
    media,
    mirror,
    upstreams,
    hooks,
    readiness,
    balanceOf: hooks.balanceOf,
    clock,
    random,
    signer,
    observe,
    settings: own,
  }
}

/**
 * Returns the reader of generated documents. Those of the first network are at the top of
 * `generated/`. The others have folders of their own, with patches for JSON documents.
 */
function documentsOf(catalog: Catalog, network: string): (name: string) => Promise<string> {
  const read = (name: string): Promise<string> =>
    readFile(new URL(`../generated/${name}`, import.meta.url), 'utf8')
  if (network === Object.keys(catalog.networks)[0]) return name => read(basename(name))
  return async name => {
    const [file, folder] = [basename(name), `networks/${network}`]
    if (!file.endsWith('.json')) return read(`${folder}/${file}`)
    const [whole, steps] = await Promise.all([
      read(file),
      read(`${folder}/${file.replace(/\.json$/, '.patch.json')}`),
    ])
    return JSON.stringify(applyPatch(JSON.parse(whole), JSON.parse(steps) as PatchStep[]))
  }
}
