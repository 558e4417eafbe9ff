/** Serving stored media: the same answers whatever the store is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveMedia, type MediaRequest } from '../../runtime/media/serve.ts'
import type { Clock, MediaStore } from '../../runtime/seams.ts'
import { manualClock } from '../helpers/clock.ts'
import { bytesOf, chunks, picture, type Tried } from './contract.ts'

const SIZE = 1067

/** Runs what must hold of every file that is served, from a store that `start` opens. */
export function servingContract(store: string, start: () => Promise<Tried>): void {
  describe(`${store}: how its files are served`, () => {
    const bytes = picture(SIZE - picture(0).length)
    let tried: Tried
    let media: MediaStore
    let name: string
    beforeAll(async () => {
      tried = await start()
      media = tried.media
      name = (await media.put(chunks(bytes, 500), { maxBytes: 1e6 })).name
    }, 90_000)
    afterAll(async () => {
      await media?.close()
      await tried?.stop()
    })

    const ask = async (more: Partial<MediaRequest> = {}) => {
      const reply = await serveMedia(
        { media, clock: manualClock() },
        { name, method: 'GET', ...more },
      )
      const body = reply?.body as AsyncIterable<Uint8Array> | undefined
      return {
        status: reply?.status,
        headers: reply?.headers ?? {},
        body: body && (await bytesOf(body)),
      }
    }

    it('a whole file, kept for ever, that no browser runs', async () => {
      const { status, headers, body } = await ask()
      expect(status).toBe(200)
      expect(body).toEqual(bytes)
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'content-length': String(SIZE),
        'accept-ranges': 'bytes',
        etag: `"${name.slice(0, 64)}"`,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-disposition': 'inline',
        'content-security-policy': "default-src 'none'; sandbox",
        'access-control-allow-origin': '*',
      })
      expect(Math.abs(Date.parse(String(headers['last-modified'])) - Date.now())).toBeLessThan(
        600_000,
      )
    })

    it('what is no picture, film or sound is only ever saved', async () => {
      const plain = await media.put(chunks(Buffer.from('<script>alert(1)</script>')), {
        hint: 'text/html',
        maxBytes: 100,
      })
      const { headers } = await ask({ name: plain.name })
      expect(headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
      })
    })

    it.each([
      ['bytes=0-9', 0, 9],
      ['bytes=1000-', 1000, SIZE - 1],
      ['bytes=-10', SIZE - 10, SIZE - 1],
      ['bytes=-99999', 0, SIZE - 1],
      ['bytes=5-99999', 5, SIZE - 1],
    ])('the range %s', async (range, start, last) => {
      const { status, headers, body } = await ask({ range })
      expect(status).toBe(206)
      expect(headers).toMatchObject({
        'content-range': `bytes ${start}-${last}/${SIZE}`,
        'content-length': String(last - start + 1),
      })
      expect(body).toEqual(bytes.subarray(start, last + 1))
    })

    it('ranges outside are refused, strange ones are the whole file', async () => {
      for (const range of [`bytes=${SIZE}-`, 'bytes=-0', 'bytes=999999-9999999']) {
        expect(await ask({ range })).toMatchObject({
          status: 416,
          headers: { 'content-range': `bytes */${SIZE}` },
          body: undefined,
        })
      }
      for (const range of [
        'bytes=9-5',
        'bytes=0-1,5-6',
        'lines=0-1',
        'bytes=',
        'bytes=-',
        'bytes=a-b',
      ]) {
        expect(await ask({ range }), range).toMatchObject({ status: 200, body: bytes })
      }
    })

    it('HEAD has the headers of the whole file and no body, also with a range', async () => {
      for (const range of [undefined, 'bytes=0-9']) {
        expect(await ask({ method: 'HEAD', range })).toMatchObject({
          status: 200,
          headers: { 'content-length': String(SIZE) },
          body: undefined,
        })
      }
    })

    it('a caller that has the file gets it no second time', async () => {
      const etag = `"${name.slice(0, 64)}"`
      for (const ifNoneMatch of [etag, `W/${etag}`, '*', `"other", ${etag}`]) {
        for (const method of ['GET', 'HEAD']) {
          expect(await ask({ ifNoneMatch, method, range: 'bytes=0-1' })).toMatchObject({
            status: 304,
            headers: { etag },
            body: undefined,
          })
        }
      }
      expect(await ask({ ifNoneMatch: '"other"' })).toMatchObject({ status: 200 })
      expect(await ask({ range: 'bytes=0-1', ifRange: etag })).toMatchObject({ status: 206 })
      expect(await ask({ range: 'bytes=0-1', ifRange: '"other"' })).toMatchObject({ status: 200 })
    })

    /** A large file, being read from the store by a reader of a test's own pace. */
    const readerOf = async (clock: Clock, range?: string) => {
      const large = picture(1_000_000)
      const { name } = await media.put(chunks(large, 65_536), { maxBytes: 1e7 })
      const reply = await serveMedia({ media, clock }, { name, method: 'GET', range })
      return { large, reader: (reply!.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]() }
    }

    it('a slow reader gets all of it', async () => {
      const clock = manualClock()
      const { large, reader } = await readerOf(clock)
      const parts: Uint8Array[] = []
      for (let next = await reader.next(); !next.done; next = await reader.next()) {
        parts.push(next.value)
        await clock.advance(59_999)
      }
      expect(parts.length).toBeGreaterThan(2)
      expect(Buffer.concat(parts).equals(large)).toBe(true)
      expect(clock.sleepers()).toBe(0)
    })

    it.each([undefined, 'bytes=0-900000'])(
      'a reader who stands still for a minute loses it (range %s)',
      async range => {
        const clock = manualClock()
        const { reader } = await readerOf(clock, range)
        await reader.next()
        await expect.poll(() => clock.sleepers()).toBe(1)
        await clock.advance(59_999)
        expect(clock.sleepers()).toBe(1)
        await clock.advance(1)
        await expect(reader.next()).rejects.toThrow('the reader took nothing for 60000 ms')
      },
    )

    it('knows no other name', async () => {
      for (const other of [
        `${'0'.repeat(64)}.png`,
        name.replace('.png', '.html'),
        name.replace('.png', '.svg'),
        `../${name}`,
        '',
      ]) {
        expect((await ask({ name: other })).status, other).toBeUndefined()
      }
    })
  })
}
