/** The sales lines, the payment records and a real chain agree, or the books say where not. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lineChange, SALES } from '../../runtime/sales/line.ts'
import { salesLines, type KeyedLine } from '../../runtime/sales/read.ts'
import { compareBooks, type Books } from '../../scripts/reports/books.ts'
import { openChain } from '../../scripts/reports/chain.ts'
import { networks } from '../../generated/gateway.ts'
import { wants, type Wanted } from '../helpers/buyer.ts'
import { until } from '../helpers/cash-gateway.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'

const HOUR = 3_600_000
const CHAT: Wanted = {
  method: 'POST',
  path: '/api/v1/chat/completions',
  body: {
    model: 'vendorA/chat-6-nano',
    messages: [{ role: 'user', content: 'hi' }],
    max_tokens: 50,
  },
}

let shop: TestGateway
let began: number
beforeAll(async () => {
  shop = await startGateway()
  began = shop.gateway.parts.clock.now()
  const buyer = await shop.buyer()
  for (const wanted of [wants.pm, wants.image, CHAT]) await buyer.buy(wanted)
  await until(async () => (await linesOf()).length >= 3)
})
afterAll(() => shop.stop())

/** Blocks have whole seconds, so the period begins a little earlier. */
const period = () => ({ since: began - 60_000, until: shop.gateway.parts.clock.now() + HOUR })

async function linesOf(): Promise<KeyedLine[]> {
  const lines: KeyedLine[] = []
  for await (const one of salesLines(shop.gateway.parts.store, period())) lines.push(one)
  return lines
}

async function books(): Promise<Books> {
  const { store, network } = shop.gateway.parts
  const { asset } = networks[network]!
  const { RPC_URL, PAY_TO } = shop.world.env
  const chain = openChain(RPC_URL!, {
    payTo: PAY_TO!,
    asset: { ...asset, address: shop.gateway.parts.catalog.networks[network]!.asset.address },
  })
  try {
    return await compareBooks(store, period(), chain)
  } finally {
    await chain.close()
  }
}

it('agree to the micro-dollar after purchases', async () => {
  const found = await books()
  const earned = { count: 3, micro: await shop.earned() }
  expect(found).toMatchObject({ lines: earned, records: earned, chain: earned, differences: [] })
  expect(found.usage.get('vendorA/chat-6-nano')).toMatchObject({ output: expect.any(Number) })
  expect(found.usage.get('vendorA/image-1')).toEqual({ images: 1 })
})

it('say where they do not', async () => {
  const { store, clock } = shop.gateway.parts
  const [{ line, key }] = (await linesOf()) as [KeyedLine]
  const invented = { ...line, at: clock.now(), transaction: `0x${'ab'.repeat(32)}`, payment: 'x' }
  await store.commit([{ do: 'remove', in: SALES, key }, lineChange('invented', invented, HOUR)])
  const { differences } = await books()
  expect(differences).toEqual([
    `payment ${line.payment} is settled and has no sales line`,
    `line invented: the chain has no transfer ${invented.transaction}`,
    expect.stringContaining(`without a sales line: ${line.transaction}`),
  ])
})
