/**
 * The differences between the ways in which a signed authorization moves money: which contract is
 * called, and what the chain's state and logs prove. The relayer, the facilitator backend and the
 * look-up of outcomes use only this interface.
 */
import type { Settlement } from '../settlement.ts'
import type { Question } from './landing.ts'
import type { Block, Node, Receipt } from './node.ts'
import type { RpcError } from '../rpc.ts'
import type { Authorization } from './types.ts'

/** A movement of money by one authorization. */
export interface Transfer<A extends Authorization = Authorization> {
  method: TransferMethod<A>
  authorization: A
  /** The moved amount in micro-USD; at most the signed amount. */
  amount: bigint
  /** Whether the key of the wallet in `from` signed the authorization. */
  plain: boolean
}

/** One way to move money by authorization. */
export interface TransferMethod<A extends Authorization = Authorization> {
  /** The contract that is called. */
  readonly contract: string
  /** The contracts that must be on the chain. */
  readonly contracts: readonly string[]
  /** Maximum gas of a transaction with one transfer of an ordinary wallet. */
  readonly gas: bigint
  /** Whether several transfers may share a transaction through Multicall3. */
  readonly isBatchable: boolean
  /** The hash that the wallet signs (EIP-712). */
  hash(authorization: A): Buffer
  /** Encodes the call that moves the amount. */
  data(transfer: Transfer<A>): string
  /** Returns who must send the call; undefined if anyone may. */
  sender?(authorization: A): string
  /** Whether the authorization can no longer be used in a block of this time, Unix seconds. */
  isOver(authorization: A, time: bigint): boolean
  /** Whether the nonce of the authorization is used at a block. */
  isUsed(node: Node, authorization: A, block: number): Promise<boolean>
  /**
   * Returns the amount that a mined transaction certainly moved from the payer to the recipient by
   * this authorization; undefined if it proves none.
   */
  moved(node: Node, receipt: Receipt, transfer: Transfer<A>): Promise<bigint | undefined>
  /** Explains a nonce that is used at `head`. `sentAt` is when we first sent it, Unix ms. */
  usedUp(
    question: Question,
    transfer: Transfer<A>,
    at: { head: Block; sentAt: number },
  ): Promise<Settlement>
  /** Returns why a call reverted, as a text that callers may see. */
  reason(node: Node, transfer: Transfer<A>, error: RpcError): Promise<string>
}
