/**
 * The vocabulary of payments: what is asked, what is signed, what is recorded. Amounts are bigint
 * micro-USD (token units).
 */
import type { NetworkSpec } from '../contract.ts'
import type { Change } from '../store/store.ts'

/** One entry of `accepts[]` (x402 v2). */
export interface Requirements {
  scheme: string
  network: string
  amount: string
  asset: string
  payTo: string
  maxTimeoutSeconds: number
  extra: { name: string; version: string }
}

/** A decoded EIP-3009 authorization. Addresses and nonce are lower case; times are Unix seconds. */
export interface Authorization {
  from: string
  to: string
  value: bigint
  validAfter: bigint
  validBefore: bigint
  nonce: string
  signature: string
  /** `chain|asset|from|nonce`: what is claimed, once. */
  key: string
}

/**
 * A decoded payment header: the authorization, and the payload as sent (facilitators want it back).
 */
export interface Payment {
  authorization: Authorization
  payload: unknown
}

/** Codes of the rejection table. */
export type RejectionCode =
  'PAYMENT_INVALID' | 'PAYMENT_UNFUNDED' | 'PAYMENT_REPLAY' | 'PAYMENT_VERIFICATION_UNAVAILABLE'

/**
 * Why a payment was rejected. `message` is for everything but PAYMENT_INVALID. `payer` is the
 * recovered wallet where known.
 */
export interface Rejection {
  code: RejectionCode
  details: string
  message?: string
  payer?: string
}

export type Decoded = { ok: true; payment: Payment } | { ok: false; rejection: Rejection }
/** `isContract`: code of the wallet has accepted the signature, and may refuse it later. */
export type Verdict =
  { ok: true; payer: string; isContract?: true } | { ok: false; rejection: Rejection }

/**
 * How a settlement ended. `unknown` is never answered 402: the money may have moved. A failure is
 * final where the authorization was used for something else, was cancelled, or lapsed. With
 * `mayLand` it was refused and is still valid: nothing of ours is on its way, but whoever has it
 * can still send it.
 */
export type Settlement =
  | { state: 'landed'; transaction: string }
  | { state: 'failed'; reason: string; mayLand?: true }
  | { state: 'unknown'; reason: string; transaction?: string }

/**
 * What must be on disk before a transaction is broadcast, to find it again. `raw` is the signed
 * transaction.
 */
export interface Intent {
  transaction?: string
  raw?: string
  relayer?: string
  relayerNonce?: number
  sentAt: number
}

/**
 * Moves the money of verified authorizations. Two implementations: in-process (relayer key) and
 * remote facilitator.
 */
export interface SettlementBackend {
  /**
   * Whether the authorization would execute now: funds, nonce, window. Answers from the chain (or
   * the facilitator).
   */
  check(payment: Payment, requirements: Requirements): Promise<Verdict>
  /**
   * Settles; `onIntent` must be awaited before anything is broadcast. Rejects where no intent was
   * recorded: nothing was sent then.
   */
  settle(
    payment: Payment,
    requirements: Requirements,
    onIntent: (intent: Intent) => Promise<void>,
  ): Promise<Settlement>
  /**
   * Finds out what became of a recorded intent; may send its bytes again. With `onIntent` it
   * settles again what came to nothing while the authorization is unused and valid: the token takes
   * an authorization once, so that a second transaction can do no harm.
   */
  find(
    payment: Payment,
    requirements: Requirements,
    intent: Intent,
    onIntent?: (intent: Intent) => Promise<void>,
  ): Promise<Settlement>
  /**
   * Where a landed transaction stands: `deep` enough that no reorganisation is expected, `shallow`
   * while it is watched, `gone` where its block is not part of the chain any more. Undefined where
   * this process has not seen it land. Rejects where the node cannot be asked.
   */
  standing?(transaction: string): Promise<'deep' | 'shallow' | 'gone' | undefined>
  /**
   * Whether the contract wallet at `from` accepts the signature (ERC-1271); false where there is no
   * contract. A rejection says that it cannot be known now. Absent where there is no node to ask.
   */
  contractSigned?(from: string, hash: Buffer, signature: string): Promise<boolean | Rejection>
  /**
   * Whether `find` can prove a landed payment from the chain, so that the end of a record may be
   * written after the reply.
   */
  readonly proves?: boolean
  /** Whether payments can be taken; for health views. */
  health(): Promise<{ ok: boolean; details: Record<string, string | number | boolean> }>
  close(): Promise<void>
}

/** A way to be paid: one per network kind. */
export interface PaymentScheme {
  readonly spec: NetworkSpec
  readonly payTo: string
  requirements(amount: bigint, maxTimeoutSeconds: number): Requirements
  /** Decodes a payment header; never throws. */
  decode(header: string): Decoded
  /**
   * Signature, amount, asset, recipient, window, then the settler's check. `now` is Unix ms.
   * `amount` 0 skips the check.
   */
  verify(payment: Payment, requirements: Requirements, now: number): Promise<Verdict>
  readonly backend: SettlementBackend
}

/**
 * States of the durable payment record, as they are stored; see `transitions.ts`. `failed` keeps
 * the nonce claimed, `released` frees it.
 */
export type PaymentState = 'claimed' | 'settling' | 'settled' | 'released' | 'failed'

