/**
 * A paid reply of each service has its receipt in both headers, and names a transfer of the chain.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { bought, payloadOf, type Sent } from './client.ts'
import { startShop, type Shop } from './shop.ts'

let shop: Shop
let buyer: Buyer
beforeAll(async () => {
  shop = await startShop()
  buyer = await shop.buyer(100_000_000n)
})
afterAll(() => shop?.stop())

const SALES: Readonly<Record<string, Sent>> = {
  'a character': {
    path: '/api/v1/portrait/enroll',
    body: { name: 'Fox', image_url: 'https://pictures.example/fox.png' },
  },
  'a lookup': { path: '/api/v1/phone/lookup', body: { phoneNumber: '+14155552671' } },
  // The call is made from this number.
  'a number': { path: '/api/v1/phone/numbers/buy', body: {} },
  'a call': {
    path: '/api/v1/voice/call',
    body: { to: '+14155552671', task: 'Ask when they open' },
  },
  'a sandbox': { path: '/api/v1/sandbox/create', body: {} },
  'accounts of a social network': {
    path: '/api/v1/social/users/lookup',
    body: { usernames: 'bob' },
  },
  'DeFi data': { path: '/api/v1/defi/chains' },
  'prediction data': { path: '/api/v1/pm/venue-b/markets?limit=1' },
  'a web search': { path: '/api/v1/websearch/search', body: { query: 'agents that pay' } },
  'market data': { path: '/api/v1/surf/market/price?symbol=BTC' },
}

it.each(Object.entries(SALES))('ERR3-003 %s', async (_what, sent) => {
  const { chain, payTo } = shop.world
  const seen = await bought(shop.url, buyer.account, sent)
  expect(seen.status, seen.text).toBe(200)
  const transaction = seen.headers['x-payment-receipt']!
  const payer = buyer.account.address.toLowerCase()
  const receipt = payloadOf(seen.headers['payment-response']!)
  expect({ ...receipt, payer: receipt.payer.toLowerCase() }).toMatchObject({
    success: true,
    transaction,
    network: shop.world.spec.chain,
    payer,
  })
  const { status, logs } = await chain.rpc<any>('eth_getTransactionReceipt', [transaction])
  const word = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  const moved = logs.filter(({ topics }: any) => topics[2] === word(payTo))
  expect([status, moved.length, moved[0]?.topics[1]]).toEqual(['0x1', 1, word(payer)])
})
