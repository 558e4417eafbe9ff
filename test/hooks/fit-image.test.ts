import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFitImage, type FittedImage } from '../../runtime/hooks/fit-image.ts'
import { Unusable } from '../../runtime/lib/unusable-input.ts'
import { manualClock } from '../helpers/clock.ts'
import { bmp, boxed, drawn, uri } from './pictures.ts'

const SIZES = ['1280x720', '720x1280']
const clock = manualClock()
let answer: (path: string, response: ServerResponse) => void
const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  answer(request.url ?? '', response)
})
let host: string
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked.length = 0
})

const fit = (source: string, sizes = SIZES): Promise<FittedImage> =>
  createFitImage({ clock, allowHosts: [host] })(source, sizes)
const read = async ({ data }: FittedImage) => {
  const bytes = Buffer.from(data.slice(data.indexOf(',') + 1), 'base64')
  const { width, height, format } = await sharp(bytes).metadata()
  return { bytes, width, height, format }
}
/** Why a source cannot be used. */
const why = (source: string, use = fit): Promise<string> =>
  use(source).then(
    () => 'it can be used',
    error => {
      expect(error).toBeInstanceOf(Unusable)
      return error.message
    },
  )

describe('fitting', () => {
  it.each([
    ['a landscape', 1600, 900, '1280x720'],
    ['a portrait', 900, 1600, '720x1280'],
    ['a square, the first one', 500, 500, '1280x720'],
    ['something nearly upright', 490, 500, '720x1280'],
    ['a tiny one', 2, 1, '1280x720'],
  ])('VID-050 %s becomes exactly the size that fits it', async (_, width, height, size) => {
    const made = await fit(uri(await drawn('png', width, height)))
    expect(made.size).toBe(size)
    expect(made.data.startsWith('data:image/png;base64,')).toBe(true)
    expect(await read(made)).toMatchObject({
      width: Number(size.split('x')[0]),
      height: Number(size.split('x')[1]),
      format: 'png',
    })
  })

  it.each(['png', 'gif', 'webp', 'avif', 'jpeg'] as const)(
    'VID-050 a %s is taken; a photograph stays JPEG, all else is PNG',
    async kind => {
      const made = await fit(uri(await drawn(kind, 300, 200), `image/${kind}`))
      expect((await read(made)).format).toBe(kind === 'jpeg' ? 'jpeg' : 'png')
    },
  )

  it('a photograph that was taken upright is upright', async () => {
    const lying = await sharp({
      create: { width: 400, height: 200, channels: 3, background: 'red' },
    })
      .composite([
        {
          input: { create: { width: 200, height: 200, channels: 3, background: 'blue' } },
          left: 0,
          top: 0,
        },
      ])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const made = await fit(uri(lying, 'image/jpeg'))
    expect(made.size).toBe('720x1280')
    const { data, info } = await sharp((await read(made)).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const colour = (row: number): number[] =>
      [...data.subarray((row * info.width + 360) * info.channels).subarray(0, 3)].map(value =>
        Math.round(value / 255),
      )
    expect([colour(100), colour(1180)]).toEqual([
      [0, 0, 1],
      [1, 0, 0],
    ])
  })

  it('what is too much is cut at the edges, the same on both sides', async () => {
    const wide = await sharp({
      create: { width: 2000, height: 500, channels: 3, background: 'red' },
    })
      .composite([
        {
          input: { create: { width: 1000, height: 500, channels: 3, background: 'lime' } },
          left: 500,
          top: 0,
        },
      ])
      .png()
      .toBuffer()
    const { data } = await sharp((await read(await fit(uri(wide)))).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 3)]).toEqual([0, 255, 0])
  })

  it('many at once are all done', async () => {
    const one = createFitImage({ clock, allowHosts: [host] })
    const source = uri(await drawn('png'))
    expect(
      (await Promise.all(Array.from({ length: 12 }, () => one(source, ['64x64'])))).every(
        made => made.size === '64x64',
      ),
    ).toBe(true)
  })

  it('an invalid size in the catalog throws TypeError', async () => {
    const source = uri(await drawn('png'))
    for (const sizes of [[], ['large'], ['0x5'], ['100000x9']]) {
      await expect(fit(source, sizes)).rejects.toThrow(TypeError)
    }
  })
})

