/** The types of payments by EIP-3009 authorization. */
import type * as base from '../types.ts'

/** A decoded EIP-3009 authorization. Addresses and nonce are lower case; times are Unix seconds. */
export interface Authorization extends base.Authorization {
  to: string
  validAfter: bigint
  nonce: string
  signature: string
}

/** The members of an authorization that its wallet signs. */
export type Message = Pick<
  Authorization,
  'from' | 'to' | 'value' | 'validAfter' | 'validBefore' | 'nonce'
>

/** A payment by EIP-3009 authorization. */
export type Payment = base.Payment<Authorization>

/** A backend that settles EIP-3009 authorizations, and can ask contract wallets. */
export interface SettlementBackend extends base.SettlementBackend<Authorization> {
  /**
   * Checks whether the contract wallet at `from` accepts the signature (ERC-1271); false if there
   * is no contract. Returns a rejection if the node does not answer. Absent if the backend has no
   * node.
   */
  contractSigned?(from: string, hash: Buffer, signature: string): Promise<boolean | base.Rejection>
}

/** The payment scheme of an EVM network. */
export interface PaymentScheme extends base.PaymentScheme<Authorization> {
  readonly backend: SettlementBackend
}
