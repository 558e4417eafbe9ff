/** Emits `x402.json`: the list of paid resources in x402 v1 form, with v2 metadata. */
import { kindOf } from '../../../runtime/payments/kinds.ts'
import type { CatalogIR, NetworkIR, RouteIR } from '../../ir.ts'
import type { PriceList, RoutePrice } from '../../examples/prices.ts'
import { usd } from '../../examples/money.ts'
import { bazaarOf } from '../bazaar.ts'
import { type Emitter, isPaid, described } from '../facts.ts'
import { byUseWords } from './by-use.ts'
import { perNetwork } from '../overlay.ts'
import { ratesJson } from './pricing.ts'
import { onRequest } from '../payment-schemes.ts'

/**
 * One document per network. `{origin}` (the caller's), `{payTo}` (the receiving address) and
 * `{document.updated}` are filled in when it is served.
 */
export const emitX402: Emitter = (ir, facts) =>
  perNetwork(ir, 'x402.json', network => document(ir, network, facts.prices.get(network.name)!))

function document(ir: CatalogIR, network: NetworkIR, prices: PriceList): object {
  const routes = described(ir, network).filter(isPaid)
  return {
    version: 1,
    x402Version: 2,
    name: ir.gateway.name,
    description: ir.gateway.summary,
    lastUpdated: '{document.updated}',
    network: network.chain,
    ...onRequest(network),
    ...(network.retired === undefined ? {} : { retired: network.retired }),
    asset: {
      symbol: network.asset.symbol,
      address: network.asset.address,
      decimals: network.asset.decimals,
    },
    openapi: '{origin}/openapi.json',
    resources: [...new Set(routes.map(r => `{origin}${r.path}`))],
    items: routes.map(route => item(ir, route, { network, price: prices.routes.get(route.id) })),
  }
}

function item(
  ir: CatalogIR,
  route: RouteIR,
  at: { network: NetworkIR; price: RoutePrice | undefined },
): object {
  const note = byUseWords(at.network, [route])
  const bazaar = bazaarOf(route) as { info: { input: object; output?: object }; schema: object }
  return {
    resource: {
      url: `{origin}${route.path}`,
      description: route.summary.slice(0, 500),
      mimeType: 'application/json',
      serviceName: ir.gateway.name.slice(0, 32),
      tags: route.tags.slice(0, 5).map(t => t.slice(0, 32)),
    },
    type: 'http',
    method: route.method,
    pricing: { ...pricing(at.price), ...(note === undefined ? {} : { note }) },
    accepts: requirements(route, at),
    input: { ...bazaar.info.input, routeTemplate: route.path },
    ...(bazaar.info.output === undefined ? {} : { output: bazaar.info.output }),
    ...(route.job === undefined ? {} : { poll: `{origin}${route.job.poll}` }),
  }
}

function pricing(price: RoutePrice | undefined): object {
  return {
    ...bounds(price),
    ...(price?.rates === undefined ? {} : { rates: ratesJson(price.rates) }),
    ...(price?.freeRows === undefined ? {} : { free: price.freeRows }),
    ...(price?.freeQuota === undefined ? {} : { freeQuota: price.freeQuota.words }),
  }
}

function bounds(price: RoutePrice | undefined): object {
  const { mode = 'quote', min, max } = price ?? {}
  if (mode === 'fixed') return { mode, usd: usd(min!) }
  return {
    mode,
    ...(min === undefined ? {} : { minUsd: usd(min) }),
    ...(max === undefined ? {} : { maxUsd: usd(max) }),
  }
}

/** The payment requirements of the example beside them: one entry for each offer. */
function requirements(
  route: RouteIR,
  { network, price }: { network: NetworkIR; price: RoutePrice | undefined },
): object[] {
  const kind = kindOf(network.kind)
  const micro =
    price?.probeMicro ?? price?.lines.find(line => !line.free)?.micro ?? price?.min ?? 0n
  return kind.offers(network).map(({ scheme, network, asset, extra }) => ({
    scheme,
    network,
    amount: kind.amount(micro),
    asset,
    payTo: '{payTo}',
    maxTimeoutSeconds: Math.floor(route.authorization / 1000),
    extra,
  }))
}
