/** The S3 store: against a real, strict server, and against one that misbehaves on purpose. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdirSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { createS3Media } from '../../runtime/media/s3.ts'
import { systemRandom } from '../../runtime/lib/random.ts'
import type { Clock, MediaStore } from '../../runtime/seams.ts'
import { startObjectStore, type ObjectStore } from '../../scripts/devnet/object-store.ts'
import { suitesWith } from '../helpers/servers.ts'
import { freshPrefix, tempDir } from '../helpers/store.ts'
import { bytesOf, chunks, mediaContract, picture, PNG, type Tried } from './contract.ts'
import { servingContract } from './serving.ts'

let server: ObjectStore
const real = suitesWith('s3')
const spool = tempDir('spool')
afterAll(() => rm(spool, { recursive: true }))

const parts = { clock: systemClock, random: systemRandom, spool }
const open = (more: Partial<ObjectStore> = {}): MediaStore => {
  const { url, region, keyId, secret } = { ...server, ...more }
  return createS3Media({ bucket: { url, region, keyId, secret }, ...parts })
}

const start = async (): Promise<Tried> => ({
  media: open({ url: `${server.url}/${freshPrefix()}` }),
  leftovers: async () => (await readdir(spool)).length,
  stop: async () => undefined,
})
real.describe('a real server', () => {
  beforeAll(async () => {
    server = await startObjectStore()
  }, 90_000)
  afterAll(() => server?.stop())
  mediaContract('S3', start)
  servingContract('S3', start)
  describe('in the bucket', inTheBucket)
})

function inTheBucket(): void {
  it('a file lies under the prefix by its hash, with its type, to be kept for ever', async () => {
    const prefix = freshPrefix()
    const media = open({ url: `${server.url}/${prefix}/` })
    const { name } = await media.put(chunks(picture()), { maxBytes: 2000 })
    const found = await server.fetch(`/${prefix}/${name.slice(0, 2)}/${name}`)
    expect(found.status).toBe(200)
    expect(found.headers.get('content-type')).toBe('image/png')
    expect((await found.arrayBuffer()).byteLength).toBe(1000 + PNG.length)
    await media.close()
  })

  it('a file that somebody removed is gone, and can be stored anew', async () => {
    const prefix = `/${freshPrefix()}`
    const bytes = picture()
    const media = open({ url: server.url + prefix })
    const { name } = await media.put(chunks(bytes), { maxBytes: 2000 })
    await server.fetch(`${prefix}/${name.slice(0, 2)}/${name}`, { method: 'DELETE' })
    expect(await media.open(name)).toBeUndefined()
    expect(await media.put(chunks(bytes), { maxBytes: 2000 })).toMatchObject({ name })
    expect(await bytesOf((await media.open(name))!.stream)).toEqual(bytes)
    await media.close()
  })

  it('with a wrong secret or bucket nothing is stored, and no error shows a key, a secret or an address', async () => {
    for (const [more, code] of [
      [{ secret: 'a-wrong-secret' }, '403 SignatureDoesNotMatch'],
      [{ keyId: 'nobody' }, '403 '],
      [{ url: server.url.replace(/\/[^/]+$/, '/no-such-bucket') }, '404 NoSuchBucket'],
    ] as const) {
      const media = open(more)
      const failed = await media.put(chunks(PNG), { maxBytes: 1000 }).catch((error: Error) => error)
      expect(failed).toMatchObject({
        name: 'MediaStoreFailed',
        message: expect.stringContaining(`the media store answered ${code}`),
      })
      expect(String(failed)).not.toMatch(/secret|nobody|tester|http|127\.0\.0\.1/)
      await media.close()
    }
  })
}

describe('a server that misbehaves', () => {
  /** Pauses take no time; the rest is the machine's. */
  const clock: Clock = { ...systemClock, sleep: async () => undefined }
  let odd: Server
  let seen: { method: string; headers: IncomingMessage['headers']; bytes: number }[]
  let answer: (request: IncomingMessage, response: ServerResponse, times: number) => void
  let media: MediaStore

  beforeEach(async () => {
    seen = []
    odd = createServer(async (request, response) => {
      response.on('error', () => undefined)
      const about = { method: request.method ?? '', headers: request.headers, bytes: 0 }
      for await (const chunk of request) about.bytes += chunk.length
      seen.push(about)
      if (request.method === 'HEAD') return void response.writeHead(404).end()
      answer(request, response, seen.filter(({ method }) => method === request.method).length)
    })
    await new Promise<void>(resolve => odd.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(odd.address() as AddressInfo).port}/bucket`
    media = createS3Media({
      bucket: { url, region: 'eu-1', keyId: 'KEYID', secret: 'SECRET' },
      ...parts,
      clock,
    })
  })
  afterEach(async () => {
    await media.close()
    odd.closeAllConnections()
    odd.close()
  })
  const put = (bytes: Uint8Array = PNG) => media.put(chunks(bytes, 10_000), { maxBytes: 1e6 })
  const puts = () => seen.filter(({ method }) => method === 'PUT')

  it('an upload is one signed request of known length, with the hash of its content twice', async () => {
    answer = (_request, response) => {
      response.end()
    }
    const { name } = await put()
    const hash = name.slice(0, 64)
    expect(puts()).toEqual([
      {
        method: 'PUT',
        bytes: PNG.length,
        headers: expect.objectContaining({
          'content-length': String(PNG.length),
          'content-type': 'image/png',
          'x-amz-content-sha256': hash,
          'x-amz-checksum-sha256': Buffer.from(hash, 'hex').toString('base64'),
          authorization: expect.stringMatching(
            /^AWS4-HMAC-SHA256 Credential=KEYID\/\d{8}\/eu-1\/s3\/aws4_request, SignedHeaders=.*x-amz-checksum-sha256/,
          ),
        }),
      },
    ])
    expect(JSON.stringify(seen)).not.toContain('SECRET')
  })

  it('what passes is tried again, twice at most, with the whole file each time', async () => {
    const troubles: ((response: ServerResponse) => void)[] = [
      response => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'),
      response => response.writeHead(429).end(),
      response => response.socket?.destroy(),
    ]
    for (const problem of troubles) {
      for (const [failures, stored] of [
        [2, true],
        [3, false],
      ] as const) {
        seen = []
        answer = (_request, response, times) => {
          times <= failures ? problem(response) : response.end()
        }
        const result = await put(picture(100_000)).catch((error: Error) => error.name)
        expect(typeof result === 'object').toBe(stored)
        if (!stored) expect(result).toBe('MediaStoreFailed')
        expect(puts().map(({ bytes }) => bytes)).toEqual(
          Array.from({ length: 3 }, () => 100_000 + PNG.length),
        )
      }
    }
  })

  it('what is refused or sent elsewhere is not tried again, and redirects are not followed', async () => {
    for (const status of [301, 307, 400, 403, 404, 501]) {
      seen = []
      answer = (_request, response) => {
        response.writeHead(status, { location: `http://${_request.headers.host}/elsewhere` }).end()
      }
      await expect(put()).rejects.toThrow(`the media store answered ${status}`)
      expect(puts()).toHaveLength(status === 501 ? 3 : 1)
    }
  })

  it('nothing is left in the folder of spooled files, not even while one is sent', async () => {
    let during: string[] = ['?']
    answer = (_request, response) => {
      during = readdirSync(spool)
      response.end()
    }
    await put()
    expect(during).toEqual([])
  })

  it('a server that ignores a range, or breaks off, gives an error and no wrong bytes', async () => {
    const name = `${'a'.repeat(64)}.png`
    odd.removeAllListeners('request')
    odd.on('request', (request, response) => {
      response.on('error', () => undefined)
      if (request.method === 'HEAD')
        return response.writeHead(200, { 'content-length': '1000' }).end()
      if (request.headers.range) return response.writeHead(200).end(Buffer.alloc(1000))
      response
        .writeHead(200, { 'content-length': '1000' })
        .write(Buffer.alloc(10), () => response.socket?.destroy())
    })
    await expect(bytesOf((await media.open(name, { start: 1, end: 2 }))!.stream)).rejects.toThrow(
      'answered 200',
    )
    await expect(bytesOf((await media.open(name))!.stream)).rejects.toThrow()
  })

  it('a store that cannot be reached is no missing file', async () => {
    odd.closeAllConnections()
    await new Promise(resolve => odd.close(resolve))
    await expect(media.open(`${'a'.repeat(64)}.png`)).rejects.toThrow(
      'the media store could not be reached: ECONNREFUSED',
    )
    await expect(put()).rejects.toThrow('the media store could not be reached: ECONNREFUSED')
  })

  it('a server that never answers is given up', async () => {
    answer = () => undefined
    const hasty: Clock = { ...clock, after: (ms, run) => systemClock.after(Math.min(ms, 50), run) }
    const url = `http://127.0.0.1:${(odd.address() as AddressInfo).port}/bucket`
    const impatient = createS3Media({
      bucket: { url, region: 'r', keyId: 'k', secret: 's' },
      ...parts,
      clock: hasty,
    })
    await expect(impatient.put(chunks(PNG), { maxBytes: 1000 })).rejects.toThrow(
      'the media store took more than 300000 ms',
    )
    await impatient.close()
  })
})
