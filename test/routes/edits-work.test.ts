/**
 * Image editing as it is done: what the upstream is sent, what the caller gets, and how failures
 * are reported.
 */
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readChallenge, readReceipt, sign } from '../../scripts/buyer/pay.ts'
import type { Behaviour } from '../../scripts/devnet/upstreams/index.ts'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import { boxed, drawn, uri } from '../hooks/pictures.ts'
import type { Seen } from './client.ts'
import { openStudio, type Studio } from './studio.ts'

const path = '/api/v1/images/image2image'
let studio: Studio
beforeAll(async () => {
  studio = await openStudio()
})
afterAll(() => studio?.stop())
afterEach(() => studio.upstreams.reset())

const [cat, dog] = [picture('cat', 64, 64), picture('dog', 80, 60)]
const image = uri(cat)
const prompt = 'add a hat'
/** A mask as the specification wants it: clear where something may change. */
const clear = (width = 64, height = 64): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer()
const file = (bytes: Buffer, type: string, name: string): File =>
  new File([new Uint8Array(bytes)], name, { type })

/** A file as the upstream's switchboard remembers it. */
const fileOf = (name: string, bytes: Buffer, type = 'image/png'): object => ({
  name,
  type,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

/** The forms that the first family's upstream was sent. */
const forms = (): {
  path: string
  fields: Record<string, string[]>
  files: Record<string, unknown>[]
}[] => studio.asked('vendor_a').map(one => ({ path: one.path, ...JSON.parse(one.body) }))

/** The bodies that the second family's upstream was sent. */
const bodies = (): { path: string; body: any }[] =>
  studio.asked('vendor_b').map(one => ({ path: one.path, body: JSON.parse(one.body) }))

const buy = async (body: unknown): Promise<Seen> => (await studio.buy({ path, body })).seen

describe('what the first family is sent', () => {
  it('EDIT-001 EDIT-002 EDIT-004 EDIT-033 EDIT-034 the files byte for byte, the mask unchanged, from JSON and from a form alike', async () => {
    const mask = await clear()
    const fields = { model: 'vendorA/image-1', prompt, size: '1024x1536', n: '2' }
    const wanted = { model: ['image-1'], prompt: [prompt], size: ['1024x1536'], n: ['2'] }
    const masked = new FormData()
    for (const [name, value] of Object.entries(fields)) masked.append(name, value)
    masked.append('image[]', file(cat, 'image/png', 'cat.png'))
    masked.append('mask', file(mask, 'image/png', 'mask.png'))
    for (const body of [
      { ...fields, n: 2, image, mask: uri(mask) },
      { ...fields, n: 2, image: [image], mask: uri(mask) },
      masked,
    ]) {
      expect((await buy(body)).status).toBe(200)
      const [form, ...more] = forms()
      expect([form!.path, form!.fields, more]).toEqual(['/v1/images/edits', wanted, []])
      expect(form!.files).toEqual([
        expect.objectContaining(fileOf('image[]', cat)),
        expect.objectContaining(fileOf('mask', mask)),
      ])
      studio.upstreams.reset()
    }
  })

  it('EDIT-001 EDIT-003 EDIT-005 EDIT-034 several sources in their order, of their own types, and no mask where none came', async () => {
    const photo = await drawn('jpeg')
    const sources = new FormData()
    sources.append('prompt', prompt)
    for (const one of [
      file(cat, '', 'cat'),
      file(photo, 'image/jpeg', 'photo.jpg'),
      file(dog, 'application/octet-stream', 'dog.bin'),
    ])
      sources.append('image[]', one)
    for (const body of [{ prompt, image: [image, uri(photo, 'image/jpeg'), uri(dog)] }, sources]) {
      expect((await buy(body)).status).toBe(200)
      const [form] = forms()
      expect(form!.fields).toEqual({
        model: ['image-2'],
        prompt: [prompt],
        size: ['1024x1024'],
        n: ['1'],
      })
      const wanted = [
        fileOf('image[]', cat),
        fileOf('image[]', photo, 'image/jpeg'),
        fileOf('image[]', dog),
      ]
      expect(form!.files).toEqual(wanted.map(one => expect.objectContaining(one)))
      studio.upstreams.reset()
    }
    const single = new FormData()
    single.append('image', file(cat, 'image/png', 'cat.png'))
    single.append('prompt', prompt)
    expect((await buy(single)).status).toBe(200)
    expect(forms()[0]!.files).toEqual([expect.objectContaining(fileOf('image[]', cat))])
  })

  it('EDIT-023 nothing that the caller made up', async () => {
    expect(
      (await buy({ prompt, image, quality: 'low', background: 'clear', user: 'me' })).status,
    ).toBe(200)
    expect(Object.keys(forms()[0]!.fields).toSorted()).toEqual(['model', 'n', 'prompt', 'size'])
  })

  it('EDIT-032 a large picture whole', async () => {
    const large = Buffer.concat([cat, Buffer.alloc(12 * 2 ** 20, 7)])
    expect((await buy({ prompt, image: uri(large) })).status).toBe(200)
    expect(forms()[0]!.files).toEqual([expect.objectContaining(fileOf('image[]', large))])
  })
})

describe('what the second family is sent', () => {
  it.each([
    ['vendorB/image-fast', '1024x1024', '1K', 53_500n],
    ['vendorB/image-fast-2', '1024x1024', '1K', 95_500n],
    ['vendorB/image-pro', '4096x4096', '4K', 158_500n],
  ])(
    'EDIT-009 EDIT-030 %s: its sources before the text, HEIC too, through to a result',
    async (model, size, imageSize, price) => {
      const heic = boxed('heic')
      const before = await studio.buyer.balance()
      const { status, body } = await buy({
        model,
        prompt,
        size,
        image: [image, uri(heic, 'image/heic')],
      })
      expect([status, body.data.length, before - (await studio.buyer.balance())]).toEqual([
        200,
        1,
        price,
      ])
      const [cat64, heic64] = [cat, heic].map(bytes => bytes.toString('base64'))
      expect(bodies()).toEqual([
        {
          path: `/v1beta/models/${model.split('/')[1]}:generateContent`,
          body: {
            contents: [
              {
                role: 'user',
                parts: [
                  { inlineData: { mimeType: 'image/png', data: cat64 } },
                  { inlineData: { mimeType: 'image/heic', data: heic64 } },
                  { text: prompt },
                ],
              },
            ],
            generationConfig: {
              responseModalities: ['IMAGE'],
              imageConfig: { aspectRatio: '1:1', imageSize },
            },
          },
        },
      ])
    },
  )

  it('EDIT-042 is called once for each image', async () => {
    const { body } = await buy({ model: 'vendorB/image-fast', prompt, image, n: 3 })
    expect([body.data.length, bodies().length, body.price.amount]).toEqual([3, 3, '0.158500'])
  })
})

describe('what the caller gets', () => {
  it("EDIT-043 EDIT-048 EDIT-049 at once: the model's own picture as a data URI, settled, with its receipt", async () => {
    const before = await studio.buyer.balance()
    const { seen, header } = await studio.buy({
      path,
      body: { prompt, image, n: 2, size: '1536x1024' },
    })
    expect([seen.status, before - (await studio.buyer.balance())]).toEqual([200, 253_000n])
    expect(seen.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      created: expect.any(Number),
      data: [expect.anything(), expect.anything()],
      price: { amount: '0.253000', currency: 'USD' },
      payment: {
        status: 'settled',
        tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        network: 'base',
      },
    })
    expect(seen.receipt).toMatchObject({
      success: true,
      transaction: seen.body.payment.tx_hash,
      payer: studio.buyer.account.address.toLowerCase(),
    })
    expect(seen.headers['x-payment-receipt']).toBe(seen.body.payment.tx_hash)
    expect(await studio.isUsed(header)).toBe(true)
    for (const one of seen.body.data) {
      expect(one).not.toHaveProperty('source_url')
      expect(one.backed_up ?? false).toBe(false)
      const [type, base64] = one.url.split(',')
      expect(type).toBe('data:image/png;base64')
      expect(await sharp(Buffer.from(base64, 'base64')).metadata()).toMatchObject({
        format: 'png',
        width: 1536,
        height: 1024,
      })
    }
  })

  it('EDIT-002 EDIT-007 an unmodified fetch buys with a form, whatever its bearer token says', async () => {
    const form = (): FormData => {
      const made = new FormData()
      made.append('image[]', file(cat, 'image/png', 'cat.png'))
      made.append('image[]', file(dog, 'image/png', 'dog.png'))
      made.append('prompt', prompt)
      return made
    }
    const send = (headers: Record<string, string>): Promise<Response> =>
      fetch(studio.shop.url + path, {
        method: 'POST',
        body: form(),
        headers: { authorization: 'Bearer sk-none', ...headers },
      })
    const asked = await send({})
    const reply = await send({
      'x-payment': await sign(studio.buyer.account, readChallenge(asked)),
    })
    expect([asked.status, reply.status, readReceipt(reply)?.success]).toEqual([402, 200, true])
    expect(((await reply.json()) as any).data[0].url).toMatch(/^data:image\/png;base64,/)
  })
})

const uncharged = async (
  body: object,
  behave?: [string, Behaviour],
): Promise<{ seen: Seen; header: string }> => {
  if (behave !== undefined) studio.upstreams.set(...behave)
  return studio.free(async () => {
    const begun = await studio.begin({ path, body })
    expect(await studio.isUsed(begun.header)).toBe(false)
    return begun
  })
}

describe('failures', () => {
  const families = [
    ['vendor_a', 'vendorA/image-2'],
    ['vendor_b', 'vendorB/image-fast'],
  ] as const

  it.each([
    ['HEIC', () => boxed('heic'), 'image/heic'],
    ['GIF', () => drawn('gif'), 'image/gif'],
    ['AVIF', () => drawn('avif'), 'image/avif'],
  ])(
    'EDIT-031 EDIT-057 a source of the kind %s is refused by the first family itself: Invalid input image, free',
    async (_, made, type) => {
      for (const model of ['vendorA/image-1', 'vendorA/image-2']) {
        const { seen } = await uncharged({ model, prompt, image: uri(await made(), type) })
        expect([seen.status, seen.body.error]).toEqual([400, 'Invalid input image'])
        expect(seen.body.details).toMatch(/\S/)
      }
    },
  )

  it('EDIT-031 EDIT-057 so is one that the second family cannot read', async () => {
    const { seen } = await uncharged({
      model: 'vendorB/image-pro',
      prompt,
      image: uri(await drawn('gif'), 'image/gif'),
    })
    expect([seen.status, seen.body.error, seen.body.details]).toEqual([
      400,
      'Invalid input image',
      expect.stringMatching(/\S/),
    ])
  })

  it("EDIT-033 EDIT-057 a mask of another size is the model's to refuse, free", async () => {
    const { seen } = await uncharged({ prompt, image, mask: uri(await clear(32, 32)) })
    expect([seen.status, seen.body.error]).toEqual([400, 'Invalid input image'])
    expect(studio.asked('vendor_a')).toHaveLength(1)
  })

  it.each(families)(
    'EDIT-056 EDIT-057 ERR-018 %s: a prompt against its policy is 400, free',
    async (_, model) => {
      const { seen } = await uncharged({ model, prompt: 'something forbidden', image })
      expect([seen.status, seen.body.error]).toEqual([400, 'Content policy violation'])
      expect(seen.body.details).toMatch(/\S/)
    },
  )

  it.each(families)(
    'EDIT-053 ERR-018 %s: a limit of its own is 429 with its wait, free',
    async (upstream, model) => {
      const { seen } = await uncharged({ model, prompt, image }, [
        upstream,
        { mode: 'rate_limit', retry_after: 9 },
      ])
      const source = model.split('/')[0]!
      expect([
        seen.status,
        seen.headers['retry-after'],
        seen.headers['x-ratelimit-source'],
      ]).toEqual([429, '9', source])
      expect(seen.body).toEqual({
        error: 'Rate limit exceeded',
        code: 'RATE_LIMITED',
        source,
        retry_after_seconds: 9,
        details: expect.stringMatching(/\S/),
      })
    },
  )

  const broken: Behaviour[] = [
    { mode: 'fail' },
    { mode: 'fail', status: 503 },
    { mode: 'reset' },
    { mode: 'empty' },
    { mode: 'garbage' },
  ]
  it.each(
    families.flatMap(([upstream, model]) =>
      broken.map(how => [upstream, model, how.mode, how] as const),
    ),
  )(
    'EDIT-054 ERR-018 %s %s: %s is 500 with the job, free, and the same header edits later',
    async (upstream, model, _, behaviour) => {
      const body = { model, prompt, image }
      const { seen, header } = await uncharged(body, [upstream, behaviour])
      expect(seen.status).toBe(500)
      expect(seen.body).toEqual({
        error: 'Image editing failed',
        details: expect.anything(),
        job_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      })
      studio.upstreams.reset()
      expect((await studio.pay({ path, body }, header)).status).toBe(200)
    },
  )

  it.each(families)(
    'EDIT-055 ERR-018 %s %s: an upstream that says it ran out of time is 504 with the job, free',
    async (upstream, model) => {
      const body = { model, prompt, image }
      const { seen, header } = await uncharged(body, [upstream, { mode: 'fail', status: 504 }])
      expect(seen.status).toBe(504)
      expect(seen.body).toEqual({
        error: 'Image editing timed out',
        details: expect.anything(),
        job_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      })
      studio.upstreams.reset()
      expect((await studio.pay({ path, body }, header)).status).toBe(200)
    },
  )

  it('EDIT-054 fewer images than were asked for are no result', async () => {
    studio.upstreams.set('vendor_b', { mode: 'fail', times: 1 })
    const { seen } = await uncharged({ model: 'vendorB/image-fast', prompt, image, n: 3 })
    expect([seen.status, seen.body.error]).toEqual([500, 'Image editing failed'])
  })

  it('EDIT-058 a payment that does not verify is 402, and nobody is asked', async () => {
    const bad = await studio.sign({ path, body: { prompt, image } }, undefined, { value: '1' })
    await studio.free(async () => {
      for (const [header, code] of [
        ['%%%', 'PAYMENT_INVALID'],
        [bad, 'PAYMENT_INVALID'],
      ] as const) {
        const seen = await studio.pay({ path, body: { prompt, image } }, header)
        expect([seen.status, seen.body.error, seen.body.code]).toEqual([
          402,
          'Payment verification failed',
          code,
        ])
      }
    })
    expect(studio.upstreams.calls('vendor_a')).toEqual([])
  })
})
