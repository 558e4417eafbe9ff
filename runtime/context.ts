/** What every stage works with: the gateway's parts, the compiled routes, and the one call being served. */
import type {
  Catalog, Envelope, Example, LimitSpec, Models, NetworkSpec, Price, Route, RouteFacts, Scope,
} from './contract.ts'
import type { Documents } from './documents/documents.ts'
import type { Mirror } from './media/mirror.ts'
import type { Observe } from './observe/types.ts'
import type { Completion } from './protocols/types.ts'
import type { Promised } from './payments/promised.ts'
import type { Ledger, Payment, PaymentRecord, Rail, Requirements } from './payments/types.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { Clock, MediaStore, Random, Signer } from './seams.ts'
import type { Store } from './store/store.ts'
import type { Upstreams } from './upstream/types.ts'
import type { Check } from './input/check.ts'
import type { Declared } from './input/unknown.ts'
import type { Noted } from './stages/warnings.ts'
import type { GenerationCache } from './http/cache.ts'

/** How one gateway process is set up. */
export interface Settings {
  /** Origin that callers see, e.g. `https://api.example.com`; without it the request's own Host is used. */
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
}

/** Everything that a gateway is made of. */
export interface Parts {
  catalog: Catalog
  /** Name of the network that this gateway sells on. */
  network: string
  rail: Rail
  ledger: Ledger
  store: Store
  media: MediaStore
  /** Stores an upstream's media and gives the hosted form; without it results keep the upstream's own addresses. */
  mirror?: Pick<Mirror, 'mirror'>
  upstreams: Upstreams
  hooks: unknown
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
export interface Live {
  route: Route
  envelope: Envelope
  models: Models
  /** Tables that the reply lists. */
  lists?: Readonly<Record<string, Models>>
  body?: Check
  /** Checks the caller's own form of a route that translates it. */
  translate?: Check
  query?: Check
  /** Names that callers may write, for warnings; `own` are those of the body that a translation makes. */
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
  /** Parts of the challenge that never change, as JSON text. */
  challenge: { resource: string; extensions: string }
  /** The ready answer of a `fixed` reply. */
  reply?: Reply
  stages: readonly Stage[]
}

/** The parts with what was derived from them at start. */
export interface Core extends Parts {
  spec: NetworkSpec
  /** The envelope of what no route answers. */
  envelope: Envelope
  /** Served routes by id. */
  routes: Map<string, Live>
  scopeNetwork: Scope['network']
  documents: Documents
  /** Encoded challenges by route, amount and address. */
  challenges: GenerationCache<Encoded>
  /** Whole 402 replies of fixed quotes. */
  quotes: GenerationCache<Reply>
  /** Paid calls being served by this process, by claim key. */
  serving: Map<string, Serving>
  /** Claim keys of calls whose callers left before their replies, by wallet and request; see `stages/lost.ts`. */
  lost: Map<string, string>
  /** Claimed and unpaid amounts of each wallet. */
  promised: Promised
  /** Wallets that let work come to nothing too often, and until when that counts, Unix ms. */
  wasteful: GenerationCache<number>
  /** Jobs being worked on by this process. */
  jobs: Map<string, Promise<unknown>>
  /** Gives jobs their turn at their supplier. */
  queue: JobQueue
  /** Aborted when a closing gateway stops waiting. */
  halted: AbortSignal
}

/** A paid call under way, and its end. */
export interface Serving { call: Call; end: Promise<unknown> }

/** A challenge ready to be sent. */
export interface Encoded {
  requirements: Requirements
  accepts: readonly Requirements[]
  headers: Readonly<Record<string, string>>
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

/** Writes a piece of a body; what it gives says when there is room for the next one, and nothing that there is. */
export type Write = (piece: Uint8Array | string) => Promise<void> | undefined

/** A body that is handed over as it is made. Rejects where it breaks off. */
export type Told = (write: Write) => Promise<void>

/** A finished reply. `outcome` is for logs; `record` is remembered as delivered once the caller has the bytes. */
export interface Reply {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer | string | AsyncIterable<Uint8Array | string> | Told | undefined
  /** Of a streamed body: told once nothing of it is handed over any more, be it that it ended or that the caller's connection closed. */
  closed?(): void
  /** Of a streamed body: fires when the rest of it is not to wait for a slow reader. */
  hurry?: AbortSignal
  /** Of a streamed body: resolves when nothing of the call is under way any more, its payment included. */
  over?: Promise<void>
  outcome: string
  record?: PaymentRecord
  /** Micro-USD asked for, where the reply was made without a quote of its own. */
  amount?: bigint
}

/** One request on its way through the stages, which fill it in. */
export interface Call {
  readonly core: Core
  readonly live: Live
  readonly facts: RouteFacts
  readonly scope: Scope
  readonly ip: string
  readonly method: string
  /** The payment header; `conflict` where two differing ones came. */
  readonly header?: string
  readonly conflict: boolean
  readonly contentType?: string
  readonly contentEncoding?: string
  /** The body as it came; undefined where there was none. */
  readonly bytes?: Buffer
  /** Names that the route does not declare; absent where there are none. */
  noted?: readonly Noted[]
  /** sha256 of the request, once it was asked for. */
  fingerprint?: string
  /** Whether the caller's connection is still open. */
  listening(): boolean
  /** Tells when that connection closes before the whole reply has left; at once where it has. */
  onLeave(listener: () => void): void
  /** True where the catalog asks nothing for this call: whatever payment came is not looked at. */
  free?: boolean
  /** Why the settlement of a result that is served nevertheless did not land. */
  unsettled?: 'failed' | 'pending'
  quote?: Quote
  payment?: Payment
  payer?: string
  record?: PaymentRecord
  /** True from the moment at which money may move: the claim is no longer released. */
  settling?: boolean
  transaction?: string
  work?: Work
  job?: string
  /** Settles when the call is over, whose reply may be a stream. */
  end?: Promise<unknown>
}

/** One step of the pipeline: a reply ends the call, nothing lets it go on. */
export type Stage = (call: Call) => Reply | undefined | Promise<Reply | undefined>
