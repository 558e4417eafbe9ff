/** Computes the EIP-712 hash of a Permit2 transfer with a witness, by a fixed encoder. */
import { chainIdOf, putWord, text } from '../hash.ts'
import { keccak } from '../keccak.ts'
import { PERMIT2 } from './contracts.ts'
import type { UptoAuthorization } from './types.ts'

const TOKEN = 'TokenPermissions(address token,uint256 amount)'
const WITNESS = 'Witness(address to,address facilitator,uint256 validAfter)'
const TRANSFER =
  'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 ' +
  'nonce,uint256 deadline,Witness witness)'
const DOMAIN = text('EIP712Domain(string name,uint256 chainId,address verifyingContract)')

/** Computes the domain separator of Permit2 on a chain. */
function permit2Domain(chain: string): Buffer {
  const words = Buffer.alloc(128)
  DOMAIN.copy(words, 0)
  text('Permit2').copy(words, 32)
  putWord(words, 64, chainIdOf(chain))
  words.write(PERMIT2.slice(2), 108, 'hex')
  return keccak(words)
}

/**
 * Creates a function that hashes authorizations on one chain the way their signers did. The lengths
 * of the hex strings must have been checked, because `write` truncates silently. The buffers are
 * reused, which is safe because hashing never yields.
 */
export function createUptoHasher(chain: string): (authorization: UptoAuthorization) => Buffer {
  const permitted = Buffer.alloc(96)
  text(TOKEN).copy(permitted, 0)
  const witness = Buffer.alloc(128)
  text(WITNESS).copy(witness, 0)
  const words = Buffer.alloc(192)
  text(TRANSFER + TOKEN + WITNESS).copy(words, 0)
  const outer = Buffer.alloc(66)
  outer[0] = 0x19
  outer[1] = 0x01
  permit2Domain(chain).copy(outer, 2)
  return authorization => {
    permitted.write(authorization.token.slice(2), 44, 'hex')
    putWord(permitted, 64, authorization.value)
    witness.write(authorization.to.slice(2), 44, 'hex')
    witness.write(authorization.facilitator.slice(2), 76, 'hex')
    putWord(witness, 96, authorization.validAfter)
    keccak(permitted).copy(words, 32)
    words.write(authorization.spender.slice(2), 76, 'hex')
    words.write(authorization.nonce.slice(2), 96, 'hex')
    putWord(words, 128, authorization.validBefore)
    keccak(witness).copy(words, 160)
    keccak(words).copy(outer, 34)
    return keccak(outer)
  }
}
