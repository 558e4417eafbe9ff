/**
 * Packs a generated package as `npm pack` does. The bytes depend on the files alone: names are
 * sorted, and times, owners and modes are fixed.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** The folder of the package among the generated files. */
export const CLIENT = 'client/'

/** The time that npm sets for all files of its packages: 1985-10-26T08:15:00Z. */
const TIME = 499_162_500
const BLOCK = 512
/** The position of the checksum in a ustar header. */
const SUM = { at: 148, length: 8 }

/**
 * Packs the package, with each file that its `package.json` lists in `files`, as a compressed
 * tarball.
 */
export async function packClient(read: (name: string) => string | Promise<string>) {
  const manifest = await read(`${CLIENT}package.json`)
  const { files } = JSON.parse(manifest) as { files: readonly string[] }
  const names = ['README.md', 'package.json', ...files].sort()
  const entries = await Promise.all(
    names.map(async name => entryOf(`package/${name}`, Buffer.from(await read(CLIENT + name)))),
  )
  return promisify(gzip)(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]), { level: 9 })
}

/** Returns a plain file in ustar format (POSIX.1-1988): a header, and its bytes in full blocks. */
function entryOf(path: string, bytes: Buffer): Buffer {
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long for a tarball`)
  const header = Buffer.alloc(BLOCK)
  header.write(path, 0)
  header.write('0000644\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${octal(bytes.length, 11)}\0`, 124)
  header.write(`${octal(TIME, 11)}\0`, 136)
  header.fill(' ', SUM.at, SUM.at + SUM.length)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, SUM.at)
  const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)
  return Buffer.concat([header, bytes, padding])
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0')
