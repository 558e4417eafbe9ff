/** Finds the paths of a network's documents, for links in pages. */
import { isGone } from '../../catalog/in-time.ts'
import type { CatalogIR, NetworkIR } from '../../ir.ts'

/** The paths of a network's documents, by the name of the document. */
export type Places = Readonly<Record<string, string>>

/** The path of each document that a route serves; of several routes, the first. */
export function placesOf(ir: CatalogIR, network: NetworkIR): Places {
  const served = ir.routes.filter(
    route =>
      !isGone(route) && route.networks.includes(network.name) && route.document !== undefined,
  )
  const named = served.flatMap(({ document, documentHtml, path }) =>
    [document!, ...(documentHtml === undefined ? [] : [documentHtml])].map(
      name => [name, path] as const,
    ),
  )
  return Object.fromEntries(named.reverse())
}
