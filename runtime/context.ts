/**
 * What every stage works with: the gateway's parts, the compiled routes, and the one call being
 * served.
 */
import type {
  Catalog,
  Envelope,
  Example,
  Json,
  LimitSpec,
  Models,
  NetworkSpec,
  Price,
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

/** How one gateway process is set up. */
export interface Settings {
  /**
   * Origin that callers see, e.g. `https://api.example.com`; without it the request's own Host is
   * used.
   */
  publicUrl?: string
  /** Header in which the edge names the caller's address; believed only from a trusted proxy. */
  clientIpHeader: string
  /** Addresses or CIDR ranges of the edge. */
  trustedProxies: readonly string[]
  /** Text of a generated document, e.g. `openapi.json`. */
  documents(name: string): string | Promise<string>
  /** Name of this process among those that share the store. */
  instance: string
  /** How long, in ms, a closing gateway waits for work under way; 25 s where it is not said. */
  closeTimeout?: number
  /** What the unpaid calls of one caller may cost in a minute, where it is not the usual. */
  quoteBudget?: Bounds
}

/** Everything that a gateway is made of. */
export interface Dependencies {
  catalog: Catalog
  /** Name of the network that this gateway sells on. */
  network: string
  paymentScheme: PaymentScheme
  ledger: Ledger
  store: Store
  media: MediaStore
  /**
   * Stores an upstream's media and gives the hosted form; without it results keep the upstream's
   * own addresses.
   */
  mirror?: Pick<Mirror, 'mirror'>
  upstreams: Upstreams
  hooks: unknown
  /** Whether payments can be settled; made of the store and the rail where it is not given. */
  readiness?: Readiness
  /** What a wallet holds, micro-USD; without it a wallet's promises are not added up. */
  balanceOf?(address: string): Promise<bigint>
  clock: Clock
  random: Random
  /** Signs the poll addresses of jobs. */
  signer: Signer
  observe: Observe
  settings: Settings
}

/** A route made ready at start. */
export interface CompiledRoute {
  route: Route
  envelope: Envelope
  models: Models
  /** Tables that the reply lists. */
  lists?: Readonly<Record<string, Models>>
  body?: Check
  /** Checks the caller's own form of a route that translates it. */
  translate?: Check
  query?: Check
  /**
   * Names that callers may write, for warnings; `own` are those of the body that a translation
   * makes.
   */
  declared: { body?: Declared; query?: Declared; own?: Declared }
  /** Where the caller wrote the model, so that its canonical id can take that place. */
  pickAt?: { part: 'body' | 'query' | 'path'; name: string }
  limit?: LimitSpec
  /** The limits that count some calls only. */
  limits: readonly LimitSpec[]
  /** The request whose quote answers an empty probe on this network. */
  probe?: Example
  /** True when the whole 402 depends on nothing but the address asked for. */
  fixedQuote: boolean
  /** The challenge, ready but for price and address. */
  challenge: ChallengeText
  /** The ready answer of a `fixed` reply. */
  content?: Content
  stages: readonly Stage[]
}

/** The parts with what was derived from them at start. */
export interface GatewayContext extends Dependencies {
  readiness: Readiness
  /** What unpaid calls have cost, by caller. */
  budget: Budget
  spec: NetworkSpec
  /** The envelope of what no route answers. */
  envelope: Envelope
  /** Served routes by id. */
  routes: Map<string, CompiledRoute>
  scopeNetwork: Scope['network']
  documents: Documents
  /** Encoded challenges by route, amount and address. */
  challenges: GenerationCache<Encoded>
  /** Sends replies whose headers were prepared. */
  heads: Heads
  /** Whole 402 replies by route, address and what they say. */
  quotes: GenerationCache<Reply>
  /** Paid calls being served by this process, by claim key. */
  inFlight: Map<string, InFlightCall>
  /** What is held of streams under way, by claim key. */
  copies: MemoryBudget
  /** Claimed and unpaid amounts of each wallet. */
  reservations: Reservations
  /** Wallets that let work come to nothing too often, and until when that counts, Unix ms. */
  penalised: GenerationCache<number>
  /** Jobs being worked on by this process. */
  jobs: Map<string, Promise<unknown>>
  /** Gives jobs their turn at their supplier. */
  queue: JobQueue
  /** Aborted when a closing gateway stops waiting. */
  halted: AbortSignal
}

/** A paid call under way, and its end. */
export interface InFlightCall {
  call: Call
  end: Promise<unknown>
}

/** A challenge ready to be sent. */
export interface Encoded {
  requirements: Requirements
  accepts: readonly Requirements[]
  /** What the body says besides; headers hold it shortened. */
  resource: { readonly [key: string]: Json }
  extensions?: { readonly [key: string]: Json }
  headers: Readonly<Record<string, string>>
  /** The same without `WWW-Authenticate`, for callers with `Accept-Payment`. */
  unnamed: Readonly<Record<string, string>>
}

/** What a call costs, and how that is said. */
export interface Quote {
  amount: bigint
  price: Price
  encoded: Encoded
  /** Extra members of the 402 body, from the route or the job. */
  extra?: { readonly [key: string]: any }
  /** Extra members of the 402 body's `price`. */
  shown?: { readonly [key: string]: any }
}

/** What an upstream (or the cache) gave. `body` is the reply's bytes. */
export interface Work {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
  json: unknown
  given: { readonly [key: string]: any }
  /** What a conversation's supplier answered. */
  completion?: Completion
}

/**
 * Writes a piece of a body; what it gives says when there is room for the next one, and nothing
 * that there is. A text is UTF-8, or latin1 where each of its characters is a byte.
 */
export type Write = (piece: Uint8Array | string, encoding?: 'latin1') => Promise<void> | undefined

/** A body that is handed over as it is made. Rejects where it breaks off. */
export type StreamBody = (write: Write) => Promise<void>

/**
 * A finished reply. `outcome` is for logs; `record` is remembered as delivered once the caller has
 * the reply.
 */
export interface Reply {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer | string | AsyncIterable<Uint8Array | string> | StreamBody | undefined
  /**
   * Of a streamed body: told once nothing of it is handed over any more, be it that it ended or
   * that the caller's connection closed.
   */
  closed?(): void
  /** Of a streamed body: fires when the rest of it is not to wait for a slow reader. */
  expedite?: AbortSignal
  /**
   * Of a streamed body: resolves when nothing of the call is under way any more, its payment
   * included.
   */
  done?: Promise<void>
  outcome: string
  record?: PaymentRecord
  /** Micro-USD asked for, where the reply was made without a quote of its own. */
  amount?: bigint
}

/** One request on its way through the stages, which fill it in. */
export interface Call {
  readonly context: GatewayContext
  readonly compiled: CompiledRoute
  readonly facts: RouteFacts
  readonly scope: Scope
  readonly ip: string
  /** Whether the address is only this machine's own, which says nothing about who calls. */
  readonly isUnnamed: boolean
  readonly method: string
  /** The values of the path's holes, as the caller wrote them. */
  readonly params: Readonly<Record<string, string>>
  /** Where its payment stands. */
  readonly charge: Charge
  /** The payment header; `conflict` where two differing ones came. */
  readonly header?: string
  readonly conflict: boolean
  /** Whether `Accept-Payment` came: such a client gives up on a `WWW-Authenticate` of ours. */
  readonly acceptsPayment: boolean
  readonly contentType?: string
  readonly contentEncoding?: string
  /** The body as it came; undefined where there was none. */
  readonly bytes?: Buffer
  /** Names that the route does not declare; absent where there are none. */
  noted?: readonly Noted[]
  /** sha256 of the request, once it was asked for. */
  fingerprint?: string
  /** What the call has cost its caller's budget, until its payment is verified. */
  spent?: Bounds & { keys: readonly RateKey[] }
  /** Whether the caller's connection is still open. */
  listening(): boolean
  /**
   * Whether the caller has the whole reply; see `http/delivery.ts`. To be asked before the reply is
   * sent.
   */
  delivery(): Promise<boolean>
  /** Tells when that connection closes before the whole reply has left; at once where it has. */
  onLeave(listener: () => void): void
  /** True where the catalog asks nothing for this call: whatever payment came is not looked at. */
  free?: boolean
  quote?: Quote
  payment?: Payment
  payer?: string
  /** Whether the payer is a contract wallet, whose signature its code may refuse later. */
  isContract?: boolean
  /** What the terms of its stream depend on; read while it is claimed. */
  standing?: Promise<Standing>
  /** Key of what the call holds of its wallet's uncharged results; see `limits/uncharged.ts`. */
  place?: string
  /**
   * Claim key of the payment that this call is answered for: its own, or an earlier one whose reply
   * it is handed.
   */
  held?: string
  work?: Work
  /** The files of the result, once a reply that carries their content was written. */
  contents?: readonly FileContent[]
  job?: string
  /** Settles when the call is over, whose reply may be a stream. */
  end?: Promise<unknown>
}

/** One step of the pipeline: a reply ends the call, nothing lets it go on. */
export type Stage = (call: Call) => Reply | undefined | Promise<Reply | undefined>
