/**
 * What a local supplier is: a vendor's wire protocol, spoken on loopback for development and tests.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Behaviour, Step } from './behaviour.ts'
import type { Form } from './form.ts'
import type { JobBoard, JobPlan } from './jobs.ts'

/**
 * A request as the supplier sees it. `json` is undefined when the body is not JSON, `form` when it
 * is no readable multipart form (of a form, `text` is a summary); `origin` is the supplier's own.
 * `jobs` are the supplier's, `plan` is what shall become of one that this request opens. `told` is
 * how to behave; `shelf` is what the supplier remembers until its memory is cleaned.
 */
export interface SupplierRequest {
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
  told: Behaviour
  shelf: Map<string, unknown>
}

/**
 * A stream of whole events, as they are written. The last `tail` of them are the protocol's own
 * end. `trouble` is the vendor's failure as the event at a place, `malformed` an event that cannot
 * be read. An `open` one is not closed by the supplier.
 */
export interface ReplyStream {
  events: readonly string[]
  tail: number
  trouble(at: number): string
  malformed: string
  open?: boolean
}

/**
 * An answer: `body` is written as JSON, `raw` as it is with `type`, `stream` event by event with
 * `type`.
 */
export interface SupplierReply {
  status: number
  body?: unknown
  raw?: string | Buffer
  stream?: ReplyStream
  type?: string
  headers?: Record<string, string>
}

/** How the vendor says that something went wrong, in its own shapes. */
export interface SupplierFailures {
  unauthorized(): SupplierReply
  /** With the seconds to wait, or without. */
  rateLimited(retryAfter?: number): SupplierReply
  /** `code` is the vendor's own, where one was told. */
  failed(status: number, code?: string): SupplierReply
  /** Content policy. */
  refused(request: SupplierRequest, code?: string): SupplierReply
  /** A 200 without a result. */
  empty(request: SupplierRequest): SupplierReply
  /** The prompt does not fit the context; of text suppliers. */
  tooLong?(request: SupplierRequest): SupplierReply
  /** The last turn is the assistant's, where that is the case; of text suppliers. */
  prefill?(request: SupplierRequest): SupplierReply | undefined
}

/** What answers the calls of a vendor, or some of them. */
export interface Side {
  /** HTTP status of a failure for which none is told; 500 unless said. */
  failStatus?: number
  failures: SupplierFailures
  answer(request: SupplierRequest): SupplierReply
  /** What a call that needs the key is for; POST submits and all else polls, unless said. */
  stepOf?(request: SupplierRequest): Step
}

/**
 * What answers a vendor's calls for text: those that are its own. `holdsKey` is for a key that
 * travels in another way than elsewhere.
 */
export interface TextSide extends Side {
  owns(request: SupplierRequest): boolean
  holdsKey?(request: SupplierRequest, key: string): boolean
}

/**
 * A vendor. `header` and `scheme` say where its key travels; `base` is what follows the origin in
 * its address.
 */
export interface Supplier extends Side {
  name: string
  env: string
  header: string
  scheme?: string
  base?: string
  text?: TextSide
  /** Downloads that need no key; undefined when the path is not one. */
  file?(request: SupplierRequest): SupplierReply | undefined
}

/**
 * One call that a supplier has seen. Header values are not kept, for they hold keys; of a form,
 * `body` is a summary in JSON.
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
  /** How many events of a stream were written. */
  events?: number
  /** Whoever called went away before the answer ended. */
  left?: boolean
}

/** A JSON answer. */
export const json = (
  status: number,
  body: unknown,
  headers?: Record<string, string>,
): SupplierReply => ({ status, body, headers })

/** The header that tells how long to wait, where that is told. */
export const retryAfterHeader = (seconds: number | undefined): Record<string, string> =>
  seconds === undefined ? {} : { 'retry-after': String(seconds) }
