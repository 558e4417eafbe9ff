/**
 * A gateway that is paid on the XRP Ledger, over HTTP. The buyer is the unmodified `@x402/fetch`
 * with the unmodified library of the ledger; what is between them is what the reference client for
 * this ledger does, which is not published as a package. The ledger is a model.
 */
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decode as decodeBlob, Wallet, type Payment } from 'xrpl'
import { catalog } from '../../generated/index.ts'
import { assemble, type Assembled } from '../../runtime/assemble.ts'
import type { NetworkSpec } from '../../runtime/contract.ts'
import { readSettings } from '../../runtime/settings/read.ts'
import { startUpstreams } from '../../scripts/devnet/upstreams/index.ts'
import { createXrplClientScheme } from '../../scripts/devnet/xrpl/client.ts'
import { startXrplWorld, type XrplWorld } from '../../scripts/devnet/xrpl/world.ts'
import { PAY_TO, RELAYER_KEY, SIGNING_KEY } from '../../scripts/world/keys.ts'
import { tempDir } from '../helpers/store.ts'
import { XRPL } from '../payments/xrpl/support.ts'

const [first] = Object.keys(catalog.networks)
/** The first network of the catalog, paid on the XRP Ledger: it sells the same. */
const spec: NetworkSpec = { ...XRPL, name: first!, only: catalog.networks[first!]!.only }

let world: XrplWorld
let upstreams: Awaited<ReturnType<typeof startUpstreams>>
let gateway: Assembled
let wallet: Wallet

beforeAll(async () => {
  world = await startXrplWorld(spec, { afterSubmit: 5, every: 4000 })
  upstreams = await startUpstreams({})
  const env = {
    FAREBOX_DEV: '1',
    NETWORK: spec.name,
    PAY_TO,
    RELAYER_KEY,
    RPC_URL: 'http://127.0.0.1:1',
    SIGNING_KEYS: SIGNING_KEY,
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: tempDir('data'),
    MEDIA_DIR: tempDir('media'),
    ...upstreams.env,
  }
  const read = readSettings(env, catalog)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  const settings = { ...read.settings, payTo: world.payTo, rpcUrl: world.url }
  const networks = { ...catalog.networks, [spec.name]: spec }
  gateway = await assemble({ ...catalog, networks }, settings)
}, 90_000)
afterAll(async () => {
  await gateway?.close()
  await upstreams?.stop()
  await world?.stop()
})
beforeEach(async () => {
  world.ledger.release()
  world.ledger.isDropping = false
  wallet = Wallet.generate()
  await world.fund(wallet.address, 5_000_000n)
})

const signer = () => createXrplClientScheme(world.url, wallet.seed!)
const headers: string[] = []
/** A fetch that pays; it keeps the payment headers that it sent. */
function paying(): typeof fetch {
  const client = new x402Client().register('xrpl:*', signer() as never)
  client.setSpendControls(false)
  const watched: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const header = request.headers.get('payment-signature')
    if (header) headers.push(header)
    return fetch(request)
  }
  return wrapFetchWithPayment(watched, client)
}

const CHAT = { model: 'vendorA/chat-6-mini', messages: [{ role: 'user', content: 'hello' }] }
const post = (body: unknown, more: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...more },
  body: JSON.stringify(body),
})
const url = (path: string): string => `${gateway.url}${path}`
const IMAGE = { model: 'vendorA/image-1', prompt: 'a red fox' }
const decode = (header: string | null) =>
  JSON.parse(Buffer.from(header ?? '', 'base64').toString('utf8'))

