/**
 * Whatever the network loses, a call of the generated client signs one payment, is charged once,
 * and has its result.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { hastyClock, loadClient, payingWith } from './desk.ts'
import { faultyFetch, FAULTS, type Fault } from './faulty-fetch.ts'

let shop: TestGateway
let buyer: Buyer
let lib: any
beforeAll(async () => {
  ;[shop, lib] = await Promise.all([startGateway(), loadClient()])
  buyer = await shop.buyer(100_000_000n)
}, 90_000)
afterAll(() => shop?.stop())

/** A client behind a faulty network, and how often it has signed. */
function clientBehind(faults: readonly Fault[], more: object = {}, by: Buyer = buyer) {
  const x402 = payingWith(by.account)
  const signed = { count: 0 }
  x402.onAfterPaymentCreation(async () => void signed.count++)
  const settings = { baseUrl: shop.url, x402, clock: hastyClock(), retries: 9, ...more }
  return { client: lib.createClient({ ...settings, fetch: faultyFetch(faults) }), signed }
}

const CHAT = { model: 'vendorA/chat-6-mini', messages: [{ role: 'user', content: 'hi' }] }

const FUNDS = 1_000_000n
/** Of one answer. */
const PRICE = 2641n

const CALLS: Record<string, (client: any) => Promise<any>> = {
  'an image': client => client.images.generate({ model: 'vendorA/image-1', prompt: 'a fox' }),
  'a job': client => client.images.generate({ model: 'vendorD/image-5-pro', prompt: 'a fox' }),
  'an answer': client => client.chat.completions.create(CHAT),
  data: client => client.pm.venueA.markets({ limit: 2 }),
}

const faultsOf = (kinds: readonly Fault[]) =>
  fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 6 })

describe.each(Object.entries(CALLS))('%s', (_, call) => {
  it('is charged once and delivered, whatever is lost', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(faultsOf(FAULTS), async faults => {
        const { client, signed } = clientBehind(faults)
        const before = await shop.earned()
        const { data, receipt } = await call(client)
        expect(data).toBeTypeOf('object')
        expect(receipt.settled).toBe(true)
        expect((await shop.earned()) - before).toBe(BigInt(receipt.amountMicro))
        expect(signed.count).toBe(1)
      }),
      { numRuns: 8, seed: 1 },
    )
  })
})

describe('a stream', () => {
  it('is charged at most once, and delivered unless it broke off', async () => {
    await fc.assert(
      fc.asyncProperty(faultsOf(FAULTS), async faults => {
        // A wallet of its own: what a broken stream has cost is the credit of the wallet's next.
        const wallet = await shop.buyer(FUNDS)
        const { client, signed } = clientBehind(faults, {}, wallet)
        const stream = client.chat.completions.create({ ...CHAT, stream: true })
        const events: any[] = []
        const read = async () => {
          for await (const event of stream) events.push(event)
        }
        const error = await read().catch(one => one)
        const paid = FUNDS - (await wallet.balance())
        expect(signed.count).toBeLessThanOrEqual(1)
        if (error === undefined) expect(paid).toBe(BigInt(stream.receipt.amountMicro))
        else {
          expect(faults).toContain('half')
          expect(error).toMatchObject({ name: 'StreamError', charged: 'unknown' })
          expect(paid).toBeLessThanOrEqual(PRICE)
        }
        const ids = new Set(events.map(({ id }) => id))
        expect(ids.size).toBeLessThanOrEqual(1)
      }),
      { numRuns: 8, seed: 1 },
    )
  })
})

describe('a network that stays down', () => {
  it('throws what is known of the payment, with which the call can be taken up again', async () => {
    const before = await shop.earned()
    const { client } = clientBehind(['none', 'reply', 'request', 'request'], { retries: 2 })
    const error = await CALLS['an image']!(client).catch((one: unknown) => one)
    expect(error).toMatchObject({ name: 'ConnectionError', charged: 'unknown' })
    const image = { model: 'vendorA/image-1', prompt: 'a fox' }
    const other = lib.createClient({ baseUrl: shop.url })
    const { data, receipt } = await other.images.generate(image, { payment: error.payment })
    expect(data.data[0].url).toContain('/media/')
    expect((await shop.earned()) - before).toBe(BigInt(receipt.amountMicro))
    // Its reply has arrived: whatever it says now, it buys nothing more, and nothing else is
    // signed.
    const { client: rich, signed } = clientBehind([])
    const last = await rich.images
      .generate(image, { payment: error.payment })
      .catch((one: any) => one)
    expect(last.data ?? last.code).toEqual(last.data === undefined ? 'PAYMENT_REPLAY' : data)
    expect((await shop.earned()) - before).toBe(BigInt(receipt.amountMicro))
    expect(signed.count).toBe(0)
  })

  it('charges nothing before the request has arrived with its payment', async () => {
    const { client } = clientBehind(['request', 'request'], { retries: 1 })
    await expect(CALLS['an image']!(client)).rejects.toMatchObject({ charged: false })
  })

  it('a free request that changes something is not repeated', async () => {
    const { client } = clientBehind(['request'])
    await expect(client.onramp.token({ address: buyer.account.address })).rejects.toMatchObject({
      name: 'ConnectionError',
      charged: false,
    })
  })

  it('a call that is aborted while it is paid for says so', async () => {
    const stop = new AbortController()
    const fetchAndStop: typeof fetch = async (url, init) => {
      if ('payment-signature' in (init!.headers as object)) stop.abort()
      return fetch(url, init)
    }
    const x402 = payingWith(buyer.account)
    const client = lib.createClient({ baseUrl: shop.url, x402, fetch: fetchAndStop })
    await expect(
      client.images.generate({ model: 'vendorA/image-1', prompt: 'x' }, { signal: stop.signal }),
    ).rejects.toMatchObject({ name: 'CanceledError', charged: 'unknown' })
  })
})
