/**
 * Which authorizations an ordinary wallet signed itself; remembered between verification and
 * settlement.
 */
import type { NetworkSpec } from '../../contract.ts'
import type { Authorization } from '../types.ts'
import { createHasher } from './hash.ts'
import { isPlain, recoverAddress, splitSignature } from './signature.ts'

const known = new WeakMap<Authorization, boolean>()

/** Remembers that the wallet in `from` signed it with its own key. */
export function markOwnSigned(authorization: Authorization): void {
  known.set(authorization, true)
}

/**
 * Tells whether the wallet in `from` signed with its own key (the others are contract wallets);
 * recovers where nobody remembers.
 */
export function createOwnSigned(spec: NetworkSpec): (authorization: Authorization) => boolean {
  const hash = createHasher(spec)
  return authorization => {
    let own = known.get(authorization)
    if (own === undefined) {
      const parts = isPlain(authorization.signature) ? splitSignature(authorization.signature) : ''
      own =
        typeof parts === 'object' &&
        recoverAddress(hash(authorization), parts) === authorization.from
      known.set(authorization, own)
    }
    return own
  }
}
