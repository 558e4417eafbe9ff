/**
 * Signs EIP-1559 transactions with the native curve. The relayer signs one for each settlement or
 * batch.
 */
import { addressOf, curve } from './curve.ts'
import { keccak } from './keccak.ts'

/** A transaction before it is signed. Fees are wei. */
export interface Transaction {
  nonce: number
  to: string
  data: string
  gas: bigint
  maxFee: bigint
  tip: bigint
}

/** A signed transaction and its hash. */
export interface Signed {
  raw: string
  transaction: string
}

/** The wallet that pays for gas. Its key is not exposed. */
export interface RelayerWallet {
  readonly address: string
  sign(transaction: Transaction): Signed
}

type Item = Buffer | Item[]

function lengthPrefix(length: number, short: number): Buffer {
  if (length < 56) return Buffer.from([short + length])
  const size = number(BigInt(length))
  return Buffer.concat([Buffer.from([short + 55 + size.length]), size])
}

/** Encodes with recursive length prefixes, the encoding of transactions. */
function rlp(item: Item): Buffer {
  if (Array.isArray(item)) {
    const body = Buffer.concat(item.map(rlp))
    return Buffer.concat([lengthPrefix(body.length, 0xc0), body])
  }
  if (item.length === 1 && (item[0] as number) < 0x80) return item
  return Buffer.concat([lengthPrefix(item.length, 0x80), item])
}

/** Encodes a number without leading zero bytes; 0 is empty. */
function number(value: bigint): Buffer {
  if (value === 0n) return Buffer.alloc(0)
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 ? '0' + hex : hex, 'hex')
}

const hexBytes = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex')
const stripped = (bytes: Uint8Array): Buffer => {
  let at = 0
  while (bytes[at] === 0) at++
  return Buffer.from(bytes.subarray(at))
}

/**
 * Creates a wallet from its private key: 32 bytes of hex, with or without 0x. Throws, without
 * showing the key, if it is invalid.
 */
export function createRelayerWallet(key: string, chainId: bigint): RelayerWallet {
  const text = key.trim().replace(/^0x/, '')
  if (!/^[0-9a-fA-F]{64}$/.test(text)) throw new Error('the relayer key is not 32 bytes of hex')
  const secret = Buffer.from(text, 'hex')
  const address = addressOf(curve.publicKey(secret))
  return {
    address,
    sign({ nonce, to, data, gas, maxFee, tip }) {
      const fields: Item[] = [
        number(chainId),
        number(BigInt(nonce)),
        number(tip),
        number(maxFee),
        number(gas),
        hexBytes(to),
        Buffer.alloc(0),
        hexBytes(data),
        [],
      ]
      const type = Buffer.from([2])
      const { rs, bit } = curve.sign(keccak(Buffer.concat([type, rlp(fields)])), secret)
      const bytes = Buffer.concat([
        type,
        rlp([
          ...fields,
          number(BigInt(bit)),
          stripped(rs.subarray(0, 32)),
          stripped(rs.subarray(32)),
        ]),
      ])
      return {
        raw: '0x' + bytes.toString('hex'),
        transaction: '0x' + keccak(bytes).toString('hex'),
      }
    },
  }
}
