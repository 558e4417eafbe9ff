// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
/** Types for callers of the client: settings, options, results. */
import type { x402Client } from '@x402/core/client'

/** One way to pay, as a 402 offers it. `amount` is in units of the asset. */
export interface Offer {
  scheme: string
  network: string
  asset: string
  amount: string
  payTo: string
  maxTimeoutSeconds: number
  extra?: Record<string, unknown>
}

/** The challenge of a 402. */
export interface Challenge {
  x402Version: number
  accepts: Offer[]
  resource?: { url: string; [member: string]: unknown }
  extensions?: Record<string, unknown>
}

/** Signs one of the offers and returns the value of the PAYMENT-SIGNATURE header. */
export type Pay = (challenge: Challenge) => Promise<string>

/** A wallet that signs texts, such as an account of `viem`. */
export interface Account {
  address: string
  signMessage(text: { message: string }): Promise<string>
}

/** The clock, which tests may replace. */
export interface Clock {
  /** Unix time in ms. */
  now(): number
  /** Waits for a number of ms; rejects when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** Settings of a client. Without `x402` and `pay`, it can make free calls and ask for prices. */
export interface Settings {
  /** Address of the gateway. */
  baseUrl: string
  /** Signs payments: a client of `@x402/core` with the schemes of your wallet. */
  x402?: x402Client
  /** Signs payments instead of `x402`. */
  pay?: Pay
  /** Signs in where a call is only for the wallet itself, such as the list of its purchases. */
  account?: Account
  /** Most USD that one call may cost, such as `'0.05'`. */
  maxPrice?: string
  /** Most USD that this client signs in 24 hours. It is counted in memory. */
  maxPerDay?: string
  /** The payment scheme to request, if the gateway has several: `'upto'` pays for actual use. */
  scheme?: string
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>
  /** Most ms that a call may take, with its repetitions and polls. 30 minutes unless set. */
  timeout?: number
  /** The most repetitions of a request after failures. 5 unless set. */
  retries?: number
  fetch?: typeof globalThis.fetch
  clock?: Clock
}

/** Options of one call. */
export interface CallOptions {
  /** Most USD that this call may cost. */
  maxPrice?: string
  signal?: AbortSignal
  /** Most ms that this call may take, with its repetitions and polls. */
  timeout?: number
  headers?: Readonly<Record<string, string>>
  /** Ms between two polls of a job. 3 seconds unless set. */
  pollEvery?: number
  /**
   * A payment that was signed before for this very request: `payment` of an error whose `charged`
   * is `'unknown'`. The call returns what it paid for, and nothing else is signed.
   */
  payment?: string
  /**
   * Your own name for this purchase: 16 to 128 letters, digits, hyphens and underscores. If the
   * same wallet repeats the same request with it within a day, it gets the result that it has paid
   * for, even from another process. `pay` has to repeat the extensions of its challenge.
   */
  idempotencyKey?: string
}

/** Parameters that are forwarded unchanged. Options of the call are a separate argument. */
export interface Forwarded {
  [parameter: string]: unknown
  maxPrice?: never
  pollEvery?: never
  idempotencyKey?: never
}

/** A body, or each of a list of bodies, whose further members are forwarded unchanged. */
export type Open<T> = T extends readonly (infer One)[]
  ? (One & Record<string, unknown>)[]
  : T & Record<string, unknown>

/** A receipt of a payment. */
export interface Receipt {
  /**
   * False if the result was delivered although its payment is not confirmed, and for results that
   * are not charged, whose amount is 0.
   */
  settled: boolean
  /** USD, such as `'0.022'`. */
  amount: string
  /** The same in millionths of a USD. */
  amountMicro: number
  network: string
  /** Empty if nothing had to be paid. */
  transaction: string
  payer?: string
  /** The receipt as the gateway has signed it: a JWS, from which its price can be recomputed. */
  signed?: string
}

/** The result of a free call. */
export interface Free<T> {
  data: T
  requestId?: string
}

/** The result of a paid call. */
export interface Paid<T> extends Free<T> {
  receipt: Receipt
}

/** The result of a call that is free for some requests. */
export interface MaybePaid<T> extends Free<T> {
  receipt?: Receipt
}

/** A line of a price: `quantity` times `rate` is `total` USD. All numbers are decimal text. */
export interface PriceLine {
  /** What is counted, such as `image`; `rounding` for the last digits of a price. */
  unit: string
  quantity: string
  rate: string
  total: string
}

/** The price of a call. Nothing is signed to get it. */
export interface Quote {
  /** USD, such as `'0.022'`; `'0'` for a free request. */
  price: string
  /** The same in millionths of a USD. */
  amountMicro: number
  currency: string
  accepts: readonly Offer[]
  /** Warnings about the request, such as unknown fields. */
  warnings?: readonly unknown[]
  /** The lines of the price; their totals add up to the price exactly. */
  lines?: readonly PriceLine[]
  /** Until when a payment of this amount is accepted, such as `2026-12-01T09:00:00Z`. */
  validUntil?: string
  /** Everything that the gateway adds to its challenge. */
  extensions?: Readonly<Record<string, unknown>>
  requestId?: string
}

/**
 * The call of a job: a promise of its result, which can be iterated for the states of its polls.
 */
export interface Job<Result, State> extends Promise<Result>, AsyncIterable<State> {
  /** The poll address of the job, once it was accepted. */
  readonly pollUrl: string | undefined
  /** The payment header that was signed for it. Keep it with `pollUrl` to resume the job. */
  readonly payment: string | undefined
}

/** A stream of events. Nothing is sent before it is iterated, once. */
export interface Stream<Event> extends AsyncIterable<Event> {
  /** The receipt, once the stream has ended; undefined if it was free or has no receipt. */
  readonly receipt: Receipt | undefined
  readonly requestId: string | undefined
  /** The payment header that was signed for it. */
  readonly payment: string | undefined
}

/** A method that is free. */
export type FreeMethod<Args extends readonly unknown[], Data> = (
  ...args: [...Args, options?: CallOptions]
) => Promise<Free<Data>>

/** A method that can be quoted. */
export interface Quotable<Args extends readonly unknown[]> {
  /** The price of a call. Nothing is signed. */
  quote(...args: [...Args, options?: CallOptions]): Promise<Quote>
}

/** A method that is paid for. */
export interface PaidMethod<Args extends readonly unknown[], Result> extends Quotable<Args> {
  (...args: [...Args, options?: CallOptions]): Promise<Result>
}

/** A method whose slow results are jobs. */
export interface JobMethod<Args extends readonly unknown[], Result, State> extends Quotable<Args> {
  (...args: [...Args, options?: CallOptions]): Job<Result, State>
  /** Follows a job that was accepted before, even in another process. */
  resume(pollUrl: string, options?: CallOptions): Job<Result, State>
}

/** A method whose events are read as they arrive. */
export interface StreamMethod<Args extends readonly unknown[], Event> extends Quotable<Args> {
  (...args: [...Args, options?: CallOptions]): Stream<Event>
}

/** An asset of the gateway. Its amounts are decimal text in units of 10^-`decimals`. */
export interface Asset {
  network: string
  asset: string
  symbol: string
  /** The power of ten by which amounts are scaled up; 0 for amounts in whole tokens. */
  decimals: number
}

/** An operation of the gateway. */
export interface Operation {
  /** Such as `images.generate`. */
  name: string
  method: string
  /** With `{name}` for each parameter in it; a last `*` is the parameter `rest`. */
  path: string
  /** Whether it takes parameters of its path or its query. */
  params?: boolean
  /** Whether it takes a body. */
  body?: boolean
  paid?: boolean
  /** Whether slow results are jobs. */
  job?: boolean
  /** The field of the body that requests a stream. */
  stream?: string
}
