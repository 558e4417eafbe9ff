/** The durable record of a payment, its states, and the request that it was claimed for. */
import type { Effect } from '../contract.ts'
import { NOTHING_TO_SETTLE } from '../sales/line.ts'
import type { SaleFacts } from '../sales/types.ts'
import type { Requirements } from './payment.ts'
import type { Intent } from './settlement.ts'

/**
 * The stored states of a payment record; see `transitions.ts`. `failed` keeps the nonce claimed,
 * `released` frees it.
 */
export type PaymentState = 'claimed' | 'settling' | 'settled' | 'released' | 'failed'

/**
 * A reply that is stored until its payment has landed and the reply was delivered. `body` is
 * base64, of gzip if it is `packed`.
 */
export interface StoredReply {
  status: number
  headers: Record<string, string>
  body: string
  packed?: true
  /** How many bytes a packed body has when it is read. */
  bytes?: number
  /** Set if the reply is served even if its payment fails: we bear the cost. */
  absorbed?: true
}

/**
 * The durable payment record. It is in the `payments` collection of the store, with
 * `Authorization.key` as its key and its state as its tag. Claims of jobs have their own tag.
 */
export interface PaymentRecord {
  key: string
  /**
   * The version in the store that this value was read or written as. A change applies only if the
   * stored record still has this version, so every copy must keep it.
   */
  version: number
  state: PaymentState
  /**
   * The process that works on the record. Another process reconciles it only when this one is known
   * to be dead.
   */
  owner?: string
  /** Distinguishes this claim from an earlier, released one of the same authorization. */
  claim?: string
  /** The route id and the path that the payment is for. */
  route: string
  path: string
  /**
   * sha256 of method, route, path values, query and body: identifies the request that the payment
   * is for.
   */
  fingerprint: string
  payer: string
  /** The signed amount, micro-USD. */
  amount: string
  /** The settled amount, micro-USD; the signed amount if absent. Set with the intent. */
  charged?: string
  requirements: Requirements
  /** The signed part of the payload; see `signed.ts`. */
  payload: unknown
  /** When the authorization ends, Unix ms; absent if never. */
  lapses?: number
  /** `expires`: when the job is forgotten, Unix ms; its record is kept longer. */
  job?: { id: string; poll_url: string; expires: number }
  /** Set on a transfer, which does not pay us: it moves the caller's money to a third party. */
  transfer?: true
  intent?: Intent
  transaction?: string
  reason?: string
  /**
   * Set on a failed record while its authorization is still valid and may still be sent by someone.
   * The reply stays stored until then.
   */
  mayLand?: true
  /** The changes that the payment makes to wallets' records; set with the intent. */
  effects?: readonly Effect[]
  /** The stored reply. */
  kept?: StoredReply
  /** Keys of the follow-ups that are dropped when this claim is paid; see `followups/`. */
  followUps?: string[]
  /** The facts of the sale for its sales line; see `../sales/`. */
  sale?: SaleFacts
  /** Set while the stream that was paid for continues in the process of `owner`. */
  streaming?: true
  /** Set if the caller has named the purchase: its reply stays stored even after delivery. */
  identified?: true
  /** True once the caller has the reply; false once the caller is known not to have it. */
  delivered?: boolean
  /** Unix ms. */
  created: number
  updated: number
}

/** The request that an authorization is claimed for. */
export interface ClaimFacts {
  route: string
  path: string
  fingerprint: string
  requirements: Requirements
  /** `expires`: when the job is forgotten, Unix ms; its record is kept longer. */
  job?: { id: string; poll_url: string; expires: number }
  /** Set on a transfer, which does not pay us: it moves the caller's money to a third party. */
  transfer?: true
  /** Set if the caller has named the purchase. */
  identified?: true
  /** The facts for its sales line. */
  sale?: SaleFacts
}

/** Whether nothing was due for the result of a claim that was abandoned: it counts as paid. */
export const isWaived = ({ amount, reason }: PaymentRecord): boolean =>
  BigInt(amount) === 0n || reason === NOTHING_TO_SETTLE

/** Stored replies of more characters than this are large: their number is limited. */
const LARGE = 256 * 1024

/**
 * Whether a stored reply is large. A named purchase keeps its reply after delivery unless it is.
 */
export const isLarge = (reply: StoredReply | undefined): boolean =>
  reply !== undefined && reply.body.length > LARGE
