/**
 * A wallet is emptied while the upstream works, or when a job is done: the result stays here,
 * nothing moves, and what is not sold is not given to the wallet's next call either.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import type { Answer, Buyer, Wanted } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { hurriedClock } from '../routes/studio.ts'
import { jobOf } from './strangers.ts'

let shop: TestGateway
beforeAll(async () => {
  shop = await startGateway({ assemble: { clock: hurriedClock() } })
})
afterAll(() => shop?.stop())
afterEach(() => shop.upstreams.reset())

const post = (path: string, body: object): Wanted => ({ method: 'POST', path, body })
const turn = { messages: [{ role: 'user', content: 'Say: a secret' }], max_tokens: 50 }
const fox = { prompt: 'a red fox' }
const image = `data:image/png;base64,${picture('a fox', 1024, 1024).toString('base64')}`

/** Answered in the reply itself: what is on sale, and whose upstream makes it. */
const inline: readonly [string, Wanted, string][] = [
  ['chat', post('/api/v1/chat/completions', { model: 'vendorC/code-fast-1', ...turn }), 'vendor_c'],
  ['messages', post('/api/v1/messages', { model: 'vendorF/small-4', ...turn }), 'vendor_f'],
  ['responses', post('/api/v1/responses', { model: 'chat-6', input: 'Say: a secret' }), 'vendor_a'],
  ['search', post('/api/v1/search', { query: 'foxes' }), 'vendor_c'],
  [
    'JSON-RPC',
    post('/api/v1/rpc/ethereum', { jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [{}] }),
    'nodes',
  ],
  ['a paid read', { method: 'GET', path: '/api/v1/pm/venue-a/markets?limit=3' }, 'predex'],
  ['speech', post('/api/v1/audio/speech', { input: 'The quick brown fox.' }), 'vendor_h'],
  ['a sound', post('/api/v1/audio/sound-effects', { text: 'rain on a tin roof' }), 'vendor_h'],
  [
    'an image',
    post('/api/v1/images/generations', { model: 'vendorA/image-1', ...fox }),
    'vendor_a',
  ],
  [
    'an edit',
    post('/api/v1/images/image2image', { model: 'vendorA/image-1', image, ...fox }),
    'vendor_a',
  ],
  ['music', post('/api/v1/audio/generations', fox), 'vendor_g'],
]

/** Always a job: what is on sale, and the name of its store. */
const polled: readonly [string, Wanted, string][] = [
  [
    'an image',
    post('/api/v1/images/generations', { model: 'vendorD/image-5-pro', ...fox }),
    'images',
  ],
  ['a video', post('/api/v1/videos/generations', fox), 'videos'],
]

/** What only a result has. */
const GIVEN = /\/media\/|a secret|base64/

/** A refusal for the payment, without anything of the result, after which nothing has moved. */
async function expectUnsold(seen: Answer, before: bigint): Promise<void> {
  const { message } = seen.body.error
  expect([seen.status, message ?? seen.body.error]).toEqual([
    402,
    expect.stringMatching(/settlement failed/i),
  ])
  expect(
    Object.keys(seen.body).filter(
      member => !['error', 'details', 'note', 'job_id', 'poll_url', 'type'].includes(member),
    ),
  ).toEqual([])
  expect(JSON.stringify(seen.body)).not.toMatch(GIVEN)
  expect([seen.receipt?.success, seen.headers.get('x-payment-receipt')]).toEqual([false, null])
  expect(await shop.earned()).toBe(before)
}

const drain = async (buyer: Buyer): Promise<void> =>
  shop.chain.fund(buyer.account.address, -(await buyer.balance()))

