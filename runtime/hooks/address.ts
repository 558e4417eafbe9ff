/** Recognises addresses of wallets on any chain. */

const EVM = /^0x[0-9a-fA-F]{40}$/
/** 32 bytes in base58 have 32 to 44 characters. */
const SOLANA = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Whether a text is an EVM address, or a Solana address (32 bytes in base58). */
export function isAddress(text: string): boolean {
  return EVM.test(text) || (SOLANA.test(text) && bytesOf(text) === 32)
}

/** Returns the number of bytes that a base58 text encodes. */
function bytesOf(text: string): number {
  const value = [...text].reduce((sum, one) => sum * 58n + BigInt(ALPHABET.indexOf(one)), 0n)
  const zeros = /^1*/.exec(text)![0].length
  return zeros + (value === 0n ? 0 : Math.ceil(value.toString(16).length / 2))
}
