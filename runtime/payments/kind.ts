/**
 * The interface of a kind of network: how its addresses are written, what it offers, and how its
 * payment schemes are opened. Each kind has a folder here, and a line in `kinds.ts`.
 */
import type { Json, NetworkSpec } from '../contract.ts'
import type { Observe } from '../observe/types.ts'
import type { Clock, Random } from '../seams.ts'
import type { Settings } from '../settings/types.ts'
import type { Store } from '../store/store.ts'
import type { PaymentScheme } from './scheme.ts'
import type { Requirements } from './payment.ts'

/** The required form of a string; `wants` completes the sentence "it must be …". */
export interface Notation {
  pattern: RegExp
  wants: string
}

/** A notation that also checks its values, or normalises them. */
export interface KeyNotation {
  wants: string
  /** Returns the key in its normal form; undefined if it is not a key. */
  read(text: string): string | undefined
}

/** The requirements of an offer, without the values that only a running gateway knows. */
export type Offer = Omit<Requirements, 'amount' | 'payTo' | 'maxTimeoutSeconds'>

/**
 * The x402 extensions that a challenge declares with an offer, by name: shortened for headers, and
 * complete for bodies.
 */
export interface Declared {
  brief: Readonly<Record<string, Json>>
  whole: Readonly<Record<string, Json>>
}

/** What the schemes of a network are opened with. */
export interface SchemeParts {
  spec: NetworkSpec
  settings: Pick<
    Settings,
    'payTo' | 'rpcUrl' | 'confirmations' | 'facilitator' | 'relayerKey' | 'publicUrl'
  >
  store: Store
  clock: Clock
  random: Random
  observe: Observe
  /** How long, in ms, an arriving authorization must stay valid. */
  slack: number
  /** Registers a part that is closed with the gateway. */
  register<T extends { close(): Promise<unknown> }>(part: T): T
}

/** The schemes of a gateway, in the order of `accepts`. */
export type Schemes = readonly [PaymentScheme, ...PaymentScheme[]]

/** A kind of network. */
export interface NetworkKind {
  /** CAIP-2 ids of its chains. */
  readonly chain: Notation
  /** Its tokens. */
  readonly asset: Notation
  /** Its wallets. */
  readonly wallet: Notation
  /** The x402 schemes that it supports. */
  readonly schemes: readonly string[]
  /** Keys of a network's file, besides those that every network has, that it needs. */
  readonly needs: readonly ('name' | 'version' | 'issuer' | 'contract')[]
  /** URL schemes of its nodes, e.g. `https:`; empty if it needs no node. */
  readonly node: readonly string[]
  /** The key with which this process settles; absent if it cannot settle by itself. */
  readonly key?: KeyNotation
  /**
   * How it settles if neither a key nor a facilitator is set: `refused`, or `open` if settling
   * needs neither.
   */
  readonly unset: 'refused' | 'open'
  /** The offers of a network, as documents show them. */
  offers(spec: NetworkSpec): readonly Offer[]
  /** Returns what challenges of a network declare besides its offers. */
  declares?(spec: NetworkSpec): Declared | undefined
  /** Returns an amount of micro-USD in the notation of `accepts`. */
  amount(micro: bigint): string
  /** Opens the schemes; every part that they open is registered for closing. */
  open(parts: SchemeParts): Promise<Schemes>
}
