/**
 * Unmodified clients of batched payments buy from a gateway over HTTP, on two chains, and wallets
 * that cannot pay get nothing.
 */
import { GatewayClient, registerBatchScheme } from '@circle-fin/x402-batching/client'
import { BatchFacilitatorClient } from '@circle-fin/x402-batching/server'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import type { Hex } from 'viem'
import { systemClock } from '../../../runtime/lib/clock.ts'
import { actsThen, honestly, on, refuses } from '../../../scripts/devnet/batched/levers.ts'
import type { BatchedWorld } from '../../../scripts/devnet/batched/world.ts'
import { cashCatalog } from '../../helpers/cash-catalog.ts'
import {
  cashWorld,
  gives,
  receiptOf,
  startCashGateway,
  type CashGateway,
} from '../../helpers/cash-gateway.ts'
import { toHeader } from '../../helpers/chain.ts'
import { ownStore } from '../../helpers/memory-store.ts'
import { openSide, PAY_TO, sign, SPEC, startWorld, type Side } from './support.ts'

const PRICE = 53_500n
const PICTURES = [{ url: 'https://pictures.example/1.png' }]
const BODY = { model: 'first', prompt: 'a fox' }
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

let world: BatchedWorld
let side: Side
let shop: CashGateway
let held: ReturnType<typeof ownStore>
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.stop())
beforeEach(async () => {
  world.facilitator.lever = honestly
  held = ownStore()
  side = await openSide(world.url, held.store)
  const catalog = cashCatalog()
  catalog.networks = { ...catalog.networks, cash: SPEC }
  const [paymentScheme, ...furtherSchemes] = side.schemes
  const { ledger } = side
  shop = await startCashGateway(cashWorld(catalog, 'cash', Date.now()), {
    store: held.store,
    parts: {
      paymentScheme,
      furtherSchemes,
      ledger,
      clock: systemClock,
      balanceOf: paymentScheme.balanceOf,
    },
  })
  shop.world.vendor.reply = () => gives({}, { assets: PICTURES })
})
afterEach(async () => {
  await shop.stop()
  await side.stop()
  await held.stop()
})

const works = (): number => shop.world.vendor.asked.length

/** A wallet with deposits. */
async function buyer(
  funds = PRICE,
  chain = SPEC.chain,
): Promise<{ key: Hex; account: PrivateKeyAccount }> {
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key)
  await world.fund(account.address, funds, chain)
  return { key, account }
}

describe('a client of the batching package', () => {
  it.each([
    ['baseSepolia', 'eip155:84532', 'base-sepolia'],
    ['arbitrumSepolia', 'eip155:421614', 'arbitrum-sepolia'],
  ] as const)('buys on %s, which the body names', async (chain, network, label) => {
    const { key, account } = await buyer(PRICE, network)
    const before = await world.balanceOf(PAY_TO, network)
    const client = new GatewayClient({ chain, privateKey: key })
    expect(await client.supports(`${shop.url}/images`)).toBeDefined()
    const bought = await client.pay<any>(`${shop.url}/images`, { method: 'POST', body: BODY })
    expect(bought).toMatchObject({ status: 200, amount: PRICE })
    expect(bought.data).toMatchObject({
      data: PICTURES,
      payment: { status: 'settled', network: label },
    })
    expect(bought.transaction).toMatch(UUID)
    expect(world.facilitator.book.find(bought.transaction)).toMatchObject({
      fromAddress: account.address.toLowerCase(),
      toAddress: PAY_TO.toLowerCase(),
      amount: String(PRICE),
      sendingNetwork: network,
      status: 'received',
    })
    expect(await world.balanceOf(account.address, network)).toBe(0n)
    expect(await world.balanceOf(PAY_TO, network)).toBe(before + PRICE)
    expect(works()).toBe(1)
  })

  it('without a deposit on its chain gets nothing, and no work is done', async () => {
    const { key } = await buyer(PRICE, 'eip155:421614')
    const client = new GatewayClient({ chain: 'baseSepolia', privateKey: key })
    await expect(client.pay(`${shop.url}/images`, { method: 'POST', body: BODY })).rejects.toThrow(
      'Payment verification failed',
    )
    expect(works()).toBe(0)
  })

  it('knows the offers of both chains', async () => {
    const quoted = await shop.post('/images', BODY)
    const challenge = JSON.parse(
      Buffer.from(quoted.headers.get('payment-required')!, 'base64').toString(),
    )
    expect(challenge.accepts).toEqual(side.schemes.map(one => one.requirements(PRICE, 600)))
  })
})

describe('@x402/fetch', () => {
  it('buys with the registered batch scheme', async () => {
    const { account } = await buyer()
    const client = new x402Client()
    registerBatchScheme(client as never, { signer: account })
    // The package's scheme names no default asset, without which the client refuses to spend.
    client.setSpendControls(false)
    const pay = wrapFetchWithPayment(fetch, client)
    const reply = await pay(`${shop.url}/images`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(BODY),
    })
    expect(reply.status).toBe(200)
    expect(await world.balanceOf(account.address)).toBe(0n)
  })
})

