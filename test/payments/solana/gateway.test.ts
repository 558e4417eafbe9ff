/** A gateway on Solana sells over HTTP, to the unmodified reference client. */
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Requirements } from '../../../runtime/payments/payment.ts'
import { honestly } from '../../../scripts/devnet/solana/node.ts'
import { spawnRedis } from '../../helpers/redis.ts'
import { suitesWith } from '../../helpers/servers.ts'
import { tempDir } from '../../helpers/store.ts'
import { headerOf } from '../contract-world.ts'
import { startShop, type SolanaShop } from './shop.ts'
import { newWallet, signerOf, signWith } from './support.ts'

let shop: SolanaShop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop?.stop())

const json = { 'content-type': 'application/json' }
const rpcCall = { path: '/api/v1/solana/rpc', body: { jsonrpc: '2.0', id: 1, method: 'getHealth' } }

/** The reference client with a new wallet. */
async function buyer(funds = 1_000_000n) {
  const wallet = await newWallet(shop.world, funds)
  const scheme = new ExactSvmScheme(await signerOf(wallet.key), { rpcUrl: shop.world.url })
  const pay = wrapFetchWithPayment(fetch, new x402Client().register('solana:*', scheme))
  return { ...wallet, pay }
}

const post = (path: string, body: unknown, header?: string, url = shop.url): Promise<Response> =>
  fetch(url + path, {
    method: 'POST',
    headers: { ...json, ...(header === undefined ? {} : { 'payment-signature': header }) },
    body: JSON.stringify(body),
  })

const decode = (header: string | null): any =>
  JSON.parse(Buffer.from(header ?? '', 'base64').toString())

/** What a call costs. */
async function quote(path: string, body: unknown): Promise<Requirements> {
  const reply = await post(path, body)
  expect(reply.status).toBe(402)
  return decode(reply.headers.get('payment-required')).accepts[0]
}

/** A signed payment for a call, by a new wallet. */
async function signed(path: string, body: unknown) {
  const { key, address } = await newWallet(shop.world, 1_000_000n)
  const header = headerOf(await signWith(key, shop.world.url, await quote(path, body)))
  return { header, address }
}

const chat = {
  path: '/api/v1/chat/completions',
  body: { model: 'vendorA/chat-6-mini', messages: [{ role: 'user', content: 'hello' }] },
}
const prompt = { prompt: 'a red fox in the snow' }
const image = { path: '/api/v1/images/generations', body: { model: 'vendorA/image-1', ...prompt } }

describe('the unmodified @x402/fetch with @x402/svm', () => {
  it.each([
    ['JSON-RPC of Solana', rpcCall],
    ['a chat', chat],
    ['an image', image],
  ])('buys %s', async (_what, { path, body }) => {
    const { pay, address } = await buyer()
    const { amount, extra, payTo } = await quote(path, body)
    expect({ payTo, extra }).toEqual({
      payTo: shop.world.payTo,
      extra: { feePayer: expect.stringMatching(/^[1-9A-Za-z]{32,44}$/) },
    })
    const before = await shop.world.balanceOf(payTo)
    const init = { method: 'POST', headers: json, body: JSON.stringify(body) }
    const reply = await pay(shop.url + path, init)
    expect([reply.status, await reply.text()]).toEqual([200, expect.any(String)])
    const receipt = decode(reply.headers.get('payment-response'))
    expect(receipt).toMatchObject({ success: true, payer: address })
    expect(shop.world.chain.landed.has(receipt.transaction)).toBe(true)
    expect(await shop.world.balanceOf(payTo)).toBe(before + BigInt(amount))
    expect(await shop.world.balanceOf(address)).toBe(1_000_000n - BigInt(amount))
  })
})

describe('PAYMENT_BLOCKHASH_STALE', () => {
  const messages = {
    model: 'vendorF/small-4',
    max_tokens: 50,
    messages: [{ role: 'user', content: 'hi' }],
  }
  it.each([
    ['JSON-RPC', rpcCall],
    ['chat', chat],
    ['messages', { path: '/api/v1/messages', body: messages }],
    ['images', image],
    ['images in OpenAI’s form', { path: '/v1/images/generations', body: image.body }],
    [
      'search',
      { path: '/api/v1/search', body: { query: 'news', model: 'vendorC/search', max_results: 3 } },
    ],
    ['people', { path: '/api/v1/phone/lookup', body: { phoneNumber: '+14155552671' } }],
    ['web search', { path: '/api/v1/websearch/search', body: { query: 'agents' } }],
  ])(
    'ERR-011 ERR2-020 PAY-037 ERR3-001 is the code of %s; nothing is charged, and a fresh signature works',
    async (_what, { path, body }) => {
      const { header, address } = await signed(path, body)
      shop.world.chain.advance(151)
      const reply = await post(path, body, header)
      const text = await reply.text()
      const { code, error } = JSON.parse(text)
      expect([reply.status, code ?? error?.code]).toEqual([402, 'PAYMENT_BLOCKHASH_STALE'])
      expect(decode(reply.headers.get('payment-required')).accepts[0].network).toMatch(/^solana:/)
      expect(await shop.world.balanceOf(address)).toBe(1_000_000n)
      const fresh = await signed(path, body)
      const bought = await post(path, body, fresh.header)
      expect([200, 202]).toContain(bought.status)
    },
  )
})

