/** Purchases of images, with a tap in the line to each upstream. */
import { afterAll, afterEach, beforeAll } from 'vitest'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import type { Buyer } from '../helpers/buyer.ts'
import { bought, call, paidBy, type Seen, type Sent } from './client.ts'
import { startShop, type Shop } from './shop.ts'

const PATH = '/api/v1/images/generations'

export const taps = ['vendor_a', 'vendor_b', 'vendor_c', 'vendor_d', 'vendor_e'] as const

export type Upstream = (typeof taps)[number]

export let shop: Shop<Upstream>

export let buyer: Buyer

export const prompt = 'a lighthouse'

export const wanted = (model: string, more: object = {}): Sent => ({
  path: PATH,
  body: { model, prompt, ...more },
})

export const png = (seed: string): string => picture(seed, 64, 64).toString('base64')

/** Buys and polls until the end. */
export async function made(sent: Sent): Promise<Seen & { header: string }> {
  const first = await bought(shop.url, buyer.account, sent)
  if (first.status !== 202) return first
  const poll = async (): Promise<Seen> => {
    const seen = await call(shop.url, { path: first.body.poll_url, headers: paidBy(first.header) })
    return seen.status === 202 ? poll() : seen
  }
  return { ...(await poll()), header: first.header }
}

interface Family {
  upstream: Upstream
  model: string
  name: string
  /** What the upstream is called at, and how often for three images. */
  url: string
  calls: number
  key: string
  body(n: number): object
  /** Where its pictures come from. */
  source: RegExp
  revised: boolean
}

export const bearer = 'authorization'

export const url = /^http:\/\/127\.0\.0\.1:\d+\/files\/\S+$/

export const families: Family[] = [
  {
    upstream: 'vendor_a',
    model: 'vendorA/image-2',
    name: 'image-2',
    url: '/v1/images/generations',
    calls: 1,
    key: bearer,
    revised: false,
    body: n => ({ model: 'image-2', prompt, size: '1024x1024', n }),
    source: /^data:image\/png$/,
  },
  {
    upstream: 'vendor_b',
    model: 'vendorB/image-pro',
    name: 'image-pro',
    url: '/v1beta/models/image-pro:generateContent',
    calls: 3,
    key: 'x-goog-api-key',
    revised: false,
    body: () => ({
      contents: [{ role: 'user', parts: [{ text: prompt }] }],
      generationConfig: {
        responseModalities: ['IMAGE'],
        imageConfig: { aspectRatio: '1:1', imageSize: '1K' },
      },
    }),
    source: /^data:image\/png$/,
  },
  {
    upstream: 'vendor_c',
    model: 'vendorC/imagine-image-pro',
    name: 'imagine-image-pro',
    url: '/v1/images/generations',
    calls: 1,
    key: bearer,
    revised: true,
    body: n => ({
      model: 'imagine-image-pro',
      prompt,
      n,
      response_format: 'url',
      aspect_ratio: '1:1',
      resolution: '1k',
    }),
    source: url,
  },
  {
    upstream: 'vendor_d',
    model: 'vendorD/image-5-pro',
    name: 'image-5-pro',
    url: '/api/v3/images/generations',
    calls: 3,
    key: bearer,
    revised: false,
    body: () => ({
      model: 'image-5-pro',
      prompt,
      size: '1024x1024',
      response_format: 'url',
      watermark: false,
      sequential_image_generation: 'disabled',
    }),
    source: url,
  },
  {
    upstream: 'vendor_e',
    model: 'vendorE/image-4',
    name: 'image-4',
    url: '/api/paas/v4/images/generations',
    calls: 3,
    key: bearer,
    revised: false,
    body: () => ({ model: 'image-4', prompt, size: '1024x1024' }),
    source: url,
  },
]

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useShop(): void {
  beforeAll(async () => {
    shop = await startShop({ taps })
    buyer = await shop.buyer(100_000_000n)
  })
  afterAll(() => shop?.stop())
  afterEach(() => {
    for (const tap of Object.values(shop.taps)) tap.answer()
    shop.world.upstreams.reset()
  })
}
