/**
 * Image generation: what a request may say, what each model sells, and what the upstream hears of
 * it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { bought, call, paidBy, signed, type Seen } from './client.ts'
import { startShop, type Shop } from './shop.ts'

const PATH = '/api/v1/images/generations'
const taps = ['vendor_a', 'vendor_b'] as const
let shop: Shop<(typeof taps)[number]>
let buyer: Buyer
beforeAll(async () => {
  shop = await startShop({ taps })
  buyer = await shop.buyer()
})
afterAll(() => shop?.stop())

const ask = (body: unknown): Promise<Seen> => call(shop.url, { path: PATH, body })
const good = { model: 'vendorA/image-1', prompt: 'a cat' }

/**
 * Every model with its sizes and their catalog rates, in micro-USD, as the specification prints
 * them.
 */
const models: Record<string, Record<string, number>> = {
  'vendorA/image-1': { '1024x1024': 20_000, '1536x1024': 40_000, '1024x1536': 40_000 },
  'vendorA/image-2': { '1024x1024': 60_000, '1536x1024': 120_000, '1024x1536': 120_000 },
  'vendorB/image-fast': { '1024x1024': 50_000 },
  'vendorB/image-fast-2': { '1024x1024': 90_000 },
  'vendorB/image-pro': { '1024x1024': 100_000, '2048x2048': 100_000, '4096x4096': 150_000 },
  'vendorE/image-4': {
    '512x512': 15_000,
    '768x768': 15_000,
    '1024x1024': 15_000,
    '768x1344': 15_000,
    '1344x768': 15_000,
    '1440x1440': 20_000,
  },
  'vendorC/imagine-image': { '1024x1024': 20_000 },
  'vendorC/imagine-image-2.0': { '1024x1024': 40_000 },
  'vendorC/imagine-image-pro': { '1024x1024': 70_000 },
  'vendorD/image-5-pro': {
    '1024x1024': 45_000,
    '1280x720': 45_000,
    '2048x1024': 45_000,
    '2048x2048': 90_000,
    '2304x1728': 90_000,
    '1728x2304': 90_000,
    '2848x1600': 90_000,
    '1600x2848': 90_000,
  },
}
const MATRIX: Record<string, string> = {
  'vendorA/image-1': 'IMG-028',
  'vendorA/image-2': 'IMG-028',
  'vendorB/image-fast': 'IMG-029',
  'vendorB/image-fast-2': 'IMG-029',
  'vendorC/imagine-image': 'IMG-029',
  'vendorC/imagine-image-2.0': 'IMG-029',
  'vendorC/imagine-image-pro': 'IMG-029',
  'vendorB/image-pro': 'IMG-030',
  'vendorE/image-4': 'IMG-031',
  'vendorD/image-5-pro': 'IMG-032',
}
/** Every size that any model has, some that none has, and some that only look like one. */
const tried = [
  ...new Set([
    ...Object.values(models).flatMap(Object.keys),
    '1792x1024',
    '720x1280',
    '256x256',
    '1024x1023',
    '1024X1024',
    ' 1024x1024',
    '1024*1024',
    'auto',
    '',
    'constructor',
    '__proto__',
    'toString',
  ]),
]

describe.each(Object.entries(models))('%s', (model, sizes) => {
  it.each(
    Object.entries(sizes).flatMap(([size, rate]) =>
      [1, 2, 3, 10].map(n => [size, n, rate] as const),
    ),
  )(
    'IMG-012 IMG-014 IMG-015 IMG-033 PAY-047 PAY-048 PAY-049 sells %s, %i of it at once',
    async (size, n, rate) => {
      const amount = Math.ceil((rate * n * 105) / 100) + 1000
      const { status, body } = await ask({ model, prompt: 'a cat', size, n })
      expect([status, body.accepts[0].amount]).toEqual([402, String(amount)])
      expect(body.price).toEqual({
        amount: (amount / 1e6).toFixed(6),
        currency: 'USD',
        pricePerImage: rate / 1e6,
        totalImages: n,
      })
    },
  )

  it(`${MATRIX[model]} IMG-009 sells no other size, and names the ones it has`, async () => {
    const names = Object.keys(sizes)
    for (const size of tried.filter(one => !Object.hasOwn(sizes, one))) {
      const { status, body, headers } = await ask({ model, prompt: 'a cat', size })
      expect([size, status, headers['payment-required']]).toEqual([size, 400, undefined])
      for (const name of names) expect(body.error).toContain(name)
      expect(
        (body.error.slice(body.error.indexOf(model) + model.length).match(/\d+x\d+/g) ?? []).sort(),
      ).toEqual([...names].sort())
    }
  })
})

