/** Prints a program that buys with the typed client, for callers to copy. */
import type { PriceList } from '../../examples/prices.ts'
import type { CatalogIR, NetworkIR, RouteIR } from '../../ir.ts'
import { pathHoles } from '../bazaar.ts'
import { camel } from '../code/names.ts'
import { described, isPaid, signsEip3009 } from '../facts.ts'
import { operationNames } from '../openapi/names.ts'
import { needsSignIn } from '../openapi/sign-in.ts'
import { BESIDES, clientProgram, literal, type ClientNames } from '../pages/fetch-sample.ts'
import { placesOf } from '../pages/places.ts'
import { streamField } from './methods.ts'

/** The document that contains the package. */
export const TARBALL = 'client.tgz'

/** The installation, and a program that buys. `{origin}` is filled in when it is served. */
export interface ClientSample {
  install: string
  code: string
  /** The call that lists the purchases of a wallet, if there is one. */
  purchases?: string
}

/** The name of the package: the words of the gateway's name, without signs between them. */
export const packageName = ({ gateway }: CatalogIR): string =>
  [...(gateway.name.toLowerCase().match(/[a-z0-9]+/g) ?? []), 'client'].join('-')

/**
 * The sample of a network: a cheap call whose only argument is a body. Undefined if the package is
 * not served, or if wallets do not sign EIP-3009.
 */
export function clientSample(
  ir: CatalogIR,
  network: NetworkIR,
  prices: PriceList,
): ClientSample | undefined {
  const at = placesOf(ir, network)[TARBALL]
  const call = cheapestCall(ir, network, prices)
  if (at === undefined || call === undefined) return undefined
  if (!signsEip3009(network)) return undefined
  const name = camel(ir.gateway.name)
  const own = described(ir, network).find(needsSignIn)
  const args = [literal(call.body)]
  const operation = operationNames(ir).of(call.route)
  return {
    ...(own === undefined ? {} : { purchases: `${name}.${operationNames(ir).of(own)}({})` }),
    install: `npm install {origin}${at} ${BESIDES}`,
    code: clientProgram(clientNames(ir), { operation, args, isQuoted: true }),
  }
}

/** What programs call the client. `{origin}` is filled in when it is served. */
export const clientNames = (ir: CatalogIR): ClientNames => ({
  package: packageName(ir),
  variable: camel(ir.gateway.name),
  origin: '{origin}',
})

interface Call {
  route: RouteIR
  body: object
  micro: bigint
}

/** The cheapest example of a call with a model, or of a call without models. */
function cheapestCall(ir: CatalogIR, network: NetworkIR, prices: PriceList): Call | undefined {
  const calls = described(ir, network)
    .filter(route => isPaid(route) && !isOwn(route) && takesOnlyBody(route))
    .flatMap(route => examplesOf(route, prices))
    .sort((a, b) => Number(a.micro - b.micro))
  const hasModel = ({ route }: Call): boolean =>
    prices.routes.get(route.id)!.lines.some(({ model }) => model !== undefined)
  return calls.find(hasModel) ?? calls[0]
}

function examplesOf(route: RouteIR, prices: PriceList): Call[] {
  const field = streamField(route)
  const examples = prices.routes.get(route.id)?.examples ?? []
  return examples.flatMap(({ sent, micro = 0n }) => {
    const body = (sent.body ?? {}) as Record<string, unknown>
    const isStream = field !== undefined && body[field] === true
    return micro === 0n || isStream || Object.keys(body).length === 0
      ? []
      : [{ route, body, micro }]
  })
}

/**
 * Whether the call depends on records or signatures of the wallet, which an example cannot contain.
 */
const isOwn = ({ price, checks, reads, transfer }: RouteIR): boolean =>
  price?.identify === true || [checks, reads, transfer].some(one => one !== undefined)

/** Whether the only argument of a call is its body, and its result is JSON. */
const takesOnlyBody = ({ path, query, body, file, method }: RouteIR): boolean =>
  method === 'POST' &&
  body !== undefined &&
  query === undefined &&
  file === undefined &&
  pathHoles(path).length === 0
