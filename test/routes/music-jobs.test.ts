/** Music that takes longer than 60 s: the track as a job. */
import { describe, expect, it } from 'vitest'
import type { Behaviour } from '../../scripts/devnet/upstreams/index.ts'
import { call, paidBy, payloadOf, signed, type Seen, type Sent } from './client.ts'
import {
  behave,
  buyer,
  calls,
  clock,
  good,
  MODEL,
  PATH,
  PRICE,
  shop,
  sign,
  useShop,
} from './music-desk.ts'

useShop()

const poll = (job: any, header?: string): Promise<Seen> =>
  call(shop.url, { path: job.poll_url, headers: header === undefined ? {} : paidBy(header) })

const isUsed = (header: string): Promise<boolean> => {
  const { from, nonce } = payloadOf(header).payload.authorization
  return shop.world.chain.used(from, nonce)
}

/** Buys a track whose upstream is held until the 60 s are over, so that it is a job. */
async function job(
  body: object = { ...good, instrumental: true },
): Promise<{ job: any; header: string; seen: Seen }> {
  behave('hold')
  const header = await sign(body)
  const answer = call(shop.url, { path: PATH, body, headers: paidBy(header) })
  await expect.poll(() => calls().length).toBe(1)
  await clock.wind(60_000)
  const seen = await answer
  expect(seen.status, seen.text).toBe(202)
  return { job: seen.body, header, seen }
}

/** Buys something else. */
async function spend(): Promise<void> {
  const sent: Sent = {
    path: '/api/v1/rpc/eth',
    body: { jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [{}] },
  }
  const header = await signed(shop.url, buyer.account, sent, {
    validBefore: String(Math.floor(clock.now() / 1000) + 300),
  })
  expect((await call(shop.url, { ...sent, headers: paidBy(header) })).status).toBe(200)
}

/** Polls until the job is over. */
async function over(one: any, header: string): Promise<Seen> {
  let seen: Seen | undefined
  await expect
    .poll(async () => (seen = await poll(one, header)).status, { timeout: 15_000, interval: 20 })
    .not.toBe(202)
  return seen!
}

