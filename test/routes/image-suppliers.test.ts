/**
 * Each family's supplier: what it is asked in its own words, how its answers become images, and how
 * its failures are told.
 */
import { rename, rm, writeFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { picture, sizeOfPng } from '../../scripts/devnet/upstreams/png.ts'
import type { Buyer } from '../helpers/buyer.ts'
import { bought, call, paidBy, signed, type Seen, type Sent } from './client.ts'
import { startShop, type Shop } from './shop.ts'
import type { TapReply } from './tap.ts'

const PATH = '/api/v1/images/generations'
const taps = ['vendor_a', 'vendor_b', 'vendor_c', 'vendor_d', 'vendor_e'] as const
type Supplier = (typeof taps)[number]
let shop: Shop<Supplier>
let buyer: Buyer
beforeAll(async () => {
  shop = await startShop({ taps })
  buyer = await shop.buyer(100_000_000n)
})
afterAll(() => shop?.stop())
afterEach(() => {
  for (const tap of Object.values(shop.taps)) tap.answer()
  shop.world.upstreams.reset()
})

const prompt = 'a lighthouse'
const wanted = (model: string, more: object = {}): Sent => ({
  path: PATH,
  body: { model, prompt, ...more },
})
const png = (seed: string): string => picture(seed, 64, 64).toString('base64')

/** Buys and polls until the end. */
async function made(sent: Sent): Promise<Seen & { header: string }> {
  const first = await bought(shop.url, buyer.account, sent)
  if (first.status !== 202) return first
  const poll = async (): Promise<Seen> => {
    const seen = await call(shop.url, { path: first.body.poll_url, headers: paidBy(first.header) })
    return seen.status === 202 ? poll() : seen
  }
  return { ...(await poll()), header: first.header }
}

interface Family {
  supplier: Supplier
  model: string
  name: string
  /** What the supplier is called at, and how often for three images. */
  url: string
  calls: number
  key: string
  body(n: number): object
  /** Where its pictures come from. */
  source: RegExp
  revised: boolean
}
const bearer = 'authorization'
const url = /^http:\/\/127\.0\.0\.1:\d+\/files\/\S+$/
const families: Family[] = [
  {
    supplier: 'vendor_a',
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
    supplier: 'vendor_b',
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
    supplier: 'vendor_c',
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
    supplier: 'vendor_d',
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
    supplier: 'vendor_e',
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
const inline = families.filter(family => family.supplier !== 'vendor_d')

describe.each(families.map(family => [family.model, family] as const))('%s', (model, family) => {
  it('IMG-049 IMG-051 IMG-053 IMG-054 IMG-055 IMG-058 makes three images: asked in its own words, kept here, served free', async () => {
    const tap = shop.taps[family.supplier]
    const before = tap.seen.length
    const { status, body } = await made(wanted(model, { n: 3 }))
    expect(status).toBe(200)
    const calls = tap.seen.slice(before).filter(one => one.method === 'POST')
    expect(calls).toHaveLength(family.calls)
    for (const one of calls) {
      expect([one.method, one.url, JSON.parse(one.body)]).toEqual([
        'POST',
        family.url,
        family.body(3),
      ])
      const key = shop.world.env[`${family.supplier.toUpperCase()}_KEY`]!
      expect(one.headers[family.key]).toBe(family.key === bearer ? `Bearer ${key}` : key)
    }
    expect(body.data).toHaveLength(3)
    for (const image of body.data) {
      expect(image).toMatchObject({
        url: expect.stringMatching(new RegExp(`^${shop.url}/media/`)),
        source_url: expect.stringMatching(family.source),
        backed_up: true,
      })
      const file = await fetch(image.url)
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(sizeOfPng(Buffer.from(await file.arrayBuffer()))).toEqual({
        width: 1024,
        height: 1024,
      })
      expect(Object.keys(image).sort()).toEqual(
        [...(family.revised ? ['revised_prompt'] : []), 'url', 'source_url', 'backed_up'].sort(),
      )
    }
  })

  it('a supplier that is not configured is 503 and takes no money', async () => {
    const name = family.supplier.toUpperCase()
    const closed = await shop.world.open({
      LOG_LEVEL: 'silent',
      [`${name}_KEY`]: '',
      DATA_DIR: `${shop.world.env.DATA_DIR}-${name}`,
      MEDIA_DIR: `${shop.world.env.MEDIA_DIR}-${name}`,
    })
    const before = await buyer.balance()
    const seen = await call(closed.url, {
      ...wanted(model),
      headers: paidBy(await signed(closed.url, buyer.account, wanted(model))),
    })
    if (family.supplier === 'vendor_d') {
      // A job that cannot be worked on fails, uncharged.
      await expect
        .poll(
          async () =>
            (
              await call(closed.url, {
                path: seen.body.poll_url,
                headers: paidBy(
                  await signed(closed.url, buyer.account, { path: seen.body.poll_url }),
                ),
              })
            ).body.status,
        )
        .toBe('failed')
    } else expect([seen.status, seen.body.error]).toEqual([503, 'Service not configured'])
    expect(await buyer.balance()).toBe(before)
  })
})

describe('sizes in the words of the second family', () => {
  it.each([
    ['1024x1024', '1K'],
    ['2048x2048', '2K'],
    ['4096x4096', '4K'],
  ])('%s is asked for as %s', async (size, resolution) => {
    const before = shop.taps.vendor_b.seen.length
    shop.taps.vendor_b.answer(() => ({
      body: JSON.stringify({
        candidates: [
          { content: { parts: [{ inlineData: { mimeType: 'image/png', data: png(size) } }] } },
        ],
      }),
    }))
    expect((await made(wanted('vendorB/image-pro', { size }))).status).toBe(200)
    expect(
      JSON.parse(shop.taps.vendor_b.seen[before]!.body).generationConfig.imageConfig.imageSize,
    ).toBe(resolution)
  })
})

describe('revised prompts', () => {
  const answer = (item: object): TapReply => ({ body: JSON.stringify({ data: [item] }) })
  it('IMG-056 stand beside the image where the supplier rewrote the prompt', async () => {
    expect((await made(wanted('vendorC/imagine-image'))).body.data[0].revised_prompt).toBe(
      `${prompt}, in fine detail`,
    )
    shop.taps.vendor_a.answer(() =>
      answer({ b64_json: png('r'), revised_prompt: 'a tall lighthouse' }),
    )
    expect((await made(wanted('vendorA/image-1'))).body.data[0].revised_prompt).toBe(
      'a tall lighthouse',
    )
  })

  it('IMG-056 are absent where it did not', async () => {
    for (const [supplier, model] of [
      ['vendor_a', 'vendorA/image-1'],
      ['vendor_c', 'vendorC/imagine-image'],
    ] as const) {
      for (const item of [{ b64_json: png('n') }, { b64_json: png('n'), revised_prompt: null }]) {
        shop.taps[supplier].answer(() => answer(item))
        const { status, body } = await made(wanted(model))
        expect([
          status,
          Object.hasOwn(body.data[0], 'revised_prompt') && body.data[0].revised_prompt !== null,
        ]).toEqual([200, false])
      }
    }
  })

  it('IMG-056 a null of the supplier is no revised prompt', async () => {
    shop.taps.vendor_a.answer(() => answer({ b64_json: png('n'), revised_prompt: null }))
    expect((await made(wanted('vendorA/image-1'))).body.data[0]).not.toHaveProperty(
      'revised_prompt',
    )
  })
})

describe('bytes of the supplier', () => {
  it('IMG-051 IMG-055 base64 of a family that mostly gives addresses is hosted too', async () => {
    shop.taps.vendor_c.answer(() => ({
      body: JSON.stringify({ data: [{ b64_json: png('c'), respect_moderation: true }] }),
    }))
    const { body } = await made(wanted('vendorC/imagine-image'))
    expect(body.data[0]).toMatchObject({
      backed_up: true,
      url: expect.stringContaining('/media/'),
      source_url: expect.stringMatching(/^data:image\/\w+$/),
    })
  })

  it('IMG-052 IMG-053 an address that cannot be fetched is given as it is, and paid for', async () => {
    shop.world.upstreams.set('vendor_e', 'lost')
    const before = await buyer.balance()
    const { status, body } = await made(wanted('vendorE/image-4'))
    expect(status).toBe(200)
    expect(body.data[0]).toEqual({
      url: expect.stringMatching(url),
      source_url: body.data[0].url,
      backed_up: false,
    })
    expect([body.payment.status, before - (await buyer.balance())]).toEqual(['settled', 16_750n])
  })

  it('IMG-052 IMG-053 IMG-055 bytes that cannot be stored are given as a data URI, their source without them, and paid for', async () => {
    const dir = shop.world.env.MEDIA_DIR!
    await rename(dir, `${dir}-away`)
    await writeFile(dir, 'a full disk')
    try {
      const { status, body } = await made(wanted('vendorA/image-1', { prompt: 'not stored' }))
      expect(status).toBe(200)
      expect(body.data[0]).toEqual({
        url: expect.stringMatching(/^data:image\/png;base64,iVBOR/),
        source_url: 'data:image/png',
        backed_up: false,
      })
      expect(body.payment.status).toBe('settled')
    } finally {
      await rm(dir)
      await rename(`${dir}-away`, dir)
    }
  })

  it('IMG-052 an address inside a private network is never fetched', async () => {
    const inside = 'http://127.0.0.1:1/secret.png'
    shop.taps.vendor_e.answer(() => ({ body: JSON.stringify({ data: [{ url: inside }] }) }))
    expect((await made(wanted('vendorE/image-4'))).body.data[0]).toEqual({
      url: inside,
      source_url: inside,
      backed_up: false,
    })
  })
})

describe('failures', () => {
  /** The answer to a purchase that must move nothing. */
  async function free(model: string, more?: object): Promise<Seen> {
    const before = [await buyer.balance(), await shop.earned()]
    const seen = await made(wanted(model, more))
    expect([await buyer.balance(), await shop.earned()]).toEqual(before)
    return seen
  }

  const refusals: [string, Supplier, string, TapReply][] = [
    [
      'a blocked prompt',
      'vendor_a',
      'vendorA/image-1',
      {
        status: 400,
        body: JSON.stringify({ error: { code: 'content_policy_violation', message: 'No.' } }),
      },
    ],
    [
      'a blocked prompt',
      'vendor_b',
      'vendorB/image-fast',
      { body: JSON.stringify({ promptFeedback: { blockReason: 'SAFETY' } }) },
    ],
    ...[
      'SAFETY',
      'IMAGE_SAFETY',
      'PROHIBITED_CONTENT',
      'IMAGE_PROHIBITED_CONTENT',
      'RECITATION',
    ].map((reason): [string, Supplier, string, TapReply] => [
      `the end ${reason}`,
      'vendor_b',
      'vendorB/image-fast',
      { body: JSON.stringify({ candidates: [{ content: {}, finishReason: reason }] }) },
    ]),
    [
      'one image of several withheld',
      'vendor_c',
      'vendorC/imagine-image',
      {
        body: JSON.stringify({
          data: [{ b64_json: png('1'), respect_moderation: true }, { respect_moderation: false }],
        }),
      },
    ],
    [
      'a sensitive prompt',
      'vendor_e',
      'vendorE/image-4',
      { status: 400, body: JSON.stringify({ error: { code: '1301', message: 'Sensitive.' } }) },
    ],
  ]
  it.each(refusals)(
    'IMG-078 IMG-082 ERR-018 %s of %s is 400 Content policy violation, free',
    async (_what, supplier, model, reply) => {
      shop.taps[supplier].answer(() => reply)
      const { status, body } = await free(model)
      expect([status, body.error]).toEqual([400, 'Content policy violation'])
      expect(body.details).toBeTruthy()
    },
  )

  it.each(inline.map(family => [family.model, family] as const))(
    'IMG-080 LIM-016 LIM-017 LIM-018 %s: a limit of the supplier is told with its wait, 60 s where it says none',
    async (model, { supplier }) => {
      const told: [Record<string, string>, number][] = [
        [{ 'retry-after': '7' }, 7],
        [{}, 60],
        [{ 'retry-after': 'soon' }, 60],
      ]
      for (const [headers, wait] of told) {
        shop.taps[supplier].answer(() => ({
          status: 429,
          headers,
          body: '{"error":{"message":"Slow down."}}',
        }))
        const seen = await free(model)
        const source = model.split('/')[0]!
        expect([
          seen.status,
          seen.headers['retry-after'],
          seen.headers['x-ratelimit-source'],
        ]).toEqual([429, String(wait), source])
        expect(seen.headers['x-ratelimit-reset']).toBeUndefined()
        expect(seen.body).toEqual({
          error: 'Rate limit exceeded',
          code: 'RATE_LIMITED',
          source,
          retry_after_seconds: wait,
          details: expect.any(String),
        })
      }
    },
  )

  const broken: [string, TapReply][] = [
    ['a 500', { status: 500, body: '{"error":"oops"}' }],
    ['a 503', { status: 503, body: '' }],
    ['a 400 of another kind', { status: 400, body: '{"error":{"message":"bad size"}}' }],
    ['a refused key', { status: 401, body: '{"error":"bad key"}' }],
    ['no JSON', { body: '<html>' }],
    ['nothing', { body: '' }],
    ['an empty list', { body: '{"data":[],"candidates":[]}' }],
    ['JSON of another shape', { body: '{"data":"none"}' }],
    [
      'an image without content',
      { body: '{"data":[{}],"candidates":[{"content":{"parts":[{"inlineData":{}}]}}]}' },
    ],
  ]
  it.each(
    inline.flatMap(family =>
      broken.map(([what, reply]) => [family.model, what, family.supplier, reply] as const),
    ),
  )(
    'IMG-081 IMG-082 ERR-017 ERR-018 PAY-003 %s: %s is 500 with the job, free, and its header buys later',
    async (model, _what, supplier, reply) => {
      shop.taps[supplier].answer(() => reply)
      const sent = wanted(model)
      const header = await signed(shop.url, buyer.account, sent)
      const before = await buyer.balance()
      const seen = await call(shop.url, { ...sent, headers: paidBy(header) })
      expect(seen.status).toBe(500)
      expect(seen.body).toEqual({
        error: 'Image generation failed',
        details: expect.anything(),
        job_id: expect.stringMatching(/^\w+$/),
      })
      expect(await buyer.balance()).toBe(before)
      shop.taps[supplier].answer()
      expect((await call(shop.url, { ...sent, headers: paidBy(header) })).status).toBe(200)
    },
  )

  it('one failure among several calls for one request fails the request, free', async () => {
    let calls = 0
    shop.taps.vendor_e.answer(() => (++calls === 2 ? { status: 500, body: '{}' } : undefined))
    expect((await free('vendorE/image-4', { n: 4 })).status).toBe(500)
  })

  it("nothing of a supplier's key or address is ever told", async () => {
    for (const { supplier, model } of inline) {
      const key = shop.world.env[`${supplier.toUpperCase()}_KEY`]!
      shop.taps[supplier].answer(() => ({
        status: 400,
        body: JSON.stringify({
          error: { message: `the key ${key} at ${shop.taps[supplier].url}/v1 is wrong` },
        }),
      }))
      const { text } = await free(model)
      expect(text).not.toContain(key)
      expect(text).not.toContain(shop.taps[supplier].url)
    }
  })
})
