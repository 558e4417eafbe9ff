/**
 * Strangers who read a bucket's files through the gateway, and stop in the middle: they hold up
 * neither results nor each other.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { createS3Media } from '../../runtime/media/s3.ts'
import { serveMedia } from '../../runtime/media/serve.ts'
import { systemRandom } from '../../runtime/lib/random.ts'
import type { MediaStore } from '../../runtime/seams.ts'
import { manualClock } from '../helpers/clock.ts'
import { bytesOf, chunks, PNG } from './contract.ts'

/** As many as the connections that readers have. */
const MANY = 64
const name = `${'a'.repeat(64)}.png`
const film = Buffer.alloc(400_000)
let bucket: Server
let media: MediaStore
let readers: AsyncIterator<Uint8Array>[]
beforeEach(async () => {
  readers = []
  bucket = createServer((request, response) => {
    response.on('error', () => undefined)
    if (request.method === 'PUT') return request.resume().on('end', () => response.end())
    response
      .writeHead(200, { 'content-length': String(film.length) })
      .end(request.method === 'GET' ? film : undefined)
  })
  await new Promise<void>(resolve => bucket.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}/bucket`
  media = createS3Media({
    bucket: { url, region: 'r', keyId: 'k', secret: 's' },
    clock: systemClock,
    random: systemRandom,
  })
})
afterEach(async () => {
  await Promise.all(readers.map(reader => reader.return?.()))
  await media.close()
  bucket.closeAllConnections()
  bucket.close()
})

/** Readers who take one piece of a file and stop. */
async function standStill(begin: () => Promise<AsyncIterable<Uint8Array>>): Promise<void> {
  readers = await Promise.all(
    Array.from({ length: MANY }, async () => (await begin())[Symbol.asyncIterator]()),
  )
  await Promise.all(readers.map(reader => reader.next()))
}

it('results are stored, however many of them stand still', async () => {
  await standStill(async () => (await media.open(name))!.stream)
  expect(await media.put(chunks(PNG), { maxBytes: 1000 })).toMatchObject({ type: 'image/png' })
})

it('those who stand still make room for others', async () => {
  const clock = manualClock()
  const serve = async () =>
    (await serveMedia({ media, clock }, { name, method: 'GET' }))!.body as AsyncIterable<Uint8Array>
  await standStill(serve)
  const other = bytesOf(await serve())
  await expect.poll(() => clock.sleepers(), { timeout: 45_000 }).toBe(MANY)
  await clock.advance(60_000)
  expect((await other).equals(film)).toBe(true)
})