/** A reply kept until its payment has landed and it was delivered. `body` is base64. */
export interface StoredReply {
  status: number
  headers: Record<string, string>
  body: string
}

/**
 * The durable payment record (`payments` in the store, keyed by `Authorization.key`, tagged with
 * its state; the claim of a job has a tag of its own).
 */
export interface PaymentRecord {
  key: string
  /**
   * The version in the store that this value was read or written as. A change is made only where
   * the stored record is still of this version, so every copy must keep it.
   */
  version: number
  state: PaymentState
  /** The process that works on it; reconciled by others only when that one is known dead. */
  owner?: string
  /** Distinguishes this claim from an earlier, released one of the same authorization. */
  claim?: string
  /** Route id and path that it pays for. */
  route: string
  path: string
  /** sha256 of method, route, path values, query and body: the request that it pays for. */
  fingerprint: string
  payer: string
  amount: string
  requirements: Requirements
  /** The signed part of the payload; see `signed.ts`. */
  payload: unknown
  /** `expires`: when the job is forgotten, Unix ms; its record stays longer than it. */
  job?: { id: string; poll_url: string; expires: number }
  intent?: Intent
  transaction?: string
  reason?: string
  /**
   * Of a failed record: its authorization is still valid, so that somebody may still send it. Its
   * reply is kept until that is over.
   */
  mayLand?: true
  kept?: StoredReply
  /** While the stream that it paid for goes on, in the process of `owner`. */
  streaming?: true
  /** True once the caller has the reply; false once it is known that it does not. */
  delivered?: boolean
  /** Unix ms. */
  created: number
  updated: number
}

/** What a claim is for. */
export interface ClaimFacts {
  route: string
  path: string
  fingerprint: string
  requirements: Requirements
  /** `expires`: when the job is forgotten, Unix ms; its record stays longer than it. */
  job?: { id: string; poll_url: string; expires: number }
}

/**
 * The ledger of payment records: the only writer of the `payments` collection. Every method is
 * durable before it resolves, with one exception: where the settler can prove a landing from the
 * chain (`proves`), `settle` resolves when the money has landed and writes `settled` a moment
 * later, together with `delivered` where that comes soon. The intent on disk lets `reconcile` find
 * it after a crash.
 */
export interface Ledger {
  /**
   * Claims the authorization, in one commit with `also` (a new job). `fresh: false` gives the
   * record that holds it. A `released` record may be claimed again; the same authorization claimed
   * by 50 at once is fresh for exactly one.
   */
  claim(
    payment: Payment,
    facts: ClaimFacts,
    also?: Change[],
  ): Promise<{ fresh: boolean; record: PaymentRecord }>
  /**
   * The record of an authorization; one that failed and may still land is looked for on the chain
   * first.
   */
  get(key: string): Promise<PaymentRecord | undefined>
  /**
   * Settles a record whose result exists: keeps `kept`, writes the intent before anything is
   * broadcast, records the end. `landed` → settled, `failed` → failed, `unknown` → stays
   * `settling`. Concurrent calls for one record share one settlement. `goesOn` marks it as
   * `streaming` until `keep` or `delivered` says that the stream is over. Rejects with `NotSent`
   * where no intent could be written: nothing was sent, and the claim can be settled later or
   * released.
   */
  settle(
    record: PaymentRecord,
    kept?: StoredReply,
    goesOn?: boolean,
  ): Promise<{ settlement: Settlement; record: PaymentRecord }>
  /**
   * Ends a record whose result was paid for by an earlier payment's `transaction`: its own
   * authorization is used up, and never settled.
   */
  paidWith(record: PaymentRecord, transaction: string, kept?: StoredReply): Promise<void>
  /** Asks again what became of a record in `settling`. */
  resolve(record: PaymentRecord): Promise<{ settlement: Settlement; record: PaymentRecord }>
  /**
   * Whether another living process has touched the record a moment ago, so that its own caller is
   * probably being answered there now, or still sends the stream that was paid for. Its reply is
   * not handed over meanwhile.
   */
  elsewhere(record: PaymentRecord): Promise<boolean>
  /**
   * Remembers that the caller has the reply, and drops the kept copy. `isWhole: false` remembers
   * that the caller does not have it: the copy stays, and whoever waits for it in another process
   * need not wait any longer.
   */
  delivered(record: PaymentRecord, isWhole?: boolean): Promise<void>
  /**
   * Replaces what is kept of a reply that went on after its payment was settled, or drops it;
   * nothing where it was delivered.
   */
  keep(record: PaymentRecord, kept: StoredReply | undefined): Promise<void>
  /** Work failed inline: the nonce is free again. */
  release(record: PaymentRecord, reason: string): Promise<void>
  /** A job ended without a charge: the nonce stays claimed. */
  fail(record: PaymentRecord, reason: string): Promise<void>
  /**
   * At start, before anything is served, and from then on every few seconds: every unfinished
   * record reaches a state that is true on chain. `settling` is looked up and settled again where
   * its transaction came to nothing; `claimed` without a job is released.
   * Only records of processes known dead are touched, and those of this process on which nobody
   * works.
   */
  reconcile(): Promise<{ landed: number; failed: number; pending: number; released: number }>
}
