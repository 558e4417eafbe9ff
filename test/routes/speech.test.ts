/**
 * Speech and sound effects: what a request may say, what the upstream hears, what is sold, and how
 * failures are reported. Also the list of voices.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Behaviour, Mode } from '../../scripts/devnet/upstreams/index.ts'
import type { Buyer } from '../helpers/buyer.ts'
import { bought, call, paidBy, type Seen } from './client.ts'
import { startShop, type Shop } from './shop.ts'

const SPEECH = '/api/v1/audio/speech'
const SOUNDS = '/api/v1/audio/sound-effects'
const VOICES = '/api/v1/audio/voices'
const SARAH = 'EXAVITQu4vr4xnSDxMaL'
const GEORGE = 'JBFqnCBsd6RMkjVDRZzb'
const speech = { input: 'The quick brown fox.' }
const sound = { text: 'rain on a tin roof' }
let shop: Shop
let buyer: Buyer
beforeAll(async () => {
  shop = await startShop()
  buyer = await shop.buyer(100_000_000n)
})
afterAll(() => shop?.stop())
afterEach(() => shop.world.upstreams.reset())

const ask = (path: string, body: unknown): Promise<Seen> => call(shop.url, { path, body })
const buy = (path: string, body: object): Promise<Seen & { header: string }> =>
  bought(shop.url, buyer.account, { path, body })
const heard = (): any[] =>
  shop.world.upstreams
    .calls('vendor_h')
    .map(({ path, query, body }) => ({ path, query, json: JSON.parse(body) }))

describe('a request to speak', () => {
  it.each<[string, object, string | RegExp]>([
    ['no input', { input: undefined }, 'input'],
    ['an empty input', { input: '' }, 'input'],
    ['an input that is no text', { input: 7 }, 'input'],
    ['another format', { response_format: 'flac' }, 'response_format'],
    ['too slow', { speed: 0.69 }, 'speed'],
    ['too fast', { speed: 1.21 }, 'speed'],
    [
      'an unknown model',
      { model: 'vendorH/none' },
      /vendorH\/none.*vendorH\/speech-flash.*vendorH\/speech-v3/,
    ],
    ['an unknown voice', { voice: 'nobody' }, /nobody.*sarah.*george/],
    ['a voice id that is not listed', { voice: 'x'.repeat(20) }, /sarah/],
    ['more than the longest model takes', { input: 'x'.repeat(40_001) }, 'input'],
    [
      'more than this model takes',
      { model: 'vendorH/speech-v3', input: 'x'.repeat(5001) },
      /^Input too long.*5001 characters.*max 5000 for vendorH\/speech-v3/,
    ],
    [
      'more than that model takes',
      { model: 'vendorH/speech-multilingual', input: 'x'.repeat(10_001) },
      /10001.*10000/,
    ],
  ])('NAME-003 with %s is 400 before any payment', async (_what, change, expected) => {
    const { status, body, headers } = await ask(SPEECH, { ...speech, ...change })
    expect([status, headers['payment-required']]).toEqual([400, undefined])
    if (typeof expected === 'string')
      expect(body).toMatchObject({ error: 'Invalid request body', details: [{ path: expected }] })
    else expect(body.error).toMatch(expected)
  })

  it.each([
    ['vendorH/speech-v3', 5000],
    ['vendorH/speech-multilingual', 10_000],
    ['vendorH/speech-turbo', 40_000],
    ['vendorH/speech-flash', 40_000],
  ])('NAME-003 %s takes %i characters', async (model, longest) => {
    expect((await ask(SPEECH, { model, input: 'x'.repeat(longest) })).status).toBe(402)
  })

  it('NAME-003 NAME-012 its 402 says how many characters are paid', async () => {
    const { body, challenge } = await ask(SPEECH, { input: 'Grüße 🦊' })
    expect(body).toMatchObject({
      endpoint: SPEECH,
      method: 'POST',
      description: expect.stringMatching(/\S/),
      generation_info: { characters: 7, model: 'vendorH/speech-flash', note: expect.any(String) },
    })
    expect(challenge!.accepts[0]!.maxTimeoutSeconds).toBe(300)
  })
})

describe('speech that is sold', () => {
  it('NAME-003 NAME-012 is a hosted file, paid once', async () => {
    const before = await buyer.balance()
    const { status, body, headers, receipt } = await buy(SPEECH, speech)
    expect(status).toBe(200)
    expect(body).toEqual({
      created: expect.any(Number),
      model: 'vendorH/speech-flash',
      data: [
        {
          url: expect.stringMatching(/\/media\/[0-9a-f]{64}\.mp3$/),
          format: 'mp3',
          characters: speech.input.length,
        },
      ],
    })
    expect(receipt).toMatchObject({ success: true, transaction: headers['x-payment-receipt'] })
    expect(before - (await buyer.balance())).toBe(2050n)
  })

  it.each([
    ['mp3', 'mp3_44100_128', 'audio/mpeg'],
    ['opus', 'opus_48000_128', 'audio/ogg'],
    ['pcm', 'pcm_44100', 'audio/pcm'],
    ['wav', 'wav_44100', 'audio/wav'],
  ])(
    'NAME-003 as %s is asked for as %s and served as %s',
    async (response_format, output_format, type) => {
      const { body } = await buy(SPEECH, { ...speech, response_format })
      expect(heard()).toMatchObject([{ query: { output_format } }])
      expect(body.data[0].format).toBe(response_format)
      const file = await fetch(body.data[0].url)
      expect([file.status, file.headers.get('content-type')]).toEqual([200, type])
      expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(100)
    },
  )

  it('NAME-003 is what was asked for', async () => {
    const { body } = await buy(SPEECH, {
      ...speech,
      model: 'VendorH/Speech-V3',
      voice: 'george',
      speed: 0.8,
      instructions: 'whisper',
    })
    expect(body.model).toBe('vendorH/speech-v3')
    expect(heard()).toEqual([
      {
        path: `/v1/text-to-speech/${GEORGE}`,
        query: { output_format: 'mp3_44100_128' },
        json: { text: speech.input, model_id: 'speech-v3', voice_settings: { speed: 0.8 } },
      },
    ])
  })

  it.each([
    ['by default', undefined, SARAH],
    ['by its name', 'sarah', SARAH],
    ['by its id', GEORGE, GEORGE],
  ])('NAME-003 names the voice %s', async (_how, voice, id) => {
    await buy(SPEECH, { ...speech, voice })
    expect(heard()[0].path).toBe(`/v1/text-to-speech/${id}`)
  })

  it('NAME-012 its header is spent', async () => {
    const { header } = await buy(SPEECH, speech)
    expect(
      await call(shop.url, { path: SPEECH, body: speech, headers: paidBy(header) }),
    ).toMatchObject({ status: 402, body: { code: 'PAYMENT_REPLAY' } })
  })
})

describe('a sound effect', () => {
  it('NAME-004 NAME-012 is a hosted file for 0.052', async () => {
    const before = await buyer.balance()
    const { status, body } = await buy(SOUNDS, {
      ...sound,
      duration_seconds: 1.5,
      prompt_influence: 0.9,
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      created: expect.any(Number),
      model: 'vendorH/sound-effects',
      data: [{ url: expect.stringMatching(/\/media\/[0-9a-f]{64}\.mp3$/), format: 'mp3' }],
    })
    expect(before - (await buyer.balance())).toBe(52_000n)
    expect(heard()).toEqual([
      {
        path: '/v1/sound-generation',
        query: { output_format: 'mp3_44100_128' },
        json: { text: sound.text, duration_seconds: 1.5, prompt_influence: 0.9 },
      },
    ])
  })

  it('NAME-004 is as long as it needs to be unless set', async () => {
    await buy(SOUNDS, sound)
    expect(heard()[0].json).toEqual({ text: sound.text, prompt_influence: 0.3 })
  })

  it.each<[string, object, string]>([
    ['no text', { text: undefined }, 'text'],
    ['an empty text', { text: '' }, 'text'],
    ['too long a text', { text: 'x'.repeat(1001) }, 'text'],
    ['too short a sound', { duration_seconds: 0.4 }, 'duration_seconds'],
    ['too long a sound', { duration_seconds: 22.5 }, 'duration_seconds'],
    ['too much influence', { prompt_influence: 1.1 }, 'prompt_influence'],
    ['another format', { response_format: 'wav' }, 'response_format'],
  ])('NAME-004 with %s is 400 before any payment', async (_what, change, field) => {
    const { status, body, headers } = await ask(SOUNDS, { ...sound, ...change })
    expect([status, headers['payment-required'], body.details?.[0]?.path]).toEqual([
      400,
      undefined,
      field,
    ])
  })
})

describe.each([
  ['speech', SPEECH, speech],
  ['a sound effect', SOUNDS, sound],
] as const)('%s that cannot be made', (_what, path, body) => {
  it.each<[string, Mode | Behaviour, number, string]>([
    ['the upstream fails', 'fail', 502, 'Speech generation failed'],
    ['the line breaks', 'reset', 502, 'Speech generation failed'],
    ['there is nothing in the answer', 'empty', 502, 'Speech generation failed'],
    ['the content is refused', 'refuse', 400, 'Content policy violation'],
    ['the upstream is busy', { mode: 'rate_limit', retry_after: 30 }, 429, 'Rate limit exceeded'],
  ])(
    'NAME-012 LIM-016 LIM-017 ERR-018 because %s is reported, and costs nothing',
    async (_why, behaviour, status, error) => {
      const before = await buyer.balance()
      shop.world.upstreams.set(
        'vendor_h',
        typeof behaviour === 'string' ? { mode: behaviour, times: 1 } : { ...behaviour, times: 1 },
      )
      const seen = await buy(path, body)
      expect([seen.status, seen.body.error]).toEqual([status, error])
      if (status === 429)
        expect([seen.headers['retry-after'], seen.headers['x-ratelimit-source']]).toEqual([
          '30',
          'vendorH',
        ])
      expect(await buyer.balance()).toBe(before)
      expect((await call(shop.url, { path, body, headers: paidBy(seen.header) })).status).toBe(200)
    },
  )
})

describe('the list of voices', () => {
  it('DISC-013 is free, and each voice can be asked for by name and id', async () => {
    const { status, body } = await call(shop.url, { path: VOICES })
    expect([status, body.object, body.endpoint]).toEqual([200, 'list', SPEECH])
    expect(body.data.length).toBeGreaterThan(0)
    for (const voice of body.data) {
      expect(voice).toEqual({
        voice_id: expect.stringMatching(/^\w{20}$/),
        name: expect.stringMatching(/\S/),
        category: expect.any(String),
        labels: expect.any(Object),
        alias: expect.stringMatching(/^\w+$/),
      })
      shop.world.upstreams.reset()
      for (const name of [voice.alias, voice.voice_id])
        await buy(SPEECH, { ...speech, voice: name })
      expect(heard().map(one => one.path)).toEqual(
        Array(2).fill(`/v1/text-to-speech/${voice.voice_id}`),
      )
    }
  })

  it('NAME-003 an unknown voice is answered with all that are there', async () => {
    const { data } = (await call(shop.url, { path: VOICES })).body
    const { body } = await ask(SPEECH, { ...speech, voice: 'nobody' })
    expect(body.error.split(' - ')[1].split(', ').sort()).toEqual(
      data.map((one: any) => one.alias).sort(),
    )
  })
})
