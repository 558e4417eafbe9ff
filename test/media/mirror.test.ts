import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdir, rm } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/clock.ts'
import { createDiskMedia } from '../../runtime/media/disk.ts'
import { createPublicFetch } from '../../runtime/media/fetch-public.ts'
import {
  createMirror,
  rawAssets,
  type Mirror,
  type MirrorOptions,
} from '../../runtime/media/mirror.ts'
import { isPublicAddress } from '../../runtime/media/public-address.ts'
import { createObserve } from '../../runtime/observe/observe.ts'
import { systemRandom } from '../../runtime/random.ts'
import type { Scope } from '../../runtime/contract.ts'
import type { Clock, MediaStore } from '../../runtime/seams.ts'
import { manualClock } from '../helpers/clock.ts'
import { tempDir } from '../helpers/store.ts'
import { pcm, wav } from './samples.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const ORIGIN = 'https://gateway.test'
const dir = tempDir('media')
let server: Server
let host: string
let hits: string[] = []
let answer: (path: string, response: ServerResponse) => void
let media: MediaStore
let mirror: Mirror
let lines: string[]
let pauses: number[]
/** The machine's time, but pauses between attempts take none and are noted. */
const clock: Clock = {
  ...systemClock,
  sleep: async ms => {
    pauses.push(ms)
  },
}

const make = (more: Partial<MirrorOptions> = {}): Mirror =>
  createMirror({
    media,
    mediaPath: '/media',
    clock,
    maxBytes: 100_000,
    timeout: 60_000,
    ...more,
    observe: createObserve({
      hash: 'f',
      clock: systemClock,
      destination: {
        write: line => {
          lines.push(line)
        },
      },
    }),
  })
const one = async (asset: Record<string, any>, by = mirror) =>
  (await by.mirror([asset], { origin: ORIGIN }))[0] as Record<string, any>
const stored = async () =>
  (await readdir(dir, { recursive: true })).filter(name => name.includes('.')).sort()
const text = (response: ServerResponse, type: string, body: string) =>
  response.writeHead(200, { 'content-type': type }).end(body)

