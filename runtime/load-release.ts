/** Loads a release and runs every check before it may be served. */
import type { OpenCatalog } from './catalog-parts.ts'
import type { Dependencies, Settings } from './context.ts'
import type { Catalog } from './contract.ts'
import type { Edition } from './edition.ts'
import { needsRestart } from './needs-restart.ts'
import { catalogOf, unpack } from './releases/bundle.ts'
import { documentReader } from './replies/documents/generated.ts'
import { RENDERER } from './replies/documents/renderer.ts'
import type { Releases } from './releases/releases.ts'
import { differing, selfQuotes } from './releases/self-quotes.ts'
import { RefusedRelease, type ReleaseContent, type Release } from './releases/types.ts'
import type { Switchboard } from './switchboard.ts'

/** The dependencies of loading a release. */
export interface LoadParts {
  releases: Pick<Releases, 'read'>
  catalogs: Pick<Switchboard, 'prepare'>
  open: OpenCatalog
  /** The catalog that the process was started with, and its documents. */
  builtIn: { catalog: Catalog; documents: Settings['documents'] }
  parts: Pick<Dependencies, 'network' | 'clock' | 'signer' | 'observe' | 'settings' | 'ends'>
}

/** Builds the edition of a release. Throws `RefusedRelease` if a check fails. */
export async function loadRelease(from: LoadParts, release: Release): Promise<Edition> {
  const { releases, catalogs, open, builtIn, parts } = from
  const { network, signer } = parts
  const content = unpack(release, await releases.read(release.hash), signer)
  const catalog = catalogOf(release, content.code)
  const restart = needsRestart(builtIn.catalog, catalog, network)
  if (restart !== undefined) throw new RefusedRelease('restart', restart)
  checkQuotes(content, catalog, network)
  const edition = await prepare(catalogs, () =>
    open(catalog, readerOf({ content, made: release.made }, catalog, network)),
  )
  await render(edition, parts.clock.now())
  return edition
}

/** Throws `RefusedRelease` unless the examples cost the same as when the release was made. */
export function checkQuotes(content: ReleaseContent, catalog: Catalog, network: string): void {
  const own = selfQuotes(catalog, network, content.at)
  const wrong = differing(content.quotes[network] ?? {}, own)
  if (wrong !== undefined) throw new RefusedRelease('quotes', wrong)
}

function readerOf(
  { content, made }: { content: ReleaseContent; made: number },
  catalog: Catalog,
  network: string,
): Settings['documents'] {
  const read = async (name: string): Promise<string> => {
    const text = content.documents[name]
    if (text === undefined) throw new Error(`it has no document ${name}`)
    return text
  }
  return documentReader(catalog, network, { read, made })
}

async function prepare(
  catalogs: Pick<Switchboard, 'prepare'>,
  open: () => ReturnType<OpenCatalog>,
): Promise<Edition> {
  try {
    return await catalogs.prepare(open())
  } catch (error) {
    throw new RefusedRelease('routes', (error as Error).message)
  }
}

/**
 * Returns the documents and pages that a catalog serves, except the renderer, which is not its own,
 * and the page of unknown addresses, without which they get the JSON.
 */
function documentsOf({ routes, paywall }: Edition['context']): string[] {
  const named = [...routes.values()].flatMap(({ route: { document, documentHtml } }) => [
    document,
    documentHtml,
  ])
  const all = [...named, paywall === undefined ? undefined : 'paywall.html']
  return all.filter(name => name !== undefined && name !== RENDERER) as string[]
}

/** Renders each document of a catalog once, as of now. */
async function render(edition: Edition, now: number): Promise<void> {
  try {
    for (const name of documentsOf(edition.context))
      await edition.context.documents(name, 'http://localhost', now)
  } catch (error) {
    await edition.close()
    throw new RefusedRelease('documents', (error as Error).message)
  }
}
