/**
 * Skips over the fields of a transaction in the ledger's binary format. The library's decoder takes
 * half a minute for two thousand bytes of nested lists, so a transaction is only decoded if its
 * lists are as shallow as those of payments.
 */

/** Lists within a transaction: memos, and each memo. */
const MAX_DEPTH = 2
/** Bytes of the types that have a fixed size, by type code. */
const SIZES: Readonly<Record<number, number>> = { 1: 2, 2: 4, 3: 8, 4: 16, 5: 32, 16: 1, 17: 20 }
const AMOUNT = 6
/** Types that are preceded by their length: bytes, accounts. */
const WITH_LENGTH: ReadonlySet<number> = new Set([7, 8])
const OBJECT = 14
const LIST = 15
/** The field that ends an object or a list. */
const END = 1
/** Bytes of an amount of XRP, and of an issued currency. */
const XRP_SIZE = 8
const ISSUED_SIZE = 48

/** Reads a field's type and name, and where its content begins. */
function header(bytes: Buffer, at: number): { type: number; field: number; next: number } {
  const first = bytes[at] ?? 0
  let next = at + 1
  const type = first >> 4 || (bytes[next++] ?? 0)
  const field = first & 15 || (bytes[next++] ?? 0)
  return { type, field, next }
}

/** Returns the end of content that is preceded by its length. */
function endOfBytes(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0
  if (first <= 192) return at + 1 + first
  if (first <= 240) return at + 2 + 193 + (first - 193) * 256 + (bytes[at + 1] ?? 0)
  return Infinity
}

/** Returns the end of a field's content; infinite for types that payments do not have. */
function endOf(bytes: Buffer, type: number, at: number): number {
  if (type === OBJECT || type === LIST) return at
  if (type === AMOUNT) return at + ((bytes[at] ?? 0) & 0x80 ? ISSUED_SIZE : XRP_SIZE)
  if (WITH_LENGTH.has(type)) return endOfBytes(bytes, at)
  return at + (SIZES[type] ?? Infinity)
}

/** Whether bytes are a sequence of complete fields of known types, with shallow lists. */
export function isShallow(bytes: Buffer): boolean {
  let depth = 0
  let at = 0
  while (at < bytes.length) {
    const { type, field, next } = header(bytes, at)
    if (type === OBJECT || type === LIST) depth += field === END ? -1 : 1
    if (depth < 0 || depth > MAX_DEPTH) return false
    at = endOf(bytes, type, next)
  }
  return depth === 0 && at === bytes.length
}
