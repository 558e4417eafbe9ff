/**
 * The requirements of a call's payment, and the authorization that a wallet has signed. Amounts are
 * micro-USD.
 */
import type { Json } from '../contract.ts'
import type { PaymentScheme } from './scheme.ts'

/** One entry of `accepts[]` (x402 v2): how and how much the caller must pay. */
export interface Requirements {
  scheme: string
  network: string
  /**
   * In the notation of the network: its smallest unit, or whole money such as `0.022`. To count in
   * micro-USD, use `amount` of the payment record.
   */
  amount: string
  asset: string
  payTo: string
  maxTimeoutSeconds: number
  /** Members that the scheme adds; see the folder of each kind. */
  extra: Readonly<Record<string, Json>>
}

/**
 * A decoded authorization: the signed values that all kinds of networks share. Each kind extends it
 * with what its own verification and settlement need.
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
  /**
   * The signed payload of x402 in one fixed notation: everything that a settlement needs. Records
   * store it.
   */
  signed: Json
}

/** A decoded payment header: the authorization, its scheme, and the payload as sent. */
export interface Payment<A extends Authorization = Authorization> {
  authorization: A
  /** The scheme that decoded it, which verifies and settles it. */
  scheme: PaymentScheme
  /** The whole header, decoded from JSON; facilitators require it. */
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
 * recovered wallet, if known. `untimely`: it cannot be used yet, any more, or for long enough.
 */
export interface Rejection {
  code: RejectionCode
  details: string
  message?: string
  payer?: string
  untimely?: true
}

/** A decoded payment header, or why it was rejected. */
export type Decoded<A extends Authorization = Authorization> =
  | { ok: true; payment: Payment<A> }
  | { ok: false; rejection: Rejection }

/**
 * The result of verifying a payment. `isContract` means that a contract wallet's code accepted the
 * signature; the code may refuse it later.
 */
export type Verdict =
  | { ok: true; payer: string; isContract?: true }
  | { ok: false; rejection: Rejection }

/**
 * The JSON of a payment header: the structure that all schemes share, and the scheme's own part.
 */
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
