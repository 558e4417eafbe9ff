/** What vendorF is sent for a video. */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { parseForm, type Form } from '../../scripts/devnet/upstreams/form.ts'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import { boxed, drawn, uri } from '../hooks/pictures.ts'
import { image, path, prompt, sizeOfFilm, studio, switches, useStudio } from './videos-work-desk.ts'

useStudio()

/** The form that the sixth family's upstream was sent, with its files. */
async function sentForm(more: object): Promise<Form> {
  await studio.submit({ path, body: { prompt, model: 'vendorF/video-2', ...more } })
  const seen = studio.shop.taps.vendor_f.seen.filter(({ method }) => method === 'POST')
  expect(seen).toHaveLength(1)
  studio.shop.taps.vendor_f.seen.length = 0
  expect(seen[0]!.url).toBe('/v1/videos')
  return (await parseForm(seen[0]!.bytes, seen[0]!.headers['content-type']))!
}

describe('vendorF is sent', () => {
  it('VID-034 VID-071 VID-072 nothing of what it ignores: its text, its seconds and one size', async () => {
    const form = await sentForm({ ...switches, resolution: '4K', aspect_ratio: '9:16' })
    expect([form.fields, form.files]).toEqual([
      { model: ['video-2'], prompt: [prompt], seconds: ['4'], size: ['1280x720'] },
      [],
    ])
  })

  it.each([
    ['a wide PNG', () => picture('wide', 200, 90), 'image/png', 'png', '1280x720'],
    ['an upright PNG', () => picture('tall', 90, 200), 'image/png', 'png', '720x1280'],
    ['a wide JPEG', () => drawn('jpeg', 300, 200), 'image/jpeg', 'jpeg', '1280x720'],
    ['an upright WEBP', () => drawn('webp', 200, 300), 'image/webp', 'png', '720x1280'],
    ['one that fits already', () => picture('fits', 1280, 720), 'image/png', 'png', '1280x720'],
  ] as const)(
    'VID-050 VID-034 VID-044 %s made to fit exactly',
    async (_, made, type, format, size) => {
      const form = await sentForm({ image_url: uri(await made(), type) })
      const [width, height] = size.split('x').map(Number)
      expect([form.fields.size, form.files.map(({ name }) => name)]).toEqual([
        [size],
        ['input_reference'],
      ])
      const [file] = form.files
      expect(file!.type).toBe(`image/${format}`)
      expect(await sharp(file!.data).metadata()).toMatchObject({ format, width, height })
      expect((await sharp(file!.data).raw().toBuffer()).length).toBeGreaterThanOrEqual(
        width! * height!,
      )
    },
  )

  it('VID-050 the film is as upright as its picture', async () => {
    const { seen } = await studio.buy({
      path,
      body: { prompt, model: 'vendorF/video-2', image_url: uri(picture('tall', 90, 200)) },
    })
    expect(
      sizeOfFilm(Buffer.from(await (await fetch(seen.body.data[0].url)).arrayBuffer())),
    ).toEqual([720, 1280])
  })

  it('VID-050 VID-078 no picture of our own network: 400 after verification, uncharged, and nobody is connected to', async () => {
    let connections = 0
    const server = createServer(socket => {
      connections++
      socket.destroy()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    for (const host of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `[::1]:${port}`,
      `0.0.0.0:${port}`,
      '169.254.169.254',
      '10.0.0.1',
      '192.168.1.1',
    ]) {
      await studio.free(async () => {
        const { seen } = await studio.begin({
          path,
          body: { prompt, model: 'vendorF/video-2', image_url: `https://${host}/a.png` },
        })
        expect([host, seen.status, seen.body.error]).toEqual([host, 400, 'Invalid input image'])
        expect(seen.body.details).not.toContain(host.split(':')[0])
      })
    }
    expect([connections, studio.asked('vendor_f')]).toEqual([0, []])
    await new Promise(resolve => server.close(resolve))
  })

  it('VID-050 no picture that cannot be decoded: 400 uncharged, and the header is still good', async () => {
    const broken = picture('boat', 640, 360)
    broken.fill(0, 120)
    for (const image_url of [uri(broken), uri(boxed('heic'), 'image/heic')]) {
      const { seen, header } = await studio.free(() =>
        studio.begin({ path, body: { prompt, model: 'vendorF/video-2', image_url } }),
      )
      expect([seen.status, seen.body.error]).toEqual([400, 'Invalid input image'])
      expect(
        (await studio.pay({ path, body: { prompt, model: 'vendorF/video-2' } }, header)).status,
      ).toBe(202)
    }
  })

  it('VID-051 a picture of a face is blocked by its upstream: a failed job, uncharged', async () => {
    await studio.free(async () => {
      const { seen } = await studio.buy({
        path,
        body: { prompt: 'a human-face looks up', model: 'vendorF/video-2', image_url: image },
      })
      expect([seen.status, seen.body.status, seen.body.payment_status]).toEqual([
        200,
        'failed',
        'not_charged',
      ])
      expect(seen.body.error).toMatch(/\S/)
    })
  })
})
