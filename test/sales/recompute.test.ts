/**
 * Random charges: sales lines, payment records, the chain, and the prices computed again from the
 * catalog agree to the micro-dollar, and no line has a text of a caller. `CHARGES` says how many.
 */

import { UptoEvmScheme } from '@x402/evm/upto/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SaleLine } from '../../runtime/sales/types.ts'
import { salesLines } from '../../runtime/sales/read.ts'
import { compareBooks } from '../../scripts/reports/books.ts'
import { openChain } from '../../scripts/reports/chain.ts'
import { recompute } from '../../scripts/reports/recompute.ts'
import { requestOf, wants, type Wanted } from '../helpers/buyer.ts'
import { until } from '../helpers/cash-gateway.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'

const CHARGES = Number(process.env.CHARGES ?? 30)
const BUYERS = 6
const SECRET = 'zebra-crossing'
const HOUR = 3_600_000

/** A small generator of random numbers, the same in each run. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const post = (path: string, body: object): Wanted => ({ method: 'POST', path, body })

/** What is bought: its price depends on something that is random. */
function randomWanted(random: (below: number) => number): Wanted {
  const words = `${SECRET} `.repeat(1 + random(200))
  const stream = random(2) === 1
  const messages = [{ role: 'user', content: words }]
  const all: (() => Wanted)[] = [
    () => wants.pm,
    () =>
      post('/api/v1/images/generations', {
        model: 'vendorA/image-1',
        prompt: SECRET,
        n: 1 + random(4),
      }),
    () =>
      post('/api/v1/chat/completions', {
        model: ['vendorA/chat-6-nano', 'vendorA/chat-6'][random(2)],
        messages,
        max_tokens: 16 + random(4000),
        stream,
      }),
  ]
  return all[random(all.length)]!()
}

/** A wallet that buys, by the scheme of the network; it returns the status. */
async function payer(
  { url, world, buyer }: TestGateway,
  network: string,
): Promise<(wanted: Wanted) => Promise<number>> {
  if (network === 'base') {
    const one = await buyer(1_000_000_000n)
    return async wanted => (await one.buy(wanted)).status
  }
  const account = privateKeyToAccount(generatePrivateKey())
  await world.network.fund(account.address, 1_000_000_000n)
  await world.chain.allow(account.address, 2n ** 200n)
  const scheme = new UptoEvmScheme(account, { rpcUrl: world.network.url })
  const client = new x402Client().register('eip155:*', scheme as never)
  const paying = wrapFetchWithPayment(fetch, client)
  return async wanted => {
    const reply = await paying(url + wanted.path, requestOf(wanted))
    await reply.arrayBuffer()
    return reply.status
  }
}

describe.each(['base', 'metered'])('random charges on %s', network => {
  let shop: TestGateway
  let began: number
  beforeAll(async () => {
    shop = await startGateway({ network })
    began = shop.gateway.parts.clock.now()
  })
  afterAll(() => shop?.stop())

  const period = () => ({ since: began - 60_000, until: shop.gateway.parts.clock.now() + HOUR })
  const linesOf = async (): Promise<SaleLine[]> => {
    const lines: SaleLine[] = []
    for await (const { line } of salesLines(shop.gateway.parts.store, period())) lines.push(line)
    return lines
  }

  it('lines, records, chain and catalog agree', async () => {
    const random = seeded(20_261_123)
    let left = CHARGES
    const buy = async (): Promise<void> => {
      const pay = await payer(shop, network)
      // A slow machine answers 503 while a settlement is not known yet; it may land later.
      while (left-- > 0) expect([200, 503]).toContain(await pay(randomWanted(random)))
    }
    await Promise.all(Array.from({ length: BUYERS }, buy))
    await until(async () => (await linesOf()).length >= CHARGES)
    const lines = await linesOf()
    const { catalog, store } = shop.gateway.parts
    const ends = lines.map(line => ({ line, end: recompute(catalog, network, line) }))
    expect(ends.filter(({ end }) => !('isEqual' in end) || !end.isEqual)).toEqual([])
    expect(JSON.stringify(lines)).not.toContain('zebra')
    const { RPC_URL, PAY_TO } = shop.world.env
    const { asset } = catalog.networks[network]!
    const chain = openChain(RPC_URL!, { payTo: PAY_TO!, asset })
    const books = await compareBooks(store, period(), chain).finally(() => chain.close())
    const count = lines.filter(({ outcome }) => outcome === 'charged').length
    expect(count).toBeGreaterThan(CHARGES * 0.9)
    const earned = { count, micro: await shop.earned() }
    expect(books).toMatchObject({ lines: earned, records: earned, chain: earned, differences: [] })
  }, 3_600_000)

  it('a line that says another price is found', async () => {
    const line = (await linesOf()).find(({ inputs }) => inputs !== undefined)!
    const { catalog } = shop.gateway.parts
    const wrong = { ...line, quoted: String(BigInt(line.quoted) + 1n) }
    expect(recompute(catalog, network, wrong)).toMatchObject({ isEqual: false })
    expect(recompute(catalog, network, { ...line, catalog: 'another' })).toEqual({
      impossible: 'it was sold from catalog another',
    })
  })
})
