/** Types that every stage works with: the gateway's parts and the compiled routes. */
import type { BodyBounds } from './http/bodies.ts'
import type { MakeValues } from './lib/values.ts'
import type { Catalog, Envelope, LimitSpec, NetworkSpec, Probe, Route, Scope } from './contract.ts'
import type { Documents } from './replies/documents/documents.ts'
import type { DocumentReader } from './replies/documents/generated.ts'
import type { MissingPage } from './replies/missing-page.ts'
import type { Paywall } from './replies/paywall.ts'
import type { Mirror } from './media/mirror.ts'
import type { Observe } from './observe/types.ts'
import type { Reservations } from './payments/reservations.ts'
import type { Ledger } from './payments/ledger/types.ts'
import type { PaymentScheme } from './payments/scheme.ts'
import type { Schemes } from './payments/kind.ts'
import type { Bar } from './limits/barred.ts'
import type { Bounds, Budget } from './limits/budget.ts'
import type { ResentReplies } from './limits/resent-replies.ts'
import type { StoredReplyBounds } from './limits/stored-replies.ts'
import type { FetchedCopies } from './fetched/copies.ts'
import type { OwnedRecords } from './owned/types.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { Readiness } from './readiness.ts'
import type { EndCounts } from './sales/ends.ts'
import type { NoteRejection } from './sales/rejections.ts'
import type { Clock, MediaStore, Random, ReceiptSigner, Signer } from './seams.ts'
import type { Store } from './store/store.ts'
import type { Upstreams } from './upstream/types.ts'
import type { Check } from './input/check.ts'
import type { Bounds as MemoryBounds, MemoryBudget } from './http/memory-budget.ts'
import type { Declared } from './input/unknown.ts'
import type { Offerings } from './lib/offerings.ts'
import type { GenerationCache } from './lib/cache.ts'
import type { Heads } from './http/heads.ts'
import type { AskInside } from './http/inside.ts'
import type { Call, Encoded, Reply, Service, Stage } from './call.ts'
import type { Editions, Uses } from './lib/editions.ts'
import type { TurnsBy } from './lib/turns.ts'
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
  /** Reads generated documents, e.g. `openapi.json`. */
  documents: DocumentReader
  /** Name of this process among those that share the store. */
  instance: string
  /** Whether to begin a trace for requests that have none. */
  trace?: boolean
  /** How long, in ms, a closing gateway waits for work in flight; 25 s by default. */
  closeTimeout?: number
  /** What the unpaid calls of one caller may cost per minute; a default applies if absent. */
  quoteBudget?: Bounds
  /** The most characters of large replies that are stored; a default applies if absent. */
  storedReplies?: StoredReplyBounds
  /** The most bytes of large stored replies sent again at a time; a default applies if absent. */
  resentReplies?: MemoryBounds
}

/** The parts that a gateway is built from. */
export interface Dependencies {
  catalog: Catalog
  /** Name of the payment network of this gateway. */
  network: string
  /** The payment scheme that comes first in `accepts`. */
  paymentScheme: PaymentScheme
  /** Further payment schemes, e.g. on other chains. */
  furtherSchemes?: readonly PaymentScheme[]
  ledger: Ledger
  /**
   * Amounts that wallets have reserved and not yet paid; the ledger removes those that have ended.
   */
  reservations: Reservations
  /** Counts how calls end, by catalog. */
  ends?: EndCounts
  store: Store
  /** The records that wallets own; absent if the catalog has none. */
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
   * Checks whether payments can be settled; by default built from the store and the payment scheme.
   */
  readiness?: Readiness
  /**
   * The balance of a wallet, micro-USD, for messages: it may be a few seconds old. Reservations use
   * the balance of the payment's own scheme.
   */
  balanceOf?(address: string): Promise<bigint>
  clock: Clock
  random: Random
  /** Signs the poll addresses of jobs. */
  signer: Signer
  /** Maximum memory of request bodies, if it is not the usual one. */
  bodyBounds?: BodyBounds
  /** Signs receipts; without it replies have none. */
  receipts?: ReceiptSigner
  observe: Observe
  settings: Settings
}

