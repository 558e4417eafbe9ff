/**
 * Types that every stage works with: the gateway's parts, the compiled routes, and the call being
 * served.
 */
import type { MakeValues } from './lib/values.ts'
import type {
  Catalog,
  Envelope,
  Json,
  LimitSpec,
  Models,
  NetworkSpec,
  Price,
  Probe,
  Route,
  RouteFacts,
  Scope,
} from './contract.ts'
import type { Charge } from './calls/stages/charge.ts'
import type { Content } from './replies/documents/content.ts'
import type { Documents } from './replies/documents/documents.ts'
import type { Mirror } from './media/mirror.ts'
import type { Observe } from './observe/types.ts'
import type { Completion } from './protocols/types.ts'
import type { Reservations } from './payments/reservations.ts'
import type {
  Ledger,
  Payment,
  PaymentRecord,
  PaymentScheme,
  Requirements,
} from './payments/types.ts'
import type { RateKey } from './http/client-address.ts'
import type { Bounds, Budget } from './limits/budget.ts'
import type { Standing } from './limits/terms.ts'
import type { OwnedRecords } from './owned/types.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { Readiness } from './readiness.ts'
import type { Clock, MediaStore, Random, Signer } from './seams.ts'
import type { Store } from './store/store.ts'
import type { Upstreams } from './upstream/types.ts'
import type { Check } from './input/check.ts'
import type { FileContent } from './replies/file-content.ts'
import type { MemoryBudget } from './http/memory-budget.ts'
import type { Declared } from './input/unknown.ts'
import type { Noted } from './calls/stages/warnings.ts'
import type { GenerationCache } from './lib/cache.ts'
import type { Heads } from './http/heads.ts'
import type { ChallengeText } from './x402/challenge-json.ts'

/** Settings of one gateway process. */
export interface Settings {
  /**
   * Origin that callers see, e.g. `https://api.example.com`; without it the request's own Host is
   * used.
   */
  publicUrl?: string
  /** Header in which the edge names the caller's address; trusted only from a trusted proxy. */
  clientIpHeader: string
  /** Addresses or CIDR ranges of the trusted proxies. */
  trustedProxies: readonly string[]
  /** Reads a generated document, e.g. `openapi.json`. */
  documents(name: string): string | Promise<string>
  /** Name of this process among those that share the store. */
  instance: string
  /** How long, in ms, a closing gateway waits for work in flight; 25 s by default. */
  closeTimeout?: number
  /** What the unpaid calls of one caller may cost per minute, if not the default. */
  quoteBudget?: Bounds
}

/** The parts that a gateway is built from. */
export interface Dependencies {
  catalog: Catalog
  /** Name of the payment network of this gateway. */
  network: string
  paymentScheme: PaymentScheme
  ledger: Ledger
  store: Store
  /** What wallets own; absent if the catalog has no records. */
  owned?: OwnedRecords
  media: MediaStore
  /**
   * Copies an upstream's media to the media store and returns the hosted form. Without it results
   * keep the upstream's addresses.
   */
  mirror?: Pick<Mirror, 'mirror'>
  upstreams: Upstreams
  hooks: unknown
  /**
   * Whether payments can be settled; built from the store and the payment scheme if it is not
   * given.
   */
  readiness?: Readiness
  /** The balance of a wallet, micro-USD; without it reservations are not compared with balances. */
  balanceOf?(address: string): Promise<bigint>
  clock: Clock
  random: Random
  /** Signs the poll addresses of jobs. */
  signer: Signer
  observe: Observe
  settings: Settings
}

/** A route as compiled at start. */
export interface CompiledRoute {
  route: Route
  envelope: Envelope
  models: Models
  /** Tables of models that the reply lists. */
  lists?: Readonly<Record<string, Models>>
  body?: Check
  /** Checks the caller's body of a route that translates it. */
  translate?: Check
  query?: Check
  /**
   * Names that the route accepts, for warnings; `own` are those of the body that a translation
   * makes.
   */
  declared: { body?: Declared; query?: Declared; own?: Declared }
  /** Makes the derived values of a call. */
  values: MakeValues
  limit?: LimitSpec
  /** Limits that count only some calls. */
  limits: readonly LimitSpec[]
  /** The request whose quote answers an empty probe on this network. */
  probe?: Probe
  /** Whether the address alone decides the whole 402. */
  isQuoteFixed: boolean
  /** The challenge, prepared except for price and address. */
  challenge: ChallengeText
  /** The rendered content of a `fixed` reply. */
  content?: Content
  stages: readonly Stage[]
}

