/**
 * Media in an S3 bucket: spooled to a local file while hashed, then put in one signed request that
 * the server checks against the hash.
 */
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Clock, MediaStore, Random, StoredMedia } from '../seams.ts'
import { typeOf } from './file-types.ts'
import { readName } from './names.ts'
import { pour } from './pour.ts'
import {
  createS3Client,
  failureOf,
  MediaStoreFailed,
  type S3Bucket,
  type S3Client,
} from './s3-client.ts'

/** Where media live, and the folder of spooled files: the system's temporary one unless told. */
export interface S3MediaOptions {
  bucket: S3Bucket
  clock: Clock
  random: Random
  spool?: string
}

/** What is known of a stored file: its size, and when it was stored (Unix ms). */
interface Facts {
  bytes: number
  modified: number
}

/** ms until the head of a reply, and for one upload. */
const REPLY_TIME = 20_000
const UPLOAD_TIME = 300_000
/** Bytes that are read of a spooled file at once. */
const PIECE = 128 * 1024
/**
 * Facts of a name never change, so they are kept for a while (ms): a player asks for many ranges of
 * one file.
 */
const FACTS_KEPT = 60_000
const MOST_FACTS = 1000

/**
 * A file that has no name any more, so that nothing is left of it when the process ends, however it
 * ends.
 */
async function nameless(options: S3MediaOptions): Promise<FileHandle> {
  const path = join(options.spool ?? tmpdir(), `media-${options.random.hex(16)}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

/** Size and time of a stored file; undefined where there is none. Rejects with MediaStoreFailed. */
async function lookUp(client: S3Client, key: string): Promise<Facts | undefined> {
  const reply = await client.send({ method: 'HEAD', key, within: REPLY_TIME })
  if (reply.statusCode === 404) {
    reply.body.destroy()
    return undefined
  }
  if (reply.statusCode !== 200) throw await failureOf(reply)
  reply.body.destroy()
  const bytes = Number(reply.headers['content-length'])
  if (!Number.isSafeInteger(bytes)) throw new MediaStoreFailed('the media store told no size')
  return { bytes, modified: Date.parse(String(reply.headers['last-modified'])) || 0 }
}

/**
 * A spooled file from its beginning. The handle's own streams would close it with the first
 * attempt.
 */
async function* fromStart(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; ;) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(PIECE), 0, PIECE, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/**
 * Uploads a spooled file under its hash. The server compares content and hash, so that nothing else
 * is ever stored under it.
 */
async function upload(
  client: S3Client,
  file: FileHandle,
  about: { key: string; hash: string; type: string; bytes: number },
): Promise<void> {
  const { key, hash, type, bytes } = about
  const headers = {
    'content-type': type,
    'content-length': String(bytes),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-amz-content-sha256': hash,
    'x-amz-checksum-sha256': Buffer.from(hash, 'hex').toString('base64'),
  }
  const body = () => Readable.from(fromStart(file), { highWaterMark: 1 })
  const reply = await client.send({ method: 'PUT', key, headers, body, within: UPLOAD_TIME })
  if (reply.statusCode !== 200) throw await failureOf(reply)
  await reply.body.dump()
}

/** Stores one stream under its hash, unless it is there already. */
async function store(
  options: S3MediaOptions,
  client: S3Client,
  given: { source: AsyncIterable<Uint8Array>; hint?: string; maxBytes: number },
): Promise<StoredMedia> {
  const file = await nameless(options)
  try {
    const { hash, bytes, head } = await pour(given.source, file, given.maxBytes)
    const { ext, type } = typeOf(head, given.hint)
    const name = `${hash}.${ext}`
    const key = readName(name)!.key
    // Where looking is not allowed or fails, the upload tells what is wrong.
    const there = await lookUp(client, key).catch(() => undefined)
    if (there?.bytes !== bytes) await upload(client, file, { key, hash, type, bytes })
    return { name, type, bytes }
  } finally {
    await file.close()
  }
}

/** A file's bytes; nothing is asked for before they are read. An impossible range has none. */
async function* read(
  client: S3Client,
  key: string,
  part?: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  if (part && part.end < part.start) return
  const headers: Record<string, string> = part ? { range: `bytes=${part.start}-${part.end}` } : {}
  const reply = await client.send({ method: 'GET', key, headers, within: REPLY_TIME })
  if (reply.statusCode !== (part ? 206 : 200)) throw await failureOf(reply)
  yield* reply.body
}

/** Keeps the facts of files that are there, for a while. */
function remembered(
  clock: Clock,
  look: (key: string) => Promise<Facts | undefined>,
): (key: string) => Promise<Facts | undefined> {
  const kept = new Map<string, Facts & { until: number }>()
  return async key => {
    const known = kept.get(key)
    if (known && known.until > clock.now()) return known
    kept.delete(key)
    const facts = await look(key)
    if (facts) kept.set(key, { ...facts, until: clock.now() + FACTS_KEPT })
    if (kept.size > MOST_FACTS) kept.delete(kept.keys().next().value as string)
    return facts
  }
}

/**
 * A bucket's media store. `put` rejects with MediaRefused where a file is empty or too large, and
 * everything with MediaStoreFailed where the bucket does not do its part. `open` tells the size of
 * the whole file also when a range is asked for. What anyone may read and what was bought have
 * connections of their own: readers, however many and however slow, hold up no result.
 */
export function createS3Media(options: S3MediaOptions): MediaStore {
  const [readers, writers] = [
    createS3Client(options.bucket, options.clock),
    createS3Client(options.bucket, options.clock),
  ]
  const factsOf = remembered(options.clock, key => lookUp(readers, key))
  return {
    put: (source, limits) => store(options, writers, { source, ...limits }),
    async open(name, range) {
      const found = readName(name)
      const facts = found && (await factsOf(found.key))
      if (!found || !facts) return undefined
      const part = range && {
        start: Math.max(0, range.start),
        end: Math.min(range.end, facts.bytes - 1),
      }
      return {
        type: found.type,
        bytes: facts.bytes,
        modified: facts.modified,
        stream: read(readers, found.key, part),
      }
    },
    close: async () => {
      await Promise.all([readers.close(), writers.close()])
    },
  }
}
