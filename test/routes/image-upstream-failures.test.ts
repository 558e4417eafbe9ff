/** Failures of the upstreams of images. */
import { describe, expect, it } from 'vitest'
import { call, paidBy, signed, type Seen } from './client.ts'
import type { TapReply } from './tap.ts'
import { buyer, families, made, png, shop, type Upstream, useShop, wanted } from './image-desk.ts'

useShop()

const inline = families.filter(family => family.upstream !== 'vendor_d')

describe('failures', () => {
  /** The answer to a purchase that must move nothing. */
  async function free(model: string, more?: object): Promise<Seen> {
    const before = [await buyer.balance(), await shop.earned()]
    const seen = await made(wanted(model, more))
    expect([await buyer.balance(), await shop.earned()]).toEqual(before)
    return seen
  }

  const refusals: [string, Upstream, string, TapReply][] = [
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
    ].map((reason): [string, Upstream, string, TapReply] => [
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
    async (_what, upstream, model, reply) => {
      shop.taps[upstream].answer(() => reply)
      const { status, body } = await free(model)
      expect([status, body.error]).toEqual([400, 'Content policy violation'])
      expect(body.details).toBeTruthy()
    },
  )

  it.each(inline.map(family => [family.model, family] as const))(
    'IMG-080 LIM-016 LIM-017 LIM-018 %s: a limit of the upstream is reported with its wait, 60 s where it says none',
    async (model, { upstream }) => {
      const cases: [Record<string, string>, number][] = [
        [{ 'retry-after': '7' }, 7],
        [{}, 60],
        [{ 'retry-after': 'soon' }, 60],
      ]
      for (const [headers, wait] of cases) {
        shop.taps[upstream].answer(() => ({
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
      broken.map(([what, reply]) => [family.model, what, family.upstream, reply] as const),
    ),
  )(
    'IMG-081 IMG-082 ERR-017 ERR-018 PAY-003 %s: %s is 500 with the job, free, and its header buys later',
    async (model, _what, upstream, reply) => {
      shop.taps[upstream].answer(() => reply)
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
      shop.taps[upstream].answer()
      expect((await call(shop.url, { ...sent, headers: paidBy(header) })).status).toBe(200)
    },
  )

  it('one failure among several calls for one request fails the request, free', async () => {
    let calls = 0
    shop.taps.vendor_e.answer(() => (++calls === 2 ? { status: 500, body: '{}' } : undefined))
    expect((await free('vendorE/image-4', { n: 4 })).status).toBe(500)
  })

  it("nothing of an upstream's key or address is ever shown", async () => {
    for (const { upstream, model } of inline) {
      const key = shop.world.env[`${upstream.toUpperCase()}_KEY`]!
      shop.taps[upstream].answer(() => ({
        status: 400,
        body: JSON.stringify({
          error: { message: `the key ${key} at ${shop.taps[upstream].url}/v1 is wrong` },
        }),
      }))
      const { text } = await free(model)
      expect(text).not.toContain(key)
      expect(text).not.toContain(shop.taps[upstream].url)
    }
  })
})
