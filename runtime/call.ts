/** Types of one request while it is served: the call, its price, its work and its reply. */
import type { Json, Price, RouteFacts, Scope } from './contract.ts'
import type { Charge } from './calls/stages/charge.ts'
import type { Completion } from './protocols/types.ts'
import type { Payment, Requirements } from './payments/payment.ts'
import type { PaymentRecord } from './payments/record.ts'
import type { RateKey } from './http/client-address.ts'
import type { Bounds } from './limits/budget.ts'
import type { Resent } from './limits/resent-replies.ts'
import type { ReplyHolder } from './upstream/types.ts'
import type { FreePlaces } from './limits/free-quota.ts'
import type { Standing } from './limits/terms.ts'
import type { FileContent } from './replies/file-content.ts'
import type { Noted } from './calls/stages/warnings.ts'
import type { PriceLine } from './x402/price-lines.ts'
import type { Offering } from './lib/offerings.ts'
import type { RequestIds } from './lib/trace.ts'
import type { CompiledRoute, GatewayContext } from './context.ts'

/** A challenge ready to be sent. */
export interface Encoded {
  /** What each of the gateway's offers requires, in their order. */
  accepts: readonly Requirements[]
  /** The complete `resource` and `extensions` of the body; headers contain a shortened form. */
  resource: { readonly [key: string]: Json }
  extensions?: { readonly [key: string]: Json }
  headers: Readonly<Record<string, string>>
  /** The same headers without `WWW-Authenticate`, for callers that send `Accept-Payment`. */
  unnamed: Readonly<Record<string, string>>
}

/** The price of a call and its challenge. */
export interface Quote {
  amount: bigint
  price: Price
  encoded: Encoded
  /** The address that the challenge names. */
  url: string
  /** Extra members of the 402 body, from the route or the job. */
  extra?: { readonly [key: string]: any }
  /** Extra members of the 402 body's `price`. */
  shown?: { readonly [key: string]: any }
}

/** The result of an upstream (or of the cache). `body` is the upstream's bytes. */
export interface Work {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
  json: unknown
  given: { readonly [key: string]: any }
  /** The upstream's completion, on routes that speak a chat protocol. */
  completion?: Completion
}

/**
 * Writes a piece of a body. The returned promise resolves when the next piece may be written;
 * undefined means now. A string is UTF-8, or latin1 if each of its characters is one byte.
 */
export type Write = (piece: Uint8Array | string, encoding?: 'latin1') => Promise<void> | undefined

/** A body that is written while it is produced. Rejects if it breaks off. */
export type StreamBody = (write: Write) => Promise<void>

/**
 * A reply. `outcome` is for logs; `record` is marked as delivered once the caller has the reply.
 */
export interface Reply {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer | string | AsyncIterable<Uint8Array | string> | StreamBody | undefined
  /**
   * For a streamed body: called when no more of it will be written, because it ended or because the
   * caller's connection closed.
   */
  closed?(): void
  /** For a streamed body: aborted when the rest of it must not wait for a slow reader. */
  expedite?: AbortSignal
  /** For a streamed body: resolves when the call has ended completely, including its payment. */
  done?: Promise<void>
  outcome: string
  record?: PaymentRecord
  /** Requested micro-USD, if the reply was made without a quote of its own. */
  amount?: bigint
}

/**
 * What the stages find out about a call. A trial that fails takes it back
 * (`calls/stages/restore.ts`).
 */
export interface CallProgress {
  /** Names in the request that the route does not declare; undefined if there are none. */
  noted?: readonly Noted[]
  /** sha256 of the request, once it was computed. */
  fingerprint?: string
  /** True if the catalog makes this call free; then its payment is ignored. */
  free?: boolean
  quote?: Quote
  payment?: Payment
  payer?: string
  /** Whether the payer is a contract wallet, whose code may reject its signature later. */
  isContract?: boolean
  /**
   * The wallet's history and credits, on which the terms of its stream depend; read during the
   * claim.
   */
  standing?: Promise<Standing>
  /** The versions of the records that the call has read, and what made each, by kind and key. */
  readVersions?: Map<string, { version: number; made: string | undefined }>
  work?: Work
  /** The files of the result, once a reply with their content was rendered. */
  contents?: readonly FileContent[]
  job?: string
  /** The lines of the price of the call's job. */
  jobLines?: readonly PriceLine[]
}

