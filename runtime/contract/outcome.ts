/** The types of calls that end without a result. */
import type { RouteFacts } from './scope.ts'
import type { Json } from './values.ts'

/** The kinds of upstream failures; each is also an OutcomeKind. */
export type FailureKind =
  | 'content_policy'
  | 'invalid_input'
  | 'rate_limited'
  | 'upstream_rejected'
  | 'upstream_failed'
  | 'upstream_timeout'
  | 'not_configured'

/** The reply to an upstream's failure, written like a gate's refusal. */
export interface FailureRefusal {
  status: number
  message: string
  extra?: { readonly [key: string]: Json | undefined }
}

/**
 * The kinds of outcomes other than a result. Each envelope of `catalog/errors/` answers every kind.
 */
export type OutcomeKind =
  | 'invalid_json'
  | 'invalid_body'
  | 'too_large'
  | 'refused'
  | 'not_found'
  | 'wrong_method'
  | 'limit_exceeded'
  | 'payment_required'
  | 'free'
  | 'payment_invalid'
  | 'payment_replay'
  | 'settlement_failed'
  | 'settlement_pending'
  | 'payer_mismatch'
  | 'job_not_found'
  | 'content_policy'
  | 'invalid_input'
  | 'rate_limited'
  | 'upstream_rejected'
  | 'upstream_failed'
  | 'upstream_timeout'
  | 'not_configured'
  | 'busy'
  | 'internal'

/**
 * The values of an outcome that an envelope's formulas can read. Absent members are left out of the
 * body.
 */
export interface Outcome {
  route: RouteFacts
  status?: number
  message?: string
  code?: string
  details?: Json
  /** Invalid fields: `{path, message, code}`. */
  issues?: Json
  /** Extra members from the route or the gate. */
  extra?: { readonly [key: string]: Json | undefined }
  /** Size limit in bytes. */
  limit?: number
  challenge?: {
    x402Version: 2
    accepts: Json
    resource?: Json
    /** Discovery metadata, which does not fit into challenges in headers. */
    extensions?: Json
  }
  price?: { readonly [key: string]: Json | undefined }
  payment_info?: Json
  payer?: string
  /** Model family or upstream whose capacity is exhausted. */
  source?: string
  /** Seconds. */
  retry_after?: number
  upstream?: { status: number; reason: string; body: Json }
}

/** A complete answer. */
export interface Answer {
  status: number
  headers?: Readonly<Record<string, string | number | undefined>>
  body: Json
}

/** One error envelope: the answer to each kind of outcome. */
export type Envelope = Readonly<Record<OutcomeKind, (outcome: Outcome) => Answer>>
