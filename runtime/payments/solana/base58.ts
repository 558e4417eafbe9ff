/** Base58, the notation of Solana's addresses, hashes, signatures and keys. */

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Longest text that is read: 64 bytes have at most 88 digits. */
const LONGEST = 88

/** Encodes bytes in base58. */
export function toBase58(bytes: Uint8Array): string {
  let zeros = 0
  while (bytes[zeros] === 0) zeros++
  let value = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
  let digits = ''
  for (; value > 0n; value /= 58n) digits = ALPHABET[Number(value % 58n)] + digits
  return '1'.repeat(zeros) + digits
}

/** Decodes a text of exactly `length` bytes, at most 64; undefined for anything else. */
export function fromBase58(text: string, length: number): Buffer | undefined {
  if (text.length === 0 || text.length > LONGEST) return undefined
  let value = 0n
  for (const char of text) {
    const digit = ALPHABET.indexOf(char)
    if (digit < 0) return undefined
    value = value * 58n + BigInt(digit)
  }
  const hex = value === 0n ? '' : value.toString(16)
  const body = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
  const zeros = /^1*/.exec(text)![0].length
  return zeros + body.length === length ? Buffer.concat([Buffer.alloc(zeros), body]) : undefined
}
