// Code generated from catalog/errors/responses.yaml by "npm run generate". DO NOT EDIT.
import { get, join, members, need, say } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { market } from './market.ts'
import { openaiMedia } from './openai_media.ts'

/** The envelope `responses`, catalog/errors/responses.yaml:3. */
export const responses: Envelope = {
  invalid_json: openaiMedia.invalid_json, invalid_body: openaiMedia.invalid_body,
  too_large: openaiMedia.too_large, refused: openaiMedia.refused, not_found: openaiMedia.not_found,
  wrong_method: openaiMedia.wrong_method, limit_exceeded: openaiMedia.limit_exceeded,
  payment_required: openaiMedia.payment_required, free: market.free,
  // catalog/errors/responses.yaml:34
  payment_invalid: ({ message, details }) => ({
    status: 402,
    body: {
      error: {
        message: `Payment verification failed: ${join([message ?? null, details], ' ')}`,
        type: 'payment_required', param: null, code: null,
      },
    },
  }),
  // catalog/errors/responses.yaml:38
  payment_replay: ({ details }) => ({
    status: 402,
    body: {
      error: {
        message: `Payment verification failed: This authorization was already used. ${say(details)}`,
        type: 'payment_required', param: null, code: null,
      },
    },
  }),
  // catalog/errors/responses.yaml:42
  settlement_failed: ({ details }) => ({
    status: 402,
    body: {
      error: {
        message: `Payment settlement failed: ${say(details)}. Nothing was charged; sign a fresh payment and try again.`,
        type: 'payment_required', param: null, code: null,
      },
    },
  }),
  settlement_pending: openaiMedia.settlement_pending, payer_mismatch: market.payer_mismatch,
  job_not_found: market.job_not_found,
  // catalog/errors/responses.yaml:55
  content_policy: ({ details, upstream }) => ({
    status: upstream !== undefined && upstream.status >= 400 && upstream.status !== 402
      ? upstream.status
      : 400,
    body: {
      error: {
        message: details, type: 'invalid_request_error', param: null,
        code: 'content_policy_violation', ...members(get(upstream?.body, 'error')),
      },
    },
  }),
  // catalog/errors/responses.yaml:58
  invalid_input: ({ details, upstream }) => ({
    status: upstream !== undefined && upstream.status >= 400 && upstream.status !== 402
      ? upstream.status
      : 400,
    body: {
      error: {
        message: details, type: 'invalid_request_error', param: null, code: null,
        ...members(get(upstream?.body, 'error')),
      },
    },
  }),
  // catalog/errors/responses.yaml:61
  rate_limited: ({ details, source, retry_after, upstream }) => ({
    status: 429,
    headers: { 'Retry-After': retry_after, 'X-RateLimit-Source': source },
    body: {
      error: {
        message: details, type: 'rate_limit_error', param: null, code: 'rate_limit_exceeded',
        ...members(get(upstream?.body, 'error')),
      },
    },
  }),
  // catalog/errors/responses.yaml:65
  upstream_rejected: ({ details, upstream }) => ({
    status: need(upstream).status >= 400 && need(upstream).status !== 402
      ? need(upstream).status
      : 502,
    body: {
      error: {
        message: details, type: 'invalid_request_error', param: null, code: null,
        ...members(get(need(upstream).body, 'error')),
      },
    },
  }),
  // catalog/errors/responses.yaml:68
  upstream_failed: ({ details, upstream }) => ({
    status: upstream !== undefined && upstream.status >= 400 && upstream.status !== 402
      ? upstream.status
      : 503,
    body: {
      error: {
        message: details, type: 'api_error', param: null, code: null,
        ...members(get(upstream?.body, 'error')),
      },
    },
  }),
  // catalog/errors/responses.yaml:71
  upstream_timeout: ({ details, upstream }) => ({
    status: 504,
    body: {
      error: {
        message: details, type: 'api_error', param: null, code: null,
        ...members(get(upstream?.body, 'error')),
      },
    },
  }),
  // catalog/errors/responses.yaml:74
  not_configured: ({ details, upstream }) => ({
    status: upstream !== undefined && upstream.status >= 400 && upstream.status !== 402
      ? upstream.status
      : 503,
    body: { error: { message: details, type: 'api_error', param: null, code: null } },
  }),
  busy: openaiMedia.busy, internal: openaiMedia.internal,
}
