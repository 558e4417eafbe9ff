/** The parts of a gateway that belong to one catalog: its upstreams, hooks and documents. */
import { redactorOf, type AssembleOptions, type BaseParts } from './base-parts.ts'
import type { Dependencies, Settings } from './context.ts'
import type { Catalog } from './contract.ts'
import type { CatalogParts } from './edition.ts'
import { createHooks } from './hooks/index.ts'
import type { ProcessState } from './hooks/parts.ts'
import { createSealer } from './hooks/sealed.ts'
import { makeUpstreams } from './media-parts.ts'

/** Opens the parts of a catalog. Throws if the settings of its upstreams are wrong. */
export type OpenCatalog = (catalog: Catalog, documents: Settings['documents']) => CatalogParts

/** What the parts of every catalog are built from. */
export interface CatalogBase {
  base: BaseParts
  shared: Pick<Dependencies, 'paymentScheme' | 'store' | 'media' | 'signer'> &
    Required<Pick<Dependencies, 'readiness'>>
  state: ProcessState
  upstreamsOf?: AssembleOptions['upstreamsOf']
}

/** Returns a function that opens the parts of a catalog. */
export function createCatalogParts({ base, shared, state, upstreamsOf }: CatalogBase): OpenCatalog {
  const { clock, random } = base
  return (catalog, documents) => {
    const isFirst = catalog === base.catalog
    const settings = isFirst
      ? base.settings
      : { ...base.settings, upstreams: (upstreamsOf ?? withoutKeys(base.settings))(catalog) }
    const redact = isFirst ? base.redact : redactorOf(catalog, settings)
    const observe = isFirst ? base.observe : base.observe.ofCatalog(catalog.hash, redact)
    const closing: (() => Promise<unknown>)[] = []
    const { upstreams, mirror } = makeUpstreams(
      { ...base, catalog, settings, redact, observe },
      shared.media,
      part => {
        closing.push(() => part.close())
        return part
      },
    )
    const { region, wallets, mediaAllowHosts: allowHosts } = settings
    const hooks = createHooks({
      ...shared,
      catalog,
      upstreams,
      clock,
      region,
      wallets,
      allowHosts,
      process: state,
      sealer: createSealer(settings.signingKeys, random),
    })
    return {
      catalog,
      upstreams,
      mirror,
      hooks,
      balanceOf: hooks.balanceOf,
      observe,
      documents,
      close: async () => {
        for (const close of closing.reverse()) await close()
      },
    }
  }
}

/** The upstreams that the process knows. A new upstream has no key, so its routes answer 503. */
const withoutKeys =
  ({ upstreams }: BaseParts['settings']): NonNullable<AssembleOptions['upstreamsOf']> =>
  catalog =>
    Object.fromEntries(
      Object.values(catalog.upstreams).map(({ name, base }) => [
        name,
        upstreams[name] ?? { url: base },
      ]),
    )
