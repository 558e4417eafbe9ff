/**
 * A fast buyer: EIP-3009 authorizations signed with native secp256k1, a fresh nonce each, made
 * before the clock starts.
 */
import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Offer } from '../../buyer/pay.ts'

/** The two native modules, neither of which has types of its own. */
const native = createRequire(import.meta.url)
const createKeccak: (name: 'keccak256') => { update(bytes: Buffer): { digest(): Buffer } } =
  native('keccak')
const secp256k1: {
  publicKeyCreate(key: Uint8Array, compressed: boolean): Uint8Array
  ecdsaSign(digest: Uint8Array, key: Uint8Array): { signature: Uint8Array; recid: number }
} = native('secp256k1')

/** The `PAYMENT-REQUIRED` of a 402, decoded. */
export interface Challenge {
  resource?: unknown
  extensions?: unknown
  accepts: Offer[]
}

/** A buyer: private key and address. */
export interface Wallet {
  key: Buffer
  address: string
}

const keccak = (bytes: Uint8Array) =>
  createKeccak('keccak256')
    .update(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    .digest()
const word = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
const address = (text: string) => Buffer.from(text.slice(2).padStart(64, '0'), 'hex')
const hashText = (text: string) => keccak(Buffer.from(text))
const TYPE = hashText(
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 ' +
    'validAfter,uint256 validBefore,bytes32 nonce)',
)
const DOMAIN = hashText(
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)',
)

/** `count` new wallets. */
export function wallets(count: number): Wallet[] {
  return Array.from({ length: count }, () => {
    const key = randomBytes(32)
    const open = secp256k1.publicKeyCreate(key, false)
    return { key, address: `0x${keccak(open.subarray(1)).subarray(12).toString('hex')}` }
  })
}

/** Hash of the token's EIP-712 domain. */
function domainOf({ extra, network, asset }: Offer): Buffer {
  const chain = word(BigInt(network.split(':')[1]!))
  return keccak(
    Buffer.concat([DOMAIN, hashText(extra.name), hashText(extra.version), chain, address(asset)]),
  )
}

/** The authorization as it is hashed; payer (at 32) and nonce (at 192) are left open. */
function structOf(offer: Offer, validBefore: string): Buffer {
  const times = [word(0n), word(BigInt(validBefore))]
  return Buffer.concat([
    TYPE,
    address('0x'),
    address(offer.payTo),
    word(BigInt(offer.amount)),
    ...times,
    word(0n),
  ])
}

/**
 * A maker of payment headers for the first offer of a challenge: base64 of the x402 v2 payload, as
 * `@x402/fetch` builds it.
 */
export function signer(challenge: Challenge, payers: readonly Wallet[]): () => string {
  const offer = challenge.accepts[0]!
  const validBefore = String(Math.floor(Date.now() / 1000) + offer.maxTimeoutSeconds)
  const whole = {
    x402Version: 2,
    resource: challenge.resource,
    extensions: challenge.extensions,
    accepted: offer,
  }
  const echoed = JSON.stringify(whole).slice(0, -1)
  const struct = structOf(offer, validBefore)
  const digest = Buffer.concat([Buffer.from([0x19, 1]), domainOf(offer), Buffer.alloc(32)])
  let turn = 0
  return () => {
    const payer = payers[turn++ % payers.length]!
    const nonce = randomBytes(32)
    address(payer.address).copy(struct, 32)
    nonce.copy(struct, 192)
    keccak(struct).copy(digest, 34)
    const signed = secp256k1.ecdsaSign(keccak(digest), payer.key)
    const signature = `0x${Buffer.from(signed.signature).toString('hex')}${signed.recid ? '1c' : '1b'}`
    const authorization = {
      from: payer.address,
      to: offer.payTo,
      value: offer.amount,
      validAfter: '0',
      validBefore,
      nonce: `0x${nonce.toString('hex')}`,
    }
    return Buffer.from(
      `${echoed},"payload":${JSON.stringify({ signature, authorization })}}`,
    ).toString('base64')
  }
}