/** The parts of a gateway and everything that is derived from them at start. */
export interface GatewayContext extends Dependencies {
  readiness: Readiness
  /** The costs of unpaid calls, by caller. */
  budget: Budget
  spec: NetworkSpec
  /** The error envelope of requests that no route serves. */
  envelope: Envelope
  /** Served routes by id. */
  routes: Map<string, CompiledRoute>
  scopeNetwork: Scope['network']
  documents: Documents
  /** Encoded challenges by route, amount and address. */
  challenges: GenerationCache<Encoded>
  /** Sends replies whose headers were prepared. */
  heads: Heads
  /** Whole 402 replies by route, address and texts. */
  quotes: GenerationCache<Reply>
  /** Paid calls that this process is serving, by claim key. */
  inFlight: Map<string, InFlightCall>
  /** Memory budget for the copies of running streams, by claim key. */
  copies: MemoryBudget
  /** Claimed and unpaid amounts of each wallet. */
  reservations: Reservations
  /** Wallets that abandoned work too often, and until when they are penalised, Unix ms. */
  penalised: GenerationCache<number>
  /** Jobs that this process works on. */
  jobs: Map<string, Promise<unknown>>
  /** The job queue of each upstream. */
  queue: JobQueue
  /** Aborted when a closing gateway stops waiting. */
  halted: AbortSignal
}

/** A paid call in flight, and its end. */
export interface InFlightCall {
  call: Call
  end: Promise<unknown>
}

/** A challenge ready to be sent. */
export interface Encoded {
  requirements: Requirements
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
 * undefined means at once. A text is UTF-8, or latin1 if each of its characters is one byte.
 */
export type Write = (piece: Uint8Array | string, encoding?: 'latin1') => Promise<void> | undefined

/** A body that is written while it is made. Rejects if it breaks off. */
export type StreamBody = (write: Write) => Promise<void>

/**
 * A reply. `outcome` is for logs; `record` is marked as delivered once the caller has the reply.
 */
export interface Reply {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer | string | AsyncIterable<Uint8Array | string> | StreamBody | undefined
  /**
   * For a streamed body: called when nothing more of it is written, because it ended or because the
   * caller's connection closed.
   */
  closed?(): void
  /** For a streamed body: aborted when the rest must not wait for a slow reader. */
  expedite?: AbortSignal
  /** For a streamed body: resolves when everything of the call has ended, including its payment. */
  done?: Promise<void>
  outcome: string
  record?: PaymentRecord
  /** Requested micro-USD, if the reply was made without a quote of its own. */
  amount?: bigint
}

/** One request while it is served. The stages fill it in. */
export interface Call {
  readonly context: GatewayContext
  readonly compiled: CompiledRoute
  readonly facts: RouteFacts
  readonly scope: Scope
  readonly ip: string
  /** Whether the address is only this machine's own, which does not identify the caller. */
  readonly isUnnamed: boolean
  readonly method: string
  /** The path parameters, as the caller wrote them. */
  readonly params: Readonly<Record<string, string>>
  /** The state of its payment. */
  readonly charge: Charge
  /** The payment header; `conflict` if two different ones were sent. */
  readonly header?: string
  readonly conflict: boolean
  /** Whether the caller sent `Accept-Payment`: such clients fail on our `WWW-Authenticate`. */
  readonly acceptsPayment: boolean
  readonly contentType?: string
  readonly contentEncoding?: string
  /** The body's bytes; undefined if there is none. */
  readonly bytes?: Buffer
  /** Names in the request that the route does not declare; undefined if there are none. */
  noted?: readonly Noted[]
  /** sha256 of the request, once it was computed. */
  fingerprint?: string
  /** The cost of the call for its caller's budget, until its payment is verified. */
  spent?: Bounds & { keys: readonly RateKey[] }
  /** Whether the caller's connection is still open. */
  listening(): boolean
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
  /** Key of the call's place among its wallet's unpaid results; see `limits/uncharged.ts`. */
  place?: string
  /**
   * Claim key of the payment that this reply is for: the call's own, or an earlier one that is
   * redelivered.
   */
  held?: string
  /** The versions of the records that the call has read, by kind and key. */
  seen?: Map<string, number>
  work?: Work
  /** The files of the result, once a reply with their content was rendered. */
  contents?: readonly FileContent[]
  job?: string
  /** Settles when the call is over, including a streamed reply. */
  end?: Promise<unknown>
}

/** One step of the pipeline. A returned reply ends the call; undefined passes it on. */
export type Stage = (call: Call) => Reply | undefined | Promise<Reply | undefined>
