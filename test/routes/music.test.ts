/**
 * Music: what a request may say, what the supplier hears of it, the track at once or as a job, and
 * every way in which it can fail.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Behaviour, Mode } from '../../scripts/devnet/upstreams/index.ts'
import type { Buyer } from '../helpers/buyer.ts'
import { call, paidBy, payloadOf, signed, type Seen, type Sent } from './client.ts'
import { startShop, type Shop } from './shop.ts'
import { windClock } from './wind-clock.ts'

const PATH = '/api/v1/audio/generations'
const MODEL = 'vendorG/music-2.5+'
const PRICE = 158_500n
const good = { prompt: 'a slow waltz' }
const clock = windClock()
let shop: Shop
let buyer: Buyer
beforeAll(async () => {
  shop = await startShop({ clock })
  buyer = await shop.buyer(100_000_000n)
})
afterAll(() => shop?.stop())
afterEach(() => {
  shop.world.upstreams.release('vendor_g')
  shop.world.upstreams.reset()
})

const ask = (body: unknown): Promise<Seen> => call(shop.url, { path: PATH, body })
/** Signs so that the payment lasts, however far the clock was wound. */
const sign = (body: object = good, account = buyer.account): Promise<string> =>
  signed(
    shop.url,
    account,
    { path: PATH, body },
    { validBefore: String(Math.floor(clock.now() / 1000) + 300) },
  )
const buy = async (body: object = good): Promise<Seen & { header: string }> => {
  const header = await sign(body)
  return { ...(await call(shop.url, { path: PATH, body, headers: paidBy(header) })), header }
}
const poll = (job: any, header?: string): Promise<Seen> =>
  call(shop.url, { path: job.poll_url, headers: header === undefined ? {} : paidBy(header) })
const calls = (): { path: string; json: any }[] =>
  shop.world.upstreams
    .calls('vendor_g')
    .map(one => ({ path: one.path, json: JSON.parse(one.body) }))
const behave = (behaviour: Mode | Behaviour): void =>
  shop.world.upstreams.set('vendor_g', behaviour)
const isUsed = (header: string): Promise<boolean> => {
  const { from, nonce } = payloadOf(header).payload.authorization
  return shop.world.chain.used(from, nonce)
}

/** Buys a track whose supplier is held until the 60 s are over, so that it is a job. */
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

describe('a request', () => {
  it.each([
    ['MUS-003 an unknown model', { model: 'vendorG/music-9' }, 'error'],
    ['MUS-003 another maker', { model: 'vendorA/image-1' }, 'error'],
    ['MUS-004 no prompt', { prompt: undefined }, 'prompt'],
    ['MUS-004 an empty prompt', { prompt: '' }, 'prompt'],
    ['MUS-017 a prompt that is no text', { prompt: 7 }, 'prompt'],
    ['MUS-005 instrumental that is no boolean', { instrumental: 'yes' }, 'instrumental'],
    ['MUS-006 lyrics for an instrumental', { instrumental: true, lyrics: 'La' }, 'error'],
    ['MUS-010 too short a hint', { duration_seconds: 4 }, 'duration_seconds'],
    ['MUS-010 too long a hint', { duration_seconds: 241 }, 'duration_seconds'],
    ['MUS-010 half a second', { duration_seconds: 30.5 }, 'duration_seconds'],
    ['MUS-010 a hint in words', { duration_seconds: '30' }, 'duration_seconds'],
  ])('MUS-017 %s is 400 before any payment', async (_what, change, field) => {
    const { status, body, headers } = await ask({ ...good, ...change })
    expect([status, headers['payment-required']]).toEqual([400, undefined])
    if (field === 'error') expect(body.error).toMatch(/vendorG\/music-2\.5\+|lyrics/)
    else expect(body).toMatchObject({ error: 'Invalid request body', details: [{ path: field }] })
  })

  it('MUS-017 that is no JSON is 400', async () => {
    expect(await ask('{')).toMatchObject({ status: 400, body: { error: 'Invalid JSON' } })
  })

  it.each([5, 240])('MUS-010 a hint of %i s is taken', async duration_seconds => {
    expect((await ask({ ...good, duration_seconds })).status).toBe(402)
  })

  it('PAY-017 PAY-027 its 402 says how it will go, and lasts 300 s', async () => {
    const { body, challenge } = await ask(good)
    expect(body).toMatchObject({
      price: { amount: '0.158500', currency: 'USD' },
      generation_info: { flow: 'hybrid' },
    })
    expect(body.price).not.toHaveProperty('pricePerImage')
    expect(challenge!.accepts[0]).toMatchObject({ amount: String(PRICE), maxTimeoutSeconds: 300 })
  })
})

