/** The types of payments by signed authorizations that a contract executes. */
import type * as base from '../payment.ts'
import type * as scheme from '../scheme.ts'
import type * as settlement from '../settlement.ts'

/** A decoded authorization. Addresses and nonce are lower case; times are Unix seconds. */
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

/** A payment by a signed authorization. */
export type Payment<A extends Authorization = Authorization> = base.Payment<A>

/** A backend that settles authorizations, and can query contract wallets. */
export interface SettlementBackend<
  A extends Authorization = Authorization,
> extends settlement.SettlementBackend<A> {
  /**
   * Checks whether the contract wallet at `from` accepts the signature (ERC-1271); false if there
   * is no contract. Returns a rejection if the node does not answer. Absent if the backend has no
   * node.
   */
  contractSigned?(from: string, hash: Buffer, signature: string): Promise<boolean | base.Rejection>
}

/** The payment scheme of an EVM network. */
export interface PaymentScheme<
  A extends Authorization = Authorization,
> extends scheme.PaymentScheme<A> {
  readonly backend: SettlementBackend<A>
}

/** Reads a network's token and its newest block. */
export interface TokenReader extends Required<Pick<scheme.PaymentScheme, 'balanceOf' | 'head'>> {
  /**
   * Returns the amount that a contract may take from a wallet, micro-USD. Rejects if the chain does
   * not answer.
   */
  allowanceOf(wallet: string, spender: string): Promise<bigint>
}
