/** Jobs: work that may outlive the request that bought it. */
import type { Json, Price, RouteFacts } from '../contract.ts'
import type { UpstreamFailure } from '../upstream/types.ts'

export type JobStatus = 'queued' | 'in_progress' | 'completed' | 'failed'

/** What a job was asked for; enough to run it again in another process. */
export interface JobInput {
  facts: RouteFacts
  body: Json | undefined
  query: Json | undefined
  path: Json | undefined
}

/** What the submit of a two-step upstream call left behind. */
export type Ticket = { readonly [key: string]: Json | undefined }

/**
 * The durable job (`jobs` in the store, keyed by its store's name and its id, tagged with its
 * status).
 */
export interface JobDoc {
  id: string
  route: string
  status: JobStatus
  /** Unix ms. */
  created: number
  /** Unix ms from which on it is too late for a result. */
  stalls: number
  /** Unix ms at which the job is forgotten. */
  expires: number
  payer: string
  /** Micro-USD. */
  amount: string
  price: Price
  /** Claim key of the authorization that submitted it. */
  submitted: string
  poll_url: string
  /** What the catalog echoes of the request in every view of the job. */
  echo: { readonly [key: string]: Json | undefined }
  /** The supplier in whose queue it waits; none where nobody is asked. */
  upstream?: string
  /**
   * Of a two-step upstream call: its submit was answered, and this asks for the result. Such a job
   * is never submitted again.
   */
  ticket?: Ticket
  /**
   * Id of the call that gave the ticket: its poll understands it, whatever the route would call by
   * now.
   */
  ticketOf?: string
  /** How often work was started from its beginning. */
  attempts: number
  error?: string
  /** Claim key of the authorization that is settling it. */
  settling?: string
  /** The one settlement. */
  settled?: { key: string; transaction: string }
  /** Size of the body that asked for it; what it was asked for is kept until the job is over. */
  bytes?: number
  /**
   * Kept here when small; otherwise apart, under the same key, in `results`. Gone when the job is
   * over.
   */
  input?: JobInput
}

/** A job as read: its key, its version for the next change, and the document. */
export interface StoredJob {
  key: string
  version: number
  doc: JobDoc
}

/**
 * How a job's work ended; `interrupted` leaves it to be resumed. `given` is the result as the
 * upstream made it, for whoever is still waiting for it; what counts, and is stored, is `result`.
 */
export type JobEnd =
  | {
      state: 'completed'
      result: { readonly [key: string]: any }
      given?: { readonly [key: string]: any }
    }
  | { state: 'failed'; failure?: UpstreamFailure; stalled?: boolean; error: string }
  | { state: 'interrupted' }
