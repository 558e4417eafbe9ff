/** Pictures in base64 data URIs. */
import { imageHeader, type ImageHeader } from './image-header.ts'

/** The prefix before the base64; the rule requires `data:image/`, so capitals are not accepted. */
const PREFIX = /^data:image\/[\w.+-]{1,100}(?:;[\w.+-]{1,100}=[\w.+-]{1,100})*;base64,/
const LONGEST_PREFIX = 512

/** Base64 characters that are searched for the header first. A multiple of four. */
const FIRST = 64 * 1024

/** Returns the base64 of a picture's data URI; undefined for any other text. */
export function base64Of(uri: string): string | undefined {
  const prefix = PREFIX.exec(uri.slice(0, LONGEST_PREFIX))?.[0]
  return prefix === undefined ? undefined : uri.slice(prefix.length)
}

/**
 * `decodesToImage`: whether a text is the data URI of a decodable picture. Decodes only the header;
 * decodes everything if the header is not in the first bytes (large colour profiles, boxes at the
 * end).
 */
export function decodesToImage(uri: string): boolean {
  const base64 = typeof uri === 'string' ? base64Of(uri) : undefined
  return base64 !== undefined && headerOf(base64) !== undefined
}

/** Reads the header of a base64 picture; undefined if it is not a picture. */
function headerOf(base64: string): ImageHeader | undefined {
  const first = imageHeader(Buffer.from(base64.slice(0, FIRST), 'base64'))
  const found =
    first ?? (base64.length > FIRST ? imageHeader(Buffer.from(base64, 'base64')) : undefined)
  return found !== undefined && isBase64(base64) ? found : undefined
}

/** Whether a text is pure base64. Decoders skip invalid characters; upstreams do not. */
export function isBase64(text: string): boolean {
  if (text.length % 4 === 1) return false
  const end = text.search(/[^A-Za-z0-9+/]/)
  return end < 0 || (end >= text.length - 2 && /^={1,2}$/.test(text.slice(end)))
}
