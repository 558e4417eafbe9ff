/**
 * Images, edits and speech with OpenAI's own client; and the same contents from the native paths.
 */
import { toFile, type APIError } from 'openai'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { picture, sizeOfPng } from '../../scripts/devnet/upstreams/png.ts'
import { newBuyer, type Wanted } from '../helpers/buyer.ts'
import { openTextShop, type TextShop } from './text-clients.ts'

let at: TextShop
beforeAll(async () => {
  at = await openTextShop()
}, 90_000)
afterAll(() => at?.shop.stop())

const decoded = (b64: string | undefined): Buffer => Buffer.from(b64!, 'base64')
const fileAt = async (url: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(url)).arrayBuffer())
const source = (seed: string) => toFile(picture(seed, 64, 64), `${seed}.png`, { type: 'image/png' })
const failure = (work: Promise<unknown>): Promise<APIError> =>
  work.then(
    () => {
      throw new Error('it was served')
    },
    (error: any) => error,
  )

describe('images.generate', () => {
  it('gives hosted addresses unless set', async () => {
    const { result, quoted } = await at.bought(() =>
      at.openai.images.generate({ model: 'vendorA/image-1', prompt: 'a red fox' }),
    )
    expect(quoted).toEqual([22_000n])
    expect(result.data).toHaveLength(1)
    expect(result.data![0]).toMatchObject({ url: expect.stringContaining(`${at.shop.url}/media/`) })
    expect(result.data![0]).not.toHaveProperty('b64_json')
  })

  it.each(['vendorA/image-1', 'vendorE/image-4', 'vendorC/imagine-image'])(
    'gives the very bytes that are stored, as b64_json: %s',
    async model => {
      const { result } = await at.bought(() =>
        at.openai.images.generate({
          model,
          prompt: 'a red fox',
          n: 2,
          response_format: 'b64_json',
        }),
      )
      expect(result.data).toHaveLength(2)
      for (const { b64_json, url } of result.data!)
        expect(decoded(b64_json)).toEqual(await fileAt(url!))
    },
  )

  it('waits for a model that takes its time, instead of handing out a job', async () => {
    const { result, quoted } = await at.bought(() =>
      at.openai.images.generate({
        model: 'vendorD/image-5-pro',
        prompt: 'a fox',
        size: 'auto',
        response_format: 'b64_json',
      }),
    )
    expect(quoted).toEqual([48_250n])
    expect(decoded(result.data![0]!.b64_json).length).toBeGreaterThan(100)
  })

  it('refuses before any payment, with the reason in the message', async () => {
    const refused = [
      [{ model: 'vendorA/image-9', prompt: 'a fox' }, /Unknown model vendorA\/image-9/],
      [{ model: 'vendorA/image-1', prompt: 'a fox', size: '3x3' }, /Invalid size 3x3/],
      [{ model: 'vendorA/image-1', prompt: 'a fox', n: 11 }, /`n` must be/],
      [{ model: 'vendorA/image-1', prompt: 'a fox', stream: true }, /not streamed/],
    ] as const
    for (const [body, message] of refused) {
      const error = await at.free(() => failure(at.openai.images.generate(body as never)))
      expect([error.status, error.message]).toEqual([400, expect.stringMatching(message)])
    }
  })

  it.each(['fail', 'reset', 'garbage', 'empty'] as const)(
    'reports an upstream that does this as one on which clients try again, and charges nothing: %s',
    async mode => {
      at.shop.upstreams.set('vendor_a', mode)
      const error = await at
        .free(() =>
          failure(at.openai.images.generate({ model: 'vendorA/image-1', prompt: 'a fox' })),
        )
        .finally(() => at.shop.upstreams.set('vendor_a', 'ok'))
      expect([error.status, error.code, error.message]).toEqual([
        503,
        'MODEL_UNAVAILABLE',
        expect.stringContaining('Nothing was charged'),
      ])
    },
  )

  it('charges nothing for content that cannot be fetched; an address can still be given', async () => {
    at.shop.upstreams.set('vendor_e', { mode: 'lost' })
    const asks = { model: 'vendorE/image-4', prompt: 'a lost fox' } as const
    const error = await at.free(() =>
      failure(at.openai.images.generate({ ...asks, response_format: 'b64_json' })),
    )
    expect([error.status, error.message]).toEqual([
      503,
      expect.stringContaining('could not be fetched'),
    ])
    const { result } = await at.bought(() => at.openai.images.generate(asks))
    expect(result.data![0]).toMatchObject({
      url: expect.not.stringContaining('/media/'),
      backed_up: false,
    })
    at.shop.upstreams.set('vendor_e', 'ok')
  }, 60_000)

  it('says the price to a client that cannot pay', async () => {
    const error = await failure(
      at.poor.openai.images.generate({ model: 'vendorA/image-1', prompt: 'a fox' }),
    )
    expect([error.status, error.message]).toEqual([402, expect.stringContaining('0.022000 USD')])
  })
})

