/**
 * Emits the files for browsers and crawlers: the front page, the reference, the page of a paid GET,
 * and files with well-known names. Only files that a route of the catalog serves are emitted.
 */
import type { CatalogIR, NetworkIR } from '../../ir.ts'
import { clientNames, TARBALL } from '../client/sample.ts'
import {
  amountDecimals,
  described,
  type Emitter,
  type Facts,
  networksOf,
  signsEip3009,
} from '../facts.ts'
import type { OutFile } from '../out-file.ts'
import { textsPerNetwork } from '../overlay.ts'
import { frontPage } from './front.ts'
import { page } from './html.ts'
import { placesOf, type Places } from './places.ts'
import { pageScript, pageStyles } from './scripts.ts'

/** A network with the data of its files. */
interface PageContext {
  ir: CatalogIR
  network: NetworkIR
  facts: Facts
  places: Places
  from: readonly string[]
}

/** The data of each file, beside the common data. */
const FILES: Readonly<Record<string, (site: PageContext) => object>> = {
  'index.html': ({ ir, network, facts }) => frontPage(ir, network, facts.prices.get(network.name)!),
  'docs.html': () => ({}),
  'robots.txt': ({ ir }) => ({ media: ir.gateway.media }),
  'sitemap.xml': ({ places }) => ({ pages: PAGES.flatMap(name => places[name] ?? []) }),
  'security.txt': () => ({}),
}

/** Documents that people and crawlers read. */
const PAGES = ['index.html', 'docs.html', 'llms.txt', 'openapi.json', 'pricing.json'] as const

/** The pages of each network, and the files that they share. */
export const emitSite: Emitter = function* (ir, facts) {
  const from = ir.sources.map(({ path }) => path)
  const networks = networksOf(ir)
  yield* textsPerNetwork(ir, network =>
    filesOf({ ir, network, facts, places: placesOf(ir, network), from }),
  )
  const served = new Set(networks.flatMap(network => Object.keys(placesOf(ir, network))))
  const { name } = ir.gateway
  const icon = { template: 'favicon.svg', from, data: { initial: [...name][0] } }
  if (served.has('favicon.svg')) yield page('favicon.svg', icon)
  if (served.has('pages.css')) yield { path: 'pages.css', text: pageStyles(), from }
  if (served.has('pages.js')) yield { path: 'pages.js', text: pageScript(), from }
}

function* filesOf(site: PageContext): Generator<OutFile> {
  const { ir, network, places, from } = site
  const { gateway } = ir
  const common = {
    gateway,
    network,
    at: linksOf(places),
    documents: documentsOf(ir, network),
    client: places[TARBALL] === undefined ? undefined : clientNames(ir),
    signs: signsEip3009(network),
    decimals: amountDecimals(network.kind, network.asset),
  }
  for (const [name, dataOf] of Object.entries(FILES)) {
    if (places[name] === undefined) continue
    yield page(name, { template: name, from, data: { ...common, ...dataOf(site) } })
  }
  if (gateway.paywall)
    for (const name of ['paywall.html', 'missing.html'])
      yield page(name, { template: name, from, data: common })
}

/** The paths under names that templates can use. */
function linksOf(places: Places): object {
  return {
    home: places['index.html'],
    docs: places['docs.html'],
    api: places['openapi.json'],
    llms: places['llms.txt'],
    prices: places['pricing.json'],
    style: places['pages.css'],
    script: places['pages.js'],
    client: places[TARBALL],
    reference: places['reference.js'],
    icon: places['favicon.svg'],
    sitemap: places['sitemap.xml'],
    security: places['security.txt'],
  }
}

/** The documents that a network describes, for the links of pages. */
function documentsOf(ir: CatalogIR, network: NetworkIR): object[] {
  return described(ir, network)
    .filter(({ document, documentHtml }) => document !== undefined && documentHtml === undefined)
    .map(({ path, summary }) => ({ path, summary }))
}
