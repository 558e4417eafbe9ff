/** Jobs: work that may outlive the request that bought it. */
import type { Json, Price, RouteFacts } from '../contract.ts'
import type { UpstreamFailure } from '../upstream/types.ts'

export type JobStatus = 'queued' | 'in_progress' | 'completed' | 'failed'

/** What a job was asked for; enough to run it again in another process. */
export interface JobInput { facts: RouteFacts; body: Json | undefined; query: Json | undefined; path: Json | undefined }

/** The durable job (`jobs` in the store, keyed by its store's name and its id, tagged with its status). */
export interface JobDoc {
  id: string
  route: string
  status: JobStatus
  /** Unix ms. */
  created: number
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
  /** Of a two-step upstream call: its submit was answered, and this asks for the result. Such a job is never submitted again. */
  ticket?: { readonly [key: string]: Json | undefined }
  /** How often work was started. */
  attempts: number
  error?: string
  /** Claim key of the authorization that is settling it. */
  settling?: string
  /** The one settlement. */
  settled?: { key: string; transaction: string }
  /** Kept here when small; otherwise apart, under the same key, in `results`. */
  input?: JobInput
}

/** A job as read: its key, its version for the next change, and the document. */
export interface Held { key: string; version: number; doc: JobDoc }

/** How a job's work ended; `interrupted` leaves it to be resumed. */
export type JobEnd =
  | { state: 'completed'; result: { readonly [key: string]: any } }
  | { state: 'failed'; failure?: UpstreamFailure; error: string }
  | { state: 'interrupted' }