describe('a track that takes longer than 60 s', () => {
  it('MUS-025..027 MUS-041 is a job, uncharged', async () => {
    const before = await buyer.balance()
    const { job: one, seen } = await job()
    expect(one).toEqual({
      id: expect.stringMatching(/^[\w-]{8,}$/),
      object: 'audio.generation.job',
      status: 'queued',
      model: MODEL,
      price: { amount: '0.158500', currency: 'USD' },
      payment_status: 'verified',
      created: expect.any(Number),
      poll_url: `${PATH}/${one.id}`,
      poll_instructions: expect.stringContaining('3 to 10 seconds'),
    })
    expect(seen.headers['x-payment-receipt']).toBeUndefined()
    expect(await buyer.balance()).toBe(before)
  })

  it('MUS-016 no job is handed out before', async () => {
    behave('hold')
    const body = { ...good, instrumental: true }
    const header = await sign(body)
    let seen: Seen | undefined
    const answer = call(shop.url, { path: PATH, body, headers: paidBy(header) }).then(
      one => (seen = one),
    )
    await expect.poll(() => calls().length).toBe(1)
    await clock.wind(55_000)
    // A whole purchase of something else is made meanwhile: an answer that was due would have come.
    await spend()
    expect(seen).toBeUndefined()
    shop.world.upstreams.release('vendor_g')
    expect((await answer).status).toBe(200)
  })

  it('MUS-028 MUS-031 MUS-042 is in progress while the upstream works, and a poll claims nothing', async () => {
    const { job: one, header } = await job()
    for (let i = 0; i < 3; i++) {
      expect(await poll(one, header)).toMatchObject({
        status: 202,
        body: {
          id: one.id,
          object: 'audio.generation.job',
          status: 'in_progress',
          model: MODEL,
          payment_status: 'verified',
          note: expect.any(String),
        },
      })
    }
    expect(await isUsed(header)).toBe(false)
  })

  it('MUS-032 an unsigned poll is its own 402', async () => {
    const { job: one } = await job()
    const { status, body, challenge } = await poll(one)
    expect([status, challenge!.accepts[0]!.amount]).toEqual([402, String(PRICE)])
    expect(body).toMatchObject({ job_id: one.id, model: MODEL, price: { amount: '0.158500' } })
  })

  it('MUS-029 MUS-033 MUS-034 is settled by the first poll that finds it, once', async () => {
    const { job: one, header } = await job({ ...good, lyrics: 'La la' })
    const before = await buyer.balance()
    shop.world.upstreams.release('vendor_g')
    await expect
      .poll(async () => (await shop.store.get<any>('jobs', `audio/${one.id}`))?.doc.status)
      .toBe('completed')
    expect(await buyer.balance()).toBe(before)
    const polls = await Promise.all([1, 2, 3].map(() => poll(one, header)))
    expect(polls.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(polls.map(({ body }) => body.payment.status).sort()).toEqual([
      'already_settled',
      'already_settled',
      'settled',
    ])
    const first = polls.find(({ body }) => body.payment.status === 'settled')!
    expect(first.body).toEqual({
      id: one.id,
      object: 'audio.generation.job',
      status: 'completed',
      model: MODEL,
      created: one.created,
      data: [
        {
          url: expect.stringMatching(/\/media\/[0-9a-f]{64}\.mp3$/),
          duration_seconds: expect.any(Number),
          lyrics: 'La la',
        },
      ],
      price: { amount: '0.158500', currency: 'USD' },
      payment: { status: 'settled', tx_hash: first.headers['x-payment-receipt'], network: 'base' },
    })
    expect(before - (await buyer.balance())).toBe(PRICE)
  })

  it('MUS-033 after the 300 s a fresh signature of the same wallet collects it', async () => {
    const { job: one, header } = await job()
    shop.world.upstreams.release('vendor_g')
    await expect
      .poll(async () => (await shop.store.get<any>('jobs', `audio/${one.id}`))?.doc.status)
      .toBe('completed')
    await clock.wind(400_000)
    expect((await poll(one, header)).status).toBe(402)
    const fresh = await signed(
      shop.url,
      buyer.account,
      { path: one.poll_url },
      { validBefore: String(Math.floor(clock.now() / 1000) + 300) },
    )
    expect(await poll(one, fresh)).toMatchObject({
      status: 200,
      body: { payment: { status: 'settled' } },
    })
  })

  it('MUS-035 MUS-036 ERR-019 is not for other wallets, and others are not found', async () => {
    const { job: one } = await job()
    const stranger = await shop.buyer()
    const theirs = await signed(
      shop.url,
      stranger.account,
      { path: one.poll_url },
      { validBefore: String(Math.floor(clock.now() / 1000) + 300) },
    )
    expect(await poll(one, theirs)).toMatchObject({
      status: 403,
      body: { error: 'Payment payer mismatch' },
    })
    expect(await poll({ poll_url: `${PATH}/none` }, theirs)).toMatchObject({
      status: 404,
      body: { error: 'Job not found' },
    })
  })

  it.each<[string, Behaviour]>([
    ['the upstream fails', { mode: 'fail' }],
    ['the upstream refuses', { mode: 'refuse' }],
    ['there is no track', { mode: 'empty' }],
  ])('MUS-030 MUS-038 MUS-043 has failed, uncharged, when %s', async (_what, end) => {
    const { job: one, header } = await job()
    const before = await buyer.balance()
    shop.world.upstreams.release('vendor_g', end)
    const seen = await over(one, header)
    expect(seen).toMatchObject({
      status: 200,
      body: {
        id: one.id,
        object: 'audio.generation.job',
        status: 'failed',
        model: MODEL,
        error: expect.stringMatching(/\S/),
        payment_status: 'not_charged',
      },
    })
    expect([await buyer.balance(), await isUsed(header)]).toEqual([before, false])
  })

  it('MUS-043 MUS-044 has failed after an hour, uncharged', async () => {
    // The upstream's time is shorter than the job's, so its silence is what is reported; a job that
    // nobody works on has stalled.
    const { job: one, header } = await job()
    const before = await buyer.balance()
    await clock.wind(3_600_000)
    const fresh = await signed(
      shop.url,
      buyer.account,
      { path: one.poll_url },
      { validBefore: String(Math.floor(clock.now() / 1000) + 300) },
    )
    const seen = await over(one, fresh)
    expect(seen).toMatchObject({
      status: 200,
      body: { status: 'failed', payment_status: 'not_charged' },
    })
    expect([await buyer.balance(), await isUsed(header), await isUsed(fresh)]).toEqual([
      before,
      false,
      false,
    ])
  })
})
