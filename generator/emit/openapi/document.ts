/** Emits `openapi.json` (OpenAPI 3.1) for each network. */
import { isGone } from '../../catalog/in-time.ts'
import type { CatalogIR, NetworkIR, RouteIR } from '../../ir.ts'
import type { PriceList } from '../../examples/prices.ts'
import type { Emitter } from '../facts.ts'
import { perNetwork } from '../overlay.ts'
import { operationOf, pollOf, type Around } from './operation.ts'
import { CHALLENGE_SCHEMAS, PAYMENT_REQUIRED } from './payment.ts'
import type { Schema } from './schema.ts'
import { spokenSchemas } from './spoken.ts'
import { schemeWords } from '../payment-schemes.ts'

/**
 * One document per network; the default network's stands at the top. `{origin}` and `{payTo}` are
 * filled in when it is served.
 */
export const emitOpenapi: Emitter = (ir, facts) =>
  perNetwork(ir, 'openapi.json', network => document(ir, network, facts.prices.get(network.name)!))

/**
 * Where a network's copy of a document is: the default's at the top, others below
 * `networks/<name>/`.
 */
export function documentPath(name: string, index: number, network: NetworkIR): string {
  return index === 0 ? name : `networks/${network.name}/${name}`
}

/**
 * Routes that a network's documents describe, in catalog order: those it serves and that are not
 * gone.
 */
export function described(ir: CatalogIR, network: NetworkIR): RouteIR[] {
  return ir.routes.filter(r => !isGone(r) && r.networks.includes(network.name))
}

function document(ir: CatalogIR, network: NetworkIR, prices: PriceList): Schema {
  const responses = new Map<string, Schema>()
  const paths: Record<string, Record<string, Schema>> = {}
  const put = (path: string, method: string, operation: () => Schema) => {
    const item = (paths[openPath(path)] ??= {})
    if (!Object.hasOwn(item, method.toLowerCase())) item[method.toLowerCase()] = operation()
  }
  const routes = described(ir, network)
  for (const route of routes) {
    const price = prices.routes.get(route.id)
    const around: Around = { ir, network, responses, ...(price === undefined ? {} : { price }) }
    put(route.path, route.method, () => operationOf(route, around))
    for (const [i, one] of route.aliases.entries())
      put(one.path, one.method, () => alias(route, around, i))
    if (route.job !== undefined) put(route.job.poll, 'GET', () => pollOf(route, around))
  }
  return {
    openapi: '3.1.0',
    info: {
      title: ir.gateway.name,
      version: '1.0.0',
      summary: ir.gateway.summary,
      description: about(ir, network),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '{origin}', description: network.label }],
    'x-service-info': {
      categories: tagsOf(routes),
      docs: { apiReference: '{origin}/openapi.json', homepage: '{origin}' },
    },
    tags: tagsOf(routes).map(name => ({
      name,
      description: `Endpoints of ${name.replaceAll('-', ' ')}.`,
    })),
    security: [],
    paths,
    components: {
      securitySchemes: {
        payment: {
          type: 'apiKey',
          in: 'header',
          name: 'PAYMENT-SIGNATURE',
          description: 'Base64 of a signed x402 payment for one entry of `accepts`.',
        },
      },
      schemas: { ...CHALLENGE_SCHEMAS, ...spokenSchemas(ir, routes) },
      responses: { PaymentRequired: PAYMENT_REQUIRED, ...Object.fromEntries(responses) },
    },
  }
}

/** The body of a POST that is another name of a GET: it is not read. */
const NO_BODY: Schema = {
  requestBody: { required: false, content: { 'application/json': { schema: {} } } },
}

function alias(route: RouteIR, around: Around, index: number): Schema {
  const filled = Object.entries(route.aliases[index]!.with ?? {})
  const values = filled.map(([name, value]) => `\`${name}\` as \`${value}\``).join(' and ')
  const operation = operationOf(route, around)
  const left = (operation.parameters as Schema[] | undefined)?.filter(
    one => one.in !== 'path' || filled.every(([name]) => name !== one.name),
  )
  return {
    ...(route.aliases[index]!.method === 'POST' ? NO_BODY : {}),
    ...operation,
    parameters: left?.length ? left : undefined,
    operationId: `${route.id}_also_${index + 1}`,
    description: `The same as \`${route.method} ${route.path}\`${values && `, with ${values}`}.`,
    'x-alias-of': route.id,
  }
}

function about(ir: CatalogIR, network: NetworkIR): string {
  const payments = `Payments on this address are in ${network.asset.symbol} on ${network.label} (${network.chain}).`
  return [ir.gateway.summary, payments, ...schemeWords(network), network.retired]
    .filter(Boolean)
    .join(' ')
}

function tagsOf(routes: readonly RouteIR[]): string[] {
  return [...new Set(routes.flatMap(r => r.tags))]
}

/** A path as OpenAPI writes it: a last `*` is a parameter. */
function openPath(path: string): string {
  return path.replace(/\*$/, '{rest}')
}
