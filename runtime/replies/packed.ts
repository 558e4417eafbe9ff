/**
 * Packs the bodies of stored replies, because each commit of a payment writes its reply again: 3 MB
 * of the local DeFi protocols take 0.6 MB.
 */
import { promisify } from 'node:util'
import { gunzip, gzip, type InputType, type ZlibOptions } from 'node:zlib'
import type { StoredReply } from '../payments/record.ts'

const pack = promisify<InputType, ZlibOptions, Buffer>(gzip)
const unpack = promisify<InputType, Buffer>(gunzip)

/** Bodies of fewer bytes are stored as they are. */
const LEAST = 64 * 1024

/** Returns a body as it is stored: packed if that makes it smaller. */
export async function packed(
  bytes: Buffer,
): Promise<Pick<StoredReply, 'body' | 'packed' | 'bytes'>> {
  const small = bytes.length < LEAST ? bytes : await pack(bytes, { level: 1 })
  return small.length < bytes.length
    ? { body: small.toString('base64'), packed: true, bytes: bytes.length }
    : { body: bytes.toString('base64') }
}

/** Returns the bytes of a stored body. */
export async function unpacked({ body, packed: isPacked }: StoredReply): Promise<Buffer> {
  const bytes = Buffer.from(body, 'base64')
  return isPacked ? unpack(bytes) : bytes
}