/** A route as compiled at start. */
export interface CompiledRoute {
  route: Route
  envelope: Envelope
  /** The rows that the route sells and lists, by date. */
  offerings: Offerings
  body?: Check
  /** Checks the caller's body on routes that translate it. */
  translate?: Check
  query?: Check
  /** Names that the route accepts, for warnings; `own` holds those of the translated body. */
  declared: { body?: Declared; query?: Declared; own?: Declared }
  /** Makes the derived values of a call. */
  values: MakeValues
  limit?: LimitSpec
  /** Limits that count only some calls. */
  limits: readonly LimitSpec[]
  /** Limits that define how many results are free. */
  quota: readonly LimitSpec[]
  /** The request whose quote answers an empty probe on this network. */
  probe?: Probe
  /** Whether the address alone determines the whole 402. */
  isQuoteFixed: boolean
  /** Whether a step of the work is undone if the call is not paid. */
  isUndone: boolean
  /** The challenge, prepared except for price and address. */
  challenge: ChallengeText
  stages: readonly Stage[]
}

/** The dependencies of a gateway and everything derived from them at start. */
export interface GatewayContext extends Dependencies {
  readiness: Readiness
  /** The costs of unpaid calls, by caller. */
  budget: Budget
  spec: NetworkSpec
  /** The payment schemes: those of `accepts` in order, then those offered on request. */
  offers: Schemes
  /**
   * The payment schemes of `accepts`, by the scheme that the caller requests; '' if it requests
   * none.
   */
  offered: ReadonlyMap<string, Schemes>
  /** The error envelope of requests that no route serves. */
  envelope: Envelope
  /** Answers requests that a service makes to this gateway on behalf of its caller. */
  askInside: AskInside
  /** The services that routes name, by name. */
  services: Readonly<Record<string, Service>>
  /** Served routes by id. */
  routes: Map<string, CompiledRoute>
  scopeNetwork: Scope['network']
  documents: Documents
  /** The page for browsers that open a paid GET; undefined if the catalog has none. */
  paywall?: Paywall
  /** The page for browsers that open an address that is not served. */
  missingPage?: MissingPage
  /** Encoded challenges by route, amount and address. */
  challenges: GenerationCache<Encoded>
  /** Sends replies whose headers were prepared. */
  heads: Heads
  /** Complete 402 replies by route, address and texts. */
  quotes: GenerationCache<Reply>
  /** Paid calls that this process is serving, by claim key. */
  inFlight: Map<string, InFlightCall>
  /** Memory budget for the copies of running streams, by claim key. */
  copies: MemoryBudget
  /** The large stored replies that this process sends again now. */
  resent: ResentReplies
  /** Wallets that abandoned work too often, and until when they are penalised, Unix ms. */
  penalised: GenerationCache<number>
  /** Wallets whose calls are refused before their work, and until when. */
  barred: GenerationCache<Bar>
  /** Writes a sales line for a payment that is rejected before its claim. */
  noteRejection: NoteRejection
  /** Jobs that this process works on. */
  jobs: Map<string, Promise<unknown>>
  /**
   * Runs polls of a finished job that is not paid for, by the job's key, so that only one of them
   * holds the result. Other processes do the same; the payment is settled once anyway.
   */
  firstPolls: TurnsBy<string>
  /** The job queue of each upstream. */
  queue: JobQueue
  /** Aborted when a closing gateway stops waiting. */
  halted: AbortSignal
  /** This process's copies of fetched tables. */
  fetched: FetchedCopies
  /** The catalogs that this process serves, or served recently. */
  editions: Editions
  /** The calls and jobs that still need this catalog. */
  uses: Uses
}

/** A paid call in flight, and the promise of its end. */
export interface InFlightCall {
  call: Call
  end: Promise<unknown>
}
