/**
 * The types of payments: what a route requires, what the wallet signs, what the ledger records.
 * Amounts are bigint micro-USD (token units).
 */
import type { Effect, Json, NetworkSpec } from '../contract.ts'
import type { SaleFacts } from '../sales/types.ts'
import type { Change } from '../store/store.ts'
import type { Allowance } from './allowance.ts'
import type { Declared } from './kind.ts'

/** One entry of `accepts[]` (x402 v2): how and how much the caller must pay. */
export interface Requirements {
  scheme: string
  network: string
  amount: string
  asset: string
  payTo: string
  maxTimeoutSeconds: number
  /** What the scheme adds; see the folder of each kind. */
  extra: Readonly<Record<string, Json>>
}

/**
 * A decoded authorization: what a wallet signed, as far as all kinds of networks have it. Each kind
 * extends it with what its own verification and settlement need.
 */
export interface Authorization {
  /** Identifies the authorization, which can be claimed once; starts with chain and asset. */
  key: string
  /** The wallet that pays, as its network compares addresses. */
  from: string
  /** Micro-USD. */
  value: bigint
  /**
   * When it can no longer be settled, Unix seconds. An estimate on networks whose transactions
   * expire by block.
   */
  validBefore: bigint
  /**
   * When its signature ends, Unix seconds, if that is later than `validBefore`. Claims are
   * remembered at least until then.
   */
  signedUntil?: bigint
  /** The payload of x402 in one fixed notation: all that a settlement needs. Records store it. */
  signed: Json
}

/** A decoded payment header: the authorization, its scheme, and the payload as sent. */
export interface Payment<A extends Authorization = Authorization> {
  authorization: A
  /** The scheme that decoded it, which verifies and settles it. */
  scheme: PaymentScheme
  /** The whole header, decoded from JSON; facilitators want it back. */
  payload: unknown
}

/** The error codes of rejected payments. */
export type RejectionCode =
  | 'PAYMENT_INVALID'
  | 'PAYMENT_UNFUNDED'
  | 'PAYMENT_REPLAY'
  | 'PAYMENT_BLOCKHASH_STALE'
  | 'PAYMENT_VERIFICATION_UNAVAILABLE'

/**
 * Why a payment was rejected. `message` is set for every code but PAYMENT_INVALID. `payer` is the
 * recovered wallet, if known.
 */
export interface Rejection {
  code: RejectionCode
  details: string
  message?: string
  payer?: string
}

/** A decoded payment header, or why it was rejected. */
export type Decoded<A extends Authorization = Authorization> =
  { ok: true; payment: Payment<A> } | { ok: false; rejection: Rejection }

/**
 * The result of verifying a payment. `isContract` means that a contract wallet's code accepted the
 * signature; the code may refuse it later.
 */
export type Verdict =
  { ok: true; payer: string; isContract?: true } | { ok: false; rejection: Rejection }

/**
 * The result of a settlement. A landed one has an `amount` (micro-USD) if it moved another one than
 * asked. `unknown` is never answered with 402, because the money may have
 * moved. A failure is final if the authorization was used for something else, was cancelled, or
 * expired. With `mayLand` the authorization was refused and is still valid: the gateway has no
 * transaction pending, but anybody who has the authorization can still send it.
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
 * Moves the money of verified authorizations: in this process with a key of its own, or through a
 * remote facilitator.
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

/** A node that answers JSON-RPC requests. Rejects if it does not answer, or answers an error. */
export interface ChainNode {
  call<T>(method: string, params: unknown[], timeoutMs?: number): Promise<T>
}

/** The newest block of a chain; `time` is Unix seconds. */
export interface ChainHead {
  number: number
  time: number
}

/**
 * One way to be paid: one scheme, chain and asset. It says what a call requires, and decodes,
 * verifies and settles it. What differs between kinds of networks ends here.
 */