describe('images.edit', () => {
  it('takes one picture, sent as a form', async () => {
    const image = await source('cat')
    const { result, quoted } = await at.bought(() =>
      at.openai.images.edit({ image, prompt: 'add a hat', response_format: 'b64_json' }),
    )
    expect(quoted).toEqual([64_000n])
    expect(sizeOfPng(decoded(result.data![0]!.b64_json))).toEqual({ width: 1024, height: 1024 })
    expect(decoded(result.data![0]!.b64_json)).toEqual(await fileAt(result.data![0]!.url!))
  })

  it('takes several, and a mask of one', async () => {
    const [cat, dog] = [await source('cat'), await source('dog')]
    const many = await at.bought(() =>
      at.openai.images.edit({
        model: 'vendorA/image-2',
        image: [cat, dog],
        prompt: 'side by side',
        n: 2,
        size: '1024x1024',
      }),
    )
    expect(many.quoted).toEqual([127_000n])
    expect(many.result.data!.map(({ url }) => url)).toEqual([
      expect.stringContaining('/media/'),
      expect.stringContaining('/media/'),
    ])
    const clear = sharp({ create: { width: 64, height: 64, channels: 4, background: '#00000000' } })
    const mask = await toFile(await clear.png().toBuffer(), 'mask.png', { type: 'image/png' })
    const masked = await at.bought(() =>
      at.openai.images.edit({ model: 'vendorA/image-1', image: cat, mask, prompt: 'a hat' }),
    )
    expect(masked.quoted).toEqual([22_000n])
  })
})

describe('audio.speech.create', () => {
  it.each([
    ['mp3', 'audio/mpeg'],
    ['wav', 'audio/wav'],
    ['opus', 'audio/ogg'],
  ] as const)('gives the sound itself: %s', async (format, type) => {
    const { result } = await at.bought(() =>
      at.openai.audio.speech.create({
        model: 'vendorH/speech-flash',
        input: 'The quick brown fox jumps over the lazy dog.',
        voice: 'alloy',
        response_format: format,
      }),
    )
    expect(result.headers.get('content-type')).toBe(type)
    expect((await result.arrayBuffer()).byteLength).toBeGreaterThan(100)
  })
})

describe('native paths', () => {
  const speech: Wanted = {
    method: 'POST',
    path: '/api/v1/audio/speech',
    body: { input: 'Hello there, this is a test.' },
  }
  const send = (wanted: Wanted, headers: Record<string, string>) =>
    fetch(at.shop.url + wanted.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(wanted.body),
    })

  it('b64_json comes beside the address, from the answer and from polls alike', async () => {
    const buyer = await newBuyer(at.shop.url, at.shop.chain)
    const inline = await buyer.buy({
      method: 'POST',
      path: '/api/v1/images/generations',
      body: { model: 'vendorA/image-1', prompt: 'an owl', response_format: 'b64_json' },
    })
    const [one] = (inline.body as any).data
    expect(decoded(one.b64_json)).toEqual(await fileAt(one.url))
    const job = await buyer.buy({
      method: 'POST',
      path: '/api/v1/images/generations',
      body: { model: 'vendorD/image-5-pro', prompt: 'an owl', response_format: 'b64_json' },
    })
    const polled = job.body as any
    expect(decoded(polled.data[0].b64_json)).toEqual(await fileAt(polled.data[0].url))
  })

  it('b64_json of an edit that was fast is what its data URI holds', async () => {
    const buyer = await newBuyer(at.shop.url, at.shop.chain)
    const image = `data:image/png;base64,${picture('cat', 64, 64).toString('base64')}`
    const { body } = await buyer.buy({
      method: 'POST',
      path: '/api/v1/images/image2image',
      body: { prompt: 'a hat', image, response_format: 'b64_json' },
    })
    const [{ url, b64_json }] = (body as any).data
    expect(url).toBe(`data:image/png;base64,${b64_json}`)
  })

  it('a caller who accepts sound only gets the sound and its receipt, once', async () => {
    const buyer = await newBuyer(at.shop.url, at.shop.chain)
    const header = await buyer.header(speech)
    const sound = await send(speech, { 'payment-signature': header, accept: 'audio/*' })
    expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
    expect(sound.headers.get('x-payment-receipt')).toMatch(/^0x/)
    const bytes = Buffer.from(await sound.arrayBuffer())
    const json = await buyer.buy(speech)
    expect(bytes).toEqual(await fileAt((json.body as any).data[0].url))
    expect((await send(speech, { 'payment-signature': header, accept: 'audio/*' })).status).toBe(
      402,
    )
  })

  it('a caller who left and sends the same header again gets the very bytes that were stored', async () => {
    const { upstreams } = at.shop
    const buyer = await newBuyer(at.shop.url, at.shop.chain)
    const wanted: Wanted = { ...speech, body: { input: 'Nobody waits for this.' } }
    const headers = { 'payment-signature': await buyer.header(wanted), accept: 'audio/mpeg' }
    const before = upstreams.calls('vendor_h').length
    upstreams.set('vendor_h', 'hold')
    const leaving = new AbortController()
    const left = fetch(at.shop.url + wanted.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(wanted.body),
      signal: leaving.signal,
    }).catch(() => undefined)
    await expect
      .poll(() => upstreams.calls('vendor_h').length, { timeout: 10_000 })
      .toBe(before + 1)
    leaving.abort()
    await left
    upstreams.set('vendor_h', 'ok')
    upstreams.release('vendor_h')
    const again = await send(wanted, headers)
    expect([again.status, again.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
    const bytes = Buffer.from(await again.arrayBuffer())
    const other = await buyer.buy(wanted)
    expect(bytes).toEqual(await fileAt((other.body as any).data[0].url))
  })

  it('the price is reported in JSON, whatever is accepted', async () => {
    const quote = await send(speech, { accept: 'audio/mpeg' })
    expect([quote.status, ((await quote.json()) as any).price.amount]).toEqual([402, '0.002470'])
  })
})
