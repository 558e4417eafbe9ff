/**
 * Each family's upstream: what it is asked in its own words, how its answers become images, and how
 * its failures are reported.
 */
import { rename, rm, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { sizeOfPng } from '../../scripts/devnet/upstreams/png.ts'
import { call, paidBy, signed } from './client.ts'
import type { TapReply } from './tap.ts'
import {
  bearer,
  buyer,
  families,
  made,
  png,
  prompt,
  shop,
  url,
  useShop,
  wanted,
} from './image-desk.ts'

useShop()

describe.each(families.map(family => [family.model, family] as const))('%s', (model, family) => {
  it('IMG-049 IMG-051 IMG-053 IMG-054 IMG-055 IMG-058 makes three images: asked in its own words, kept here, served free', async () => {
    const tap = shop.taps[family.upstream]
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
      const key = shop.world.env[`${family.upstream.toUpperCase()}_KEY`]!
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

  it('an upstream that is not configured is 503 and takes no money', async () => {
    const name = family.upstream.toUpperCase()
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
    if (family.upstream === 'vendor_d') {
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
  it('IMG-056 stand beside the image where the upstream rewrote the prompt', async () => {
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
    for (const [upstream, model] of [
      ['vendor_a', 'vendorA/image-1'],
      ['vendor_c', 'vendorC/imagine-image'],
    ] as const) {
      for (const item of [{ b64_json: png('n') }, { b64_json: png('n'), revised_prompt: null }]) {
        shop.taps[upstream].answer(() => answer(item))
        const { status, body } = await made(wanted(model))
        expect([
          status,
          Object.hasOwn(body.data[0], 'revised_prompt') && body.data[0].revised_prompt !== null,
        ]).toEqual([200, false])
      }
    }
  })

  it('IMG-056 a null of the upstream is no revised prompt', async () => {
    shop.taps.vendor_a.answer(() => answer({ b64_json: png('n'), revised_prompt: null }))
    expect((await made(wanted('vendorA/image-1'))).body.data[0]).not.toHaveProperty(
      'revised_prompt',
    )
  })
})

describe('bytes of the upstream', () => {
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
