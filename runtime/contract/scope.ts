/** The values that formulas can read. */
import type { FetchedRows } from './fetched.ts'
import type { Json, Method, Row, Models, Price } from './values.ts'

/** The facts about the current route that formulas can read. */
export interface RouteFacts {
  method: Method
  /** Path as requested, without the query. */
  path: string
  /** Path as written in the catalog, e.g. `/things/{id}`. */
  pattern: string
  summary: string
  /** Path below the `prefix:` of the catalog entry (the whole path where there is none). */
  rest: string
  /** Query as received, without `?`. */
  search: string
  /** `scheme://host` that the caller used. */
  origin: string
}

/** The facts about a job that formulas can read. `created` is in Unix seconds. */
export type JobFacts = {
  id: string
  object: string
  status: 'queued' | 'in_progress' | 'completed' | 'failed'
  created: number
  poll_url: string
  error?: string
  echo: { readonly [key: string]: Json | undefined }
}

/** The facts about a settled payment that formulas can read. */
export type PaymentFacts = {
  status: 'settled' | 'already_settled'
  tx_hash: string
  network: string
}

/**
 * The tokens that the upstream of a conversation reports. `cached` and `written` are parts of
 * `input`, `reasoning` is a part of `output`.
 */
export type UsageFacts = {
  /** All tokens of the prompt. */
  input: number
  /** Prompt tokens that were read from a cache. */
  cached: number
  /** Prompt tokens that were written to a cache. */
  written: number
  /** All tokens of the answer. */
  output: number
  reasoning: number
}

/**
 * All values that the formulas of one call can read. Generated functions take exactly this. Members
 * that are not known yet at a formula's stage (a job before it exists) are absent, and the
 * generator refuses formulas that read them too early.
 */
export interface Scope<
  Body = any,
  Query = any,
  Path = any,
  R extends Row = any,
  Hooks = any,
  Values = any,
> {
  route: RouteFacts
  body: Body
  query: Query
  path: Path
  /** The chosen row of the route's table. The gate `… in models` proves that it exists. */
  model: R
  models: Models<R>
  /** Further tables of the route, by the names that the route gives them. */
  lists?: Readonly<Record<string, Models<any>>>
  /** `treasury` is the address that receives payments. */
  network: { name: string; label: string; asset: string; chain: string; treasury: string }
  /** Unix seconds, from the injected clock. */
  now: number
  hooks: Hooks
  payer?: string
  price?: Price
  job?: JobFacts
  payment?: PaymentFacts
  /** The result of the upstream call's `give`, after mirroring. */
  result?: { readonly [key: string]: Json | undefined }
  /** The usage of a conversation; absent until it has ended, or if it is unknown. */
  usage?: UsageFacts
  /** The transfer that the call has made. */
  transfer?: { tx_hash: string; amount_micro: string; recipient: string }
  /** The records that the route reads, by the names it gives them. */
  read: { readonly [name: string]: any }
  /** The fetched tables that the route reads: one copy of each for the whole call. */
  fetched?: Readonly<Record<string, FetchedRows>>
  cache?: { state: 'HIT' | 'MISS' | 'BYPASS' }
  /**
   * Identifies the call to upstreams: the id of the payment's claim (a new claim of the same
   * payment has a new id), or a random id.
   */
  call: { id: string }
  /** The results of the steps of the work so far, and the element of a list, by name. */
  steps: Readonly<Record<string, any>>
  /** The arguments of an upstream call with `takes`. */
  args?: unknown
  /**
   * The settings of the upstream that is called. Only formulas that build its request read them.
   */
  settings?: unknown
  /** The ticket that the submit of a two-step upstream call stored for its poll. */
  ticket?: { readonly [key: string]: Json | undefined }
  /** The result of the call's `first` call. */
  earlier?: { readonly [key: string]: Json | undefined }
  /**
   * The row that the caller requested, if a `fallback` row replaced it; `model` is the row that
   * serves.
   */
  requested?: R
  /**
   * The caller's headers, with names in lower case; empty if there is no request (for example, in
   * resumed work).
   */
  request_headers: Readonly<Record<string, string>>
  /**
   * The `let:` values of the route, by name. Each is computed when it is first read, and once for
   * each row that serves the call.
   */
  values: Values
}

/** The derived values of a route: synchronous functions of the request and the chosen row. */
export type Derived<S extends Scope = any> = {
  readonly [name in keyof S['values']]?: (c: S) => unknown
}

/**
 * A scope with an upstream's reply. `reply` is its JSON (`undefined` if it is not JSON),
 * `reply_body` its bytes.
 */
export type ReplyScope<S = Scope> = S & {
  status: number
  reply: any
  reply_headers: Readonly<Record<string, string>>
  reply_body?: Uint8Array
}

/**
 * The result of a gate that refuses: the status and message of the reply, in the route's envelope.
 */
export interface Refusal {
  status: number
  message: string
  code?: string
  /** The field at fault: the reply is that of an invalid body, with the field's path. */
  field?: string
  extra?: { readonly [key: string]: Json | undefined }
}
