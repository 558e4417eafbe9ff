/** An authorization for tests that need no chain, and its words in the chain's form. */
import { TESTNET } from '../support.ts'

export const TOKEN = TESTNET.asset.address.toLowerCase()
export const [FROM, TO, OTHER] = ['a', 'b', 'c'].map(digit => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
]
/** A number as a word of 32 bytes. */
export const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`
export const NONCE = word(7n * 256n + 3n)
export const AUTHORIZATION = {
  from: FROM,
  to: TO,
  value: 500n,
  nonce: NONCE,
  validAfter: 0n,
  validBefore: 1_000n,
  token: TOKEN,
  signature: '0x',
} as never