describe('what the supplier hears', () => {
  it('MUS-008 MUS-009 MUS-016 words are written first, and the hint stands in the prompt', async () => {
    const { status, body } = await buy({ ...good, duration_seconds: 42 })
    expect(status).toBe(200)
    const [words, track] = calls()
    expect([words!.path, track!.path, calls().length]).toEqual([
      '/v1/lyrics_generation',
      '/v1/music_generation',
      2,
    ])
    expect(words!.json).toEqual({ mode: 'write_full_song', prompt: good.prompt })
    expect(track!.json).toMatchObject({
      model: 'music-2.5+',
      lyrics: body.data[0].lyrics,
      is_instrumental: false,
      output_format: 'url',
    })
    expect(track!.json.prompt).toMatch(/^a slow waltz\b.*\b42 seconds/)
    expect(track!.json.audio_setting.format).toBe('mp3')
  })

  it('MUS-009 the hint is 30 s unless given', async () => {
    await buy({ ...good, instrumental: true })
    expect(calls()[0]!.json.prompt).toMatch(/\b30 seconds/)
  })

  it('MUS-007 words of the caller are sung as they are', async () => {
    const lyrics = '[Verse]\nOne two three'
    const { body } = await buy({ ...good, lyrics, instrumental: false })
    expect(calls()).toMatchObject([
      { path: '/v1/music_generation', json: { lyrics, is_instrumental: false } },
    ])
    expect(body.data[0].lyrics).toBe(lyrics)
  })

  it('MUS-005 MUS-022 an instrumental has none, and none are written', async () => {
    const { body } = await buy({ ...good, instrumental: true })
    expect(calls()).toMatchObject([
      { path: '/v1/music_generation', json: { is_instrumental: true } },
    ])
    expect(calls()[0]!.json).not.toHaveProperty('lyrics')
    expect(body.data[0]).not.toHaveProperty('lyrics')
  })

  it('MUS-013 MUS-015 nothing of fields that do not exist here', async () => {
    const { body } = await buy({
      ...good,
      instrumental: true,
      n: 3,
      image: 'data:image/png;base64,eA==',
      image_url: 'https://a.example',
    })
    expect(Object.keys(calls()[0]!.json).sort()).toEqual([
      'audio_setting',
      'is_instrumental',
      'model',
      'output_format',
      'prompt',
      'stream',
    ])
    expect(body.data).toHaveLength(1)
  })
})

