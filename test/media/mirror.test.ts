import { type ServerResponse } from 'node:http'
import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { rawAssets } from '../../runtime/media/mirror.ts'
import {} from '../../runtime/observe/observe.ts'
import type {} from '../../runtime/contract.ts'
import { manualClock } from '../helpers/clock.ts'
import { pcm, wav } from './samples.ts'
import {
  ORIGIN,
  PNG,
  dir,
  files,
  host,
  lines,
  make,
  media,
  mirror,
  one,
  useMirror,
} from './mirror-desk.ts'

useMirror()

const stored = async () =>
  (await readdir(dir, { recursive: true })).filter(name => name.includes('.')).sort()

const text = (response: ServerResponse, type: string, body: string) =>
  response.writeHead(200, { 'content-type': type }).end(body)

describe('mirroring', () => {
  it('IMG-051 IMG-053 IMG-054 an upstream URL becomes a lasting one of our own', async () => {
    const url = `http://${host}/a.png?sig=secret`
    const asset = await one({ url, mime: 'image/jpeg', revised_prompt: 'a cat' })
    expect(asset).toEqual({
      url: expect.stringMatching(/^https:\/\/gateway\.test\/media\/[0-9a-f]{64}\.png$/),
      source_url: url,
      backed_up: true,
      revised_prompt: 'a cat',
    })
    expect(await media.open(asset.url.split('/').at(-1))).toMatchObject({
      type: 'image/png',
      bytes: PNG.length,
    })
  })

  it('IMG-051 IMG-055 base64 becomes a URL too, and only its type is reported as its source', async () => {
    for (const from of [
      { b64: PNG.toString('base64'), mime: 'image/png' },
      { url: `data:image/png;base64,${PNG.toString('base64')}` },
    ]) {
      const asset = await one(from)
      expect(asset).toEqual({
        url: expect.stringMatching(/\/media\/[0-9a-f]{64}\.png$/),
        source_url: 'data:image/png',
        backed_up: true,
      })
    }
  })

  it('IMG-052 IMG-053 what cannot be mirrored is delivered as it is', async () => {
    const url = `http://${host}/a.png`
    const troubles: ((response: ServerResponse) => void)[] = [
      response => response.writeHead(404).end(),
      response => response.socket?.destroy(),
      response => response.writeHead(200).end(),
      response => text(response, 'text/html', '<html>expired</html>'),
      response => text(response, 'image/png', '<html>expired</html>'),
      response => text(response, 'audio/mpeg', '{"error":"expired"}'),
      response =>
        response.writeHead(200, { 'content-length': '200000' }).end(Buffer.alloc(200_000)),
      response => {
        for (let i = 0; i < 4; i++) response.write(Buffer.alloc(50_000))
        response.end()
      },
      response =>
        response
          .writeHead(200, { 'content-length': '100' })
          .write(PNG.subarray(0, 10), () => response.socket?.destroy()),
      response => response.writeHead(200, { 'content-encoding': 'gzip' }).end(PNG),
    ]
    const before = await stored()
    for (const problem of troubles) {
      files.answer = (_path, response) => {
        response.on('error', () => undefined)
        problem(response)
      }
      expect(await one({ url, revised_prompt: 'x' })).toEqual({
        url,
        source_url: url,
        backed_up: false,
        revised_prompt: 'x',
      })
    }
    expect(await stored()).toEqual(before)
    expect(lines.length).toBe(troubles.length)
    expect(lines.join('')).not.toContain(host)
  })

  it('IMG-052 a base64 result that is no picture is delivered as its data URI', async () => {
    const b64 = Buffer.from('no picture').toString('base64')
    expect(await one({ b64 })).toEqual({
      url: `data:application/octet-stream;base64,${b64}`,
      source_url: 'data:application/octet-stream',
      backed_up: false,
    })
  })

  it('a file that does not come in time is given up, also in the middle', async () => {
    const hasty = make({ allowHosts: [host], timeout: 100, clock: systemClock })
    for (const begin of [false, true]) {
      files.answer = (_path, response) => {
        if (begin) response.writeHead(200).write(PNG.subarray(0, 20))
      }
      expect(await one({ url: `http://${host}/slow` }, hasty)).toMatchObject({ backed_up: false })
    }
    await hasty.close()
  })

  it('keeps the order of many, and leaves out those without content', async () => {
    files.answer = (path, response) => {
      setTimeout(
        () => response.end(Buffer.concat([PNG, Buffer.from(path)])),
        path === '/0' ? 30 : 0,
      )
    }
    const many = await mirror.mirror(
      [
        ...Array.from({ length: 9 }, (_, i) => ({ url: `http://${host}/${i}`, i })),
        { url: '' },
        {},
        { revised_prompt: 'x' },
      ],
      { origin: ORIGIN },
    )
    expect(many.map(asset => asset.i)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(new Set(many.map(asset => asset.url)).size).toBe(9)
    expect(many.every(asset => asset.backed_up)).toBe(true)
  })
})

describe('attempts', () => {
  const fails = (times: number, how: (response: ServerResponse) => unknown): void => {
    files.answer = (_path, response) => {
      response.on('error', () => undefined)
      if (files.hits.length <= times) how(response)
      else response.writeHead(200, { 'content-type': 'image/png' }).end(PNG)
    }
  }
  const broken = (response: ServerResponse) =>
    response
      .writeHead(200, { 'content-length': '100' })
      .write(PNG.subarray(0, 10), () => response.socket?.destroy())

  it('what passes is asked again, twice, with growing pauses', async () => {
    for (const how of [
      broken,
      (response: ServerResponse) => response.socket?.destroy(),
      ...[408, 425, 429, 500, 502, 503, 504].map(
        status => (response: ServerResponse) => response.writeHead(status).end(),
      ),
    ]) {
      for (const [times, saved] of [
        [2, true],
        [3, false],
      ] as const) {
        files.hits = []
        files.pauses = []
        fails(times, how)
        expect(await one({ url: `http://${host}/a` })).toMatchObject({ backed_up: saved })
        expect(files.hits).toHaveLength(3)
        expect(files.pauses).toEqual([500, 2000])
      }
    }
  })

  it('what is refused is asked once', async () => {
    for (const how of [400, 403, 404, 410]
      .map(status => (response: ServerResponse) => response.writeHead(status).end())
      .concat(
        response => text(response, 'text/html', '<html>'),
        response => response.end(Buffer.alloc(100_001)),
      )) {
      files.hits = []
      fails(1, how)
      expect(await one({ url: `http://${host}/a` })).toMatchObject({ backed_up: false })
      expect(files.hits).toHaveLength(1)
    }
  })

  it('a sender that falls silent is asked again long before the time for the file is over', async () => {
    const slow = manualClock()
    const by = make({ allowHosts: [host], clock: slow, timeout: 600_000 })
    const begun: ServerResponse[] = []
    files.answer = (_path, response) => {
      if (files.hits.length > 1) return void response.end(PNG)
      response.writeHead(200).write(PNG.subarray(0, 20), () => begun.push(response))
    }
    const done = one({ url: `http://${host}/a` }, by)
    await expect.poll(() => begun.length).toBe(1)
    while (files.hits.length < 2) await slow.advance(5000)
    expect(await done).toMatchObject({ backed_up: true })
    expect(slow.now() - manualClock().now()).toBeLessThan(120_000)
    expect(begun[0]!.destroyed).toBe(true)
    await by.close()
  })

  it('end when the caller gives up', async () => {
    const stop = new AbortController()
    files.answer = () => stop.abort()
    const url = `http://${host}/a`
    expect(await mirror.mirror([{ url }], { origin: ORIGIN, signal: stop.signal })).toEqual([
      { url, source_url: url, backed_up: false },
    ])
    expect(files.hits).toHaveLength(1)
    expect(
      await mirror.mirror([{ url }], { origin: ORIGIN, signal: AbortSignal.abort() }),
    ).toMatchObject([{ backed_up: false }])
    expect(files.hits).toHaveLength(1)
  })

  it('also end when the store takes longer than there is time', async () => {
    const stuck = make({
      allowHosts: [host],
      timeout: 50,
      clock: systemClock,
      media: { ...media, put: () => new Promise(() => undefined) },
    })
    expect(await one({ url: `http://${host}/a` }, stuck)).toMatchObject({ backed_up: false })
    await stuck.close()
  })
})

describe('bytes of the reply itself', () => {
  it('MUS-019 become a URL, and only their type is reported as their source', async () => {
    for (const [bytes, mime, ext, shown] of [
      [wav(0.1), 'audio/wav', 'wav', 'audio/wav'],
      [pcm(0.1), 'audio/L16;rate=24000', 'pcm', 'audio/L16'],
      [PNG, undefined, 'png', 'image/png'],
    ] as const) {
      expect(await one({ bytes, mime, seconds: 3 })).toEqual({
        url: expect.stringMatching(new RegExp(`/media/[0-9a-f]{64}\\.${ext}$`)),
        source_url: `data:${shown}`,
        backed_up: true,
        seconds: 3,
      })
    }
  })

  it('MUS-020 are delivered as a data URI where they cannot be stored', async () => {
    const full = make({
      media: {
        ...media,
        put: async () => {
          throw Object.assign(new Error('/secret/place'), { code: 'ENOSPC' })
        },
      },
    })
    const bytes = wav(0.1)
    expect(await one({ bytes, mime: 'audio/wav' }, full)).toEqual({
      url: `data:audio/wav;base64,${bytes.toString('base64')}`,
      source_url: 'data:audio/wav',
      backed_up: false,
    })
    expect(lines.join('')).toContain('ENOSPC')
    expect(lines.join('')).not.toContain('place')
    await full.close()
  })

  it('MUS-020 are delivered so too where the store takes longer than there is time, or the caller has', async () => {
    const data = `data:image/png;base64,${PNG.toString('base64')}`
    const asItCame = { url: data, source_url: 'data:image/png', backed_up: false }
    const time = manualClock()
    let puts = 0
    const hung = make({
      clock: time,
      timeout: 5000,
      media: {
        ...media,
        put: () => {
          puts += 1
          return new Promise(() => undefined)
        },
      },
    })
    for (const asset of [{ bytes: PNG }, { b64: PNG.toString('base64') }, { url: data }]) {
      const done = one(asset, hung)
      await time.advance(5000)
      expect(await done).toEqual(asItCame)
      const stop = new AbortController()
      const given = hung.mirror([asset], { origin: ORIGIN, signal: stop.signal })
      await time.settle()
      stop.abort()
      expect(await given).toEqual([asItCame])
    }
    expect([puts, time.sleepers()]).toEqual([6, 0])
    expect(
      await hung.mirror([{ bytes: PNG }], { origin: ORIGIN, signal: AbortSignal.abort() }),
    ).toEqual([asItCame])
    expect(puts).toBe(6)
    await hung.close()
  })

  it('without any byte there is no result', async () => {
    expect(await one({ bytes: new Uint8Array(), mime: 'audio/mpeg' })).toBeUndefined()
  })
})

describe('results as they came', () => {
  it('EDIT-049 have the address or the data URI alone, and nothing of a copy', () => {
    expect(
      rawAssets([
        { url: 'https://x.example/a.png', mime: 'image/png', revised_prompt: 'a' },
        { b64: PNG.toString('base64'), mime: 'image/png', note: null },
        { bytes: PNG },
        { url: `data:image/png;base64,${PNG.toString('base64')}` },
        { path: '/only/with/a/key' },
        {},
      ]),
    ).toEqual([
      { url: 'https://x.example/a.png', revised_prompt: 'a' },
      ...Array.from({ length: 3 }, () => ({
        url: `data:image/png;base64,${PNG.toString('base64')}`,
      })),
    ])
  })
})