describe('the model', () => {
  it.each([
    'vendorZ/none',
    'image-1',
    'vendorA',
    'vendorA/',
    'vendorA/image-3',
    'vendorA/image-1 ',
    '',
    'constructor',
    '__proto__',
    'x'.repeat(200),
  ])('IMG-006 IMG-013 %j is unknown, and every model on sale is named', async model => {
    const { status, body } = await ask({ ...good, model })
    expect(status).toBe(400)
    for (const id of Object.keys(models)) expect(body.error).toContain(id)
  })

  it('IMG-005 IMG-007 a field that is missing or of another type is reported by its name', async () => {
    const faults: [object, string[]][] = [
      [{}, ['model', 'prompt']],
      [{ prompt: 'a cat' }, ['model']],
      [{ model: good.model }, ['prompt']],
      [{ ...good, prompt: '' }, ['prompt']],
      [{ ...good, prompt: 7 }, ['prompt']],
      [{ ...good, prompt: null }, ['prompt']],
      [{ ...good, prompt: ['a cat'] }, ['prompt']],
      [{ ...good, model: 7 }, ['model']],
      [{ ...good, size: 1024 }, ['size']],
      [{ ...good, n: '2' }, ['n']],
      [
        { ...good, model: null, prompt: null, size: null, n: null },
        ['model', 'prompt', 'size', 'n'],
      ],
    ]
    for (const [body, fields] of faults) {
      const seen = await ask(body)
      expect([body, seen.status, seen.body.error]).toEqual([body, 400, 'Invalid request body'])
      expect(seen.body.details.map((one: any) => one.path).sort()).toEqual([...fields].sort())
      for (const issue of seen.body.details)
        expect(issue).toEqual({
          path: expect.any(String),
          message: expect.stringMatching(/\S/),
          code: expect.stringMatching(/\S/),
        })
    }
  })

  it.each([0, 11, -1, 1.5, 1e9, true, '1', null, [1]])(
    'IMG-011 IMG-034 n = %j is refused before the 402, for every model',
    async n => {
      for (const model of Object.keys(models)) {
        const { status, body, headers } = await ask({ model, prompt: 'a cat', n })
        expect([model, status, headers['payment-required']]).toEqual([model, 400, undefined])
        expect(body.details.map((one: any) => one.path)).toEqual(['n'])
      }
    },
  )

  it('IMG-034 IMG-082 what is invalid is 400 unpaid and paid, and costs nothing', async () => {
    const header = await signed(shop.url, buyer.account, { path: PATH, body: good })
    const before = await buyer.balance()
    for (const body of [
      { ...good, n: 11 },
      { ...good, size: '1x1' },
      { ...good, model: 'vendorZ/none' },
      { ...good, prompt: '' },
    ]) {
      const unpaid = await ask(body)
      const paid = await call(shop.url, { path: PATH, body, headers: paidBy(header) })
      expect([paid.status, paid.text]).toEqual([400, unpaid.text])
    }
    expect(await buyer.balance()).toBe(before)
    expect((await call(shop.url, { path: PATH, body: good, headers: paidBy(header) })).status).toBe(
      200,
    )
  })

  it('PAY-071 its case does not matter, and its own spelling is sent, priced and echoed', async () => {
    expect(
      (await ask({ ...good, model: 'VENDORA/Image-1', size: '1536x1024' })).body.price.amount,
    ).toBe('0.043000')
    const calls = shop.taps.vendor_a.seen.length
    expect(
      (
        await bought(shop.url, buyer.account, {
          path: PATH,
          body: { ...good, model: 'vendora/IMAGE-1' },
        })
      ).status,
    ).toBe(200)
    expect(JSON.parse(shop.taps.vendor_a.seen[calls]!.body).model).toBe('image-1')
    const job = await bought(shop.url, buyer.account, {
      path: PATH,
      body: { ...good, model: 'VendorD/Image-5-Pro' },
    })
    expect([job.status, job.body.model]).toEqual([202, 'vendorD/image-5-pro'])
  })
})

