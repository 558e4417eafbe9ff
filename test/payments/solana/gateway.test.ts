/** A gateway on Solana sells over HTTP, to the unmodified reference client. */
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Requirements } from '../../../runtime/payments/types.ts'
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

const post = (path: string, body: unknown, header?: string): Promise<Response> =>
  fetch(shop.url + path, {
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

describe('the unmodified @x402/fetch with @x402/svm', () => {
  it.each([
    ['JSON-RPC of Solana', rpcCall.path, rpcCall.body],
    [
      'a chat',
      '/api/v1/chat/completions',
      { model: 'vendorA/chat-6-mini', messages: [{ role: 'user', content: 'hello' }] },
    ],
    [
      'an image',
      '/api/v1/images/generations',
      { model: 'vendorA/image-1', prompt: 'a red fox in the snow' },
    ],
  ])('buys %s', async (_what, path, body) => {
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
