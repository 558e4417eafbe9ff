/** The whole catalog. */
import type { Envelope } from './outcome.ts'
import type { Route } from './route.ts'
import type { UpstreamSpec, UpstreamCall } from './upstream.ts'
import type { Table } from './values.ts'

/** Constants of `catalog/gateway.yaml`. */
export interface GatewaySpec {
  name: string
  summary: string
  /** Path under which mirrored media are served, e.g. `/media`. */
  media: string
  /** Path of the Prometheus figures. */
  metrics: string
  /** How long, in ms, an arriving authorization must stay valid. */
  slack: number
  /**
   * Micro-USD that streams of wallets without history may owe together; a dollar where it is not
   * said.
   */
  unsecured?: number
  /** Results that a wallet may get in an hour without being charged; 60 where it is not said. */
  uncharged?: number
  /** Envelope that answers what no route answers. */
  envelope: string
}

/** One gateway address of `catalog/networks/`: the chain and token in which it is paid. */
export interface NetworkSpec {
  name: string
  kind: 'evm'
  scheme: 'exact'
  /** CAIP-2 id, e.g. `eip155:8453`. */
  chain: string
  /** Name in bodies, e.g. `base`. */
  label: string
  asset: { symbol: string; address: string; decimals: number; name: string; version: string }
  /** Row ids on sale per table; a table that is not named is sold whole. */
  only: Readonly<Record<string, readonly string[]>>
}

/** A named limit of `catalog/limits.yaml`. `per` is in ms. */
export interface LimitSpec {
  name: string
  max: number
  per: number
  by: 'ip' | 'payer'
  style: 'reset' | 'retry_after' | 'full'
}

/** The whole catalog as generated; `generated/index.ts` exports one as `catalog`. */
export interface Catalog {
  /** sha256 of the catalog's files, in logs and receipts. */
  hash: string
  gateway: GatewaySpec
  networks: Readonly<Record<string, NetworkSpec>>
  tables: Readonly<Record<string, Table>>
  upstreams: Readonly<Record<string, UpstreamSpec>>
  calls: Readonly<Record<string, UpstreamCall>>
  envelopes: Readonly<Record<string, Envelope>>
  limits: Readonly<Record<string, LimitSpec>>
  routes: readonly Route[]
}