describe('a wallet that is emptied while its upstream works', () => {
  it.each(inline)(
    'ERR-013 gets nothing of %s, and pays for it when it asks again',
    async (_what, wanted, upstream) => {
      const buyer = await shop.buyer()
      const [header, before] = [await buyer.header(wanted), await shop.earned()]
      shop.upstreams.set(upstream, { mode: 'hold', times: 1 })
      const answer = buyer.send(wanted, header)
      await expect.poll(() => shop.upstreams.calls(upstream).length).toBe(1)
      await drain(buyer)
      shop.upstreams.release(upstream)
      await expectUnsold(await answer, before)
      const made = shop.upstreams.calls(upstream).length
      expect([
        (await buyer.send(wanted, header)).status,
        shop.upstreams.calls(upstream).length,
      ]).toEqual([402, made])
      await shop.chain.fund(buyer.account.address, 10_000_000n)
      const fresh = await buyer.header(wanted)
      const { status } = await buyer.send(wanted, fresh)
      const moved = [10_000_000n - (await buyer.balance()), (await shop.earned()) - before]
      expect([status, moved]).toEqual([200, Array(2).fill((await buyer.ask(wanted)).amount)])
    },
  )
})

describe('a wallet that is emptied when its job is done', () => {
  it.each(polled)('ERR-014 gets nothing of %s until it pays', async (_what, wanted, store) => {
    const buyer = await shop.buyer()
    const [header, before] = [await buyer.header(wanted), await shop.earned()]
    const { status, body: job } = await buyer.send(wanted, header)
    expect(status).toBe(202)
    const done = async (): Promise<string> => (await jobOf(shop, job.id, store)).status
    await expect.poll(done).toBe('completed')
    await drain(buyer)
    const poll: Wanted = { method: 'GET', path: job.poll_url }
    const seen = await buyer.send(poll, header)
    expect([seen.status, seen.body.code]).toEqual([402, 'PAYMENT_UNFUNDED'])
    expect(seen.body.message).toMatch(
      /wallet holds 0\.000000 USDC, this call costs .*job keeps its result/,
    )
    expect(JSON.stringify(seen.body)).not.toMatch(GIVEN)
    expect(await shop.earned()).toBe(before)
    await shop.chain.fund(buyer.account.address, 10_000_000n)
    expect((await buyer.send(poll, header)).body.payment.status).toBe('settled')
    expect((await shop.earned()) - before).toBe((await buyer.ask(wanted)).amount)
  })
})

describe('replies of megabytes for a wallet that is emptied meanwhile', () => {
  const POOL = 'replies of refused payments'
  const wanted: Wanted = { method: 'GET', path: '/api/v1/defi/protocols' }
  const kept = async (payer: string): Promise<number[]> => {
    const { store } = shop.gateway.parts
    const all = await store.list<PaymentRecord>('payments', 'failed, may land', 100)
    return all
      .filter(({ stored }) => stored.doc.payer === payer.toLowerCase())
      .map(({ stored }) => stored.doc.kept?.body.length ?? 0)
  }
  /** Buys so often at once, with a wallet that has nothing when the answers come. */
  async function unpaid(times: number, changes: Parameters<Buyer['header']>[1]): Promise<number[]> {
    const buyer = await shop.buyer()
    const headers = await Promise.all(
      Array.from({ length: times }, () => buyer.header(wanted, changes)),
    )
    const before = shop.upstreams.calls('llama').length
    shop.upstreams.set('llama', { mode: 'hold', times })
    const answers = headers.map(header => buyer.send(wanted, header))
    await expect.poll(() => shop.upstreams.calls('llama').length - before).toBe(times)
    await drain(buyer)
    shop.upstreams.release('llama')
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(times).fill(402))
    return kept(buyer.account.address)
  }

  it('are stored up to 16 MiB, in case it still pays', async () => {
    const [whole] = (await unpaid(1, undefined)) as [number]
    expect(whole).toBeGreaterThan(100_000)
    const [{ store }, most] = [shop.gateway.parts, 2 ** 24]
    // Beside that one and small ones of earlier tests, others leave room for two.
    const amount = most - Math.floor(3.9 * whole)
    const others = { key: 'others', amount, most, ttlMs: 60_000 }
    expect(await store.hold(POOL, others)).toBe(true)
    const sizes = await unpaid(4, undefined)
    expect(sizes.filter(size => size > 0)).toEqual([whole, whole])
    await store.unhold(POOL, 'others')
  })

  it('are not stored if its signature is valid for a year', async () => {
    const validBefore = String(Math.floor(Date.now() / 1000) + 365 * 86_400)
    expect(await unpaid(1, { validBefore })).toEqual([0])
  })
})
