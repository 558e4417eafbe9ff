/** Fixed content: its bytes, compressed when first requested, and its ETag. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Reply } from '../../call.ts'
import { openHeaders } from '../../http/cors.ts'
import { chooseEncoding, type Encoding } from './encoding.ts'

/** The request headers that decide how the content is sent. */
export interface ContentPreferences {
  acceptEncoding?: string
  ifNoneMatch?: string
}

/** Fixed content that can be served. */
export interface Content {
  /** Returns a 304 without a body if the caller already has this content; otherwise undefined. */
  unchanged(preferences: ContentPreferences): Reply | undefined
  /** Returns the content, compressed if the caller accepts it. */
  reply(preferences: ContentPreferences): Promise<Reply>
}

/** Shorter content does not get smaller by compression, and neither does compressed content. */
const SMALLEST_COMPRESSED = 1024
const COMPRESSED = 'application/gzip'
/**
 * Levels that take about 10 ms for 500 KB, because each Host header of a caller makes a new copy.
 */
const BROTLI = 5
const GZIP = 6

type Compress = (bytes: Buffer) => Promise<Buffer>

const compressors: Readonly<Record<Exclude<Encoding, 'identity'>, Compress>> = {
  br: bytes =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: bytes => promisify(gzip)(bytes, { level: GZIP }),
}

/** Creates content from its bytes and its type; `extra` are headers that only it has. */
export function makeContent(
  bytes: Buffer,
  type: string,
  extra: Readonly<Record<string, string>> = {},
): Content {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  const bodies = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(bytes)]])
  const encoded = (encoding: Encoding): Promise<Buffer> => {
    const body = bodies.get(encoding) ?? compressors[encoding as 'br'](bytes)
    bodies.set(encoding, body)
    return body
  }
  const isLeft = bytes.length < SMALLEST_COMPRESSED || type === COMPRESSED
  const chosen = ({ acceptEncoding }: ContentPreferences): Encoding =>
    isLeft ? 'identity' : chooseEncoding(acceptEncoding)
  const etagOf = (encoding: Encoding): string =>
    encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
  const headersOf = (encoding: Encoding): Record<string, string> => ({
    ...openHeaders,
    'content-type': type,
    'cache-control': 'public, max-age=60',
    vary: 'Accept-Encoding',
    etag: etagOf(encoding),
    ...extra,
  })
  return {
    unchanged(preferences) {
      const encoding = chosen(preferences)
      const headers = headersOf(encoding)
      return isTagged(preferences.ifNoneMatch, headers.etag) ? unchangedOf({ headers }) : undefined
    },
    async reply(preferences) {
      const encoding = chosen(preferences)
      const coding: Record<string, string> =
        encoding === 'identity' ? {} : { 'content-encoding': encoding }
      const body = await encoded(encoding)
      return { status: 200, headers: { ...headersOf(encoding), ...coding }, body, outcome: 'ok' }
    },
  }
}

/** Builds the 304 for callers that already have the content of a reply. */
export function unchangedOf({ headers }: Pick<Reply, 'headers'>): Reply {
  const { 'content-encoding': _, ...others } = headers
  return { status: 304, headers: others, body: undefined, outcome: 'ok' }
}

/**
 * Whether `If-None-Match` names the tag; weak comparison, because proxies that compress make tags
 * weak (RFC 9110, 13.1.2).
 */
export function isTagged(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false
  if (ifNoneMatch === etag) return true
  const tags = ifNoneMatch.split(',').map(tag => tag.trim().replace(/^W\//, ''))
  return tags.some(tag => tag === '*' || tag === etag)
}
