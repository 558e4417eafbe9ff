/** How calls end without a result. */
import type { RouteFacts } from './scope.ts'
import type { Json } from './values.ts'

/** The failures that an upstream call can have; each is also an OutcomeKind. */
export type FailureKind =
  | 'content_policy'
  | 'invalid_input'
  | 'rate_limited'
  | 'upstream_rejected'
  | 'upstream_failed'
  | 'upstream_timeout'
  | 'not_configured'

/**
 * Everything that can end a call other than a result. Each envelope of `catalog/errors/` answers
 * every kind.
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

/** What an envelope's formulas can see of an outcome. Absent members vanish from the body. */
export interface Outcome {
  route: RouteFacts
  status?: number
  message?: string
  code?: string
  details?: Json
  /** Faulty fields: `{path, message, code}`. */
  issues?: Json
  /** Extra members that the route or the gate gives. */
  extra?: { readonly [key: string]: Json | undefined }
  /** Size limit in bytes. */
  limit?: number
  challenge?: {
    x402Version: 2
    accepts: Json
    resource?: Json
    /** Discovery metadata; what challenges in headers have no room for is here. */
    extensions?: Json
  }
  price?: { readonly [key: string]: Json | undefined }
  payment_info?: Json
  payer?: string
  /** Model family or supplier whose capacity ran out. */
  source?: string
  /** Seconds. */
  retry_after?: number
  upstream?: { status: number; reason: string; body: Json }
}

/** A ready answer. */
export interface Answer {
  status: number
  headers?: Readonly<Record<string, string | number | undefined>>
  body: Json
}

/** One error envelope: how each outcome looks. */
export type Envelope = Readonly<Record<OutcomeKind, (outcome: Outcome) => Answer>>
