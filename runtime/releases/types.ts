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
  /** Who deployed it, if that is known. */
  by?: string
  /** Why it went live although the plan blocks it. */
  forced?: string
  /** Signature of all the rest by a signing key of the gateway. */
  signature: string
}

/** The bytes of a release, read. */
export interface ReleaseContent {
  /** Version of the contract with the runtime, `CONTRACT`. */
  contract: number
  /** A CommonJS module that exports `catalog` and requires nothing. */
  code: string
  /** Generated documents by their path below `generated/`. */
  documents: Readonly<Record<string, string>>
  /** The instant of its quotes, Unix ms. */
  at: number
  /** The files of its catalog by their paths, with which the next one is compared. */
  sources?: Readonly<Record<string, string>>
  /** What its own example requests cost, by network. */
  quotes: Readonly<Record<string, SelfQuotes>>
}

/** Micro-USD by route and row; a text that is no number says why there is none. */
export type SelfQuotes = Readonly<Record<string, string>>

/**
 * A catalog that is or was live. Without a release it is the one that processes were started with.
 */
export interface Entry {
  release?: Release
  /**
   * Of one without a release that was replaced: the hashes of the catalogs that processes served.
   */
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

/** Says which catalog is live. There is one, which is replaced as a whole. */
export interface Pointer {
  /** Grows by one with each change. */
  generation: number
  current: Entry
  /** What was live before, the newest first. */
  history: readonly Entry[]
  canary?: Canary
  /**
   * Canaries that did not go live, the newest first. Nothing returns to them; jobs may need them.
   */
  tried?: readonly Entry[]
  /** Why the last one did not go live; until the pointer changes again. */
  aborted?: Aborted
}

/** Why a release, or the pointer, may be refused. */
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
export type Check = (typeof CHECKS)[number]

/** How calls have ended since a canary began: its own, and those of the live catalog. */
export interface Figures {
  canary: Ends
  live: Ends
}

/** What one process says of the pointer. */
export interface Report {
  instance: string
  /** The generation that it has looked at. */
  generation: number
  /** What it serves: the hash of a release, or `built-in`. */
  serves: string
  /** The hash of the catalog that it serves. */
  catalog: string
  /** The hash of the release that it serves as a canary. */
  canary?: string
  /** What it has counted since it serves the canary. */
  figures?: Figures
  refused?: Refusal
}

/** What a process refused, and why. */
export interface Refusal {
  /** The name of what is or was live; `pointer` if that is what was refused. */
  hash: string
  check: Check
  reason: string
}

/** The name of the catalog that a process was started with. */
export const BUILT_IN = 'built-in'

/** The name of what is or was live. */
export const nameOf = ({ release }: Pick<Entry, 'release'>): string => release?.hash ?? BUILT_IN

/** The names of all that a pointer names. */
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

/** A pointer that is not to be believed. What it names is not looked at. */
export class UnknownPointer extends Error {
  override name = 'UnknownPointer'
  /** Its version in the store. */
  version: number
  constructor(version: number, reason: string) {
    super(reason)
    this.version = version
  }
}
