/** Types that every stage works with: the gateway's parts and the compiled routes. */
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
import type { Bounds, Budget } from './limits/budget.ts'
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
import type { MemoryBudget } from './http/memory-budget.ts'
import type { Declared } from './input/unknown.ts'
import type { Offerings } from './lib/offerings.ts'
import type { GenerationCache } from './lib/cache.ts'
import type { Heads } from './http/heads.ts'
import type { AskInside } from './http/inside.ts'
import type { Call, Encoded, Reply, Service, Stage } from './call.ts'
import type { Editions, Uses } from './lib/editions.ts'
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
  /** Whether a trace is begun for requests that belong to none. */
  trace?: boolean
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
  /** The way to be paid that stands first in `accepts`. */
  paymentScheme: PaymentScheme
  /** The other ways, e.g. further chains. */
  furtherSchemes?: readonly PaymentScheme[]
  ledger: Ledger
  /** What wallets have promised and not paid; the ledger drops what has ended. */
  reservations: Reservations
  /** How calls end, by catalog. */
  ends?: EndCounts
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
  /**
   * The balance of a wallet, micro-USD, for messages: it may be a few seconds old. Reservations
   * read that of the payment's scheme.
   */
  balanceOf?(address: string): Promise<bigint>
  clock: Clock
  random: Random
  /** Signs the poll addresses of jobs. */
  signer: Signer
  /** Signs receipts; without it replies have none. */
  receipts?: ReceiptSigner
  observe: Observe
  settings: Settings
}

/** A route as compiled at start. */
export interface CompiledRoute {
  route: Route
  envelope: Envelope
  /** The rows that it sells and lists, in the course of time. */
  offerings: Offerings
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
  /** Limits that say how many results are free. */
  quota: readonly LimitSpec[]
  /** The request whose quote answers an empty probe on this network. */
  probe?: Probe
  /** Whether the address alone decides the whole 402. */
  isQuoteFixed: boolean
  /** Whether a step of the work is undone if nobody pays for it. */
  isUndone: boolean
  /** The challenge, prepared except for price and address. */
  challenge: ChallengeText
  stages: readonly Stage[]
}

/** The parts of a gateway and everything that is derived from them at start. */
export interface GatewayContext extends Dependencies {
  readiness: Readiness
  /** The costs of unpaid calls, by caller. */
  budget: Budget
  spec: NetworkSpec
  /** The ways to be paid: those of `accepts` in their order, then those on request. */
  offers: Schemes
  /** The ways of `accepts`, by the scheme that the caller asks for; '' if it asks for none. */
  offered: ReadonlyMap<string, Schemes>
  /** The error envelope of requests that no route serves. */
  envelope: Envelope
  /** Answers requests that a service makes to this gateway for its caller. */
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
  /** Whole 402 replies by route, address and texts. */
  quotes: GenerationCache<Reply>
  /** Paid calls that this process is serving, by claim key. */
  inFlight: Map<string, InFlightCall>
  /** Memory budget for the copies of running streams, by claim key. */
  copies: MemoryBudget
  /** Wallets that abandoned work too often, and until when they are penalised, Unix ms. */
  penalised: GenerationCache<number>
  /** Writes a sales line for a payment that is rejected before its claim. */
  noteRejection: NoteRejection
  /** Jobs that this process works on. */
  jobs: Map<string, Promise<unknown>>
  /** The job queue of each upstream. */
  queue: JobQueue
  /** Aborted when a closing gateway stops waiting. */
  halted: AbortSignal
  /** What this process has of fetched tables. */
  fetched: FetchedCopies
  /** The catalogs that this process serves, and has served until lately. */
  editions: Editions
  /** What still needs this catalog. */
  uses: Uses
}

/** A paid call in flight, and its end. */
export interface InFlightCall {
  call: Call
  end: Promise<unknown>
}
