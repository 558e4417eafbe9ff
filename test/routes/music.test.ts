/**
 * Music: what a request may say, what the upstream hears of it, the track at once or as a job, and
 * every way in which it can fail.
 */
import { describe, expect, it } from 'vitest'
import { call, paidBy, type Seen } from './client.ts'
import { behave, buy, buyer, calls, good, MODEL, PATH, PRICE, shop, useShop } from './music-desk.ts'

useShop()

const ask = (body: unknown): Promise<Seen> => call(shop.url, { path: PATH, body })

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

describe('what the upstream hears', () => {
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
  it('MUS-001 MUS-018..024 MUS-040 is hosted, settled, and sent without price and payment', async () => {
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

  it("MUS-020 keeps the upstream's address where it cannot be stored, and is settled", async () => {
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