describe('pictures that cannot be used', () => {
  it('VID-050 kinds that cannot be decoded here are named', async () => {
    expect(await why(uri(boxed('heic')))).toBe(
      'The image is HEIC, which is not supported here; send PNG, JPEG, GIF, WEBP or AVIF.',
    )
    expect(await why(uri(bmp()))).toMatch(/^The image is BMP/)
  })

  it('bytes of something else, and what is damaged behind a good header', async () => {
    expect(await why(uri(Buffer.from('hello')))).toBe('The image cannot be read.')
    expect(
      await why(
        uri(
          Buffer.from(
            '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
          ),
          'image/svg+xml',
        ),
      ),
    ).toBe('The image cannot be read.')
    for (const kind of ['png', 'jpeg', 'webp', 'avif'] as const) {
      const bytes = await drawn(kind, 400, 300)
      expect(await why(uri(bytes.subarray(0, bytes.length * 0.7))), kind).toBe(
        'The image cannot be decoded.',
      )
    }
    expect(await why(uri(boxed('avif')))).toBe('The image cannot be decoded.')
  })

  it('a small file of a huge picture', async () => {
    const bomb = await sharp({
      create: { width: 12_000, height: 6000, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(await why(uri(bomb))).toBe('The image has more than 50 million pixels.')
  })

  it('more than 20 MiB', async () => {
    const large = Buffer.concat([await drawn('png'), Buffer.alloc(20 * 2 ** 20)])
    expect(await why(uri(large))).toBe('The image has more than 20 MiB.')
  })

  it('what is neither an https address nor a data URI', async () => {
    const strict = createFitImage({ clock })
    for (const source of [
      'ftp://pictures.example/a.png',
      'file:///etc/passwd',
      'a.png',
      '',
      'http://pictures.example/a.png',
    ]) {
      expect(await why(source, text => strict(text, SIZES)), source).toBe(
        'The image must be an https URL or a data URI.',
      )
    }
    for (const source of ['data:text/plain;base64,aGVsbG8=', 'data:image/png,hello', 'data:']) {
      expect(await why(source)).toBe('The data URI does not hold an image in base64.')
    }
  })
})

describe('pictures at an address', () => {
  it('VID-050 are fetched and fitted, whatever their declared type', async () => {
    const picture = await drawn('jpeg', 1600, 900)
    answer = (_path, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(picture)
    expect((await fit(`http://${host}/a`)).size).toBe('1280x720')
    expect(asked).toEqual(['/a'])
  })

  it('are never fetched from our own network', async () => {
    answer = (_path, response) => response.end('inside')
    const strict = createFitImage({ clock })
    const port = host.split(':')[1]
    for (const name of [
      host,
      `localhost:${port}`,
      `[::1]:${port}`,
      `2130706433:${port}`,
      '10.0.0.1',
      '169.254.169.254',
    ]) {
      expect(await why(`https://${name}/inside`, source => strict(source, SIZES)), name).toBe(
        'The image could not be fetched: a host that is not public.',
      )
    }
    const rebound = createFitImage({
      clock,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    expect(
      await why(`https://pictures.example:${port}/inside`, source => rebound(source, SIZES)),
    ).toMatch(/not public/)
    answer = (path, response) =>
      path === '/start'
        ? response.writeHead(302, { location: `http://localhost:${port}/inside` }).end()
        : response.end('inside')
    expect(await why(`http://${host}/start`)).toMatch(/not public/)
    expect(asked).toEqual(['/start'])
  })

  it('that answer with something else, or not at all, are reported without any address', async () => {
    const troubles: [string, (response: ServerResponse) => void][] = [
      [
        'The image could not be fetched: an answer with status 404.',
        response => response.writeHead(404).end(),
      ],
      [
        'The image cannot be read.',
        response => response.writeHead(200, { 'content-type': 'image/png' }).end('<html>'),
      ],
      ['The image cannot be read.', response => response.writeHead(200).end()],
      ['The image could not be fetched.', response => response.socket?.destroy()],
      [
        'The image could not be fetched.',
        response =>
          response
            .writeHead(200, { 'content-length': '100' })
            .write('x', () => response.socket?.destroy()),
      ],
      [
        'The image has more than 20 MiB.',
        response => response.writeHead(200, { 'content-length': String(2 ** 30) }).write('x'),
      ],
      [
        'The image has more than 20 MiB.',
        response => {
          for (let i = 0; i < 22; i++) response.write(Buffer.alloc(2 ** 20))
        },
      ],
    ]
    for (const [message, problem] of troubles) {
      answer = (_path, response) => {
        response.on('error', () => undefined)
        problem(response)
      }
      expect(await why(`http://${host}/secret-path`)).toBe(message)
    }
  })
})
