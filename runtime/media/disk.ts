/** Media on disk: written to a temporary name, synced, then renamed to their own hash, so that a name never has half a file. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock, MediaStore, Random, StoredMedia } from '../seams.ts'
import { HEAD_BYTES, typeOf, typeOfExtension } from './file-types.ts'

/** Where media live. */
export interface DiskMediaOptions { dir: string; clock: Clock; random: Random }

/** A file that is not stored: too large, or empty. */
export class MediaRefused extends Error { override name = 'MediaRefused' }

const NAME = /^([0-9a-f]{64})\.([a-z0-9]{2,4})$/
/** Temporary files older than this were left by a process that died. */
const STALE = 3_600_000

/** The path of a name; undefined for anything that this store never gave out. */
function pathOf(dir: string, name: string): { path: string; type: string } | undefined {
  const [, hash, ext] = NAME.exec(name) ?? []
  const type = ext === undefined ? undefined : typeOfExtension(ext)
  return hash === undefined || type === undefined ? undefined : { path: join(dir, hash.slice(0, 2), name), type }
}

/** Makes renames in a folder durable. */
async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** What went into a file. */
interface Poured { hash: string; bytes: number; head: Buffer }

/** Writes a stream to an open file; its hash, size and first bytes. */
async function pour(source: AsyncIterable<Uint8Array>, file: FileHandle, maxBytes: number): Promise<Poured> {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new MediaRefused(`a file of more than ${maxBytes} bytes`)
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
    hash.update(chunk)
    for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at)).bytesWritten
  }
  if (bytes === 0) throw new MediaRefused('an empty file')
  return { hash: hash.digest('hex'), bytes, head }
}

/** Removes what dead processes left behind. */
async function sweep(dir: string, clock: Clock): Promise<void> {
  for (const name of await readdir(dir)) {
    const path = join(dir, name)
    const found = await stat(path).catch(() => undefined)
    if (found && clock.now() - found.mtimeMs > STALE) await rm(path, { force: true })
  }
}

/** The declared type of a file, and its largest size. */
interface Limits { hint?: string; maxBytes: number }

/** Stores one stream under its hash. */
async function store(options: DiskMediaOptions, source: AsyncIterable<Uint8Array>, limits: Limits): Promise<StoredMedia> {
  const { dir, random } = options
  const temporary = join(dir, 'tmp', random.hex(16))
  const file = await open(temporary, 'wx', 0o644)
  try {
    const { hash, bytes, head } = await pour(source, file, limits.maxBytes)
    await file.sync()
    const { ext, type } = typeOf(head, limits.hint)
    const name = `${hash}.${ext}`
    const folder = join(dir, hash.slice(0, 2))
    await mkdir(folder, { recursive: true })
    await rename(temporary, join(folder, name))
    await syncFolder(folder)
    return { name, type, bytes }
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** A file's bytes; nothing is opened before they are asked for. An impossible range has none. */
async function* read(path: string, range?: { start: number; end: number }): AsyncGenerator<Uint8Array> {
  if (range && range.end < range.start) return
  yield* createReadStream(path, range)
}

/**
 * The disk's media store. `put` rejects with MediaRefused where a file is empty or too large. `open` tells the size of the whole file
 * also when a range is asked for, so that the answer can say `bytes start-end/size`.
 */
export async function createDiskMedia(options: DiskMediaOptions): Promise<MediaStore> {
  const { dir } = options
  await mkdir(join(dir, 'tmp'), { recursive: true })
  await sweep(join(dir, 'tmp'), options.clock)
  return {
    put: (source, limits) => store(options, source, limits),
    async open(name, range) {
      const found = pathOf(dir, name)
      const facts = found && await stat(found.path).catch(() => undefined)
      if (!found || !facts?.isFile()) return undefined
      const wanted = range && { start: Math.max(0, range.start), end: Math.min(range.end, facts.size - 1) }
      return { type: found.type, bytes: facts.size, modified: facts.mtimeMs, stream: read(found.path, wanted) }
    },
    close: async () => undefined,
  }
}
