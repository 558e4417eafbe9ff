/** How the money of authorizations is moved, and how a settlement ends. */
import type { Authorization, Payment, Requirements, Verdict } from './payment.ts'

/**
 * The result of a settlement. A landed settlement has an `amount` (micro-USD) if it moved a
 * different amount than requested. `unknown` is never answered with 402, because the money may have
 * moved. A failure is final if the authorization was used for something else, was cancelled, or
 * expired. With `mayLand` the authorization was refused and is still valid: the gateway has no
 * transaction pending, but anyone who has the authorization can still send it.
 */
export type Settlement =
  | { state: 'landed'; transaction: string; amount?: bigint }
  | { state: 'failed'; reason: string; mayLand?: true }
  | { state: 'unknown'; reason: string; transaction?: string }

/**
 * The data that must be on disk before a transaction is broadcast, so that it can be found again.
 * `raw` is the signed transaction.
 */
export interface Intent {
  transaction?: string
  raw?: string
  relayer?: string
  relayerNonce?: number
  /** The last block that can include the transaction, on networks whose transactions expire. */
  lastBlock?: number
  sentAt: number
}

/**
 * Moves the money of verified authorizations: in this process with its own key, or through a remote
 * facilitator.
 */
export interface SettlementBackend<A extends Authorization = Authorization> {
  /**
   * Checks whether the authorization would execute now: funds, nonce, validity window. The chain or
   * the facilitator decides.
   */
  check(payment: Payment<A>, requirements: Requirements): Promise<Verdict>
  /**
   * Settles a payment. Awaits `onIntent` before it broadcasts anything. Rejects if no intent was
   * recorded; nothing was sent then.
   */
  settle(
    payment: Payment<A>,
    requirements: Requirements,
    onIntent: (intent: Intent) => Promise<void>,
  ): Promise<Settlement>
  /**
   * Finds the result of a recorded intent, and may send its bytes again. With `onIntent`, it
   * settles the payment again if the transaction had no effect and the authorization is unused and
   * valid. A second transaction does no harm, because the token accepts an authorization only once.
   */
  find(
    payment: Payment<A>,
    requirements: Requirements,
    intent: Intent,
    onIntent?: (intent: Intent) => Promise<void>,
  ): Promise<Settlement>
  /**
   * Returns the position of a landed transaction: `deep` if no reorganisation is expected any more,
   * `shallow` while it is watched, `gone` if its block is no longer part of the chain, undefined if
   * this process has not seen it land. Rejects if the node does not answer.
   */
  standing?(transaction: string): Promise<'deep' | 'shallow' | 'gone' | undefined>
  /**
   * Whether `find` can prove a landed payment from the chain, so that the ledger may write the
   * final state of a record after the reply.
   */
  readonly proves?: boolean
  /** Checks whether the gateway can take payments, for health views. */
  health(): Promise<{ ok: boolean; details: Record<string, string | number | boolean> }>
  close(): Promise<void>
}
