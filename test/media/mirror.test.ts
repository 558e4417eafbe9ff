import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rm } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/clock.ts'
import { createDiskMedia } from '../../runtime/media/disk.ts'
import { createPublicFetch, type Resolve } from '../../runtime/media/fetch-public.ts'
import { createMirror, type Mirror } from '../../runtime/media/mirror.ts'
import { isPublicAddress } from '../../runtime/media/public-address.ts'
import { createObserve } from '../../runtime/observe/observe.ts'
import { systemRandom } from '../../runtime/random.ts'
import type { MediaStore } from '../../runtime/seams.ts'
import { tempDir } from '../helpers/store.ts'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const ORIGIN = 'https://gateway.test'
const dir = tempDir('media')
let server: Server
let host: string
let hits: string[] = []
let answer: (path: string, response: ServerResponse) => void
let media: MediaStore
let mirror: Mirror
let lines: string[]

const make = (more: { allowHosts?: string[]; resolve?: Resolve; timeout?: number } = {}): Mirror => createMirror({
  media, mediaPath: '/media', clock: systemClock, maxBytes: 100_000, timeout: more.timeout ?? 2000, ...more,
  observe: createObserve({ hash: 'f', clock: systemClock, destination: { write: (line) => { lines.push(line) } } }),
})
const one = async (asset: Record<string, any>, by = mirror) => (await by.mirror([asset], { origin: ORIGIN }))[0] as Record<string, any>

