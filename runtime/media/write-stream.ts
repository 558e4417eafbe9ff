/**
 * Writes a downloaded file to disk as a stream: hashed and measured on the way, never completely in
 * memory.
 */
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { HEAD_BYTES } from './file-types.ts'

/** A file that is not stored because it is too large or empty. */
export class MediaRefused extends Error {
  override name = 'MediaRefused'
}

/** The result of a write: sha256 in hex, size, and the first bytes. */
export interface WrittenFile {
  hash: string
  bytes: number
  head: Buffer
}

/**
 * Writes a stream to an open, empty file. Rejects with MediaRefused, or with the error of the
 * stream or the disk.
 */
export async function writeStream(
  source: AsyncIterable<Uint8Array>,
  file: FileHandle,
  maxBytes: number,
): Promise<WrittenFile> {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new MediaRefused(`a file of more than ${maxBytes} bytes`)
    if (head.length < HEAD_BYTES)
      head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
    hash.update(chunk)
    for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at)).bytesWritten
  }
  if (bytes === 0) throw new MediaRefused('an empty file')
  const { size } = await file.stat()
  if (size !== bytes) throw new Error(`${bytes} bytes were written, ${size} are there`)
  return { hash: hash.digest('hex'), bytes, head }
}
