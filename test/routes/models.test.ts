/** The lists of models: what each entry says, and that it agrees with what is sold. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from './client.ts'
import { startShop, type Shop } from './shop.ts'

let shop: Shop
let all: any
let images: any
beforeAll(async () => {
  shop = await startShop()
  all = (await call(shop.url, { path: '/api/v1/models' })).body
  images = (await call(shop.url, { path: '/api/v1/images/models' })).body
})
afterAll(() => shop?.stop())

const ids = [
  'vendorA/image-1',
  'vendorA/image-2',
  'vendorB/image-fast',
  'vendorB/image-fast-2',
  'vendorB/image-pro',
  'vendorE/image-4',
  'vendorC/imagine-image',
  'vendorC/imagine-image-2.0',
  'vendorC/imagine-image-pro',
  'vendorD/image-5-pro',
]
/** What the entries of each billing mode say: their categories, and the members of their prices. */
const MODES: Record<string, { categories: string[]; pricing: string[]; more?: string[] }> = {
  paid: {
    categories: ['chat', 'reasoning', 'coding', 'vision'],
    pricing: ['input', 'output'],
    more: ['cache_read', 'cache_write'],
  },
  flat: { categories: ['chat', 'coding'], pricing: ['flat'] },
  free: { categories: ['chat', 'reasoning'], pricing: [] },
  per_image: { categories: ['image'], pricing: ['per_image'] },
  per_second: { categories: ['video'], pricing: ['per_second'] },
  per_track: { categories: ['audio'], pricing: ['per_track'] },
  per_1k_characters: { categories: ['speech'], pricing: ['per_1k_characters'] },
  per_generation: { categories: ['sound-effects'], pricing: ['per_generation'] },
}
const ofMode = (mode: string): any[] => all.data.filter((one: any) => one.billing_mode === mode)

