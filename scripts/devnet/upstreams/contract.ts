/**
 * The contract of a local upstream: a vendor's wire protocol on loopback, for development and
 * tests.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Behaviour, Step } from './behaviour.ts'
import type { Form } from './form.ts'
import type { JobBoard, JobPlan } from './jobs.ts'
import type { ListForm } from './model-lists.ts'

/**
 * A request as the upstream sees it. `json` is undefined if the body is not JSON, `form` if it is
 * no valid multipart form (for a form, `text` is a summary). `origin` is the upstream's own. `jobs`
 * are the upstream's jobs, `plan` the plan of a job that this request opens. `behaviour` is the
 * behaviour; `shelf` is the upstream's memory until it is reset; `balanceOf` reads what an address
 * holds on the local chain, in micro-USD.
 */
export interface UpstreamRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  text: string
  json: any
  form?: Form
  origin: string
  jobs: JobBoard
  plan: JobPlan
  behaviour: Behaviour
  shelf: Map<string, unknown>
  balanceOf: BalanceOf
}

/** Reads the token balance of an address, in micro-USD; 0 where there is no local chain. */
export type BalanceOf = (address: string) => Promise<bigint>

/**
 * A stream of whole events, as they are written. The last `tail` of them are the protocol's end.
 * `streamError` places the vendor's error at an event, `malformed` an unreadable event. The
 * upstream does not close an `open` stream.
 */
export interface ReplyStream {
  events: readonly string[]
  tail: number
  streamError(at: number): string
  malformed: string
  open?: boolean
}

/**
 * An answer: `body` is written as JSON, `raw` unchanged with `type`, `stream` event by event with
 * `type`.
 */
export interface UpstreamReply {
  status: number
  body?: unknown
  raw?: string | Buffer
  stream?: ReplyStream
  type?: string
  headers?: Record<string, string>
}

/** The vendor's error replies, in its own shapes. */
export interface UpstreamFailures {
  unauthorized(): UpstreamReply
  /** With or without the seconds to wait. */
  rateLimited(retryAfter?: number): UpstreamReply
  /** `code` is the vendor's own, if one was set. */
  failed(status: number, code?: string): UpstreamReply
  /** Content policy. */
  refused(request: UpstreamRequest, code?: string): UpstreamReply
  /** A 200 without a result. */
  empty(request: UpstreamRequest): UpstreamReply
  /** The prompt does not fit the context (text upstreams only). */
  tooLong?(request: UpstreamRequest): UpstreamReply
  /**
   * The error for a conversation that ends with the assistant's turn, if the vendor has one (text
   * upstreams only).
   */
  prefill?(request: UpstreamRequest): UpstreamReply | undefined
}

/** Answers the calls of a vendor, or some of them. */
export interface Side {
  /** Default HTTP status of a failure; 500 if absent. */
  failStatus?: number
  failures: UpstreamFailures
  answer(request: UpstreamRequest): UpstreamReply | Promise<UpstreamReply>
  /** The kind of a call that needs the key; by default POST submits and everything else polls. */
  stepOf?(request: UpstreamRequest): Step
}

/** Answers a vendor's text calls. `holdsKey` is for keys that are sent in another place. */
export interface TextSide extends Side {
  owns(request: UpstreamRequest): boolean
  holdsKey?(request: UpstreamRequest, key: string): boolean
}

/**
 * A vendor. `header` and `scheme` say how its key is sent; without a `header` it needs none. `key`
 * is its key where the vendor's have a form. `base` follows the origin in its address.
 */
export interface Upstream extends Side {
  name: string
  env: string
  /** Further settings of a gateway: `<env>_<NAME>` by name. */
  settings?: Readonly<Record<string, string>>
  header?: string
  /**
   * Its key for the gateway, and whether a request is signed with it, where no header is the key.
   */
  signing?: { key: string; accepts(request: UpstreamRequest): boolean }
  scheme?: string
  key?: string
  base?: string
  text?: TextSide
  /** How it lists its models, if it does (see model-lists.ts). */
  lists?: ListForm
  /** Downloads that need no key; undefined if the path is none. */
  file?(request: UpstreamRequest): UpstreamReply | undefined
}

/**
 * A recorded call. Header values are not recorded, because they hold keys; the `body` of a form is
 * a summary in JSON.
 */
export interface SeenCall {
  method: string
  path: string
  query: Record<string, string>
  headers: string[]
  body: string
  /** Unix ms. */
  at: number
  status?: number
  /** Number of stream events written. */
  events?: number
  /** The caller left before the answer ended. */
  left?: boolean
}

/** A JSON answer. */
export const json = (
  status: number,
  body: unknown,
  headers?: Record<string, string>,
): UpstreamReply => ({ status, body, headers })

/** The key of Basic authentication. */
export const basicKey = (user: string, secret: string): string =>
  Buffer.from(`${user}:${secret}`).toString('base64')

/** The Retry-After header, if a time is set. */
export const retryAfterHeader = (seconds: number | undefined): Record<string, string> =>
  seconds === undefined ? {} : { 'retry-after': String(seconds) }
