/** What every media store must do; run against each of them. */
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MediaStore } from '../../runtime/seams.ts'

/** The smallest picture. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Bytes as a stream of small chunks. */
export async function* chunks(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** A stream, read to its end. */
export async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

/** A picture that nobody has stored. */
export const picture = (size = 1000): Buffer => Buffer.concat([PNG, randomBytes(size)])

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A store to try, and how many unfinished or temporary files it has lying about. */
export interface Tried {
  media: MediaStore
  leftovers(): Promise<number>
  stop(): Promise<void>
}

/** Runs the contract of media stores. */
export function mediaContract(name: string, start: () => Promise<Tried>): void {
  describe(`${name}: what every media store does`, () => {
    let tried: Tried
    let media: MediaStore
    beforeAll(async () => {
      tried = await start()
      media = tried.media
    }, 90_000)
    afterAll(async () => {
      await media?.close()
      await tried?.stop()
    })

    it('names a file by its content and type, and gives it back', async () => {
      const bytes = picture()
      const stored = await media.put(chunks(bytes), { maxBytes: 2000 })
      expect(stored).toEqual({
        name: `${hashOf(bytes)}.png`,
        type: 'image/png',
        bytes: bytes.length,
      })
      const file = await media.open(stored.name)
      expect(file).toMatchObject({ type: 'image/png', bytes: bytes.length })
      expect(Math.abs((file?.modified ?? 0) - Date.now())).toBeLessThan(600_000)
      expect(await bytesOf(file!.stream)).toEqual(bytes)
      expect(await tried.leftovers()).toBe(0)
    })

    it('believes the bytes before the hint', async () => {
      expect(
        await media.put(chunks(picture()), { hint: 'video/mp4', maxBytes: 2000 }),
      ).toMatchObject({ type: 'image/png' })
      const samples = Buffer.concat([Buffer.from([0, 0, 1, 0, 255, 255]), randomBytes(500)])
      expect(
        await media.put(chunks(samples), { hint: 'audio/pcm;rate=24000', maxBytes: 2000 }),
      ).toMatchObject({ type: 'audio/pcm' })
    })

    it('the same content, 20 times at once and once more, is one file', async () => {
      const bytes = picture(50_000)
      const put = async () => (await media.put(chunks(bytes, 9000), { maxBytes: 1e6 })).name
      const names = await Promise.all(Array.from({ length: 20 }, put))
      expect(new Set([...names, await put()]).size).toBe(1)
      expect(await bytesOf((await media.open(names[0]!))!.stream)).toEqual(bytes)
      expect(await tried.leftovers()).toBe(0)
    })

    it('a file of several megabytes comes back as it was', async () => {
      const bytes = picture(5_000_000)
      const { name, bytes: size } = await media.put(chunks(bytes, 65_536), { maxBytes: 1e7 })
      expect(size).toBe(bytes.length)
      expect(hashOf(await bytesOf((await media.open(name))!.stream))).toBe(hashOf(bytes))
    })

    it('a file that is too large, empty or breaks off is not stored and leaves nothing behind', async () => {
      const bytes = picture()
      await expect(media.put(chunks(bytes), { maxBytes: bytes.length - 1 })).rejects.toThrow(
        'more than',
      )
      await expect(media.put(chunks(Buffer.alloc(0)), { maxBytes: 10 })).rejects.toThrow('empty')
      await expect(
        media.put(
          (async function* () {
            yield bytes
            throw new Error('cut off')
          })(),
          { maxBytes: 2000 },
        ),
      ).rejects.toThrow('cut off')
      expect(await media.open(`${hashOf(bytes)}.png`)).toBeUndefined()
      expect(await tried.leftovers()).toBe(0)
      expect(await media.put(chunks(bytes), { maxBytes: bytes.length })).toMatchObject({
        bytes: bytes.length,
      })
    })

    it('gives the bytes of a range and the size of the whole', async () => {
      const bytes = picture()
      const { name } = await media.put(chunks(bytes), { maxBytes: 1e6 })
      for (const [start, end] of [
        [0, 0],
        [0, 9],
        [100, 499],
        [bytes.length - 1, bytes.length - 1],
        [10, 1e9],
        [-5, 3],
      ] as const) {
        const part = await media.open(name, { start, end })
        expect(part?.bytes).toBe(bytes.length)
        expect(await bytesOf(part!.stream)).toEqual(bytes.subarray(Math.max(0, start), end + 1))
      }
      expect(
        await bytesOf(
          (await media.open(name, { start: bytes.length, end: bytes.length + 5 }))!.stream,
        ),
      ).toHaveLength(0)
      expect(await bytesOf((await media.open(name, { start: 5, end: 2 }))!.stream)).toHaveLength(0)
    })

    it('a file that is opened and not read, or not to its end, holds up nothing', async () => {
      const bytes = picture(3_000_000)
      const { name } = await media.put(chunks(bytes, 65_536), { maxBytes: 1e7 })
      for (let i = 0; i < 100; i++) {
        const stream = (await media.open(name))!.stream[Symbol.asyncIterator]()
        if (i % 10 === 0) await stream.next()
        await stream.return?.()
      }
      expect((await bytesOf((await media.open(name))!.stream)).length).toBe(bytes.length)
    })

    it('opens nothing that it did not name itself', async () => {
      const { name } = await media.put(chunks(PNG), { maxBytes: 1000 })
      const hash = name.slice(0, 64)
      const hostile = [
        `../${name}`,
        `${hash.slice(0, 2)}/${name}`,
        '/etc/passwd',
        '..%2foutside.png',
        'outside.png',
        '',
        '.',
        '..',
        'tmp',
        hash,
        `${hash}.`,
        `${hash}.html`,
        `${hash}.svg`,
        `${hash}.exe`,
        `${hash}.png\0`,
        `${hash}.png/`,
        `${hash}.png\n`,
        `${name}?x=1`,
        name.toUpperCase(),
        `${hash}.constructor`,
        `${hash}.__proto__`,
        `${'0'.repeat(64)}.png`,
      ]
      for (const one of hostile) expect(await media.open(one), one).toBeUndefined()
    })
  })
}
