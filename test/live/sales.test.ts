/**
 * Whatever the catalog sells: documents equal quotes, and every request that it names is answered.
 * Names no model, price or count.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NetworkIR, RouteIR } from '../../generator/ir.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { type Buyer, type Wanted } from '../helpers/buyer.ts'
import { sign, type Challenge } from '../../scripts/buyer/pay.ts'
import { networkOf } from '../../generator/examples/network.ts'
import { kindOf } from '../../runtime/payments/kinds.ts'
import { documentOf, realCatalog, testedNetworks } from '../docs/catalog.ts'
import { call, paidBy, type Seen } from '../routes/client.ts'
import { examplesOf, linesOf, soldOn, type Named } from './requests.ts'

const { ir, json } = await realCatalog()
const networks = testedNetworks(ir)
/** The price list of a network, by route. */
const pricesOn = (network: NetworkIR): Map<string, Record<string, unknown>[]> => {
  const { endpoints } = json(documentOf('pricing.json', ir, network))
  return new Map(endpoints.map((one: any) => [one.id, one.prices]))
}
/** The routes that ask every caller for their price: none is served by a free quota. */
const pricedOn = (network: NetworkIR): RouteIR[] =>
  soldOn(ir, network).filter(route => route.quota === undefined)
let callers = 0
/** Each call comes from another address, so that limits of an address do not count. */
const anew = () => ({
  'cf-connecting-ip': `10.${callers >> 16}.${(callers >> 8) & 255}.${callers++ & 255}`,
})

describe.each(networks.map(network => [network.name, network] as const))(
  'on %s',
  (_name, network) => {
    const { amount } = kindOf(network.kind)
    let shop: TestGateway
    beforeAll(async () => {
      shop = await startGateway({ network: network.name })
    })
    afterAll(() => shop?.stop())

    it('every example of a paid route is quoted at its price, or refused as it says', async () => {
      const routes = pricedOn(network).filter(route => networkOf(ir, route) === network)
      for (const { route, wanted, micro, refused, given } of routes.flatMap(examplesOf)) {
        const isAskedFirst = route.challenge === 'before_gates'
        const { status, challenge, text } = await call(shop.url, { ...wanted, headers: anew() })
        const said = `${wanted.method} ${wanted.path} ${JSON.stringify(wanted.body)}: ${text.slice(0, 200)}`
        // The upstream of a fetched table may not be one that runs here.
        const mayBeBusy = status === 503 && route.fetched !== undefined
        if (given) expect([said, status < 500 || mayBeBusy]).toEqual([said, true])
        else if (refused !== undefined)
          expect([said, status]).toEqual([said, isAskedFirst ? 402 : refused])
        else if (micro === undefined)
          expect([said, [200, 402].includes(status)]).toEqual([said, true])
        else if (micro > 0n)
          expect([said, challenge?.accepts[0]?.amount]).toEqual([said, amount(micro)])
      }
    })

    it('every line of the price list is what the gateway asks', async () => {
      const prices = pricesOn(network)
      for (const { wanted, micro } of pricedOn(network).flatMap(route =>
        linesOf(route, prices.get(route.id) ?? []),
      )) {
        const { challenge, text } = await call(shop.url, { ...wanted, headers: anew() })
        const said = `${wanted.method} ${wanted.path} ${JSON.stringify(wanted.body)}: ${text.slice(0, 200)}`
        expect([said, challenge?.accepts[0]?.amount]).toEqual([said, amount(micro!)])
      }
    })

    it('every document is served and names the network', async () => {
      for (const path of ['/openapi.json', '/.well-known/x402']) {
        const { status, text } = await call(shop.url, { path, headers: anew() })
        expect([path, status]).toEqual([path, 200])
        expect(text).toContain(network.chain)
      }
    })
  },
)

describe('bought', () => {
  const [network] = networks as [NetworkIR]
  let shop: TestGateway
  let buyer: Buyer
  beforeAll(async () => {
    shop = await startGateway()
    buyer = await shop.buyer(1_000_000_000n)
  })
  afterAll(() => shop?.stop())

  /** Whether each upstream that a route may call has a local stand-in. */
  const isLocal = ({ calls }: RouteIR): boolean =>
    calls.every(
      id => `${ir.upstreams.find(one => one.name === id.split('.')[0])!.env}_URL` in shop.world.env,
    )

  /** Whether what a wallet owns or has signed decides: an example cannot say that. */
  const isOwn = ({ checks, reads, transfer }: RouteIR): boolean =>
    [checks, reads, transfer].some(one => one !== undefined)

  /** One request for each model of each route, and all examples. */
  function toBuy(): Named[] {
    const prices = pricesOn(network)
    return pricedOn(network).flatMap(route => {
      const lines = linesOf(route, prices.get(route.id) ?? [])
      const models = new Map(
        lines.map(line => [(line.wanted.body as { model?: string }).model, line]),
      )
      return [...examplesOf(route).filter(one => one.refused === undefined), ...models.values()]
    })
  }

  /** Sends with a payment for what was asked. */
  const bought = async (challenge: Challenge, wanted: Wanted): Promise<Seen> =>
    call(shop.url, {
      ...wanted,
      headers: { ...anew(), ...paidBy(await sign(buyer.account, challenge)) },
    })

  it('every example and every model is answered for exactly its price, or costs nothing', async () => {
    const [before, seen] = [await shop.earned(), new Set<string>()]
    let due = 0n
    for (const { route, wanted, invented } of toBuy()) {
      if (seen.has(JSON.stringify(wanted)) || !seen.add(JSON.stringify(wanted))) continue
      const asked = await call(shop.url, { ...wanted, headers: anew() })
      if (asked.status !== 402) continue
      const { status, text } = await bought(asked.challenge!, wanted)
      const said = `${wanted.method} ${wanted.path} ${JSON.stringify(wanted.body)}: ${text.slice(0, 300)}`
      // Not configured, unless the row of this request has another upstream.
      const isRight = !isLocal(route)
        ? [200, 202, 503].includes(status)
        : invented || isOwn(route)
          ? status !== 500
          : [200, 202].includes(status)
      expect([said, status, isRight]).toEqual([said, status, true])
      if (status === 200) due += BigInt(asked.challenge!.accepts[0]!.amount)
    }
    expect((await shop.earned()) - before).toBe(due)
  }, 180_000)
})
