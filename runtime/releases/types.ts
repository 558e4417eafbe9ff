/**
 * Types of releases. A release is a generated catalog that processes load while they run: code,
 * documents, and what its quotes must be.
 */
import type { Lifetimes } from '../contract/lifetimes.ts'
import type { Ends } from '../sales/ends.ts'

/** What is known of a release without its bytes. */
export interface Release extends Lifetimes {
  /** sha256 of its bytes; its name. */
  hash: string
  /** Hash of its catalog. */
  catalog: string
  /** When it was made, Unix ms. */
  made: number
  /** The git commit that it was made of, if there is one. */
  commit?: string
  /** The person who deployed it, if known. */
  by?: string
  /** Why it went live although the plan blocks it. */
  forced?: string
  /** Signature of all other members by a signing key of the gateway. */
  signature: string
}

/** The parsed content of a release. */
export interface ReleaseContent {
  /** Version of the contract with the runtime, `CONTRACT`. */
  contract: number
  /** A CommonJS module that exports `catalog` and requires nothing. */
  code: string
  /** Generated documents by their path below `generated/`. */
  documents: Readonly<Record<string, string>>
  /** The time of its quotes, Unix ms. */
  at: number
  /** The files of its catalog by path, to compare with the next release. */
  sources?: Readonly<Record<string, string>>
  /** The prices of its own example requests, by network. */
  quotes: Readonly<Record<string, SelfQuotes>>
}

/** Micro-USD by route and row; a non-numeric text says why there is no price. */
export type SelfQuotes = Readonly<Record<string, string>>

/**
 * A catalog that is or was live. Without a release it is the catalog that processes were started
 * with.
 */
export interface Entry {
  release?: Release
  /** For a replaced entry without a release: the hashes of the catalogs that processes served. */
  catalogs?: readonly string[]
  /** When it went live, and when it was replaced, Unix ms. */
  from: number
  until?: number
}

/** A release that serves a share of the wallets. */
export interface Canary {
  release: Release
  /** The share of the wallets, in percent. */
  percent: number
  /** When it began, Unix ms. */
  from: number
}

/**
 * What ended a canary that did not go live: a person, its failures, or a process that refused it.
 */
export type AbortCause = 'hand' | 'failures' | 'refused'

/** The canary that ended last, if it did not go live. */
export interface Aborted {
  /** The name of its release. */
  hash: string
  cause: AbortCause
  reason: string
  /** Unix ms. */
  at: number
}

/** Names the live catalog. There is one pointer, which is replaced as a whole. */
export interface Pointer {
  /** Grows by one with each change. */
  generation: number
  current: Entry
  /** Earlier live entries, newest first. */
  history: readonly Entry[]
  canary?: Canary
  /**
   * Canaries that did not go live, newest first. They cannot go live again from here, but jobs may
   * need them.
   */
  tried?: readonly Entry[]
  /** Why the last canary did not go live; until the pointer changes again. */
  aborted?: Aborted
}

/** The checks that a release, or the pointer, may fail. */
export const CHECKS = [
  'pointer',
  'missing',
  'hash',
  'signature',
  'contract',
  'code',
  'restart',
  'routes',
  'documents',
  'quotes',
] as const
/** The name of a check. */
export type Check = (typeof CHECKS)[number]

/** How calls have ended since a canary began: the canary's, and the live catalog's. */
export interface Figures {
  canary: Ends
  live: Ends
}

/** What one process reports about the pointer. */
export interface Report {
  instance: string
  /** The generation that it has read. */
  generation: number
  /** What it serves: the hash of a release, or `built-in`. */
  serves: string
  /** The hash of the catalog that it serves. */
  catalog: string
  /** The hash of the release that it serves as a canary. */
  canary?: string
  /** Its counts since it began to serve the canary. */
  figures?: Figures
  refused?: Refusal
}

/** What a process refused, and why. */
export interface Refusal {
  /** The refused release's name, or `pointer` if the pointer itself was refused. */
  hash: string
  check: Check
  reason: string
}

/** The name of the catalog that a process was started with. */
export const BUILT_IN = 'built-in'

/** Returns the name of an entry. */
export const nameOf = ({ release }: Pick<Entry, 'release'>): string => release?.hash ?? BUILT_IN

/** Returns the names of all entries of a pointer. */
export const namesIn = ({ current, history, canary, tried = [] }: Pointer): Set<string> =>
  new Set([current, ...history, ...tried, ...(canary === undefined ? [] : [canary])].map(nameOf))

/** A release that must not be served. */
export class RefusedRelease extends Error {
  override name = 'RefusedRelease'
  check: Check
  constructor(check: Check, reason: string) {
    super(reason)
    this.check = check
  }
}

/** The error for a pointer that is not trusted. Its releases are not loaded. */
export class UnknownPointer extends Error {
  override name = 'UnknownPointer'
  /** Its version in the store. */
  version: number
  constructor(version: number, reason: string) {
    super(reason)
    this.version = version
  }
}