export interface PaymentScheme<A extends Authorization = Authorization> {
  readonly spec: NetworkSpec
  readonly payTo: string
  /**
   * Whether it settles the actual price of a call, of which the signed amount is the maximum.
   * Settlements get requirements with the actual amount.
   */
  readonly isMetered?: true
  /** The extensions that challenges declare with its offer. */
  readonly declared?: Declared
  /** What a call requires, in the notation of `accepts`. `amount` is micro-USD. */
  requirements(amount: bigint, maxTimeoutSeconds: number): Requirements
  /** Whether these requirements, or what a client says it accepted, are this scheme's. */
  owns(of: Pick<Requirements, 'scheme' | 'network' | 'asset'> & { extra?: unknown }): boolean
  /**
   * Reads the decoded JSON of a payment header, whose frame was checked. `at` is when it arrived,
   * Unix ms. Throws `Malformed`.
   */
  read(fields: PaymentFields, at: number): A
  /** Decodes a payment header that arrived at `at`, Unix ms. Never throws. */
  decode(header: string, at?: number): Decoded<A>
  /**
   * Verifies signature, amount, asset, recipient and window, then asks the settlement backend to
   * check. `now` is Unix ms. An `amount` of 0 skips the backend's check.
   */
  verify(payment: Payment<A>, requirements: Requirements, now: number): Promise<Verdict>
  readonly backend: SettlementBackend<A>
  /** A wallet's balance of the asset, micro-USD. Rejects if the chain does not answer. */
  balanceOf?(wallet: string): Promise<bigint>
  /** Where an allowance bounds what a wallet can pay, besides its balance. */
  readonly allowance?: Allowance<A>
  /** The newest block, for health views. Rejects if the chain does not answer. */
  head?(): Promise<ChainHead>
}

/** The JSON of a payment header: the frame that all schemes share, and the scheme's own part. */
export interface PaymentFields {
  readonly x402Version: 2
  readonly accepted: Accepted
  readonly payload: Readonly<Record<string, unknown>>
}

/** The requirements that a client repeats in its payment; texts of up to 200 characters. */
export interface Accepted {
  readonly scheme: string
  readonly network: string
  readonly amount: string
  readonly asset: string
  readonly payTo: string
  readonly [further: string]: unknown
}

/**
 * The stored states of a payment record; see `transitions.ts`. `failed` keeps the nonce claimed,
 * `released` frees it.
 */
export type PaymentState = 'claimed' | 'settling' | 'settled' | 'released' | 'failed'

/**
 * A reply that is stored until its payment has landed and the reply was delivered. `body` is
 * base64.
 */
export interface StoredReply {
  status: number
  headers: Record<string, string>
  body: string
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
   * The process that works on the record. Another process reconciles it only once this one is known
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
  /** What was signed, micro-USD. */
  amount: string
  /** What the settlement takes of it, micro-USD; all of it if absent. Set with the intent. */
  charged?: string
  requirements: Requirements
  /** The signed part of the payload; see `signed.ts`. */
  payload: unknown
  /** When the authorization ends, Unix ms; absent if never. */
  lapses?: number
  /** `expires`: when the job is forgotten, Unix ms; its record stays longer than it. */
  job?: { id: string; poll_url: string; expires: number }
  /** Set if it does not pay us: it moves the caller's money to somebody else. */
  transfer?: true
  intent?: Intent
  transaction?: string
  reason?: string
  /**
   * Set on a failed record while its authorization is still valid, so that somebody may still send
   * it. The reply stays stored until then.
   */
  mayLand?: true
  /** What the payment changes in records that wallets own; set with the intent. */
  effects?: readonly Effect[]
  /** The stored reply. */
  kept?: StoredReply
  /** Keys of the follow-ups that are dropped when this claim is paid; see `followups/`. */
  followUps?: string[]
  /** What is known of the sale, for its line; see `../sales/`. */
  sale?: SaleFacts
  /** Set while the stream that was paid for continues in the process of `owner`. */
  streaming?: true
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
  /** `expires`: when the job is forgotten, Unix ms; its record stays longer than it. */
  job?: { id: string; poll_url: string; expires: number }
  /** Set if it does not pay us: it moves the caller's money to somebody else. */
  transfer?: true
  /** What its sales line says. */
  sale?: SaleFacts
}