describe('a node that is down', () => {
  it('ERR-012 refuses with PAYMENT_VERIFICATION_UNAVAILABLE; the same payment works later', async () => {
    const { path, body } = rpcCall
    const { header, address } = await signed(path, body)
    // Only what verification asks: the gateway still believes that it can be paid.
    shop.world.node.intercept = ({ method }, honest) => {
      if (method === 'simulateTransaction') throw new Error('down')
      return honest()
    }
    const refused = await post(path, body, header)
    shop.world.node.intercept = honestly
    expect([refused.status, ((await refused.json()) as any).code]).toEqual([
      402,
      'PAYMENT_VERIFICATION_UNAVAILABLE',
    ])
    expect(await shop.world.balanceOf(address)).toBe(1_000_000n)
    expect((await post(path, body, header)).status).toBe(200)
  })
})

describe('a payment that is sent several times', () => {
  it('buys once, and is a replay afterwards', async () => {
    const { path, body } = rpcCall
    const { header, address } = await signed(path, body)
    const replies = await Promise.all(Array.from({ length: 8 }, () => post(path, body, header)))
    const good = replies.filter(({ status }) => status === 200)
    expect(good.length).toBeGreaterThan(0)
    const ids = good.map(one => decode(one.headers.get('payment-response')).transaction)
    expect(new Set(ids).size).toBe(1)
    expect(await shop.world.balanceOf(address)).toBe(1_000_000n - 4000n)
    const later = await post(path, body, header)
    const { code } = (await later.json()) as any
    expect([later.status, code]).toEqual([402, 'PAYMENT_REPLAY'])
  })

  it('is another one’s result for nobody: other signatures of the same message are the same payment', async () => {
    const { path, body } = rpcCall
    const { header, address } = await signed(path, body)
    const payload = decode(header)
    const wire = Buffer.from(payload.payload.transaction, 'base64')
    wire.fill(7, 1, 65)
    payload.payload.transaction = wire.toString('base64')
    const replies = await Promise.all([
      post(path, body, header),
      post(path, body, headerOf(payload)),
    ])
    expect(replies.map(({ status }) => status)).toContain(200)
    expect(await shop.world.balanceOf(address)).toBe(1_000_000n - 4000n)
  })
})

suitesWith('redis').describe('two gateways on one Redis', () => {
  it('sell one payment once, however often it is sent to both', async () => {
    const redis = await spawnRedis()
    const store = { redis: `unix://${redis.path}` }
    const [one, two] = await Promise.all([shop.open({ store }), shop.open({ store })])
    const { path, body } = rpcCall
    const { header, address } = await signed(path, body)
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, i) => post(path, body, header, (i % 2 ? one : two).url)),
    )
    const good = replies.filter(({ status }) => status === 200)
    const ids = good.map(reply => decode(reply.headers.get('payment-response')).transaction)
    expect([good.length > 0, new Set(ids).size]).toEqual([true, 1])
    expect(replies.every(({ status }) => [200, 402, 503].includes(status))).toBe(true)
    expect(await shop.world.balanceOf(address)).toBe(1_000_000n - 4000n)
    await one.close()
    await two.close()
    await redis.stop()
  })
})

describe('health', () => {
  it('is bad while the gateway has no SOL for fees, and paid calls are refused', async () => {
    shop.world.node.intercept = ({ method }, honest) =>
      method === 'getBalance' ? { context: { slot: 1 }, value: 0 } : honest()
    const poor = await shop.open({ store: { dir: tempDir('poor') } })
    const health = await fetch(`${poor.url}/api/health`)
    const call = await signed(rpcCall.path, rpcCall.body)
    const reply = await post(rpcCall.path, rpcCall.body, call.header, poor.url)
    shop.world.node.intercept = honestly
    await poor.close()
    expect([health.status, reply.status]).toEqual([503, 503])
  })
})
