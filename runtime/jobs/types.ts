/** Types of jobs: work that may outlive the request that bought it. */
import type { Json, Price, RouteFacts } from '../contract.ts'
import type { RequestIds } from '../lib/trace.ts'
import type { SaleFacts, WhyFailed } from '../sales/types.ts'
import type { PriceLine } from '../x402/price-lines.ts'
import type { UpstreamFailure } from '../upstream/types.ts'

/** The state of a job. `completed` and `failed` are final. */
export type JobStatus = 'queued' | 'in_progress' | 'completed' | 'failed'

/** The input of a job: enough to run it again in another process. */
export interface JobInput {
  facts: RouteFacts
  body: Json | undefined
  query: Json | undefined
  path: Json | undefined
  /** The record values that the call has read. */
  read?: Json | undefined
}

/** Values from the submit of a two-step upstream call, needed to poll it. */
export type Ticket = { readonly [key: string]: Json | undefined }

/**
 * The durable job (`jobs` in the store, keyed by its store's name and its id, tagged with its
 * status).
 */
export interface JobDoc {
  id: string
  route: string
  /** Hash of the catalog that the job began with. */
  catalog?: string
  status: JobStatus
  /** Unix ms. */
  created: number
  /** A time whose prices the job has, Unix ms; absent if they do not depend on the time. */
  at?: number
  /** Unix ms after which the job has stalled and fails. */
  stalls: number
  /** Unix ms at which the job is removed. */
  expires: number
  payer: string
  /** Micro-USD. */
  amount: string
  price: Price
  /** The lines of the price, as quoted; absent if the price is one amount. */
  lines?: readonly PriceLine[]
  /** The ids of the request that submitted it, and its trace. */
  ids?: RequestIds
  /** The facts for the sales line of its payment. */
  sale?: SaleFacts
  /** Claim key of the authorization that submitted it. */
  submitted: string
  poll_url: string
  /** Parts of the request that every view of the job shows. */
  echo: { readonly [key: string]: Json | undefined }
  /** The upstream whose queue the job waits in; undefined if it uses none. */
  upstream?: string
  /**
   * The ticket of a two-step upstream call whose submit was answered. A job with a ticket is never
   * submitted again.
   */
  ticket?: Ticket
  /**
   * Id of the upstream call that returned the ticket. Its poll is used even if the route would call
   * another one now.
   */
  ticketOf?: string
  /** How often the work was started from its beginning. */
  attempts: number
  error?: string
  /** Why the job failed, as a code. */
  why?: WhyFailed
  /** Claim key of the authorization that is settling it. */
  settling?: string
  /** The settlement; there is only one. */
  settled?: { key: string; transaction: string }
  /** Size of the request body, which is stored until the job ends. */
  bytes?: number
  /**
   * The input, if it is small; otherwise it is stored separately, in `results`. Removed when the
   * job ends.
   */
  input?: JobInput
}

/** A job as read from the store: its key, its version for the next change, and the document. */
export interface StoredJob {
  key: string
  version: number
  doc: JobDoc
}

/**
 * The end of a job that failed. `error` is for its caller; `why` is absent in jobs of older
 * versions.
 */
export interface FailedJob {
  state: 'failed'
  failure?: UpstreamFailure
  error: string
  why: WhyFailed | undefined
}

/**
 * How a job's work ended. `interrupted` means that it will be resumed. `result` is the stored
 * result; `given` is the result with the upstream's own media addresses, for a caller that is still
 * waiting.
 */
export type JobEnd =
  | {
      state: 'completed'
      result: { readonly [key: string]: any }
      given?: { readonly [key: string]: any }
    }
  | FailedJob
  | { state: 'interrupted' }
