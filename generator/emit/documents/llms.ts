/**
 * Emits `llms.txt`: every endpoint with its price, short enough for the context of a language
 * model.
 */
import type { AliasIR } from '../../ir.ts'
import { clientSample } from '../client/sample.ts'
import { type Emitter, families, networksOf, described } from '../facts.ts'
import { documentPath } from '../openapi/document.ts'
import { byUseWords } from './by-use.ts'
import { schemeWords } from '../payment-schemes.ts'
import { retirementWords } from './dates.ts'
import { limitWords } from './limits.ts'
import { priceWords } from './pricing.ts'
import { render } from './render.ts'

/** One document per network. It is served, so it does not name the files it was made from. */
export const emitLlms: Emitter = function* (ir, facts) {
  const all = ir.sources.map(s => s.path)
  for (const [i, network] of networksOf(ir).entries()) {
    const prices = facts.prices.get(network.name)!
    const shown = new Set(described(ir, network))
    const pages = families(ir)
      .map(({ name, routes }) => ({ name, routes: routes.filter(route => shown.has(route)) }))
      .filter(({ routes }) => routes.length > 0)
      .map(({ name, routes }) => ({
        name,
        byUse: byUseWords(routes),
        routes: routes.map(route => ({
          ...route,
          notice: retirementWords(route),
          price: priceWords(route, prices.routes.get(route.id)) + limitWords(ir, route),
          also: route.aliases.map(one => addressOf(one, route.method)).join(', '),
        })),
      }))
    const documents = ir.routes.filter(route => shown.has(route) && route.document !== undefined)
    const api = documents.find(({ document }) => document === 'openapi.json')
    const hasJobs = pages.some(({ routes }) => routes.some(({ job }) => job !== undefined))
    const schemes = schemeWords(network).join(' ')
    const client = clientSample(ir, network, prices)
    const data = { gateway: ir.gateway, network, schemes, documents, api, hasJobs, client, pages }
    yield render(documentPath('llms.txt', i, network), {
      template: 'llms',
      from: all,
      data,
      served: true,
    })
  }
}

/** Another address of a route, with its method if that differs. */
function addressOf({ method, path }: AliasIR, usual: string): string {
  return `\`${method === usual ? path : `${method} ${path}`}\``
}