describe('a track that is there at once', () => {
  it('MUS-001 MUS-018..024 MUS-040 is hosted, settled, and told without price and payment', async () => {
    const before = await buyer.balance()
    const { status, body, headers, receipt } = await buy()
    expect([status, before - (await buyer.balance())]).toEqual([200, PRICE])
    expect(body).toEqual({
      created: expect.any(Number),
      model: MODEL,
      data: [
        {
          url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/media\/[0-9a-f]{64}\.mp3$/),
          duration_seconds: expect.any(Number),
          lyrics: expect.stringMatching(/\S/),
        },
      ],
    })
    expect(Number.isInteger(body.created) && Number.isInteger(body.data[0].duration_seconds)).toBe(
      true,
    )
    expect(body.data[0].duration_seconds).toBeGreaterThan(170)
    expect(receipt).toMatchObject({
      success: true,
      transaction: headers['x-payment-receipt'],
      payer: buyer.account.address.toLowerCase(),
    })
  })

  it('MUS-014 MUS-019 its address serves an MP3 without a payment', async () => {
    const { body } = await buy({ ...good, instrumental: true })
    const file = await fetch(body.data[0].url)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(10_000)
  })

  it('MUS-002 the id of before is the model of now', async () => {
    const { status, body } = await buy({ ...good, instrumental: true, model: 'vendorG/music-2.5' })
    expect([status, body.model, calls()[0]!.json.model]).toEqual([200, MODEL, 'music-2.5+'])
  })

  it('MUS-011 is about three minutes long, whatever the hint', async () => {
    const { body } = await buy({ ...good, instrumental: true, duration_seconds: 5 })
    expect(body.data[0].duration_seconds).toBeGreaterThan(170)
  })

  it("MUS-020 keeps the supplier's address where it cannot be stored, and is settled", async () => {
    const before = await buyer.balance()
    behave('lost')
    const { status, body } = await buy({ ...good, instrumental: true })
    expect([status, before - (await buyer.balance())]).toEqual([200, PRICE])
    expect(body.data[0].url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/files\//)
  })

  it('PAY-057 its header is spent: the replay names the job', async () => {
    const { header } = await buy({ ...good, instrumental: true })
    const replay = await call(shop.url, {
      path: PATH,
      body: { ...good, instrumental: true },
      headers: paidBy(header),
    })
    expect(replay).toMatchObject({
      status: 402,
      body: {
        code: 'PAYMENT_REPLAY',
        job_id: expect.any(String),
        poll_url: expect.stringContaining(PATH),
        recoverable: true,
      },
    })
  })
})

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

  it('MUS-028 MUS-031 MUS-042 is in progress while the supplier works, and a poll claims nothing', async () => {
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

  it('MUS-035 MUS-036 is not for other wallets, and others are not found', async () => {
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
    ['the supplier fails', { mode: 'fail' }],
    ['the supplier refuses', { mode: 'refuse' }],
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
    // The supplier's time is shorter than the job's, so its silence is what is told; a job that
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

describe('a failure at once', () => {
  interface Trouble {
    what: string
    as: Behaviour
    status: number
    error: RegExp
  }
  const troubles: Trouble[] = [
    {
      what: 'MUS-046 the supplier fails',
      as: { mode: 'fail' },
      status: 500,
      error: /Music generation failed/,
    },
    {
      what: 'MUS-046 the supplier is down',
      as: { mode: 'fail', status: 503 },
      status: 500,
      error: /Music generation failed/,
    },
    {
      what: 'MUS-046 there is no track',
      as: { mode: 'empty' },
      status: 500,
      error: /Music generation failed/,
    },
    {
      what: 'MUS-046 the answer is a web page',
      as: { mode: 'garbage' },
      status: 500,
      error: /Music generation failed/,
    },
    {
      what: 'MUS-046 the line breaks',
      as: { mode: 'reset' },
      status: 500,
      error: /Music generation failed/,
    },
    {
      what: 'MUS-046 our key is refused',
      as: { mode: 'refuse', code: 2049 },
      status: 500,
      error: /Music generation failed/,
    },
    {
      what: 'MUS-047 the content is refused',
      as: { mode: 'refuse' },
      status: 502,
      error: /Content policy violation/,
    },
    {
      what: 'MUS-047 our quota is used up',
      as: { mode: 'refuse', code: 2056 },
      status: 502,
      error: /Music generation rejected/,
    },
    {
      what: 'MUS-047 our balance is used up',
      as: { mode: 'refuse', code: 1008 },
      status: 502,
      error: /Music generation rejected/,
    },
    {
      what: 'MUS-048 the supplier gives up',
      as: { mode: 'refuse', code: 1001 },
      status: 504,
      error: /Music generation timed out/,
    },
  ]
  it.each(troubles)(
    '$what: $status with a receipt that says so, and the same header buys afterwards',
    async ({ as, status, error }) => {
      const body = { ...good, instrumental: true }
      const before = await buyer.balance()
      behave({ ...as, times: 1 })
      const seen = await buy(body)
      expect([seen.status, seen.body.error]).toEqual([status, expect.stringMatching(error)])
      expect(seen.receipt, 'MUS-037 MUS-039').toMatchObject({
        success: false,
        payer: buyer.account.address.toLowerCase(),
      })
      expect(seen.headers['x-payment-receipt']).toBeUndefined()
      expect(await buyer.balance()).toBe(before)
      const again = await call(shop.url, { path: PATH, body, headers: paidBy(seen.header) })
      expect([again.status, before - (await buyer.balance())]).toEqual([200, PRICE])
    },
  )

  it.each([7, null])(
    'MUS-039 MUS-045 a supplier that is busy (Retry-After %s) is 429 with a time and that receipt',
    async retry_after => {
      behave({ mode: 'rate_limit', retry_after, times: 1 })
      const { status, body, headers, receipt } = await buy({ ...good, instrumental: true })
      const seconds = retry_after ?? 60
      expect([status, headers['retry-after'], headers['x-ratelimit-source']]).toEqual([
        429,
        String(seconds),
        'vendorG',
      ])
      expect(body).toMatchObject({
        error: 'Rate limit exceeded',
        code: 'RATE_LIMITED',
        source: 'vendorG',
        retry_after_seconds: seconds,
      })
      expect(receipt).toMatchObject({ success: false })
    },
  )

  it('MUS-047 words that cannot be written end the call before the track', async () => {
    behave({ mode: 'refuse', path: 'lyrics', times: 1 })
    const { status, receipt } = await buy()
    expect([status, receipt?.success, calls().map(one => one.path)]).toEqual([
      502,
      false,
      ['/v1/lyrics_generation'],
    ])
  })

  it('MUS-017 a 400 for its gates has no such receipt, because no payment was verified', async () => {
    const header = await sign()
    const seen = await call(shop.url, {
      path: PATH,
      body: { ...good, duration_seconds: 4 },
      headers: paidBy(header),
    })
    expect([seen.status, seen.receipt]).toEqual([400, undefined])
    expect((await call(shop.url, { path: PATH, body: good, headers: paidBy(header) })).status).toBe(
      200,
    )
  })
})