describe('what goes to the upstream', () => {
  const sentTo = async (body: object): Promise<any> => {
    const calls = shop.taps.vendor_a.seen.length
    const seen = await bought(shop.url, buyer.account, { path: PATH, body })
    expect([seen.status, shop.taps.vendor_a.seen.length]).toEqual([200, calls + 1])
    return {
      seen,
      call: shop.taps.vendor_a.seen[calls]!,
      json: JSON.parse(shop.taps.vendor_a.seen[calls]!.body),
    }
  }

  it('IMG-008 IMG-010 has the defaults filled in', async () => {
    expect((await sentTo(good)).json).toEqual({
      model: 'image-1',
      prompt: 'a cat',
      size: '1024x1024',
      n: 1,
    })
  })

  it('IMG-004 PAY-070 has nothing of fields that do not exist here, and they do not change the price', async () => {
    const strange = {
      quality: 'hd',
      style: 'vivid',
      response_format: 'b64_json',
      webhook: 'http://x.example',
      callback_url: 'http://x.example',
      user: 'me',
      model_id: 1,
      constructor: 1,
    }
    expect((await ask({ ...good, ...strange })).body.price).toEqual((await ask(good)).body.price)
    const {
      json,
      call: { headers },
    } = await sentTo({ ...good, ...strange })
    expect(json).toEqual({ model: 'image-1', prompt: 'a cat', size: '1024x1024', n: 1 })
    expect(
      Object.keys(headers).filter(name => /payment|webhook|forward|cookie/.test(name)),
    ).toEqual([])
  })

  it('PAY-001 has our key and never what the caller sent as its own', async () => {
    const calls = shop.taps.vendor_a.seen.length
    const seen = await bought(shop.url, buyer.account, {
      path: PATH,
      body: good,
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer mine',
        'x-api-key': 'mine',
      },
    })
    expect(seen.status).toBe(200)
    expect(shop.taps.vendor_a.seen[calls]!.headers).toMatchObject({
      authorization: `Bearer ${shop.world.env.VENDOR_A_KEY}`,
    })
    expect(JSON.stringify(shop.taps.vendor_a.seen[calls]!.headers)).not.toContain('mine')
  })

  it('the prompt as it was written, whatever is in it', async () => {
    const prompt = 'Ünïcode 🦊 "quotes" \\ \n {model.upstream_id} ${x} {{y}} </script> \u0000 end'
    expect((await sentTo({ ...good, prompt })).json.prompt).toBe(prompt)
    const calls = shop.taps.vendor_b.seen.length
    expect(
      (
        await bought(shop.url, buyer.account, {
          path: PATH,
          body: { model: 'vendorB/image-fast', prompt },
        })
      ).status,
    ).toBe(200)
    expect(JSON.parse(shop.taps.vendor_b.seen[calls]!.body).contents).toEqual([
      { role: 'user', parts: [{ text: prompt }] },
    ])
  })
})

describe('a finished image', () => {
  it('IMG-049 IMG-057 PAY-051..054 says what it is, what it cost, and how it was paid; nothing else', async () => {
    const before = Math.floor(Date.now() / 1000)
    const { status, body, headers } = await bought(shop.url, buyer.account, {
      path: PATH,
      body: { ...good, n: 2 },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.stringMatching(/^[\w-]+$/),
      created: expect.any(Number),
      data: [expect.any(Object), expect.any(Object)],
      price: { amount: '0.043000', currency: 'USD' },
      payment: { status: 'settled', tx_hash: headers['x-payment-receipt'], network: 'base' },
    })
    expect(Number.isInteger(body.created)).toBe(true)
    expect(body.created).toBeGreaterThanOrEqual(before)
    expect(body.created).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000))
    for (const image of body.data)
      expect(image).toEqual({
        url: expect.any(String),
        source_url: 'data:image/png',
        backed_up: true,
      })
    expect(body.data[0].url).not.toBe(body.data[1].url)
  })

  it('PAY-057 IMG-039 IMG-050 has the id of a job: its replay names it, and its wallet can poll it', async () => {
    const sent = { path: PATH, body: good }
    const { body, header } = await bought(shop.url, buyer.account, sent)
    const money = await buyer.balance()
    const replay = await call(shop.url, { ...sent, headers: paidBy(header) })
    expect(replay.status).toBe(402)
    expect(replay.body).toMatchObject({
      error: 'Payment verification failed',
      code: 'PAYMENT_REPLAY',
      job_id: body.id,
      poll_url: `${PATH}/${body.id}`,
      recoverable: true,
    })
    const fresh = await signed(shop.url, buyer.account, { path: replay.body.poll_url })
    for (const one of [header, fresh]) {
      const poll = await call(shop.url, { path: replay.body.poll_url, headers: paidBy(one) })
      expect([poll.status, poll.body]).toEqual([
        200,
        { ...body, payment: { ...body.payment, status: 'already_settled' } },
      ])
    }
    expect(await buyer.balance()).toBe(money)
  })
})
