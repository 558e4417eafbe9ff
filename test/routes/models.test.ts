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
const CATEGORIES = ['chat', 'reasoning', 'coding', 'vision', 'image', 'video', 'audio', 'speech', 'sound-effects']

describe('/api/v1/models', () => {
  it('DISC-004 MODEL-001 MODEL-013 PAY-071 is a list of what can be bought now', () => {
    expect(Object.keys(all).sort()).toEqual(['data', 'object'])
    expect(all.object).toBe('list')
    expect(all.data.map((one: any) => one.id).sort()).toEqual([...ids].sort())
    for (const one of all.data) expect(Object.keys(one).filter((name) => /available|status|enabled/.test(name))).toEqual([])
  })

  it('MODEL-002..009 MODEL-012 each entry has its members, of their types', () => {
    for (const one of all.data) {
      expect(one).toMatchObject({
        object: 'model',
        id: expect.stringMatching(/^vendor[A-Z]\/[\w.-]+$/),
        created: expect.any(Number),
        owned_by: one.id.split('/')[0],
        name: expect.stringMatching(/\S/),
        description: expect.stringMatching(/\S/),
        context_window: expect.any(Number),
        max_output: expect.any(Number),
        billing_mode: 'per_image',
        pricing: { per_image: expect.any(Number) },
        categories: ['image'],
      })
      expect(Number.isInteger(one.created) && one.created > 1e9 && one.created < 4e9).toBe(true)
      for (const category of one.categories) expect(CATEGORIES).toContain(category)
    }
  })

  it('MODEL-012 the rate is the least of its sizes, before margin and fee', () => {
    for (const one of all.data) {
      const sizes: { price: number }[] = images.data.find((other: any) => other.id === one.id).pricing.sizes
      expect([one.id, one.pricing.per_image]).toEqual([one.id, Math.min(...sizes.map(({ price }) => price))])
    }
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
        const { body } = await call(shop.url, { path: '/api/v1/images/generations', body: { model, prompt: 'x', size } })
        expect([model, size, body.price.pricePerImage]).toEqual([model, size, price])
        expect(Number(body.accepts[0].amount)).toBe(Math.ceil((Math.round(price * 1e6) * 105) / 100) + 1000)
      }
    }
  })

  it('DISC-006 the printed rates', () => {
    const rates = (id: string) =>
      Object.fromEntries(images.data.find((one: any) => one.id === id).pricing.sizes.map((one: any) => [one.size, one.price]))
    expect(rates('vendorB/image-fast')).toEqual({ '1024x1024': 0.05 })
    expect(rates('vendorA/image-2')).toEqual({ '1024x1024': 0.06, '1536x1024': 0.12, '1024x1536': 0.12 })
    expect(rates('vendorC/imagine-image-pro')).toEqual({ '1024x1024': 0.07 })
    expect(rates('vendorD/image-5-pro')).toMatchObject({ '2048x1024': 0.045, '2048x2048': 0.09 })
  })
})
