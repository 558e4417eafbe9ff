/** Small real pictures of every kind, and data URIs of them. */
import sharp from 'sharp'

/** A picture of one colour; written by a real encoder. */
export function drawn(
  kind: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif',
  width = 120,
  height = 40,
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#c02040' } })
    [kind]()
    .toBuffer()
}

/**
 * A BMP of 24 bits without compression. `header` is the size of its second header, 12 is the
 * oldest.
 */
export function bmp(width = 4, height = 3, header = 40): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4
  const file = Buffer.alloc(14 + header + row * Math.abs(height), 0x7f)
  file.fill(0, 0, 14 + header)
  file.write('BM')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(14 + header, 10)
  file.writeUInt32LE(header, 14)
  if (header === 12) {
    file.writeUInt16LE(width, 18)
    file.writeUInt16LE(height, 20)
  } else {
    file.writeInt32LE(width, 18)
    file.writeInt32LE(height, 22)
  }
  return file
}

/** A box of the ISO base media format. */
export function box(name: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    content.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  )
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** The sizes of the pictures in such a file. */
function ispe([width, height]: readonly [number, number]): Buffer {
  const body = Buffer.alloc(12)
  body.writeUInt32BE(width, 4)
  body.writeUInt32BE(height, 8)
  return box('ispe', body)
}

/**
 * A HEIC, HEIF or AVIF container, as far as its header goes. `before` stands between the brands and
 * the header.
 */
export function boxed(
  brand: string,
  sizes: readonly (readonly [number, number])[] = [[64, 48]],
  before: Buffer = Buffer.alloc(0),
  also: readonly string[] = ['miaf'],
): Buffer {
  const meta = box(
    'meta',
    '\0\0\0\0',
    box('hdlr', Buffer.alloc(24)),
    box('iprp', box('ipco', box('hvcC', Buffer.alloc(23)), ...sizes.map(ispe))),
  )
  return Buffer.concat([
    box('ftyp', brand, '\0\0\0\0', ...also),
    before,
    meta,
    box('mdat', Buffer.alloc(40)),
  ])
}

/** A data URI. */
export function uri(bytes: Buffer, type = 'image/png'): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}
