/** Makes real pictures: PNG files of any size whose pattern and colours come from a text. */
import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const GRID = 8
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const FILTER_NONE = 0
const FILTER_UP = 2

/**
 * A PNG of `width` by `height` pixels: a mirrored grid of 16 colours, the same for the same `seed`.
 */
export function picture(seed: string, width: number, height: number): Buffer {
  const hash = createHash('sha512').update(seed).digest()
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([4, 3, 0, 0, 0], 8) // 4 bits a pixel, colours from the palette
  const pixels = deflateSync(rows(hash, width, height), { level: 6 })
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', palette(hash)),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Width and height of a PNG file. Throws when it is none. */
export function sizeOfPng(file: Buffer): { width: number; height: number } {
  if (!file.subarray(0, 8).equals(SIGNATURE)) throw new Error('not a PNG file')
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
}

function palette(hash: Buffer): Buffer {
  return Buffer.from(hash.subarray(0, 48))
}

/**
 * Scan lines. A line equal to the one above is written as "no difference", which packs to almost
 * nothing.
 */
function rows(hash: Buffer, width: number, height: number): Buffer {
  const stride = Math.ceil(width / 2) + 1
  const out = Buffer.alloc(stride * height)
  let before = -1
  for (let y = 0; y < height; y++) {
    const band = Math.floor((y * GRID) / height)
    const start = y * stride
    out[start] = band === before ? FILTER_UP : FILTER_NONE
    if (band !== before) line(hash, band, width).copy(out, start + 1)
    before = band
  }
  return out
}

function line(hash: Buffer, band: number, width: number): Buffer {
  const out = Buffer.alloc(Math.ceil(width / 2))
  for (let x = 0; x < width; x++) {
    const column = Math.floor((x * GRID) / width)
    const mirrored = Math.min(column, GRID - 1 - column)
    const colour = (hash[(band * 4 + mirrored) % 64] ?? 0) & 15
    out[x >> 1]! |= x % 2 === 0 ? colour << 4 : colour
  }
  return out
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}
