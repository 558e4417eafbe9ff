/**
 * Media on disk: written to a temporary name, synced, then renamed to their hash, so that a name
 * never refers to an incomplete file.
 */
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock, MediaStore, Random, StoredMedia } from '../seams.ts'
import { typeOf } from './file-types.ts'
import { readName } from './names.ts'
import { writeStream } from './write-stream.ts'

/** Options of the media folder. */
export interface DiskMediaOptions {
  dir: string
  clock: Clock
  random: Random
}

/** Temporary files older than this belong to dead processes. */
const STALE = 3_600_000

/** Makes renames in a folder durable. */
async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Removes temporary files of dead processes. */
async function sweep(dir: string, clock: Clock): Promise<void> {
  for (const name of await readdir(dir)) {
    const path = join(dir, name)
    const found = await stat(path).catch(() => undefined)
    if (found && clock.now() - found.mtimeMs > STALE) await rm(path, { force: true })
  }
}

/** The declared type of a file, and the maximum size. */
interface Limits {
  hint?: string
  maxBytes: number
}

/**
 * Makes the folder of a hash. `durable` remembers folders whose own entry this process has synced.
 * An existing folder may not be durable yet, if another upload or a dead process has just made it.
 */
async function makeFolder(dir: string, folder: string, durable: Set<string>): Promise<void> {
  const made = await mkdir(folder, { recursive: true })
  if (made === undefined && durable.has(folder)) return
  await syncFolder(dir)
  durable.add(folder)
}

/** Stores one stream under its hash. */
async function store(
  options: DiskMediaOptions & { durable: Set<string> },
  source: AsyncIterable<Uint8Array>,
  limits: Limits,
): Promise<StoredMedia> {
  const { dir, random, durable } = options
  const temporary = join(dir, 'tmp', random.hex(16))
  const file = await open(temporary, 'wx', 0o644)
  try {
    const { hash, bytes, head } = await writeStream(source, file, limits.maxBytes)
    await file.sync()
    const { ext, type } = typeOf(head, limits.hint)
    const name = `${hash}.${ext}`
    const folder = join(dir, hash.slice(0, 2))
    await makeFolder(dir, folder, durable)
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

/**
 * Yields a file's bytes; the file is opened at the first read. Yields nothing for an impossible
 * range.
 */
async function* read(
  path: string,
  range?: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  if (range && range.end < range.start) return
  yield* createReadStream(path, range)
}

/**
 * The media store on disk. `put` rejects with MediaRefused if a file is empty or too large. `open`
 * returns the size of the whole file even for a range, so that the reply can say `bytes
 * start-end/size`.
 */
export async function createDiskMedia(options: DiskMediaOptions): Promise<MediaStore> {
  const { dir } = options
  await mkdir(join(dir, 'tmp'), { recursive: true })
  await sweep(join(dir, 'tmp'), options.clock)
  const storing = { ...options, durable: new Set<string>() }
  return {
    put: (source, limits) => store(storing, source, limits),
    async open(name, range) {
      const found = readName(name)
      if (found === undefined) return undefined
      const path = join(dir, found.key)
      const facts = await stat(path).catch(() => undefined)
      if (!facts?.isFile()) return undefined
      const wanted = range && {
        start: Math.max(0, range.start),
        end: Math.min(range.end, facts.size - 1),
      }
      return {
        type: found.type,
        bytes: facts.size,
        modified: facts.mtimeMs,
        stream: read(path, wanted),
      }
    },
    close: async () => undefined,
  }
}
