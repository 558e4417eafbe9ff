/**
 * Checks the size of the 402's headers: the challenge is sent in three of them, and a default nginx
 * answers 502 if the head of a reply has more than 4,096 bytes.
 */
import { bazaarOf, pathHoles } from '../emit/bazaar.ts'
import { exampleRequests } from '../emit/code/route.ts'
import { neededBytes } from '../../runtime/x402/challenge-json.ts'
import { kindOf } from '../../runtime/payments/kinds.ts'
import { headBytes, LARGEST_HEAD } from '../../runtime/x402/encode.ts'
import type { Json } from '../../runtime/contract.ts'
import { foundOnce } from '../catalog/route-versions.ts'
import { fault, type Check } from './check.ts'
import type { CatalogIR, NetworkIR, RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** The longest public origin that the check assumes. */
const ORIGIN = `https://${'x'.repeat(56)}`
/** The value of a path's hole without an example: a hash. */
const VALUE = `0x${'0'.repeat(64)}`
/** An amount of 999 USD. */
const AMOUNT = '999000000'
/** The longest address of a wallet. */
const PAY_TO = 'x'.repeat(44)

/** Refuses routes whose 402 has too long a head even without its schema. */
export const challengeSize: Check = {
  code: 'challenge-size',
  run(catalog) {
    const networks = catalog.networks.filter(network =>
      catalog.gateway.networks.includes(network.name),
    )
    return catalog.routes.flatMap(route =>
      route.price
        ? foundOnce('challenge-size', { catalog, route }, () => sized(catalog, route, networks))
        : [],
    )
  },
}

function sized(catalog: CatalogIR, route: RouteIR, networks: readonly NetworkIR[]): Problem[] {
  const sold = networks.filter(one => route.networks.includes(one.name))
  const bazaar = bazaarOf(route) as Json
  const worst = sold
    .map(network => ({
      network,
      bytes: bytesOf(network, { route, bazaar, isDefault: network === networks[0] }),
    }))
    .sort((a, b) => b.bytes - a.bytes)[0]
  return worst === undefined || worst.bytes <= LARGEST_HEAD ? [] : [tooLong(route, worst, catalog)]
}

function tooLong(
  route: RouteIR,
  { network, bytes }: { network: NetworkIR; bytes: number },
  catalog: CatalogIR,
): Problem {
  const where = catalog.networks.length > 1 ? ` on ${network.name}` : ''
  return fault(
    'challenge-size',
    route.place,
    `the head of this route's 402 takes ${bytes} bytes${where}, ` +
      `more than the ${LARGEST_HEAD} that proxies pass`,
    {
      hint: 'shorten the summary, the first example or the path; the schema is already left out',
    },
  )
}

/**
 * The size in bytes of the head that the gateway sends at a long public address, with as little of
 * the schema as possible.
 */
function bytesOf(
  network: NetworkIR,
  { route, bazaar, isDefault }: { route: RouteIR; bazaar: Json; isDefault: boolean },
): number {
  const path = pathOf(route)
  const address = route.path.replace(/\{(\w+)\}|\*$/g, (_, name: string | undefined) =>
    String(path?.[name ?? 'rest']),
  )
  const accepts = kindOf(network.kind)
    .offers(network)
    .map(({ extra, ...offer }) => ({
      ...offer,
      amount: AMOUNT,
      payTo: PAY_TO,
      maxTimeoutSeconds: Math.floor(route.authorization / 1000),
      extra,
    }))
  const declared = kindOf(network.kind).declares?.(network)
  const at = {
    url: ORIGIN + address,
    path,
    accepts: JSON.stringify(accepts),
    ...(declared === undefined ? {} : { declared: JSON.stringify(declared.brief) }),
  }
  // With several offers, the resource is described completely in the body only.
  if (accepts.length > 1) return headBytes(neededBytes({ summary: '' }, { ...at, url: ORIGIN }))
  // Crawlers read descriptions at the default address.
  const summary = isDefault ? route.summary : ''
  return headBytes(neededBytes({ summary, bazaar }, at))
}

/** The first example's values of the path's holes. */
function pathOf(route: RouteIR): Readonly<Record<string, unknown>> | undefined {
  const holes = pathHoles(route.path)
  if (holes.length === 0) return undefined
  const example = exampleRequests(route)[0]?.path as Readonly<Record<string, unknown>> | undefined
  return Object.fromEntries(holes.map(name => [name, example?.[name] ?? VALUE]))
}