describe('/api/v1/models', () => {
  it('DISC-004 MODEL-001 MODEL-013 PAY-071 is a list of what can be bought now', () => {
    expect(Object.keys(all).sort()).toEqual(['data', 'object'])
    expect(all.object).toBe('list')
    expect(ofMode('per_image').map((one: any) => one.id)).toEqual(ids)
    expect(new Set(all.data.map((one: any) => one.id)).size).toBe(all.data.length)
    for (const one of all.data)
      expect(Object.keys(one).filter(name => /available|status|enabled/.test(name))).toEqual([])
  })

  it('MODEL-002..012 each entry has its members, of their types', () => {
    for (const one of all.data) {
      expect(one).toMatchObject({
        object: 'model',
        id: expect.stringMatching(/^(vendor[A-Z]|open)\/[\w.+-]+$/),
        created: expect.any(Number),
        owned_by: one.id.split('/')[0],
        name: expect.stringMatching(/\S/),
        description: expect.stringMatching(/\S/),
        context_window: expect.any(Number),
        max_output: expect.any(Number),
        billing_mode: expect.any(String),
      })
      expect(Number.isInteger(one.created) && one.created > 1e9 && one.created < 4e9).toBe(true)
      const { categories, pricing, more = [] } = MODES[one.billing_mode]!
      expect([
        one.id,
        one.categories.filter((name: string) => !categories.includes(name)),
        one.categories.length > 0,
      ]).toEqual([one.id, [], true])
      expect([one.id, pricing.filter(name => typeof one.pricing[name] !== 'number')]).toEqual([
        one.id,
        [],
      ])
      expect([
        one.id,
        Object.keys(one.pricing).filter(name => ![...pricing, ...more].includes(name)),
      ]).toEqual([one.id, []])
    }
    expect([...new Set(all.data.map((one: any) => one.billing_mode))].sort()).toEqual(
      Object.keys(MODES).sort(),
    )
  })

  it('MODEL-007 conversations say how much fits, and a model writes less than that', () => {
    for (const { id, context_window, max_output } of [
      ...ofMode('paid'),
      ...ofMode('flat'),
      ...ofMode('free'),
    ])
      expect([id, max_output > 0, context_window > max_output]).toEqual([id, true, true])
  })

  it('MODEL-010 MODEL-014 a token costs what is listed: without a margin, and the fee once', async () => {
    for (const { id: model, pricing } of ofMode('paid')) {
      const quote = async (max_tokens: number): Promise<number> => {
        const messages = [{ role: 'user', content: 'word '.repeat(20_000) }]
        return Number(
          (
            await call(shop.url, {
              path: '/api/v1/chat/completions',
              body: { model, messages, max_tokens },
            })
          ).body.accepts[0].amount,
        )
      }
      const more = ((await quote(10_000)) - (await quote(1))) / 0.1
      // Where the floor binds there is nothing to be seen of the rate of answers.
      if ((await quote(1)) > 2000)
        expect([model, Math.abs(more - 9999 * pricing.output) <= 10]).toEqual([model, true])
    }
  }, 60_000)

  it('MODEL-011 MODEL-018 MODEL-019 a flat price is what is signed', async () => {
    expect(
      ofMode('flat')
        .map(({ pricing }) => pricing.flat)
        .sort(),
    ).toEqual([0.001, 0.001, 0.002, 0.002])
    for (const { id: model, pricing } of ofMode('flat')) {
      const { body } = await call(shop.url, {
        path: '/api/v1/chat/completions',
        body: { model, messages: [{ role: 'user', content: 'hi' }] },
      })
      expect([model, Number(body.accepts[0].amount)]).toEqual([model, pricing.flat * 1e6])
    }
  })

  it('MODEL-012 the rate of a picture is the least of its sizes, before margin and fee', () => {
    for (const one of ofMode('per_image')) {
      const sizes: { price: number }[] = images.data.find((other: any) => other.id === one.id)
        .pricing.sizes
      expect([one.id, one.pricing.per_image]).toEqual([
        one.id,
        Math.min(...sizes.map(({ price }) => price)),
      ])
    }
  })

  it('MODEL-009 a sound costs what is listed', async () => {
    const { body } = await call(shop.url, {
      path: '/api/v1/audio/sound-effects',
      body: { text: 'rain' },
    })
    expect(
      ofMode('per_generation').map(({ pricing }) => Math.round(pricing.per_generation * 1e6)),
    ).toEqual([Number(body.accepts[0].amount)])
  })

  it('MODEL-021 is free, whatever is sent with it, and the same at /v1/models', async () => {
    const paid = await call(shop.url, {
      path: '/api/v1/models',
      headers: { 'payment-signature': 'x' },
    })
    expect([paid.status, paid.receipt, paid.text]).toEqual([200, undefined, JSON.stringify(all)])
    expect((await call(shop.url, { path: '/v1/models' })).text).toBe(paid.text)
  })
})

describe('/api/v1/images/models', () => {
  it('DISC-005 DISC-007 lists the ten models', () => {
    expect(images.object).toBe('list')
    expect(images.data.map((one: any) => one.id)).toEqual(ids)
  })

  it('DISC-006 IMG-014 IMG-024 each size is sold at the rate that is listed', async () => {
    for (const { id: model, pricing } of images.data) {
      expect(pricing.sizes.length).toBeGreaterThan(0)
      for (const { size, price, ...rest } of pricing.sizes) {
        expect(rest).toEqual({})
        const { body } = await call(shop.url, {
          path: '/api/v1/images/generations',
          body: { model, prompt: 'x', size },
        })
        expect([model, size, body.price.pricePerImage]).toEqual([model, size, price])
        expect(Number(body.accepts[0].amount)).toBe(
          Math.ceil((Math.round(price * 1e6) * 105) / 100) + 1000,
        )
      }
    }
  })

  it('DISC-006 the printed rates', () => {
    const rates = (id: string) =>
      Object.fromEntries(
        images.data
          .find((one: any) => one.id === id)
          .pricing.sizes.map((one: any) => [one.size, one.price]),
      )
    expect(rates('vendorB/image-fast')).toEqual({ '1024x1024': 0.05 })
    expect(rates('vendorA/image-2')).toEqual({
      '1024x1024': 0.06,
      '1536x1024': 0.12,
      '1024x1536': 0.12,
    })
    expect(rates('vendorC/imagine-image-pro')).toEqual({ '1024x1024': 0.07 })
    expect(rates('vendorD/image-5-pro')).toMatchObject({ '2048x1024': 0.045, '2048x2048': 0.09 })
  })
})
