/**
 * The contracts of the scheme `upto`, which have the same addresses on every chain, and their
 * calls.
 */
import { splitSignature } from '../signature.ts'
import { addressTopic, type Log } from '../token.ts'
import type { UptoAuthorization } from './types.ts'

/** Permit2, which moves the money. */
export const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
/** The proxy, which lets only the signed facilitator settle, and only to the signed recipient. */
export const PROXY = '0x4020A4f3b7b90ccA423B9fabCc0CE57C6C240002'

/** Selectors and topics (keccak of their signatures). */
const SETTLE = '0xff11e7b4'
const SETTLE_WITH_PERMIT = '0x016c1748'
const NONCE_BITMAP = '0x4fe02b44'
const ALLOWANCE = '0xdd62ed3e'
const BALANCE_OF = '0x70a08231'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const INVALIDATION = '0x3704902f963766a4e561bbaab6e6cdc1b1dd12f6e9e99648da8843b3f46b918d'

const WORD = 64
/** Words of an EIP-2612 permit, and of the other arguments before the signature. */
const PERMIT_WORDS = 5
const TERMS_WORDS = 10

const word = (value: bigint | number): string => value.toString(16).padStart(WORD, '0')
const address = (text: string): string => text.slice(2).toLowerCase().padStart(WORD, '0')

/** Encodes the signed terms as arguments: those before the amount, and those after it. */
function terms(authorization: UptoAuthorization): { before: string; after: string } {
  const { token, value, nonce, validBefore, from, to, facilitator, validAfter } = authorization
  return {
    before: address(token) + word(value) + nonce.slice(2) + word(validBefore),
    after: address(from) + address(to) + address(facilitator) + word(validAfter),
  }
}

/**
 * Returns an ordinary wallet's signature with v as contracts require it, and others unchanged, as
 * hex.
 */
function normal(signature: string, plain: boolean): string {
  const parts = plain ? splitSignature(signature) : ''
  if (typeof parts !== 'object') return signature.slice(2)
  return parts.rs.toString('hex') + (parts.bit + 27).toString(16)
}

/** Encodes the settlement of an amount, with the EIP-2612 permit if there is one. */
export function settleCall(
  authorization: UptoAuthorization,
  amount: bigint,
  plain: boolean,
): string {
  const { permit, signature } = authorization
  const { before, after } = terms(authorization)
  const bytes = normal(signature, plain)
  const head = before + word(amount) + after
  const tail = word(bytes.length / 2) + bytes.padEnd(Math.ceil(bytes.length / WORD) * WORD, '0')
  if (!permit) return SETTLE + head + word(TERMS_WORDS * 32) + tail
  const signed = normal(permit.signature, true)
  const [r, s, v] = [signed.slice(0, WORD), signed.slice(WORD, 2 * WORD), signed.slice(2 * WORD)]
  const allowance = word(permit.value) + word(permit.deadline) + r + s + v.padStart(WORD, '0')
  return SETTLE_WITH_PERMIT + allowance + head + word((PERMIT_WORDS + TERMS_WORDS) * 32) + tail
}

/**
 * Returns the amount that a call to the proxy settles by this authorization; undefined for other
 * calls.
 */
export function settledBy(data: string, authorization: UptoAuthorization): bigint | undefined {
  const call = data.toLowerCase()
  const skipped = call.startsWith(SETTLE_WITH_PERMIT) ? PERMIT_WORDS * WORD : 0
  if (skipped === 0 && !call.startsWith(SETTLE)) return undefined
  const words = call.slice(SETTLE.length + skipped)
  const { before, after } = terms(authorization)
  const amount = words.slice(before.length, before.length + WORD)
  const isOurs = words.startsWith(before) && words.slice(before.length + WORD).startsWith(after)
  return isOurs && /^[0-9a-f]{64}$/.test(amount) ? BigInt('0x' + amount) : undefined
}

/** Returns where Permit2 stores a nonce: a word of its bitmap, and the bit in it. */
function placeOf(nonce: string): { word: bigint; bit: bigint } {
  const value = BigInt(nonce)
  return { word: value >> 8n, bit: 1n << (value & 255n) }
}

/** Encodes the call that reads the bitmap word of the nonce. */
export const bitmapCall = ({ from, nonce }: UptoAuthorization): string =>
  NONCE_BITMAP + address(from) + word(placeOf(nonce).word)

/** Whether the nonce is used, by the word of the bitmap. */
export const isBitSet = (answer: string, { nonce }: UptoAuthorization): boolean =>
  (BigInt(answer) & placeOf(nonce).bit) !== 0n

/** Encodes the call that reads how much Permit2 may move for a wallet. */
export const allowanceCall = (owner: string): string =>
  ALLOWANCE + address(owner) + address(PERMIT2)

/** Encodes the call that reads a wallet's balance. */
export const balanceCall = (owner: string): string => BALANCE_OF + address(owner)

/** Returns the topics of the token's transfers from the payer to the recipient. */
export const transferTopics = ({ from, to }: UptoAuthorization): string[] => [
  TRANSFER,
  addressTopic(from),
  addressTopic(to),
]

/**
 * Returns the amount of a transfer of the token from the payer to the recipient; undefined for
 * other logs.
 */
export function transferred(log: Log, authorization: UptoAuthorization): bigint | undefined {
  const isOurs =
    log.address.toLowerCase() === authorization.token &&
    transferTopics(authorization).every((topic, i) => log.topics[i]?.toLowerCase() === topic) &&
    /^0x[0-9a-f]{64}$/i.test(log.data)
  return isOurs ? BigInt(log.data) : undefined
}

/** Returns the topics of cancellations by a wallet. */
export const cancelTopics = (owner: string): string[] => [INVALIDATION, addressTopic(owner)]

/** Whether a log of a cancellation covers the nonce. */
export function cancels({ data }: Log, { nonce }: UptoAuthorization): boolean {
  if (!/^0x[0-9a-f]{128}$/i.test(data)) return false
  const place = placeOf(nonce)
  const mask = BigInt('0x' + data.slice(2 + WORD))
  return BigInt(data.slice(0, 2 + WORD)) === place.word && (mask & place.bit) !== 0n
}
