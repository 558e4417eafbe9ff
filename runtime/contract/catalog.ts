/** The types of the whole catalog. */
import type { FetchedTable } from './fetched.ts'
import type { RecordKind } from './records.ts'
import type { Envelope } from './outcome.ts'
import type { Route } from './route.ts'
import type { UpstreamSpec, UpstreamCall } from './upstream.ts'
import type { Table } from './values.ts'

/** The constants of `catalog/gateway.yaml`. */
export interface GatewaySpec {
  name: string
  summary: string
  /** Path under which mirrored media are served, e.g. `/media`. */
  media: string
  /** Path of the Prometheus metrics. */
  metrics: string
  /** How long, in ms, an arriving authorization must stay valid. */
  slack: number
  /**
   * Micro-USD that the open streams of wallets without history may owe in total; default one
   * dollar.
   */
  unsecured?: number
  /** Micro-USD an hour that we bear for results whose payment failed; default one dollar. */
  absorbed?: number
  /** Results per hour that a wallet may get without being charged; default 60. */
  uncharged?: number
  /** When a canary is aborted. */
  canary?: CanarySpec
  /** Whether browsers get a page with the 402 of a GET, on which they can pay. */
  paywall?: boolean
  /** Envelope for replies to requests that match no route. */
  envelope: string
}

/** When a canary is aborted because its calls fail more often than those of the live catalog. */
export interface CanarySpec {
  /** Calls of the canary before which nothing is decided. */
  calls: number
  /** Its share of failures may be this many times that of the live catalog. */
  factor: number
  /** It may also be this many percentage points higher. */
  points: number
}

/**
 * One gateway address of `catalog/networks/`, with the chain and token in which callers pay there.
 */
export interface NetworkSpec {
  name: string
  /** A kind of `runtime/payments/kinds.ts`. */
  kind: string
  /** The x402 scheme. */
  scheme: string
  /** CAIP-2 id, e.g. `eip155:8453`. */
  chain: string
  /** Name of the network in bodies, e.g. `base`. */
  label: string
  asset: AssetSpec
  /** Further x402 schemes of its kind, for callers that request one in `X-Payment-Scheme`. */
  on_request?: readonly string[]
  /**
   * Further chains with the same kind and scheme, each with its own token, and its own name in
   * bodies if it has one.
   */
  also?: readonly { chain: string; asset: AssetSpec; label?: string }[]
  /** The contract that holds the wallets' deposits, if the kind has one. */
  contract?: string
  /** A text for the documents, if this network will be removed. */
  retired?: string
  /** Ids of the rows that are sold, per table; a table that is absent is sold completely. */
  only: Readonly<Record<string, readonly string[]>>
}

/** The token that callers pay in. */
export interface AssetSpec {
  symbol: string
  address: string
  decimals: number
  /** Name and version of the contract, as its signatures use them (EIP-712). */
  name?: string
  version?: string
  /** The issuer's account, on ledgers that have issuers. */
  issuer?: string
}

/** A named rate limit of `catalog/limits.yaml`. `per` is in ms. */
export interface LimitSpec {
  name: string
  max: number
  per: number
  /** `client`: the wallet that pays, else the address; all endpoints together. */
  by: 'ip' | 'payer' | 'client' | 'key'
  style: 'reset' | 'retry_after' | 'full'
}

/** The whole catalog as generated; `generated/index.ts` exports it as `catalog`. */
export interface Catalog {
  /** sha256 of the catalog's files, for logs and receipts. */
  hash: string
  gateway: GatewaySpec
  networks: Readonly<Record<string, NetworkSpec>>
  tables: Readonly<Record<string, Table>>
  upstreams: Readonly<Record<string, UpstreamSpec>>
  calls: Readonly<Record<string, UpstreamCall>>
  envelopes: Readonly<Record<string, Envelope>>
  limits: Readonly<Record<string, LimitSpec>>
  /** Records that wallets own; absent if the catalog has none. */
  records?: Readonly<Record<string, RecordKind>>
  /** Tables whose rows come from upstreams; absent if there are none. */
  fetched?: Readonly<Record<string, FetchedTable>>
  routes: readonly Route[]
  /** Dates on which documents change, in ascending order; absent if nothing is dated. */
  dates?: readonly CatalogDate[]
}

/** A date from which other documents apply: the files of `folder` replace those of the list. */
export interface CatalogDate {
  /** Unix ms. */
  since: number
  folder: string
  /** Files that differ from those of the list; JSON documents as patches of them. */
  files: readonly string[]
}
