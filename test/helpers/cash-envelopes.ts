/** The error envelopes of the hand-written catalog. */
import type { Answer, Envelope, Outcome, OutcomeKind } from '../../runtime/contract.ts'

const words: Partial<Record<OutcomeKind, (o: Outcome) => Answer>> = {
  invalid_json: o => ({ status: 400, body: { error: 'Invalid JSON', details: o.details } }),
  invalid_body: o => ({ status: 400, body: { error: 'Invalid request body', details: o.issues } }),
  too_large: o => ({
    status: 400,
    body: { error: 'Request body too large', code: 'REQUEST_TOO_LARGE', details: `${o.limit}` },
  }),
  refused: o => ({ status: o.status!, body: { error: o.message, code: o.code, ...o.extra } }),
  not_found: o => ({ status: 404, body: { error: 'Not Found', message: o.message } }),
  wrong_method: o => ({ status: 405, body: { error: 'Method Not Allowed', message: o.message } }),
  limit_exceeded: o => ({
    status: 429,
    body: { error: 'Rate limit exceeded', details: o.details },
  }),
  payment_required: o => ({
    status: 402,
    body: {
      x402Version: o.challenge!.x402Version,
      accepts: o.challenge!.accepts,
      extensions: o.challenge!.extensions,
      error: 'Payment Required',
      message: 'Pay',
      price: o.price,
      ...o.extra,
      paymentInfo: o.payment_info,
    },
  }),
  free: () => ({ status: 402, body: { free: true, message: 'free' } }),
  payment_invalid: o => ({
    status: 402,
    body: {
      error: 'Payment verification failed',
      code: o.code,
      message: o.message,
      details: o.details,
      payer: o.payer,
    },
  }),
  payment_replay: o => ({
    status: 402,
    body: {
      error: 'Payment verification failed',
      code: 'PAYMENT_REPLAY',
      details: o.details,
      payer: o.payer,
      ...o.extra,
    },
  }),
  settlement_failed: o => ({
    status: 402,
    body: { error: 'Payment settlement failed', details: o.details, ...o.extra },
  }),
  settlement_pending: o => ({
    status: 503,
    headers: { 'Retry-After': '5' },
    body: {
      error: 'Payment settlement pending',
      code: 'SETTLEMENT_PENDING',
      details: o.details,
      ...o.extra,
    },
  }),
  payer_mismatch: () => ({ status: 403, body: { error: 'Payment payer mismatch' } }),
  job_not_found: () => ({ status: 404, body: { error: 'Job not found' } }),
  content_policy: o => ({
    status: 400,
    body: { error: 'Content policy violation', code: o.code, details: o.details, ...o.extra },
  }),
  invalid_input: o => ({
    status: 400,
    body: { error: 'Invalid input', code: o.code, details: o.details, ...o.extra },
  }),
  rate_limited: o => ({
    status: 429,
    headers: { 'Retry-After': String(o.retry_after), 'X-RateLimit-Source': o.source! },
    body: {
      error: 'Rate limit exceeded',
      code: 'RATE_LIMITED',
      source: o.source,
      retry_after_seconds: o.retry_after,
      details: o.details,
      ...o.extra,
    },
  }),
  not_configured: o => ({
    status: 503,
    body: { error: 'Service not configured', details: o.details },
  }),
  busy: o => ({
    status: 503,
    headers: { 'Retry-After': String(o.retry_after) },
    body: { error: 'Service busy', source: o.source, details: o.details },
  }),
}
const broken = (o: Outcome): Answer => ({
  status: 500,
  body: { error: 'Internal server error', details: o.details, ...o.extra },
})

/** Every outcome as the catalog's own envelope answers it. */
export const native: Envelope = Object.assign(
  {
    upstream_rejected: broken,
    upstream_failed: broken,
    upstream_timeout: broken,
    internal: broken,
  },
  words,
) as Envelope

/** The same with other words, to see which envelope answered. */
export const other: Envelope = {
  ...native,
  not_found: () => ({ status: 404, body: 'nothing here' }),
  too_large: () => ({ status: 400, body: { other: true } }),
}
