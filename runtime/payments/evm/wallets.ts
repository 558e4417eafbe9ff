/**
 * Remembers, between verification and settlement, which authorizations an ordinary wallet signed
 * itself.
 */
import type { Authorization } from './types.ts'
import { isPlain, recoverAddress, splitSignature } from './signature.ts'

const known = new WeakMap<Authorization, boolean>()

/** Remembers that the wallet in `from` signed the authorization with its own key. */
export function markOwnSigned(authorization: Authorization): void {
  known.set(authorization, true)
}

/**
 * Whether the wallet in `from` signed with its own key; other signatures come from contract
 * wallets. Recovers the signer if the result is not remembered. `hash` is what the wallet signs.
 */
export function isOwnSigned<A extends Authorization>(
  authorization: A,
  hash: (authorization: A) => Buffer,
): boolean {
  let own = known.get(authorization)
  if (own === undefined) {
    const parts = isPlain(authorization.signature) ? splitSignature(authorization.signature) : ''
    own =
      typeof parts === 'object' && recoverAddress(hash(authorization), parts) === authorization.from
    known.set(authorization, own)
  }
  return own
}