/** One request while it is served. */
export interface Call extends CallProgress {
  readonly context: GatewayContext
  readonly compiled: CompiledRoute
  readonly facts: RouteFacts
  readonly scope: Scope
  /** The route's rows and prices when the call began, or when the quote that it pays was made. */
  offering: Offering
  /** The call's request id and trace, for logs, sales lines and upstreams. */
  readonly ids: RequestIds
  readonly ip: string
  /** Whether the address is this machine's own, which does not identify a caller. */
  readonly isUnnamed: boolean
  readonly method: string
  /** The path parameters, as the caller wrote them. */
  readonly params: Readonly<Record<string, string>>
  /** The state of the call's payment. */
  readonly charge: Charge
  /** The payment header; `conflict` if two different ones were sent. */
  readonly header?: string
  readonly conflict: boolean
  /** Whether the caller sent `Accept-Payment`: such clients fail on our `WWW-Authenticate`. */
  readonly acceptsPayment: boolean
  /** The payment scheme that the caller requests, if it is offered on request; else ''. */
  readonly requestedScheme: string
  /** `X-Max-Price` as sent: the highest price in USD that the caller accepts. */
  readonly maxPrice?: string
  /** Whether the caller asks for signed offers (`X-Signed-Offers: 1`) and this gateway signs. */
  readonly asksOffers?: true
  readonly contentType?: string
  readonly contentEncoding?: string
  /** The body's bytes; undefined if there is none. */
  readonly bytes?: Buffer
  /** Whether the caller asks only for the price. Then no work is done, even if the call is free. */
  readonly asksPrice?: true
  /** Hook results to use instead of calling the hooks, when the caller only asks for a price. */
  readonly hookResults?: Readonly<Record<string, number | boolean>>
  /** The cost of the call for its caller's budget, until its payment is verified. */
  spent?: Bounds & { keys: readonly RateKey[] }
  /** Whether the caller's connection is still open. */
  listening(): boolean
  /** Closes the caller's connection at once; its reply may be incomplete. */
  hangUp(): void
  /**
   * Resolves to whether the caller received the whole reply; see `http/delivery.ts`. It must be
   * called before the reply is sent.
   */
  delivery(): Promise<boolean>
  /**
   * Calls the listener when the caller's connection closes before the whole reply was sent; at once
   * if it is closed already.
   */
  onLeave(listener: () => void): void
  /**
   * Key of the entry that the call takes among its wallet's unpaid results; see
   * `limits/uncharged.ts`.
   */
  place?: string
  /**
   * Key under which the call is in flight: that of its own payment, or of an earlier payment whose
   * reply is redelivered.
   */
  inFlightKey?: string
  /** The memory that its large stored reply takes while it is sent again. */
  resent?: Resent
  /** The call's places in its caller's free quota; see `limits/free-quota.ts`. */
  freePlaces?: FreePlaces
  /** Keeps the room of large upstream replies until the reply is made. */
  replies?: ReplyHolder
  /** Settles when the call is over, including its streamed reply. */
  end?: Promise<unknown>
}

/**
 * One step of the pipeline. A returned reply ends the call; undefined continues with the next
 * stage.
 */
export type Stage = (call: Call) => Reply | undefined | Promise<Reply | undefined>

/**
 * Answers a call of a free route that selects it with `serves:`. The request is already checked,
 * and `scope` has its body, query and path.
 */
export type Service = (call: Call) => Reply | Promise<Reply>
