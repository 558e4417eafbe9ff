/** Which picture a file is, as a vendor looks at what it is sent. */
import { imageSize } from 'image-size'

/** Kinds of pictures that callers send. */
export type PictureKind = 'png' | 'jpeg' | 'webp' | 'gif' | 'bmp' | 'heic' | 'avif'

const MAGIC: readonly (readonly [RegExp, PictureKind])[] = [
  [/^\x89PNG\r\n/, 'png'],
  [/^\xff\xd8\xff/, 'jpeg'],
  [/^RIFF[^]{4}WEBP/, 'webp'],
  [/^GIF8[79]a/, 'gif'],
  [/^BM/, 'bmp'],
  [/^[^]{4}ftypavi[fs]/, 'avif'],
  [/^[^]{4}ftyp(?:hei|hev|mif1|msf1)/, 'heic'],
]

/** The kind of a file by its first bytes; undefined when it is no picture. */
export function kindOf(file: Buffer): PictureKind | undefined {
  const head = file.toString('latin1', 0, 16)
  return MAGIC.find(([magic]) => magic.test(head))?.[1]
}

/** Pixels of a picture by its header; undefined when there are none to be read. */
export function pixelsOf(file: Buffer): { width: number; height: number } | undefined {
  try {
    const { width, height } = imageSize(file)
    return { width, height }
  } catch {
    return undefined
  }
}

/** Whether a PNG has a channel for transparency. */
export const hasAlpha = (png: Buffer): boolean =>
  png[25] === 4 || png[25] === 6 || png.includes('tRNS')

/** The bytes of a data URI with an image in it; undefined when it is none. */
export function imageOfDataUri(uri: string): { type: string; data: Buffer } | undefined {
  const match = /^data:(image\/[a-z0-9.+-]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(uri)
  return match ? { type: match[1]!, data: Buffer.from(match[2]!, 'base64') } : undefined
}
