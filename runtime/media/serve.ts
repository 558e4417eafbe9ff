/**
 * Serves mirrored media for free: complete files and byte ranges, cacheable forever because a name
 * is the hash of its content.
 */
import type { Reply } from '../call.ts'
import type { GatewayContext } from '../context.ts'
import { openHeaders } from '../http/cors.ts'
import { isMedia } from './file-types.ts'
import { readName } from './names.ts'
import { guardAgainstStall } from './stall-guard.ts'

/** A request for a file. */
export interface MediaRequest {
  name: string
  method: string
  range?: string
  ifNoneMatch?: string
  ifRange?: string
}

/**
 * Returns the reply for a media file; undefined if there is none. Names that no store produces are
 * not looked up.
 */
export async function serveMedia(
  context: Pick<GatewayContext, 'media' | 'clock'>,
  request: MediaRequest,
): Promise<Reply | undefined> {
  const name = readName(request.name)
  const file = name && (await context.media.open(request.name))
  if (file === undefined) return undefined
  const etag = `"${name!.hash}"`
  const headers = fileHeaders(file, etag)
  if (matches(request.ifNoneMatch, etag)) return end(file, { status: 304, headers })
  const range = rangeApplies(request, etag) ? readRange(request.range, file.bytes) : undefined
  if (range === 'bad')
    return end(file, {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${file.bytes}` },
    })
  if (range === undefined) return whole(context, file, { method: request.method, headers })
  await close(file.stream)
  const part = await context.media.open(request.name, range)
  if (part === undefined) return undefined
  const { start, end: last } = range
  const length = {
    'content-length': String(last - start + 1),
    'content-range': `bytes ${start}-${last}/${file.bytes}`,
  }
  return {
    status: 206,
    headers: { ...headers, ...length },
    body: guardAgainstStall(context.clock, part.stream),
    outcome: 'ok',
  }
}

/** An open stored file. */
type File = NonNullable<Awaited<ReturnType<GatewayContext['media']['open']>>>

/** Replies with the complete file; for HEAD, only with its headers. */
async function whole(
  { clock }: Pick<GatewayContext, 'clock'>,
  file: File,
  how: { method: string; headers: Record<string, string> },
): Promise<Reply> {
  const headers = { ...how.headers, 'content-length': String(file.bytes) }
  if (how.method === 'HEAD') return end(file, { status: 200, headers })
  return { status: 200, headers, body: guardAgainstStall(clock, file.stream), outcome: 'ok' }
}

/** Replies without a body. */
async function end(
  file: File,
  head: { status: number; headers: Record<string, string> },
): Promise<Reply> {
  await close(file.stream)
  return { ...head, body: undefined, outcome: 'ok' }
}

/** Headers of every file: browsers do not run it, and may cache it forever. */
function fileHeaders(file: File, etag: string): Record<string, string> {
  return {
    ...openHeaders,
    'content-type': file.type,
    'content-disposition': isMedia(file.type) ? 'inline' : 'attachment',
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    'last-modified': new Date(file.modified).toUTCString(),
    etag,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  }
}

/**
 * Whether a range applies: only for GET, and only for the version that the caller already has a
 * part of.
 */
function rangeApplies({ method, ifRange }: MediaRequest, etag: string): boolean {
  return method === 'GET' && (ifRange === undefined || ifRange === etag)
}

/**
 * Parses one byte range; undefined if the complete file is sent (no range, several, or another
 * unit), `bad` if it lies outside.
 */
export function readRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'bad' | undefined {
  const found = header === undefined ? null : /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim())
  if (found === null || (found[1] === '' && found[2] === '')) return undefined
  const last = size - 1
  if (found[1] === '') {
    const count = Number(found[2])
    return count === 0 || size === 0 ? 'bad' : { start: Math.max(0, size - count), end: last }
  }
  const start = Number(found[1])
  const stop = found[2] === '' ? last : Math.min(Number(found[2]), last)
  if (found[2] !== '' && Number(found[2]) < start) return undefined
  return start > last ? 'bad' : { start, end: stop }
}

/** Whether the caller already has this version. */
function matches(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    (header.trim() === '*' ||
      header.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag))
  )
}

/** Closes a file that is not read. */
async function close(stream: AsyncIterable<Uint8Array>): Promise<void> {
  await stream[Symbol.asyncIterator]().return?.()
}
