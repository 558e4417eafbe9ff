/**
 * The token's side of EIP-3009: encodes its calls, reads its reverts, and verifies payments by its
 * logs.
 */
import type { Authorization, Message } from './types.ts'
import { splitSignature } from './signature.ts'

const word = (value: bigint | number): string => value.toString(16).padStart(64, '0')
const address = (text: string): string => text.slice(2).toLowerCase().padStart(64, '0')

/** Selectors and topics of the token (keccak of their signatures). */
const TRANSFER_VRS = '0xe3ee160e'
const TRANSFER_BYTES = '0xcf092995'
const STATE = '0xe94a0102'
const AGGREGATE = '0x82ad56cb'
const IS_VALID = '0x1626ba7e'
/** First topic of `AuthorizationUsed(address,bytes32)`. */
export const USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'
/** First topic of `AuthorizationCanceled(address,bytes32)`. */
export const CANCELED = '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const bytes = (hex: string): string =>
  word((hex.length - 2) / 2) + hex.slice(2).padEnd(Math.ceil((hex.length - 2) / 64) * 64, '0')

/**
 * Encodes the call `transferWithAuthorization`. With `plain` (an ordinary wallet's signature) it
 * uses the overload with v, r and s, with v as the token requires it. A contract wallet's signature
 * goes unchanged into the overload with bytes.
 */
export function transferCall(
  authorization: Message & Pick<Authorization, 'signature'>,
  plain: boolean,
): string {
  const { from, to, value, validAfter, validBefore, nonce, signature } = authorization
  const head =
    address(from) +
    address(to) +
    word(value) +
    word(validAfter) +
    word(validBefore) +
    nonce.slice(2)
  const parts = plain ? splitSignature(signature) : ''
  if (typeof parts === 'object')
    return TRANSFER_VRS + head + word(parts.bit + 27) + parts.rs.toString('hex')
  return TRANSFER_BYTES + head + word(7 * 32) + bytes(signature)
}

/** Encodes the call `authorizationState`, which returns whether a nonce is used. */
export const stateCall = (from: string, nonce: string): string =>
  STATE + address(from) + nonce.slice(2)

/** Encodes the call `isValidSignature` of a contract wallet. */
export const isValidCall = (hash: Buffer, signature: string): string =>
  IS_VALID + hash.toString('hex') + word(64) + bytes(signature)

/** Encodes the call `aggregate3` of Multicall3, in which each call may fail on its own. */
export function batchCall(target: string, calls: readonly string[]): string {
  const parts = calls.map(call => address(target) + word(1) + word(96) + bytes(call))
  let at = parts.length * 32
  const offsets = parts.map(part => {
    const here = word(at)
    at += part.length / 2
    return here
  })
  return AGGREGATE + word(32) + word(parts.length) + offsets.join('') + parts.join('')
}

/** Whether a contract wallet's answer accepts the signature. */
export const agrees = (result: string): boolean =>
  result.length === 66 && result.startsWith(IS_VALID)

/** Encodes an address as a log topic. */
export const addressTopic = (text: string): string => '0x' + address(text)

/** A log of a receipt. */
export interface Log {
  address: string
  topics: string[]
  data: string
  transactionHash?: string
  blockNumber?: string
  removed?: boolean
}

/**
 * Whether the logs of one transaction prove that the authorization moved its money. The token must
 * log AuthorizationUsed for wallet and nonce, and its next log must be the Transfer of the value to
 * the recipient. A successful receipt alone proves nothing.
 */
export function proves(logs: readonly Log[], token: string, authorization: Authorization): boolean {
  const own = logs.filter(log => log.address.toLowerCase() === token.toLowerCase())
  const at = own.findIndex(log => isUse(log, authorization))
  const next = own[at + 1]
  return at >= 0 && next !== undefined && isTransfer(next, authorization)
}

/**
 * Whether any log is a transfer of this value between these two wallets. If so, it is not certain
 * that the money did not move.
 */
export function pays(logs: readonly Log[], token: string, authorization: Authorization): boolean {
  return logs.some(
    log => log.address.toLowerCase() === token.toLowerCase() && isTransfer(log, authorization),
  )
}

function isTransfer(log: Log, { from, to, value }: Authorization): boolean {
  return (
    log.topics[0] === TRANSFER &&
    log.topics[1] === addressTopic(from) &&
    log.topics[2] === addressTopic(to) &&
    BigInt(log.data) === value
  )
}

function isUse(log: Log, { from, nonce }: Authorization): boolean {
  return (
    log.topics[0] === USED &&
    log.topics[1] === addressTopic(from) &&
    log.topics[2]?.toLowerCase() === nonce
  )
}

/** Returns the text of a standard Error(string) in revert data; undefined if there is none. */
export function revertText(data?: string): string | undefined {
  if (!data?.startsWith('0x08c379a0') || data.length < 138) return undefined
  const length = Number(BigInt('0x' + data.slice(74, 138)))
  return length > 1000
    ? undefined
    : Buffer.from(data.slice(138, 138 + length * 2), 'hex').toString('utf8') || undefined
}