/**
 * The ledger of payment records: the only writer of the `payments` collection. Every method
 * resolves after its write is durable, with one exception: if the settlement backend can prove a
 * landing from the chain (`proves`), `settle` resolves when the money has landed and writes
 * `settled` shortly afterwards, together with `delivered` if that follows soon. After a crash,
 * `reconcile` finds the payment by its intent on disk.
 */
export interface Ledger {
  /**
   * Claims the authorization and writes `also` (a new job) in the same commit. Returns `fresh:
   * false` and the current record if it is already claimed. A `released` record may be claimed
   * again. If 50 requests claim the same authorization at once, exactly one of them is fresh.
   */
  claim(
    payment: Payment,
    facts: ClaimFacts,
    also?: Change[],
  ): Promise<{ fresh: boolean; record: PaymentRecord }>
  /**
   * Returns the record of an authorization. If it failed and may still land, looks for it on the
   * chain first.
   */
  get(key: string): Promise<PaymentRecord | undefined>
  /**
   * Settles the record of a call that has its result: stores the reply, writes the intent before
   * anything is broadcast, and records the outcome. `landed` becomes settled, `failed` becomes
   * failed, `unknown` stays `settling`. Concurrent calls for one record share one settlement.
   * `goesOn` marks the record as `streaming` until `keep` or `delivered` ends the stream. Rejects
   * with `NotSent` if no intent could be written: nothing was sent, and the claim can be settled
   * later or released. `effects` are locked with the intent and applied with the outcome; rejects
   * with `RecordBusy` if one of their records is not free. `amount` is the actual price in micro-USD,
   * where the payment's scheme is metered.
   */
  settle(
    record: PaymentRecord,
    reply?: StoredReply,
    also?: { goesOn?: boolean; effects?: readonly Effect[]; amount?: bigint },
  ): Promise<{ settlement: Settlement; record: PaymentRecord }>
  /**
   * Ends a record whose result an earlier payment's `transaction` has paid for. Its own
   * authorization is used up and never settled.
   */
  paidWith(record: PaymentRecord, transaction: string, reply?: StoredReply): Promise<void>
  /** Looks up the result of a record in `settling` again. */
  resolve(record: PaymentRecord): Promise<{ settlement: Settlement; record: PaymentRecord }>
  /**
   * Whether another living process changed the record moments ago, or still streams its reply. That
   * process is probably still answering its own caller, so the reply must not be redelivered yet.
   */
  elsewhere(record: PaymentRecord): Promise<boolean>
  /**
   * Records that the caller has the reply, and drops the stored copy. `isWhole: false` records that
   * the caller does not have it: the copy stays, and a call that waits for it in another process
   * can stop waiting.
   */
  delivered(record: PaymentRecord, isWhole?: boolean): Promise<void>
  /**
   * Replaces or drops the stored reply of a record whose reply continued after the payment was
   * settled. Does nothing once the reply was delivered.
   */
  keep(record: PaymentRecord, reply: StoredReply | undefined): Promise<void>
  /**
   * Notes in a claimed record that a follow-up waits for its end, in one commit with the change
   * that stores the follow-up. Returns the changed record, or undefined, and nothing is stored, if
   * the caller no longer owns the claim.
   */
  awaitEnd(
    record: PaymentRecord,
    followUp: string,
    change: Change,
  ): Promise<PaymentRecord | undefined>
  /** Releases a claim whose work failed: the nonce is free again. */
  release(record: PaymentRecord, reason: string): Promise<void>
  /**
   * Ends the claim of a job, or one of amount zero, without a charge: the nonce stays claimed.
   * `effects` are applied in the same commit; rejects with `NotSent` if the claim has ended already,
   * because they are not applied then.
   */
  fail(record: PaymentRecord, reason: string, effects?: readonly Effect[]): Promise<void>
  /**
   * Brings every unfinished record to a state that is true on the chain. Runs before the gateway
   * serves its first call, and every few seconds afterwards. Looks up each `settling` record and
   * settles it again if its transaction had no effect; releases each `claimed` record without a
   * job. Touches only records of processes known to be dead, and idle records of this process.
   */
  reconcile(): Promise<{ landed: number; failed: number; pending: number; released: number }>
}
