/**
 * Reads a picture's format and size from its header. JPEG frames and ISO-BMFF boxes are walked
 * here, because the library searches byte by byte and a crafted file could block the process for
 * seconds.
 */
import { imageSize } from 'image-size'

/** A picture's header. Sizes in pixels, before rotation. */
export interface ImageHeader {
  kind: 'png' | 'jpeg' | 'gif' | 'bmp' | 'webp' | 'heic' | 'avif'
  width: number
  height: number
}

/** Bytes that hold all headers of fixed length. */
const HEAD = 64

/** Sizes of a BMP's second header; the oldest one (12) stores its sizes differently. */
const BMP_HEADERS = new Set([40, 52, 56, 64, 108, 124])

/**
 * Reads a picture's header; undefined if the bytes are not a picture or end too early. Never
 * throws.
 */
export function imageHeader(bytes: Buffer): ImageHeader | undefined {
  const kind = kindOf(bytes)
  if (kind === undefined) return undefined
  try {
    const size =
      kind === 'jpeg'
        ? jpegSize(bytes)
        : kind === 'heic' || kind === 'avif'
          ? boxedSize(bytes)
          : headSize(bytes, kind)
    return size !== undefined && size.width > 0 && size.height > 0
      ? { kind, width: size.width, height: size.height }
      : undefined
  } catch {
    return undefined
  }
}

type Size = { width: number; height: number }

function kindOf(bytes: Buffer): ImageHeader['kind'] | undefined {
  const text = bytes.toString('latin1', 0, HEAD)
  if (text.startsWith('\x89PNG\r\n\x1a\n') && text.startsWith('\0\0\0\rIHDR', 8)) return 'png'
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  if (text.startsWith('RIFF') && text.startsWith('WEBPVP8', 8)) return 'webp'
  if (text.startsWith('BM')) return 'bmp'
  return text.startsWith('ftyp', 4) ? brandOf(bytes) : undefined
}

/** Size in bytes of complete headers, because the library reads missing bytes as zero. */
const WHOLE = { png: 33, gif: 13, webp: 25, bmp: 26 }

/** Reads the size of formats that have it at a fixed offset. */
function headSize(bytes: Buffer, kind: keyof typeof WHOLE): Size | undefined {
  const head = bytes.subarray(0, HEAD)
  if (head.length < WHOLE[kind]) return undefined
  if (kind !== 'bmp') return imageSize(head)
  const header = head.readUInt32LE(14)
  if (header === 12) return { width: head.readUInt16LE(18), height: head.readUInt16LE(20) }
  return BMP_HEADERS.has(header) ? imageSize(head) : undefined
}

/** Maximum number of markers and fill bytes; real files have some dozens. */
const MOST_MARKERS = 10_000

/** Walks the markers from segment to segment, up to the frame with the size. */
function jpegSize(bytes: Buffer): Size | undefined {
  let left = MOST_MARKERS
  for (let at = 2; at + 9 <= bytes.length && left-- > 0;) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1]!
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2
    else if (isFrame(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    else if (marker < 0xc0 || marker === 0xd8 || marker === 0xd9 || marker === 0xda)
      return undefined
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return undefined
}

/** Start of frame: 0xc0 to 0xcf, without the tables in that range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

/** Content of a box: `[start, end)`. */
type Span = { start: number; end: number }

/** Largest header box; there are few brands. */
const MOST_BRANDS = 64

/** Brands of still pictures and sequences, the file's own and the compatible ones. */
function brandOf(bytes: Buffer): 'heic' | 'avif' | undefined {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 8 + 4 * MOST_BRANDS)
  const brands: string[] = []
  for (let at = 8; at + 4 <= end; at += 4)
    if (at !== 12) brands.push(bytes.toString('latin1', at, at + 4))
  if (brands.some(name => /^avi[fs]$/.test(name))) return 'avif'
  return brands.some(name => /^(?:hei[cxms]|hev[cxms]|mif[12]|msf1)$/.test(name))
    ? 'heic'
    : undefined
}

/** Returns the largest picture listed in meta/iprp/ipco; the others are tiles and thumbnails. */
function boxedSize(bytes: Buffer): Size | undefined {
  const meta = box(bytes, { start: 0, end: bytes.length }, 'meta')
  const iprp = meta && box(bytes, { start: meta.start + 4, end: meta.end }, 'iprp')
  const ipco = iprp && box(bytes, iprp, 'ipco')
  let best: Size | undefined
  for (const { name, start, end } of ipco === undefined ? [] : boxes(bytes, ipco)) {
    if (name !== 'ispe' || end - start < 12) continue
    const size = { width: bytes.readUInt32BE(start + 4), height: bytes.readUInt32BE(start + 8) }
    if (best === undefined || size.width * size.height > best.width * best.height) best = size
  }
  return best
}

function box(bytes: Buffer, within: Span, wanted: string): Span | undefined {
  for (const found of boxes(bytes, within)) if (found.name === wanted) return found
  return undefined
}

/** Maximum number of boxes in one range; real files have some dozens. */
const MOST_BOXES = 1000

/** Yields the boxes of a range in order. Ends at a box that reaches beyond the range. */
function* boxes(bytes: Buffer, within: Span): Generator<Span & { name: string }> {
  let left = MOST_BOXES
  for (let at = within.start; at + 8 <= within.end && left-- > 0;) {
    const short = bytes.readUInt32BE(at)
    const isLong = short === 1 && at + 16 <= within.end
    const size = isLong
      ? Number(bytes.readBigUInt64BE(at + 8))
      : short === 0
        ? within.end - at
        : short
    if (size < (isLong ? 16 : 8)) return
    yield {
      name: bytes.toString('latin1', at + 4, at + 8),
      start: at + (isLong ? 16 : 8),
      end: Math.min(at + size, within.end),
    }
    at += size
  }
}
