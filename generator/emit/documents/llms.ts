/**
 * Emits `llms.txt`: every endpoint with its price, short enough for the context of a language
 * model.
 */
import type { PriceList } from '../../examples/prices.ts'
import type { AliasIR, CatalogIR, NetworkIR } from '../../ir.ts'
import { clientSample } from '../client/sample.ts'
import { type Emitter, families, described } from '../facts.ts'
import { textsPerNetwork } from '../overlay.ts'
import { byUseWords } from './by-use.ts'
import { schemeWords } from '../payment-schemes.ts'
import { retirementWords } from './dates.ts'
import { limitWords } from './limits.ts'
import { priceWords } from './pricing.ts'
import { render } from './render.ts'

/** One document per network. It is served, so it does not name the files it was made from. */
export const emitLlms: Emitter = (ir, facts) =>
  textsPerNetwork(ir, network => [
    render('llms.txt', {
      template: 'llms',
      from: ir.sources.map(({ path }) => path),
      data: dataOf(ir, network, facts.prices.get(network.name)!),
      served: true,
    }),
  ])

function dataOf(ir: CatalogIR, network: NetworkIR, prices: PriceList): object {
  const shown = new Set(described(ir, network))
  const pages = families(ir)
    .map(({ name, routes }) => ({ name, routes: routes.filter(route => shown.has(route)) }))
    .filter(({ routes }) => routes.length > 0)
    .map(({ name, routes }) => ({
      name,
      byUse: byUseWords(network, routes),
      routes: routes.map(route => ({
        ...route,
        notice: retirementWords(route),
        price: priceWords(route, prices.routes.get(route.id)) + limitWords(ir, route),
        also: route.aliases.map(one => addressOf(one, route.method)).join(', '),
      })),
    }))
  const documents = ir.routes.filter(route => shown.has(route) && route.document !== undefined)
  return {
    gateway: ir.gateway,
    network,
    schemes: schemeWords(network).join(' '),
    documents,
    api: documents.find(({ document }) => document === 'openapi.json'),
    hasJobs: pages.some(({ routes }) => routes.some(({ job }) => job !== undefined)),
    client: clientSample(ir, network, prices),
    pages,
  }
}

/** Another address of a route, with its method if that differs. */
function addressOf({ method, path }: AliasIR, usual: string): string {
  return `\`${method === usual ? path : `${method} ${path}`}\``
}
