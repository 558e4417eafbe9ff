/** Emits `openapi.json` and `openapi.full.json` (OpenAPI 3.1) for each network. */
import { kindOf } from '../../../runtime/payments/kinds.ts'
import type { CatalogIR, NetworkIR, RouteIR } from '../../ir.ts'
import { keyOf, remembered } from '../../memory.ts'
import type { RoutePrice } from '../../examples/prices.ts'
import { described, type Emitter, type Facts } from '../facts.ts'
import { perNetwork } from '../overlay.ts'
import { answersOf, type Answer } from './answers-of.ts'
import { makeComponents } from './components.ts'
import { errorSchemas, type ErrorSchemas } from './error-schemas.ts'
import { errorAnswers } from './errors.ts'
import { extended } from './extended.ts'
import { inlined } from './inlined.ts'
import { operationNames } from './names.ts'
import { PAID } from './free.ts'
import { aliasOf, operationOf, pollOf, tablesOf, type Around } from './operation.ts'
import { CHALLENGE_SCHEMAS, offersOf, PAYMENT_HEADERS, PAYMENT_REQUIRED } from './payment.ts'
import { examplesByName } from './parameters.ts'
import type { Schema } from './schema.ts'
import { shareParts, sharePaths } from './shared.ts'
import { needsSignIn, SIGN_IN_SCHEME } from './sign-in.ts'
import { passesOn, protocolSchemas } from './protocol-answers.ts'
import { PASSED_ON } from './successes.ts'
import { titleOf } from '../documents/titles.ts'
import { schemeWords } from '../payment-schemes.ts'

/** The document with everything, from which `?tag=` and the reference are made. */
const FULL = 'openapi.full.json'

/**
 * Two documents per network; the default network's are at the top. `{origin}` and `{payTo}` are
 * filled in when they are served. Language models read `openapi.json` as a whole, so it leaves out
 * example answers and price tables; `openapi.full.json` has them.
 */
export const emitOpenapi: Emitter = function* (ir, facts) {
  const errors = errorSchemas(ir)
  for (const [name, isFull] of [
    ['openapi.json', false],
    [FULL, true],
  ] as const) {
    const contentOf = onceFor(network => content(ir, network, { facts, errors, isFull }))
    yield* perNetwork(ir, name, network => ({
      ...headOf(ir, network, isFull),
      ...contentOf(network, offerKey(network, { ir, facts })),
    }))
  }
}

/** Makes the content of a document once for all networks with the same key. */
function onceFor(make: (network: NetworkIR) => Schema) {
  const known = new Map<string, Schema>()
  return (network: NetworkIR, key: string): Schema => {
    const made = known.get(key) ?? make(network)
    known.set(key, made)
    return made
  }
}

/** Everything of a network that operations show: its routes, rows and prices. */
function offerKey(network: NetworkIR, { ir, facts }: { ir: CatalogIR; facts: Facts }): string {
  const prices = [...facts.prices.get(network.name)!.routes.values()]
  return JSON.stringify(
    [
      described(ir, network).map(({ id }) => id),
      network.only,
      kindOf(network.kind).amount(1n),
      prices.map(({ route, ...price }) => [route.id, price]),
    ],
    (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value),
  )
}

/** Finds shared parts of schemas, once for networks and commands with the same schemas. */
const share = (schemas: Readonly<Record<string, Schema>>): Record<string, Schema> =>
  remembered(`shared schemas ${keyOf(JSON.stringify(schemas))}`, () =>
    extended(shareParts(schemas)),
  )

/** What a document says of its network, before its operations. */
function headOf(ir: CatalogIR, network: NetworkIR, isFull: boolean): Schema {
  const tags = tagsOf(described(ir, network))
  return {
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
      categories: tags,
      docs: { apiReference: '{origin}/openapi.json', homepage: '{origin}' },
      payTo: '{payTo}',
      offers: offersOf(network),
    },
    tags: tags.map(name => ({
      name,
      ...(isFull ? { 'x-displayName': titleOf(name, ir.gateway.titles) } : {}),
      description: (isFull && ir.gateway.tags?.[name]) || `${titleOf(name, ir.gateway.titles)}.`,
    })),
    security: PAID,
  }
}

interface Making {
  facts: Facts
  errors: ErrorSchemas
  isFull: boolean
}

/** The operations of a document, and its components. */
function content(
  ir: CatalogIR,
  network: NetworkIR,
  { facts, errors: forms, isFull }: Making,
): Schema {
  const routes = described(ir, network)
  const components = makeComponents(facts.shapes, {
    ...CHALLENGE_SCHEMAS,
    ...protocolSchemas(ir, routes, { isFull }),
  })
  const prices = facts.prices.get(network.name)!.routes
  const names = operationNames(ir)
  const around = {
    ir,
    network,
    components,
    errors: errorAnswers(ir, forms),
    names,
    tables: tablesOf(routes, names, prices),
    examples: examplesByName(routes),
    isFull,
  }
  const { paths, ...shared } = sharePaths(pathsOf(routes, around, prices))
  const errors = around.errors.components()
  const whole = {
    paths,
    components: {
      securitySchemes: { ...SECURITY, ...(routes.some(needsSignIn) ? SIGN_IN_SCHEME : {}) },
      schemas: share({ ...errors.schemas, ...Object.fromEntries(components.schemas) }),
      parameters: shared.parameters,
      headers: PAYMENT_HEADERS,
      responses: { ...answersFor(around, routes), ...shared.responses, ...errors.responses },
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

/** The shared answers; that of passed-on replies only where a route has it. */
const answersFor = ({ ir }: Around, routes: readonly RouteIR[]): Schema => ({
  PaymentRequired: PAYMENT_REQUIRED,
  ...(routes.some(route => passesOn(ir, route) && route.answer === undefined) ? PASSED_ON : {}),
})

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
    'With the header `X-Max-Price: 0.05`, a more expensive call is refused with 412, unpaid.'
  const receipt =
    'A paid answer has its receipt in `PAYMENT-RESPONSE`: base64 of JSON `{success, transaction, ' +
    'network, payer, extensions}`. `extensions["offer-receipt"].info.receipt.signature` ' +
    'is a JWS by a key of `/.well-known/jwks.json`; it signs the amount, the price lines and a ' +
    'hash of the answer. Any operation may answer 429 (too many requests: wait `Retry-After` ' +
    'seconds) and 503 (busy, or paid and not yet confirmed: repeat the same request with the ' +
    'same payment).'
  const parts =
    'Example answers and price tables: add `?tag=<name of a tag>` to the address of this document.'
  return [
    ir.gateway.summary,
    payments,
    receipt,
    ...schemeWords(network),
    most,
    parts,
    network.retired,
  ]
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