beforeAll(async () => {
  media = await createDiskMedia({ dir, clock: systemClock, random: systemRandom })
  server = createServer((request, response) => {
    hits.push(request.url ?? '')
    answer(request.url ?? '', response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(dir, { recursive: true })
})
beforeEach(() => {
  hits = []
  lines = []
  pauses = []
  mirror = make({ allowHosts: [host] })
  answer = (_path, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(PNG)
  }
})
afterEach(() => mirror.close())

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

  it('IMG-051 IMG-055 base64 becomes a URL too, and only its type is told as its source', async () => {
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
    for (const trouble of troubles) {
      answer = (_path, response) => {
        response.on('error', () => undefined)
        trouble(response)
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
      answer = (_path, response) => {
        if (begin) response.writeHead(200).write(PNG.subarray(0, 20))
      }
      expect(await one({ url: `http://${host}/slow` }, hasty)).toMatchObject({ backed_up: false })
    }
    await hasty.close()
  })

  it('keeps the order of many, and leaves out those without content', async () => {
    answer = (path, response) => {
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
    answer = (_path, response) => {
      response.on('error', () => undefined)
      if (hits.length <= times) how(response)
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
        hits = []
        pauses = []
        fails(times, how)
        expect(await one({ url: `http://${host}/a` })).toMatchObject({ backed_up: saved })
        expect(hits).toHaveLength(3)
        expect(pauses).toEqual([500, 2000])
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
      hits = []
      fails(1, how)
      expect(await one({ url: `http://${host}/a` })).toMatchObject({ backed_up: false })
      expect(hits).toHaveLength(1)
    }
  })

  it('a sender that falls silent is asked again long before the time for the file is over', async () => {
    const slow = manualClock()
    const by = make({ allowHosts: [host], clock: slow, timeout: 600_000 })
    const begun: ServerResponse[] = []
    answer = (_path, response) => {
      if (hits.length > 1) return void response.end(PNG)
      response.writeHead(200).write(PNG.subarray(0, 20), () => begun.push(response))
    }
    const done = one({ url: `http://${host}/a` }, by)
    await expect.poll(() => begun.length).toBe(1)
    while (hits.length < 2) await slow.advance(5000)
    expect(await done).toMatchObject({ backed_up: true })
    expect(slow.now() - manualClock().now()).toBeLessThan(120_000)
    expect(begun[0]!.destroyed).toBe(true)
    await by.close()
  })

  it('end when the caller gives up', async () => {
    const stop = new AbortController()
    answer = () => stop.abort()
    const url = `http://${host}/a`
    expect(await mirror.mirror([{ url }], { origin: ORIGIN, signal: stop.signal })).toEqual([
      { url, source_url: url, backed_up: false },
    ])
    expect(hits).toHaveLength(1)
    expect(
      await mirror.mirror([{ url }], { origin: ORIGIN, signal: AbortSignal.abort() }),
    ).toMatchObject([{ backed_up: false }])
    expect(hits).toHaveLength(1)
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
  it('MUS-019 become a URL, and only their type is told as their source', async () => {
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

describe('files below the supplier', () => {
  const scope = { body: {} } as Scope
  const upstream = { name: 'vendor', scope }
  let opened: [string, string][]
  let troubles: number
  let file: () => { type?: string; length?: number; bytes: Uint8Array }
  const suppliers = {
    vendor: { url: 'https://api.vendor.example/v1/', key: 'the-key' },
    holes: { url: 'https://{model.host}.vendor.example' },
  }
  const byPath = () =>
    make({
      suppliers,
      upstreams: {
        async open(name, path, how) {
          expect(how.scope).toBe(scope)
          opened.push([name, path])
          if (opened.length <= troubles) throw new Error('not there yet')
          const { bytes, ...facts } = file()
          return {
            ...facts,
            body: (async function* () {
              yield bytes
            })(),
            cancel: () => undefined,
          }
        },
      },
    })
  const MP4 = Buffer.concat([
    Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'latin1'),
    Buffer.alloc(1000),
  ])
  const film = {
    path: '/files/abc:download?alt=media&key=the-key',
    last_frame_url: 'https://vendor.example/frame.png',
    seconds: 5,
  }
  beforeEach(() => {
    opened = []
    troubles = 0
    file = () => ({ type: 'video/mp4', length: MP4.length, bytes: MP4 })
  })

  it('VID-013 VID-014 become a URL; where they came from is told without a query, and other members are kept', async () => {
    const by = byPath()
    expect(await by.mirror([film], { origin: ORIGIN, upstream })).toEqual([
      {
        url: expect.stringMatching(/^https:\/\/gateway\.test\/media\/[0-9a-f]{64}\.mp4$/),
        backed_up: true,
        source_url: 'https://api.vendor.example/v1/files/abc:download',
        last_frame_url: film.last_frame_url,
        seconds: 5,
      },
    ])
    expect(opened).toEqual([['vendor', film.path]])
    expect(
      await by.mirror([film], { origin: ORIGIN, upstream: { name: 'holes', scope } }),
    ).toMatchObject([{ source_url: '/files/abc:download' }])
    await by.close()
  })

  it('are asked for patiently, since nobody can have them without a copy', async () => {
    const by = byPath()
    troubles = 7
    expect(await by.mirror([film], { origin: ORIGIN, upstream })).toMatchObject([
      { backed_up: true },
    ])
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000])
    await by.close()
  })

  it('that break off, are no film or too large are left out: no result, no charge', async () => {
    const by = byPath()
    const page = Buffer.from('<html>gone</html>')
    const before = await stored()
    const wrong = [
      { length: MP4.length + 1, bytes: MP4 },
      { length: MP4.length - 1, bytes: MP4 },
      { type: 'video/mp4', bytes: page },
      { bytes: Buffer.concat([MP4, Buffer.alloc(100_000)]) },
      { length: 100_001, bytes: MP4 },
    ]
    for (const one of wrong) {
      file = () => one
      expect(await by.mirror([film], { origin: ORIGIN, upstream })).toEqual([])
    }
    expect(await stored()).toEqual(before)
    expect(lines.join('')).not.toMatch(/the-key|vendor\.example/)
    await by.close()
  })

  it('stop being asked for when the time for the file is over', async () => {
    const time = manualClock()
    const by = createMirror({
      media,
      mediaPath: '/media',
      clock: time,
      maxBytes: 1e6,
      timeout: 5000,
      suppliers,
      observe: createObserve({ hash: 'f', clock: time, destination: { write: () => undefined } }),
      upstreams: {
        open: async (name, path) => {
          opened.push([name, path])
          throw new Error('no')
        },
      },
    })
    const done = by.mirror([film], { origin: ORIGIN, upstream })
    await time.advance(60_000)
    expect(await done).toEqual([])
    expect(opened).toHaveLength(4)
    await by.close()
  })

  it('have no content without a supplier', async () => {
    expect(await mirror.mirror([film], { origin: ORIGIN, upstream })).toEqual([])
    const by = byPath()
    expect(await by.mirror([film], { origin: ORIGIN })).toEqual([])
    await by.close()
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

describe('what is never fetched', () => {
  const refused = async (url: string, by = mirror): Promise<void> => {
    expect(await one({ url }, by)).toEqual({ url, source_url: url, backed_up: false })
    expect(hits.filter(path => path.includes('inside'))).toEqual([])
  }

  it('private, local and strange addresses, however they are written', async () => {
    const strict = make()
    const port = host.split(':')[1]
    for (const name of [
      '127.0.0.1',
      '0.0.0.0',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::7f00:1]',
      '10.0.0.1',
      '169.254.169.254',
      '[fe80::1]',
      '[fd00::1]',
      'localhost',
    ]) {
      await refused(`http://${name}:${port}/inside`, strict)
    }
    for (const url of [
      'ftp://example.com/inside',
      'file:///etc/passwd',
      'gopher://127.0.0.1/inside',
      'javascript:alert(1)',
      '//inside',
      'inside',
      `http://user:pass@${host}/inside`,
    ])
      await refused(url)
    await strict.close()
  })

  it('a public name that resolves to a private address, alone or among public ones', async () => {
    for (const found of [
      ['127.0.0.1'],
      ['93.184.216.34', '127.0.0.1'],
      ['::1'],
      ['::ffff:10.0.0.1'],
      [],
    ]) {
      const by = make({
        resolve: async () =>
          found.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
      })
      await refused(`http://images.example:${host.split(':')[1]}/inside`, by)
      await by.close()
    }
  })

  it('a name whose addresses are all accepted is fetched, by the address that was looked up', async () => {
    const fetcher = createPublicFetch({
      allowHosts: [],
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      accepts: address => address === '127.0.0.1',
    })
    const found = await fetcher.get(
      `http://images.example:${host.split(':')[1]}/fine`,
      AbortSignal.timeout(2000),
    )
    expect(found).toMatchObject({ type: 'image/png' })
    found.cancel()
    expect(hits).toEqual(['/fine'])
    await fetcher.close()
  })

  it('a name whose address changes between looking and connecting: the address that is checked is the one that is used', async () => {
    let asked = 0
    const by = make({
      resolve: async () => [{ address: asked++ === 0 ? '203.0.113.1' : '127.0.0.1', family: 4 }],
    })
    await refused(`http://images.example:${host.split(':')[1]}/inside`, by)
    await refused(`http://images.example:${host.split(':')[1]}/inside`, by)
    expect(asked).toBe(2)
    await by.close()
  })

  it('a redirect to such an address; other redirects are followed, three at most', async () => {
    const strictButOne = make({
      allowHosts: [host],
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    const port = host.split(':')[1]
    for (const to of [
      `http://localhost:${port}/inside`,
      `http://0.0.0.0:${port}/inside`,
      'file:///etc/passwd',
      'http://[::1]/inside',
      'http://169.254.169.254/inside',
    ]) {
      answer = (path, response) => {
        path === '/start' ? response.writeHead(302, { location: to }).end() : response.end(PNG)
      }
      await refused(`http://${host}/start`, strictButOne)
    }
    answer = (path, response) => {
      path === '/4'
        ? response.end(PNG)
        : response.writeHead(307, { location: `/${Number(path.slice(1)) + 1}` }).end()
    }
    expect(await one({ url: `http://${host}/1` })).toMatchObject({ backed_up: true })
    expect(await one({ url: `http://${host}/0` })).toMatchObject({ backed_up: false })
    await strictButOne.close()
  })

  it('knows what is public', () => {
    for (const address of [
      '8.8.8.8',
      '93.184.216.34',
      '172.15.0.1',
      '172.32.0.1',
      '2606:4700::1111',
      '2a00:1450:4001::1',
    ])
      expect(isPublicAddress(address), address).toBe(true)
    for (const address of [
      '0.1.2.3',
      '10.1.1.1',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '203.0.113.9',
      '::',
      '::1',
      '::ffff:8.8.8.8',
      '64:ff9b::808:808',
      'fe80::1',
      'fec0::1',
      'fc00::1',
      'fdff::1',
      'ff02::1',
      '2001:db8::1',
      '2002:7f00:1::',
      '2001::1',
      '',
      'localhost',
      '1.2.3',
    ])
      expect(isPublicAddress(address), address).toBe(false)
  })
})
