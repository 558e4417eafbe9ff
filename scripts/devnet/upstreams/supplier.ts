/** What a local supplier is: a vendor's wire protocol, spoken on loopback for development and tests. */
import type { IncomingHttpHeaders } from 'node:http'

/** A request as the supplier sees it. `json` is undefined when the body is not JSON; `origin` is the supplier's own. */
export interface SupplierRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  text: string
  json: any
  origin: string
}

/** An answer: `body` is written as JSON, `raw` as it is with `type`. */
export interface SupplierReply {
  status: number
  body?: unknown
  raw?: string | Buffer
  type?: string
  headers?: Record<string, string>
}

/** How the vendor says that something went wrong, in its own shapes. */
export interface SupplierFailures {
  unauthorized(): SupplierReply
  rateLimited(retryAfter: number): SupplierReply
  failed(status: number): SupplierReply
  /** Content policy. */
  refused(request: SupplierRequest): SupplierReply
  /** A 200 without a result. */
  empty(request: SupplierRequest): SupplierReply
}

/** A vendor. `header` and `scheme` say where its key travels; `base` is what follows the origin in its address. */
export interface Supplier {
  name: string
  env: string
  header: string
  scheme?: string
  base?: string
  failures: SupplierFailures
  answer(request: SupplierRequest): SupplierReply
  /** Downloads that need no key; undefined when the path is not one. */
  file?(request: SupplierRequest): SupplierReply | undefined
}

/** How a supplier behaves from now on. `lost` makes results whose files cannot be fetched. */
export type Mode = 'ok' | 'slow' | 'fail' | 'rate_limit' | 'refuse' | 'hang' | 'empty' | 'garbage' | 'reset' | 'lost'

export const modes: readonly Mode[] = ['ok', 'slow', 'fail', 'rate_limit', 'refuse', 'hang', 'empty', 'garbage', 'reset', 'lost']

/** A mode and its particulars: `ms` of delay, `status` of a failure, for how many calls, `retry_after` in seconds. */
export interface Behaviour { mode: Mode; ms?: number; status?: number; times?: number; retry_after?: number }

/** One call that a supplier has seen. Header values are not kept, for they hold keys. */
export interface SeenCall {
  method: string
  path: string
  query: Record<string, string>
  headers: string[]
  body: string
  /** Unix ms. */
  at: number
  status?: number
}

/** A JSON answer. */
export const json = (status: number, body: unknown, headers?: Record<string, string>): SupplierReply => ({ status, body, headers })
