/** What formulas can see. */
import type { Json, Method, Row, Models, Price } from './values.ts'

/** What a formula can say of the route being served. */
export interface RouteFacts {
  method: Method
  /** Path as requested, without the query. */
  path: string
  /** Path as written in the catalog, e.g. `/things/{id}`. */
  pattern: string
  summary: string
  /** Path below the `prefix:` of the catalog entry (the whole path where there is none). */
  rest: string
  /** Query as it came, without `?`. */
  search: string
  /** `scheme://host` that the caller used. */
  origin: string
}

/** What a formula can say of a job. `created` is in Unix seconds. */
export type JobFacts = {
  id: string
  object: string
  status: 'queued' | 'in_progress' | 'completed' | 'failed'
  created: number
  poll_url: string
  error?: string
  echo: { readonly [key: string]: Json | undefined }
}

/** What a formula can say of a settled payment. */
export type PaymentFacts = {
  status: 'settled' | 'already_settled'
  tx_hash: string
  network: string
}

/**
 * Everything that the formulas of one call can see. Generated functions take exactly this; members
 * that are not known yet at their stage (a job before there is one) are absent, and the generator
 * refuses formulas that ask for them too early.
 */
export interface Scope<Body = any, Query = any, Path = any, R extends Row = any, Hooks = any> {
  route: RouteFacts
  body: Body
  query: Query
  path: Path
  /** The chosen row of the route's table; the gate `… in models` proves that it exists. */
  model: R
  models: Models<R>
  /** The tables that the route lists besides, by its names for them. */
  lists?: Readonly<Record<string, Models<any>>>
  network: { name: string; label: string; asset: string; chain: string }
  /** Unix seconds, from the injected clock. */
  now: number
  hooks: Hooks
  payer?: string
  price?: Price
  job?: JobFacts
  payment?: PaymentFacts
  /** What `give` made of the upstream's reply, after mirroring. */
  result?: { readonly [key: string]: Json | undefined }
  cache?: { state: 'HIT' | 'MISS' | 'BYPASS' }
  /** What the submit of a two-step upstream call left behind, for its poll. */
  ticket?: { readonly [key: string]: Json | undefined }
  /** What the call's `first` call gave. */
  earlier?: { readonly [key: string]: Json | undefined }
  /**
   * The row that was asked for, once another one took its place (`fallback`); `model` is the one
   * that serves.
   */
  requested?: R
  /**
   * The caller's headers, names in small letters; none where nobody asks (work that is taken up
   * again).
   */
  request_headers: Readonly<Record<string, string>>
}

/**
 * A scope with an upstream's reply. `reply` is its JSON (`undefined` when it is not JSON),
 * `reply_body` its bytes.
 */
export type ReplyScope<S = Scope> = S & {
  status: number
  reply: any
  reply_headers: Readonly<Record<string, string>>
  reply_body?: Uint8Array
}

/** A gate's answer: refuse with this status and message in the route's envelope. */
export interface Refusal {
  status: number
  message: string
  code?: string
  extra?: { readonly [key: string]: Json | undefined }
}
