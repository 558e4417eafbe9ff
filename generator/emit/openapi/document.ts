/** Emits `openapi.json` (OpenAPI 3.1) for each network. */
import type { CatalogIR, NetworkIR, RouteIR } from '../../ir.ts'
import type { RoutePrice } from '../../examples/prices.ts'
import { described, type Emitter, type Facts } from '../facts.ts'
import { perNetwork } from '../overlay.ts'
import { answersOf, type Answer } from './answers-of.ts'
import { makeComponents } from './components.ts'
import { errorAnswers } from './errors.ts'
import { extended } from './extended.ts'
import { inlined } from './inlined.ts'
import { operationNames } from './names.ts'
import { PAID } from './free.ts'
import { aliasOf, operationOf, pollOf, tablesOf, type Around } from './operation.ts'
import { CHALLENGE_SCHEMAS, offersOf, PAYMENT_HEADERS, PAYMENT_REQUIRED } from './payment.ts'
import type { Schema } from './schema.ts'
import { shareParts, sharePaths } from './shared.ts'
import { spokenSchemas } from './spoken.ts'
import { PASSED_ON } from './successes.ts'
import { schemeWords } from '../payment-schemes.ts'

/**
 * One document per network; the default network's is at the top. `{origin}` and `{payTo}` are
 * filled in when it is served.
 */
export const emitOpenapi: Emitter = (ir, facts) => {
  const share = sharedOnce()
  return perNetwork(ir, 'openapi.json', network => document(ir, network, { facts, share }))
}

type Share = (schemas: Readonly<Record<string, Schema>>) => Record<string, Schema>

/** Finds shared parts of schemas; cached for networks with the same schemas. */
function sharedOnce(): Share {
  const known = new Map<string, Record<string, Schema>>()
  return schemas => {
    const text = JSON.stringify(schemas)
    const made = known.get(text) ?? extended(shareParts(schemas))
    known.set(text, made)
    return made
  }
}

/**
 * The path of a network's copy of a document: the default's at the top, others below
 * `networks/<name>/`.
 */
export function documentPath(name: string, index: number, network: NetworkIR): string {
  return index === 0 ? name : `networks/${network.name}/${name}`
}

function document(
  ir: CatalogIR,
  network: NetworkIR,
  { facts, share }: { facts: Facts; share: Share },
): Schema {
  const routes = described(ir, network)
  const components = makeComponents(facts.shapes, {
    ...CHALLENGE_SCHEMAS,
    ...spokenSchemas(ir, routes),
  })
  const prices = facts.prices.get(network.name)!.routes
  const names = operationNames(ir)
  const around = {
    ir,
    network,
    components,
    errors: errorAnswers(ir),
    names,
    tables: tablesOf(routes, names, prices),
  }
  const { paths, ...shared } = sharePaths(pathsOf(routes, around, prices))
  const errors = around.errors.components()
  const whole = {
    openapi: '3.1.0',
    info: {
      title: ir.gateway.name,
      version: '1.0.0',
      summary: ir.gateway.summary,
      description: about(ir, network),
      contact: { name: ir.gateway.name, url: '{origin}' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '{origin}', description: network.label }],
    'x-service-info': {
      categories: tagsOf(routes),
      docs: { apiReference: '{origin}/openapi.json', homepage: '{origin}' },
      payTo: '{payTo}',
      offers: offersOf(network),
    },
    tags: tagsOf(routes).map(name => ({
      name,
      description: ir.gateway.tags?.[name] ?? `Endpoints of ${name.replaceAll('-', ' ')}.`,
    })),
    security: PAID,
    paths,
    components: {
      securitySchemes: SECURITY,
      schemas: share({ ...errors.schemas, ...Object.fromEntries(components.schemas) }),
      parameters: shared.parameters,
      headers: PAYMENT_HEADERS,
      responses: { ...ANSWERS, ...shared.responses, ...errors.responses },
    },
  }
  return inlined(whole, namesOfAnswers(routes, around))
}

/** The names of all schemas of answers. */
function namesOfAnswers(routes: readonly RouteIR[], { ir, names }: Around): ReadonlySet<string> {
  const all = routes.flatMap(route =>
    Object.values<Answer | undefined>({ ...answersOf(ir, route, names) }),
  )
  return new Set(all.flatMap(one => one?.name ?? []))
}

const SECURITY: Schema = {
  payment: {
    type: 'apiKey',
    in: 'header',
    name: 'PAYMENT-SIGNATURE',
    description: 'Base64 of a signed x402 payment for one entry of `accepts`.',
  },
}
const ANSWERS: Schema = { PaymentRequired: PAYMENT_REQUIRED, ...PASSED_ON }

/** The operations of all routes, aliases and polls, by path and method. */
function pathsOf(
  routes: readonly RouteIR[],
  all: Around,
  prices: ReadonlyMap<string, RoutePrice>,
): Record<string, Record<string, Schema>> {
  const paths: Record<string, Record<string, Schema>> = {}
  const put = (path: string, method: string, operation: () => Schema) => {
    const item = (paths[openPath(path)] ??= {})
    if (!Object.hasOwn(item, method.toLowerCase())) item[method.toLowerCase()] = operation()
  }
  for (const route of routes) {
    const price = prices.get(route.id)
    const around: Around = price === undefined ? all : { ...all, price }
    put(route.path, route.method, () => operationOf(route, around))
    for (const [i, one] of route.aliases.entries())
      put(one.path, one.method, () => aliasOf(route, around, i))
    if (route.job !== undefined) put(route.job.poll, 'GET', () => pollOf(route, around))
  }
  return paths
}

function about(ir: CatalogIR, network: NetworkIR): string {
  const payments =
    `Payments on this address are in ${network.asset.symbol} on ${network.label} ` +
    `(${network.chain}).`
  const most =
    'With the header `X-Max-Price: 0.05`, a call that costs more than 0.05 USD is refused with ' +
    '412 and its price, before it is paid for.'
  const receipt =
    'Answers that were paid for have the receipt in `PAYMENT-RESPONSE`, base64 of JSON ' +
    '`{success, transaction, network, payer}`, and the hash of its transaction in ' +
    '`X-Payment-Receipt`. Any operation may answer 429 (too many requests of one ' +
    'address; `Retry-After` says for how long) and 503 (too much ' +
    'in progress, or paid and not yet confirmed: repeat the same request with the same payment).'
  return [ir.gateway.summary, payments, receipt, ...schemeWords(network), most, network.retired]
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
