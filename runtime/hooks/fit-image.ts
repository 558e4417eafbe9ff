/** `fitImage`: scales a caller's picture to one of the sizes that an upstream accepts. */
import type { Sharp } from 'sharp'
import type { Clock } from '../seams.ts'
import { unless } from '../lib/signals.ts'
import { imageHeader, type ImageHeader } from './image-header.ts'
import { sourceImage, type SourceOptions } from './source-image.ts'
import { takeTurns } from '../lib/turns.ts'
import { Unusable } from '../lib/unusable-input.ts'

/** A picture as a data URI, and its size, e.g. `1280x720`. */
export type FittedImage = { data: string; size: string }

/** Formats that can be decoded here; the codecs of others are not installed. */
const DECODED: ReadonlySet<ImageHeader['kind']> = new Set(['png', 'jpeg', 'gif', 'webp', 'avif'])
/** A larger picture takes too much memory to decode. */
const MOST_PIXELS = 50_000_000
/**
 * Ms for one picture, including fetching and waiting. The call's time limit must be longer, because
 * the upstream needs the rest.
 */
const LONGEST = 15_000
/**
 * Pictures processed at a time. They are decoded on the thread pool, which files and DNS lookups
 * need too.
 */
const AT_ONCE = 2

/**
 * Makes the hook. Rejects with Unusable if a picture cannot be used or takes too long, and with a
 * TypeError for an invalid size.
 */
export function createFitImage(
  parts: SourceOptions & { clock: Clock },
): (source: string, sizes: readonly string[]) => Promise<FittedImage> {
  const turn = takeTurns(AT_ONCE)
  return async (source, sizes) => {
    const wanted = sizes.map(readSize)
    if (wanted.length === 0) throw new TypeError('fitImage was given no size')
    const late = new AbortController()
    const cancel = parts.clock.after(LONGEST, () =>
      late.abort(new Unusable('The image could not be read in time.')),
    )
    try {
      const bytes = await sourceImage(parts, source, late.signal)
      const header = usableHeader(bytes)
      // Abandoned waits are skipped; a running decoder keeps its slot until it is done.
      const fitted = (): Promise<FittedImage> =>
        turn(async () => {
          late.signal.throwIfAborted()
          return fit(bytes, header, wanted)
        })
      return await unless(late.signal, fitted)
    } finally {
      cancel()
    }
  }
}

/** Reads the header of a picture that can be decoded here. Throws Unusable for any other. */
function usableHeader(bytes: Buffer): ImageHeader {
  const header = imageHeader(bytes)
  if (header === undefined) throw new Unusable('The image cannot be read.')
  if (!DECODED.has(header.kind))
    throw new Unusable(
      `The image is ${header.kind.toUpperCase()}, which is not supported here; send PNG, ` +
        'JPEG, GIF, WEBP or AVIF.',
    )
  if (header.width * header.height > MOST_PIXELS)
    throw new Unusable(`The image has more than ${MOST_PIXELS / 1e6} million pixels.`)
  return header
}

/** A size that an upstream accepts, in pixels. */
interface Size {
  name: string
  width: number
  height: number
}

/** A size in the catalog, e.g. `1280x720`. */
function readSize(name: string): Size {
  const [, width, height] = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(name) ?? []
  if (width === undefined)
    throw new TypeError(`fitImage was given the size ${JSON.stringify(name)}`)
  return { name, width: Number(width), height: Number(height) }
}

/**
 * Fills the size with the nearest proportions and crops the rest. Photographs stay JPEG, everything
 * else is PNG.
 */
async function fit(
  bytes: Buffer,
  header: ImageHeader,
  sizes: readonly Size[],
): Promise<FittedImage> {
  try {
    const image = await open(bytes)
    const { autoOrient } = await image.metadata()
    const { name, width, height } = nearest(sizes, autoOrient)
    const resized = image
      .autoOrient()
      .resize(width, height, { fit: 'cover', position: 'centre' })
      .timeout({ seconds: LONGEST / 1000 })
    const isPhotograph = header.kind === 'jpeg'
    const made = await (isPhotograph ? resized.jpeg({ quality: 92 }) : resized.png()).toBuffer()
    return {
      data: `data:image/${isPhotograph ? 'jpeg' : 'png'};base64,${made.toString('base64')}`,
      size: name,
    }
  } catch (error) {
    if (error instanceof MissingCodec) throw error
    throw new Unusable('The image cannot be decoded.')
  }
}

/** The image library is missing: a fault of the installation, not of the picture. */
class MissingCodec extends Error {
  override name = 'MissingCodec'
}

/** Opens a picture. The library is loaded on first use, because most gateways do not need it. */
async function open(bytes: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp').catch((cause: unknown) => {
    throw new MissingCodec('sharp cannot be loaded', { cause })
  })
  sharp.cache(false)
  return sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS, sequentialRead: true })
}

/** Returns the size whose proportions are nearest to the picture's. */
function nearest(sizes: readonly Size[], source: { width: number; height: number }): Size {
  const distance = (size: Size): number =>
    Math.abs(Math.log((size.width * source.height) / (size.height * source.width)))
  return sizes.reduce((best, size) => (distance(size) < distance(best) ? size : best))
}
