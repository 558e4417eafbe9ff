import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/clock.ts'
import { createDiskMedia } from '../../runtime/media/disk.ts'
import { typeOf } from '../../runtime/media/file-types.ts'
import { systemRandom } from '../../runtime/random.ts'
import type { MediaStore } from '../../runtime/seams.ts'
import { tempDir } from '../helpers/store.ts'

const dir = tempDir('media')
let media: MediaStore
beforeAll(async () => { media = await createDiskMedia({ dir, clock: systemClock, random: systemRandom }) })
afterAll(async () => { await media.close(); await rm(dir, { recursive: true }) })

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
async function* chunks(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}
const temporaries = () => readdir(join(dir, 'tmp'))

describe('storing', () => {
  it('names a file by its content and type, and gives it back', async () => {
    const stored = await media.put(chunks(PNG), { maxBytes: 1000 })
    expect(stored).toEqual({ name: `${createHash('sha256').update(PNG).digest('hex')}.png`, type: 'image/png', bytes: PNG.length })
    const file = await media.open(stored.name)
    expect(file).toMatchObject({ type: 'image/png', bytes: PNG.length })
    expect(Math.abs((file?.modified ?? 0) - Date.now())).toBeLessThan(60_000)
    expect(await bytesOf(file!.stream)).toEqual(PNG)
    expect(await temporaries()).toEqual([])
  })

  it('the same content, 20 times at once, is one file', async () => {
    const bytes = Buffer.concat([PNG, randomBytes(50_000)])
    const names = await Promise.all(Array.from({ length: 20 }, async () => (await media.put(chunks(bytes, 9000), { maxBytes: 1e6 })).name))
    expect(new Set(names).size).toBe(1)
    expect(await bytesOf((await media.open(names[0] as string))!.stream)).toEqual(bytes)
    expect(await temporaries()).toEqual([])
  })

  it('a file that is too large, empty or breaks off leaves nothing behind', async () => {
    await expect(media.put(chunks(PNG), { maxBytes: PNG.length - 1 })).rejects.toThrow('more than')
    await expect(media.put(chunks(Buffer.alloc(0)), { maxBytes: 10 })).rejects.toThrow('empty')
    await expect(media.put((async function* () { yield PNG; throw new Error('cut off') })(), { maxBytes: 1000 })).rejects.toThrow('cut off')
    expect(await temporaries()).toEqual([])
  })

  it('removes what a dead process left, and nothing that may still be written', async () => {
    const other = tempDir('media')
    await mkdir(join(other, 'tmp'))
    await writeFile(join(other, 'tmp', 'old'), 'x')
    await writeFile(join(other, 'tmp', 'new'), 'x')
    await utimes(join(other, 'tmp', 'old'), 1, 1)
    await createDiskMedia({ dir: other, clock: systemClock, random: systemRandom })
    expect(await readdir(join(other, 'tmp'))).toEqual(['new'])
    await rm(other, { recursive: true })
  })
})

describe('ranges', () => {
  it('gives the bytes of a range and the size of the whole', async () => {
    const bytes = Buffer.concat([PNG, randomBytes(1000)])
    const { name } = await media.put(chunks(bytes), { maxBytes: 1e6 })
    for (const [start, end] of [[0, 0], [0, 9], [100, 499], [bytes.length - 1, bytes.length - 1], [10, 1e9]] as const) {
      const part = await media.open(name, { start, end })
      expect(part?.bytes).toBe(bytes.length)
      expect(await bytesOf(part!.stream)).toEqual(bytes.subarray(start, end + 1))
    }
    expect(await bytesOf((await media.open(name, { start: bytes.length, end: bytes.length + 5 }))!.stream)).toHaveLength(0)
    expect(await bytesOf((await media.open(name, { start: 5, end: 2 }))!.stream)).toHaveLength(0)
  })
})

describe('names', () => {
  it('opens nothing that it did not name itself', async () => {
    const { name } = await media.put(chunks(PNG), { maxBytes: 1000 })
    const hash = name.slice(0, 64)
    await writeFile(join(dir, 'outside.png'), 'secret')
    await symlink('/etc/passwd', join(dir, hash.slice(0, 2), `${hash}.html`))
    const hostile = [
      '../outside.png', `../${name}`, `${hash.slice(0, 2)}/${name}`, `/etc/passwd`, '..%2foutside.png', 'outside.png', '', '.', '..', 'tmp',
        hash, `${hash}.`,
      `${hash}.html`, `${hash}.svg`, `${hash}.exe`, `${hash}.png\0`, `${hash}.png/`, `${hash}.png\n`, name.toUpperCase(),
        `${hash}.constructor`, `${hash}.__proto__`, '0'.repeat(64) + '.png',
    ]
    for (const one of hostile) expect(await media.open(one), one).toBeUndefined()
  })
})

describe('types', () => {
  const text = (latin: string): Buffer => Buffer.from(latin, 'latin1')
  it.each([
    ['\x89PNG\r\n\x1a\n', 'image/png', 'png'], ['\xff\xd8\xff\xe0', 'image/jpeg', 'jpg'], ['GIF89a', 'image/gif', 'gif'],
      ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp', 'webp'],
    ['BM\x10\0\0\0\0\0\0\0', 'image/bmp', 'bmp'], ['\0\0\0\x1cftypavif', 'image/avif', 'avif'],
      ['\0\0\0\x18ftypheic', 'image/heic', 'heic'],
    ['\0\0\0\x18ftypmp42', 'video/mp4', 'mp4'], ['\0\0\0\x18ftypisom', 'video/mp4', 'mp4'],
      ['\0\0\0\x14ftypqt  ', 'video/quicktime', 'mov'],
    ['\x1aE\xdf\xa3\x01\0\0\0\0\0\0\x1fB\x86\x81\x01B\x82\x84webm', 'video/webm', 'webm'], ['ID3\x04', 'audio/mpeg', 'mp3'],
      ['\xff\xfb\x90d', 'audio/mpeg', 'mp3'],
    ['RIFF\0\0\0\0WAVEfmt ', 'audio/wav', 'wav'], ['OggS\0', 'audio/ogg', 'ogg'], ['fLaC', 'audio/flac', 'flac'],
      ['\0\0\0\x18ftypM4A ', 'audio/mp4', 'm4a'],
  ])('tells %j as %s', (head, type, ext) => {
    expect(typeOf(text(head))).toEqual({ type, ext })
    expect(typeOf(text(head), 'text/html')).toEqual({ type, ext })
  })

  it('believes a hint only where the bytes say nothing, and never one that a browser would run', () => {
    expect(typeOf(text('????'), 'audio/mpeg; rate=1')).toEqual({ type: 'audio/mpeg', ext: 'mp3' })
    expect(typeOf(text('????'), 'IMAGE/JPG')).toEqual({ type: 'image/jpeg', ext: 'jpg' })
    for (const hint of ['text/html', 'image/svg+xml', 'application/javascript', 'application/pdf', '', undefined, 'constructor',
      '__proto__']) {
      expect(typeOf(text('<svg onload=alert(1)>'), hint)).toEqual({ type: 'application/octet-stream', ext: 'bin' })
    }
  })
})
