/**
 * Media in an S3 bucket: written to a local file while hashed, then uploaded in one signed request
 * that the server checks against the hash.
 */
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Clock, MediaStore, Random, StoredMedia } from '../seams.ts'
import { typeOf } from './file-types.ts'
import { readName } from './names.ts'
import { writeStream } from './write-stream.ts'
import {
  createS3Client,
  failureOf,
  MediaStoreFailed,
  type S3Bucket,
  type S3Client,
} from './s3-client.ts'

/** The bucket, and the folder of temporary files; default: the system's temporary folder. */
export interface S3MediaOptions {
  bucket: S3Bucket
  clock: Clock
  random: Random
  spool?: string
}

/** Known facts of a stored file: its size, and when it was stored (Unix ms). */
interface Facts {
  bytes: number
  modified: number
}

/** Ms until the head of a reply, and for one upload. */
const REPLY_TIME = 20_000
const UPLOAD_TIME = 300_000
/** Bytes of a temporary file that are read at once. */
const PIECE = 128 * 1024
/**
 * Ms for which the facts of a name are cached; they never change, and a player requests many ranges
 * of one file.
 */
const FACTS_KEPT = 60_000
const MOST_FACTS = 1000

/** Creates a file without a name, so that nothing remains when the process ends in any way. */
async function createUnnamedFile(options: S3MediaOptions): Promise<FileHandle> {
  const path = join(options.spool ?? tmpdir(), `media-${options.random.hex(16)}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

/**
 * Returns the size and time of a stored file; undefined if there is none. Rejects with
 * MediaStoreFailed.
 */
async function lookUp(client: S3Client, key: string): Promise<Facts | undefined> {
  const reply = await client.send({ method: 'HEAD', key, within: REPLY_TIME })
  if (reply.statusCode === 404) {
    reply.body.destroy()
    return undefined
  }
  if (reply.statusCode !== 200) throw await failureOf(reply)
  reply.body.destroy()
  const bytes = Number(reply.headers['content-length'])
  if (!Number.isSafeInteger(bytes)) throw new MediaStoreFailed('the media store gave no size')
  return { bytes, modified: Date.parse(String(reply.headers['last-modified'])) || 0 }
}

/**
 * Reads a temporary file from its start. The handle's own streams would close it with the first
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
 * Uploads a temporary file under its hash. The server compares content and hash, so nothing else
 * can be stored under that name.
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

/** Stores one stream under its hash, unless it already exists. */
async function store(
  options: S3MediaOptions,
  client: S3Client,
  given: { source: AsyncIterable<Uint8Array>; hint?: string; maxBytes: number },
): Promise<StoredMedia> {
  const file = await createUnnamedFile(options)
  try {
    const { hash, bytes, head } = await writeStream(given.source, file, given.maxBytes)
    const { ext, type } = typeOf(head, given.hint)
    const name = `${hash}.${ext}`
    const key = readName(name)!.key
    // If the look-up is not allowed or fails, the upload reports the problem.
    const there = await lookUp(client, key).catch(() => undefined)
    if (there?.bytes !== bytes) await upload(client, file, { key, hash, type, bytes })
    return { name, type, bytes }
  } finally {
    await file.close()
  }
}

/** Yields a file's bytes, requested at the first read. Yields nothing for an impossible range. */
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

/** Caches the facts of existing files. */
function cacheFacts(
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
 * The media store of a bucket. `put` rejects with MediaRefused if a file is empty or too large;
 * everything rejects with MediaStoreFailed if the bucket fails. `open` returns the size of the
 * whole file even for a range. Public reads and purchased results use separate connections, so that
 * readers, however many and slow, do not delay results.
 */
export function createS3Media(options: S3MediaOptions): MediaStore {
  const [readers, writers] = [
    createS3Client(options.bucket, options.clock),
    createS3Client(options.bucket, options.clock),
  ]
  const factsOf = cacheFacts(options.clock, key => lookUp(readers, key))
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
