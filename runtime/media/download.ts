/**
 * Downloads one file into the media store: streamed, within a time limit, repeated after transient
 * errors.
 */
import { orAborted } from '../lib/signals.ts'
import type { Clock, MediaStore, StoredMedia } from '../seams.ts'
import { FetchRefused } from './fetch-public.ts'
import { HEAD_BYTES, isMedia, typeOf } from './file-types.ts'
import { MediaRefused } from './write-stream.ts'

/** A file being received. `length` is the declared length in bytes. */
export interface Incoming {
  type?: string
  length?: number
  body: AsyncIterable<Uint8Array>
  cancel(): void
}

/** What downloads share. Times are in ms. */
export interface DownloadOptions {
  media: MediaStore
  clock: Clock
  maxBytes: number
  timeout: number
}

/** One file to download. */
export interface Download {
  /** Requests the file, again for each attempt; rejects when the signal fires. */
  open(signal: AbortSignal): Promise<Incoming>
  /** Type if the sender declares none. */
  mime?: string
  /** Pauses before further attempts, in ms. */
  pauses: readonly number[]
  /** Whether another attempt may help. */
  again(error: Error): boolean
  signal?: AbortSignal
}

/** A sender that is silent for this many ms is abandoned and requested again. */
export const SILENCE = 30_000

/** Waits for a sender; calls `stop` if it is silent for too long. */
async function listen<T>(
  clock: Clock,
  work: Promise<T>,
  stop: (reason: Error) => void,
): Promise<T> {
  const cancel = clock.after(SILENCE, () => stop(new Error('the sender fell silent')))
  try {
    return await work
  } finally {
    cancel()
  }
}

/** Passes on the chunks of a sender, and calls `stop` if it falls silent. */
async function* limitSilence(
  clock: Clock,
  body: AsyncIterable<Uint8Array>,
  stop: (reason: Error) => void,
): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  try {
    for (
      let next = await listen(clock, chunks.next(), stop);
      !next.done;
      next = await listen(clock, chunks.next(), stop)
    )
      yield next.value
  } finally {
    await chunks.return?.()
  }
}

/**
 * Passes a file on once its first bytes show that it is a picture, a video or sound, so that
 * nothing else is ever stored.
 */
async function* onlyMedia(
  body: AsyncIterable<Uint8Array>,
  hint: string | undefined,
): AsyncGenerator<Uint8Array> {
  const check = (head: Uint8Array): void => {
    if (head.length > 0 && !isMedia(typeOf(head, hint).type))
      throw new FetchRefused('a file that is no image, video or sound')
  }
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of body) {
    if (head === undefined) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < HEAD_BYTES) continue
    check(head)
    yield head
    head = undefined
  }
  if (head === undefined) return
  check(head)
  yield head
}

/** Passes a file on; fails if its length differs from the declared one. */
async function* complete(
  body: AsyncIterable<Uint8Array>,
  length: number | undefined,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    yield chunk
  }
  if (length !== undefined && bytes !== length) throw new Error('the file broke off')
}

/** Makes one attempt. */
async function attempt(
  parts: DownloadOptions,
  from: Download,
  outer: AbortSignal,
): Promise<StoredMedia> {
  const { media, clock, maxBytes } = parts
  const silent = new AbortController()
  const signal = AbortSignal.any([outer, silent.signal])
  const stop = (reason: Error): void => silent.abort(reason)
  const file = await orAborted(signal, listen(clock, from.open(signal), stop))
  try {
    if (file.length !== undefined && file.length > maxBytes)
      throw new MediaRefused(`a file of more than ${maxBytes} bytes`)
    const hint = file.type ?? from.mime
    const body = onlyMedia(complete(limitSilence(clock, file.body, stop), file.length), hint)
    return await orAborted(signal, media.put(body, { hint, maxBytes }))
  } finally {
    file.cancel()
  }
}

/** Runs something within the time limit of one file, and no longer than its caller waits. */
async function inTime<T>(
  { clock, timeout }: DownloadOptions,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  const cancel = clock.after(timeout, () =>
    late.abort(new FetchRefused(`not complete within ${timeout} ms`)),
  )
  try {
    return await work(outer ? AbortSignal.any([late.signal, outer]) : late.signal)
  } finally {
    cancel()
  }
}

/**
 * Downloads a file. Rejects with the last attempt's error; the messages of FetchRefused and
 * MediaRefused contain no addresses.
 */
export function download(parts: DownloadOptions, from: Download): Promise<StoredMedia> {
  return inTime(parts, from.signal, async signal => {
    for (const pause of from.pauses) {
      try {
        return await attempt(parts, from, signal)
      } catch (error) {
        if (signal.aborted || !from.again(error as Error)) throw error
      }
      await parts.clock.sleep(pause, signal)
    }
    return attempt(parts, from, signal)
  })
}

/** One chunk as a stream. */
async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Stores bytes from memory within the same time limit, because a store may be slow too. */
export function storeBytes(
  parts: DownloadOptions,
  { bytes, type }: { bytes: Uint8Array; type: string },
  outer?: AbortSignal,
): Promise<StoredMedia> {
  const { media, maxBytes } = parts
  return inTime(parts, outer, async signal => {
    signal.throwIfAborted()
    return orAborted(signal, media.put(onlyMedia(only(bytes), type), { hint: type, maxBytes }))
  })
}