describe('a gateway that is paid on the XRP Ledger', () => {
  it('offers the currency, its issuer, and a decimal amount', async () => {
    const response = await fetch(url('/api/v1/images/generations'), post(IMAGE))
    expect(response.status).toBe(402)
    const { accepts } = decode(response.headers.get('payment-required'))
    expect(accepts).toEqual([
      {
        scheme: 'exact',
        network: 'xrpl:0',
        amount: '0.022',
        asset: XRPL.asset.address,
        payTo: world.payTo,
        maxTimeoutSeconds: expect.any(Number),
        extra: {
          areFeesSponsored: false,
          assetTransferMethod: 'sequence',
          issuer: XRPL.asset.issuer,
        },
      },
    ])
  })

  it.each([
    ['an image', '/api/v1/images/generations', IMAGE, 22_000n],
    ['a chat answer', '/api/v1/chat/completions', CHAT, undefined],
  ])('sells %s to a client, for exactly the price', async (_name, path, body, price) => {
    const before = await world.balanceOf(world.payTo)
    const response = await paying()(url(path), post(body))
    expect(response.status).toBe(200)
    const receipt = decode(response.headers.get('payment-response'))
    expect(receipt).toMatchObject({ success: true, network: 'xrpl:0', payer: wallet.address })
    const entry = world.ledger.entry(receipt.transaction)
    expect(entry).toMatchObject({ code: 'tesSUCCESS', tx: { Account: wallet.address } })
    const earned = (await world.balanceOf(world.payTo)) - before
    expect(earned).toBeGreaterThan(0n)
    if (price !== undefined) expect(earned).toBe(price)
    expect(await world.balanceOf(wallet.address)).toBe(5_000_000n - earned)
  })

  it('does not sell twice for one transaction', async () => {
    const first = await paying()(url('/api/v1/chat/completions'), post(CHAT))
    expect(first.status).toBe(200)
    const before = await world.balanceOf(world.payTo)
    const header = headers.at(-1)!
    const other = { ...CHAT, messages: [{ role: 'user', content: 'something else' }] }
    for (const body of [CHAT, other]) {
      const again = await fetch(
        url('/api/v1/chat/completions'),
        post(body, { 'payment-signature': header }),
      )
      expect(again.status).toBe(402)
    }
    expect(await world.balanceOf(world.payTo)).toBe(before)
  })

  it('serves one of two calls that are paid in the same place, and charges once', async () => {
    const required = async () => {
      const { headers } = await fetch(url('/api/v1/images/generations'), post(IMAGE))
      return decode(headers.get('payment-required')).accepts[0]
    }
    const offer = await required()
    const before = await world.balanceOf(world.payTo)
    const calls = await Promise.all(
      [1, 2].map(async SourceTag => {
        const { payload } = await signer().createPaymentPayload(2, offer)
        const changed = { ...decodeTx(payload.signedTxBlob), SourceTag }
        const blob = wallet.sign(changed).tx_blob
        const json = { x402Version: 2, accepted: offer, payload: { signedTxBlob: blob } }
        return Buffer.from(JSON.stringify(json)).toString('base64')
      }),
    )
    const answers = await Promise.all(
      calls.map(header =>
        fetch(url('/api/v1/images/generations'), post(IMAGE, { 'payment-signature': header })),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 402])
    expect(await world.balanceOf(world.payTo)).toBe(before + 22_000n)
  })

  it('refuses to sell while the node is down, and claims nothing', async () => {
    const header = await signedFor('/api/v1/images/generations', IMAGE)
    world.node.levers.isDown = true
    const down = await fetch(
      url('/api/v1/images/generations'),
      post(IMAGE, { 'payment-signature': header }),
    )
    world.node.levers.isDown = false
    expect(await down.text()).toContain('PAYMENT_VERIFICATION_UNAVAILABLE')
    await expect
      .poll(async () => {
        const again = await fetch(
          url('/api/v1/images/generations'),
          post(IMAGE, { 'payment-signature': header }),
        )
        return again.status
      })
      .toBe(200)
  })
})

async function signedFor(path: string, body: unknown): Promise<string> {
  const response = await fetch(url(path), post(body))
  const [accepted] = decode(response.headers.get('payment-required')).accepts
  const { payload } = await signer().createPaymentPayload(2, accepted)
  return Buffer.from(JSON.stringify({ x402Version: 2, accepted, payload })).toString('base64')
}

/** A signed transaction without its signature. */
function decodeTx(blob: string): Payment {
  const { TxnSignature: _signature, SigningPubKey: _key, ...tx } = decodeBlob(blob) as any
  return tx
}
