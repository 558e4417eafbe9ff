/** Unmodified clients of four makers buy through a running gateway; each purchase moves the quoted amount, once, on a real chain. */
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapAxiosWithPayment, x402Client as axiosX402Client } from '@x402/axios'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import axios from 'axios'
import { evm, Mppx } from 'mppx/client'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy, requestOf } from '../../scripts/buyer/buy.ts'
import { sizeOfPng } from '../../scripts/devnet/upstreams/png.ts'
import { wants, type Buyer, type Wanted } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'

/** What a client got for its money. */
interface Got {
  status: number
  body: any
  header(name: string): string | null
}
type Client = (wanted: Wanted, account: PrivateKeyAccount) => Promise<Got>

let shop: TestGateway
let buyer: Buyer
beforeAll(async () => {
  shop = await startGateway()
  buyer = await shop.buyer()
})
afterAll(() => shop?.stop())

const fromFetch = async (response: Response): Promise<Got> => ({
  status: response.status,
  body: await response.json(),
  header: (name) => response.headers.get(name),
})

const clients: Record<string, Client> = {
  'plain fetch and viem': async (wanted, account) => {
    const { status, body, headers } = await buy(wanted, { url: shop.url, account })
    return { status, body, header: (name) => headers.get(name) }
  },
  '@x402/fetch': async (wanted, account) => {
    const pay = wrapFetchWithPayment(fetch, new x402Client().register('eip155:*', new ExactEvmScheme(account)))
    return fromFetch(await pay(shop.url + wanted.path, requestOf(wanted)))
  },
  '@x402/axios': async (wanted, account) => {
    const api = wrapAxiosWithPayment(axios.create(), new axiosX402Client().register('eip155:*', new ExactEvmScheme(account) as never))
    const { status, data, headers } = await api.request({ method: wanted.method, url: shop.url + wanted.path, data: wanted.body })
    return { status, body: data, header: (name) => headers[name.toLowerCase()] as string }
  },
  mppx: async (wanted, account) => fromFetch(await mppx(account, withoutAuthenticate)(shop.url + wanted.path, requestOf(wanted))),
}

/** mppx with its own settings; `fetch` is what it calls the gateway with. */
function mppx(account: PrivateKeyAccount, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  const methods = [evm.charge({ account, networks: [8453], currencies: [evm.assets.base.USDC], maxAmount: '1' })]
  return Mppx.create({ methods, polyfill: false, fetch }).fetch as typeof globalThis.fetch
}

/** mppx takes any WWW-Authenticate for a challenge of its own protocol and gives up on ours, which the specification demands. */
const withoutAuthenticate: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  const headers = new Headers(response.headers)
  headers.delete('www-authenticate')
  return new Response(response.body, { status: response.status, headers })
}

/** What must be true of each result. */
const results: Record<string, { wanted: Wanted; micro: bigint; check(body: any): unknown }> = {
  'an image': { wanted: wants.image, micro: 22_000n, check: (body) => imageIs(body, 1024, 1024) },
  'an image that the supplier gives as an address': { wanted: wants.urlImage, micro: 16_750n, check: (body) => imageIs(body, 768, 1344) },
  'prediction data': { wanted: wants.pm, micro: 8500n, check: (body) => expect(body.markets).toHaveLength(2) },
  'an RPC call': {
    wanted: wants.rpc,
    micro: 4000n,
    check: (body) => expect(body).toMatchObject({ id: 7, result: { number: expect.stringMatching(/^0x/) } }),
  },
  'an RPC batch': {
    wanted: wants.batch,
    micro: 12_000n,
    check: (body) =>
      expect(Object.fromEntries(body.map((one: any) => [one.id, one.result ?? one.error.code]))).toMatchObject({
        1: '0x2105',
        3: -32601,
      }),
  },
}

async function imageIs(body: any, width: number, height: number): Promise<void> {
  expect(body.data).toHaveLength(1)
  expect(body.data[0]).toMatchObject({ backed_up: true, url: expect.stringContaining(`${shop.url}/media/`) })
  const file = await fetch(body.data[0].url)
  expect(file.headers.get('content-type')).toBe('image/png')
  expect(sizeOfPng(Buffer.from(await file.arrayBuffer()))).toEqual({ width, height })
}

describe.each(Object.entries(clients))('%s', (_, client) => {
  it.each(Object.entries(results))('PAY-003 PAY-032 PAY-035 PAY-038 PAY-039 PAY-041 buys %s for the quoted price, paid once', async (_name, { wanted, micro, check }) => {
    const before = await Promise.all([shop.earned(), buyer.balance()])
    const got = await client(wanted, buyer.account)
    expect(got.status).toBe(200)
    await check(got.body)
    const after = await Promise.all([shop.earned(), buyer.balance()])
    expect([after[0] - before[0], before[1] - after[1]]).toEqual([micro, micro])
    const receipt = JSON.parse(Buffer.from(got.header('PAYMENT-RESPONSE')!, 'base64').toString())
    expect(receipt).toMatchObject({ success: true, network: 'eip155:8453', transaction: got.header('X-Payment-Receipt') })
    expect(receipt.payer.toLowerCase()).toBe(buyer.account.address.toLowerCase())
    const onChain = await shop.chain.rpc<any>('eth_getTransactionReceipt', [receipt.transaction])
    expect(onChain.status).toBe('0x1')
  })
})

it('PAY-059 IMG-037 IMG-060 IMG-061 a client of the reference buys a job: 202, polls with fresh signatures, one transfer', async () => {
  const pay = wrapFetchWithPayment(fetch, new x402Client().register('eip155:*', new ExactEvmScheme(buyer.account)))
  const before = await shop.earned()
  const submitted = await pay(shop.url + wants.job.path, requestOf(wants.job))
  const job: any = await submitted.json()
  expect([submitted.status, job.status, job.payment_status]).toEqual([202, 'queued', 'verified'])
  const poll = async (): Promise<Response> => {
    const response = await pay(shop.url + job.poll_url)
    return response.status === 202 ? poll() : response
  }
  const body: any = await (await poll()).json()
  await imageIs(body, 1024, 1024)
  expect(body.payment.status).toBe('settled')
  const again: any = await (await poll()).json()
  expect(again).toMatchObject({ id: job.id, data: body.data, payment: { status: 'already_settled', tx_hash: body.payment.tx_hash } })
  expect((await shop.earned()) - before).toBe(48_250n)
})

it('known limit: mppx gives up on the WWW-Authenticate header of a 402, before anything is signed', async () => {
  const before = await buyer.balance()
  await expect(mppx(buyer.account, fetch)(shop.url + wants.pm.path)).rejects.toThrow('No Payment schemes found')
  expect(await buyer.balance()).toBe(before)
})