describe("the batching package's own facilitator client", () => {
  it('understands the local facilitator, and is understood', async () => {
    const { account } = await buyer()
    const requirements = side.schemes[0].requirements(PRICE, 300)
    const payload = await sign(account, requirements)
    const client = new BatchFacilitatorClient({ url: world.url })
    const { kinds } = await client.getSupported()
    expect(kinds.map(({ network }) => network)).toEqual(['eip155:84532', 'eip155:421614'])
    expect(await client.verify(payload, requirements as never)).toMatchObject({ isValid: true })
    const settled = await client.settle(payload, requirements as never)
    expect(settled).toMatchObject({ success: true, network: SPEC.chain })
    expect(settled.transaction).toMatch(UUID)
    const again = await client.settle(payload, requirements as never)
    expect(again).toMatchObject({ success: false, errorReason: 'nonce_already_used' })
  })
})

describe('the same header again', () => {
  it('gets no second result, and pays once', async () => {
    const { account } = await buyer(PRICE * 3n)
    const header = toHeader(await sign(account, await shop.quote('/images', BODY)))
    const first = await shop.post('/images', BODY, header)
    expect(first.status).toBe(200)
    expect(receiptOf(first)).toMatchObject({
      success: true,
      network: SPEC.chain,
      payer: account.address.toLowerCase(),
      transaction: expect.stringMatching(UUID),
    })
    const again = await shop.post('/images', BODY, header)
    if (again.status !== 200)
      expect(again).toMatchObject({ status: 402, body: { code: 'PAYMENT_REPLAY' } })
    const other = await shop.post('/images', { ...BODY, prompt: 'a cat' }, header)
    expect(other).toMatchObject({ status: 402, body: { code: 'PAYMENT_REPLAY' } })
    expect(works()).toBe(1)
    expect(await world.balanceOf(account.address, SPEC.chain)).toBe(PRICE * 2n)
  })

  it('buys the result after the work failed once', async () => {
    const { account } = await buyer()
    const header = toHeader(await sign(account, await shop.quote('/images', BODY)))
    const { vendor } = shop.world
    const good = vendor.reply
    vendor.reply = () => ({
      ok: false,
      kind: 'upstream_failed',
      details: 'it broke',
      source: 'vendor',
    })
    expect((await shop.post('/images', BODY, header)).status).toBe(500)
    expect(await world.balanceOf(account.address, SPEC.chain)).toBe(PRICE)
    vendor.reply = good
    expect((await shop.post('/images', BODY, header)).status).toBe(200)
    expect(await world.balanceOf(account.address, SPEC.chain)).toBe(0n)
  })

  it('gets its result after the facilitator settled and answered an error', async () => {
    const { account } = await buyer()
    const header = toHeader(await sign(account, await shop.quote('/images', BODY)))
    world.facilitator.lever = on('settle', actsThen({ status: 502, body: '<html>' }))
    const first = await shop.post('/images', BODY, header)
    expect(first.status).toBe(200)
    expect(works()).toBe(1)
    expect(await world.balanceOf(account.address, SPEC.chain)).toBe(0n)
  })
})

describe('a deposit that is spent while the work is done', () => {
  it('pays for nothing: the result is not served, and the wallet signs again', async () => {
    const { account } = await buyer()
    const header = toHeader(await sign(account, await shop.quote('/images', BODY)))
    const { vendor } = shop.world
    const good = vendor.reply!
    vendor.reply = asked => {
      world.facilitator.book.deposit(SPEC.chain, account.address, -PRICE)
      return good(asked)
    }
    const first = await shop.post('/images', BODY, header)
    expect(first).toMatchObject({ status: 402, body: { error: 'Payment settlement failed' } })
    expect(first.text).not.toContain('pictures.example')
    expect(receiptOf(first)).toMatchObject({ success: false })
    vendor.reply = good
    expect(await world.balanceOf(account.address, SPEC.chain)).toBe(0n)
  })

  it('if the facilitator only says so and settles later, the header gets the result', async () => {
    const { account } = await buyer()
    const header = toHeader(await sign(account, await shop.quote('/images', BODY)))
    world.facilitator.lever = on('settle', refuses('insufficient_balance'))
    expect((await shop.post('/images', BODY, header)).status).toBe(402)
    world.facilitator.lever = honestly
    const { paymentPayload, paymentRequirements } = world.facilitator.requests
      .filter(({ path }) => path === '/v1/x402/settle')
      .at(-1)!.body
    const client = new BatchFacilitatorClient({ url: world.url })
    expect(await client.settle(paymentPayload, paymentRequirements)).toMatchObject({
      success: true,
    })
    const second = await shop.post('/images', BODY, header)
    expect(second.status).toBe(200)
    expect(works()).toBe(1)
  })
})

describe('two calls of a wallet at the same time', () => {
  it.each([
    ['one deposit', 0, 1n, [200, 402, 402]],
    ['one deposit', 1, 1n, [200, 402, 402]],
    ['three deposits', 1, 3n, [200, 200, 200]],
  ] as const)('on %s of offer %i: as many are served', async (_, offer, count, statuses) => {
    const { account } = await buyer(PRICE * count, side.schemes[offer]!.spec.chain)
    const requirements = side.schemes[offer]!.requirements(PRICE, 300)
    const headers = await Promise.all(
      [1, 2, 3].map(async () => toHeader(await sign(account, requirements))),
    )
    const { vendor } = shop.world
    const good = vendor.reply!
    vendor.reply = undefined
    const calls = headers.map(header => shop.post('/images', BODY, header))
    await expect.poll(works).toBe(Number(count))
    await new Promise(resolve => setTimeout(resolve, 300))
    for (const asked of vendor.asked) asked.answer(good(asked))
    const replies = await Promise.all(calls)
    expect(replies.map(({ status }) => status).sort()).toEqual(statuses)
    expect(works()).toBe(Number(count))
  })
})
