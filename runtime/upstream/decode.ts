/** Decompresses replies up to a limit. */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib'

type Unpack = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>

const gzip = promisify(gunzip) as Unpack
const zlib = promisify(inflate) as Unpack
const raw = promisify(inflateRaw) as Unpack
/**
 * "deflate" means zlib by the standard, but a bare stream from some servers. The first byte shows
 * which.
 */
const deflate: Unpack = (bytes, options) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 ? zlib(bytes, options) : raw(bytes, options)
const UNPACK: Readonly<Record<string, Unpack>> = {
  gzip,
  'x-gzip': gzip,
  deflate,
  br: promisify(brotliDecompress) as Unpack,
}

/** Value of Accept-Encoding for clients that use `decode`. */
export const ENCODINGS = 'gzip, deflate, br'

/**
 * Decompresses bytes by their Content-Encoding. Rejects on an unknown encoding, damaged data or
 * more than `maxBytes`.
 */
export async function decode(bytes: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '' && name !== 'identity')
  if (names.length > 2) throw new Error('too many encodings')
  let plain = bytes
  for (const name of names.reverse()) {
    if (!Object.hasOwn(UNPACK, name)) throw new Error('unknown encoding')
    if (plain.length > 0)
      plain = await (UNPACK[name] as Unpack)(plain, { maxOutputLength: maxBytes })
  }
  return plain
}