beforeAll(async () => {
  media = await createDiskMedia({ dir, clock: systemClock, random: systemRandom })
  server = createServer((request, response) => { hits.push(request.url ?? ''); answer(request.url ?? '', response) })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => { server.closeAllConnections(); server.close(); await rm(dir, { recursive: true }) })
beforeEach(() => {
  hits = []
  lines = []
  mirror = make({ allowHosts: [host] })
  answer = (_path, response) => { response.writeHead(200, { 'content-type': 'image/png' }).end(PNG) }
})
afterEach(() => mirror.close())

describe('mirroring', () => {
  it('IMG-051 IMG-053 IMG-054 an upstream URL becomes a lasting one of our own', async () => {
    const url = `http://${host}/a.png?sig=secret`
    const asset = await one({ url, mime: 'image/jpeg', revised_prompt: 'a cat' })
    expect(asset).toEqual({ url: expect.stringMatching(/^https:\/\/gateway\.test\/media\/[0-9a-f]{64}\.png$/), source_url: url,
      backed_up: true, revised_prompt: 'a cat' })
    expect(await media.open(asset.url.split('/').at(-1))).toMatchObject({ type: 'image/png', bytes: PNG.length })
  })

  it('IMG-051 IMG-055 base64 becomes a URL too, and only its type is told as its source', async () => {
    for (const from of [{ b64: PNG.toString('base64'), mime: 'image/png' }, { url: `data:image/png;base64,${PNG.toString('base64')}` }]) {
      const asset = await one(from)
      expect(asset).toEqual({ url: expect.stringMatching(/\/media\/[0-9a-f]{64}\.png$/), source_url: 'data:image/png', backed_up: true })
    }
  })

  it('IMG-052 IMG-053 what cannot be mirrored is delivered as it is', async () => {
    const url = `http://${host}/a.png`
    const troubles: ((response: ServerResponse) => void)[] = [
      (response) => response.writeHead(404).end(),
      (response) => response.socket?.destroy(),
      (response) => response.writeHead(200).end(),
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>expired</html>'),
      (response) => response.writeHead(200, { 'content-length': '200000' }).end(Buffer.alloc(200_000)),
      (response) => { for (let i = 0; i < 4; i++) response.write(Buffer.alloc(50_000)); response.end() },
      (response) => response.writeHead(200, { 'content-length': '100' }).write(PNG.subarray(0, 10), () => response.socket?.destroy()),
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(PNG),
    ]
    for (const trouble of troubles) {
      answer = (_path, response) => { response.on('error', () => undefined); trouble(response) }
      expect(await one({ url, revised_prompt: 'x' })).toEqual({ url, source_url: url, backed_up: false, revised_prompt: 'x' })
    }
    expect(lines.length).toBe(troubles.length)
    expect(lines.join('')).not.toContain(host)
  })

  it('IMG-052 a base64 result that is no picture is delivered as its data URI', async () => {
    const b64 = Buffer.from('no picture').toString('base64')
    expect(await one({ b64 })).toEqual({ url: `data:application/octet-stream;base64,${b64}`, source_url: 'data:application/octet-stream',
      backed_up: false })
  })

  it('a file that does not come in time is given up, also in the middle', async () => {
    const hasty = make({ allowHosts: [host], timeout: 100 })
    for (const begin of [false, true]) {
      answer = (_path, response) => { if (begin) response.writeHead(200).write(PNG.subarray(0, 20)) }
      expect(await one({ url: `http://${host}/slow` }, hasty)).toMatchObject({ backed_up: false })
    }
    await hasty.close()
  })

  it('keeps the order of many, and leaves out those without content', async () => {
    answer = (path, response) => { setTimeout(() => response.end(Buffer.concat([PNG, Buffer.from(path)])), path === '/0' ? 30 : 0) }
    const many = await mirror.mirror([...Array.from({ length: 9 }, (_, i) => ({ url: `http://${host}/${i}`, i })), { url: '' }, {},
      { revised_prompt: 'x' }], { origin: ORIGIN })
    expect(many.map((asset) => asset.i)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(new Set(many.map((asset) => asset.url)).size).toBe(9)
    expect(many.every((asset) => asset.backed_up)).toBe(true)
  })
})

describe('what is never fetched', () => {
  const refused = async (url: string, by = mirror): Promise<void> => {
    expect(await one({ url }, by)).toEqual({ url, source_url: url, backed_up: false })
    expect(hits.filter((path) => path.includes('inside'))).toEqual([])
  }

  it('private, local and strange addresses, however they are written', async () => {
    const strict = make()
    const port = host.split(':')[1]
    for (const name of ['127.0.0.1', '0.0.0.0', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::1]', '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '10.0.0.1', '169.254.169.254', '[fe80::1]', '[fd00::1]', 'localhost']) {
      await refused(`http://${name}:${port}/inside`, strict)
    }
    for (const url of ['ftp://example.com/inside', 'file:///etc/passwd', 'gopher://127.0.0.1/inside', 'javascript:alert(1)', '//inside',
      'inside', `http://user:pass@${host}/inside`]) await refused(url)
    await strict.close()
  })

  it('a public name that resolves to a private address, alone or among public ones', async () => {
    for (const found of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::1'], ['::ffff:10.0.0.1'], []]) {
      const by = make({ resolve: async () => found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })) })
      await refused(`http://images.example:${host.split(':')[1]}/inside`, by)
      await by.close()
    }
  })

  it('a name whose addresses are all accepted is fetched, by the address that was looked up', async () => {
    const fetcher = createPublicFetch({ allowHosts: [], resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      accepts: (address) => address === '127.0.0.1' })
    const found = await fetcher.get(`http://images.example:${host.split(':')[1]}/fine`, AbortSignal.timeout(2000))
    expect(found).toMatchObject({ type: 'image/png' })
    found.cancel()
    expect(hits).toEqual(['/fine'])
    await fetcher.close()
  })

  it('a name whose address changes between looking and connecting: the address that is checked is the one that is used', async () => {
    let asked = 0
    const by = make({ resolve: async () => [{ address: asked++ === 0 ? '203.0.113.1' : '127.0.0.1', family: 4 }] })
    await refused(`http://images.example:${host.split(':')[1]}/inside`, by)
    await refused(`http://images.example:${host.split(':')[1]}/inside`, by)
    expect(asked).toBe(2)
    await by.close()
  })

  it('a redirect to such an address; other redirects are followed, three at most', async () => {
    const strictButOne = make({ allowHosts: [host], resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    const port = host.split(':')[1]
    for (const to of [`http://localhost:${port}/inside`, `http://0.0.0.0:${port}/inside`, 'file:///etc/passwd', 'http://[::1]/inside',
      'http://169.254.169.254/inside']) {
      answer = (path, response) => { path === '/start' ? response.writeHead(302, { location: to }).end() : response.end(PNG) }
      await refused(`http://${host}/start`, strictButOne)
    }
    answer = (path, response) => { path === '/4' ? response.end(PNG) : response.writeHead(307,
      { location: `/${Number(path.slice(1)) + 1}` }).end() }
    expect(await one({ url: `http://${host}/1` })).toMatchObject({ backed_up: true })
    expect(await one({ url: `http://${host}/0` })).toMatchObject({ backed_up: false })
    await strictButOne.close()
  })

  it('knows what is public', () => {
    for (const address of ['8.8.8.8', '93.184.216.34', '172.15.0.1', '172.32.0.1', '2606:4700::1111',
      '2a00:1450:4001::1']) expect(isPublicAddress(address), address).toBe(true)
    for (const address of [
      '0.1.2.3', '10.1.1.1', '100.64.0.1', '127.0.0.1', '169.254.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '198.18.0.1',
        '224.0.0.1', '255.255.255.255', '203.0.113.9',
      '::', '::1', '::ffff:8.8.8.8', '64:ff9b::808:808', 'fe80::1', 'fec0::1', 'fc00::1', 'fdff::1', 'ff02::1', '2001:db8::1',
        '2002:7f00:1::', '2001::1', '', 'localhost', '1.2.3',
    ]) expect(isPublicAddress(address), address).toBe(false)
  })
})
