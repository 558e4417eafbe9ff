// Code generated from catalog/errors/openai-media.yaml by "npm run generate". DO NOT EDIT.
import { get, join, members, need, say } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { market } from './market.ts'

/** The envelope `openai_media`, catalog/errors/openai-media.yaml:2. */
export const openaiMedia: Envelope = {
  // catalog/errors/responses.yaml:5
  invalid_json: () => ({
    status: 400,
    body: {
      error: {
        message: 'The body is not valid JSON.', type: 'invalid_request_error', param: null,
        code: null,
      },
    },
  }),
  // catalog/errors/responses.yaml:6
  invalid_body: ({ issues }) => ({
    status: 400,
    body: {
      error: {
        message: `Invalid request: ${say((get(issues, 0, 'path') ?? '') === '' ? get(issues, 0, 'message') : join(['`', get(issues, 0, 'path'), '` ', get(issues, 0, 'message')], ''))}.`,
        type: 'invalid_request_error',
        param: (get(issues, 0, 'path') ?? '') === '' ? null : get(issues, 0, 'path'),
        code: null,
      },
    },
  }),
  // catalog/errors/responses.yaml:9
  too_large: ({ limit }) => ({
    status: 400,
    body: {
      error: {
        message: `The body is too large: it may have ${say(limit)} bytes.`,
        type: 'invalid_request_error', param: null, code: null,
      },
    },
  }),
  // catalog/errors/responses.yaml:10
  refused: ({ status, message, code, extra }) => ({
    status: need(status),
    body: {
      error: {
        message,
        type: need(status) < 500 ? 'invalid_request_error' : 'api_error',
        param: get(extra, 'param') ?? null, code: code ?? null, successor: get(extra, 'successor'),
      },
    },
  }),
  // catalog/errors/responses.yaml:14
  not_found: ({ message }) => ({
    status: 404,
    body: { error: { message, type: 'invalid_request_error', param: null, code: null } },
  }),
  // catalog/errors/responses.yaml:15
  wrong_method: ({ message }) => ({
    status: 405,
    body: { error: { message, type: 'invalid_request_error', param: null, code: null } },
  }),
  // catalog/errors/responses.yaml:16
  limit_exceeded: ({ details, retry_after }) => ({
    status: 429,
    body: {
      error: {
        message: `${say(details ?? 'Too many requests of this kind from your address.')} Try again in ${say(retry_after)} seconds.`,
        type: 'rate_limit_error', param: null, code: 'rate_limit_exceeded',
      },
    },
  }),
  // catalog/errors/responses.yaml:19
  payment_required: ({ extra, challenge, price, payment_info }) => ({
    status: 402,
    body: {
      error: {
        message: `Payment required. Sign accepts[0] for ${say(get(price, 'amount'))} ${say(get(price, 'currency'))} and send the request again with a PAYMENT-SIGNATURE header.`,
        type: 'payment_required', param: null, code: null,
      },
      x402Version: need(challenge).x402Version, accepts: need(challenge).accepts,
      resource: need(challenge).resource, extensions: need(challenge).extensions, price,
      ...members(extra), paymentInfo: payment_info,
    },
  }),
  free: market.free,
  // catalog/errors/openai-media.yaml:4
  payment_invalid: ({ message, code, details }) => ({
    status: 402,
    body: {
      error: {
        message: `Payment verification failed: ${join([message ?? null, details], ' ')}`,
        type: 'payment_required', param: null, code,
      },
    },
  }),
  // catalog/errors/openai-media.yaml:8
  payment_replay: ({ details, extra }) => ({
    status: 402,
    body: {
      error: {
        message: `Payment verification failed: This authorization was already used. ${say(details)}`,
        type: 'payment_required', param: null, code: 'PAYMENT_REPLAY',
      },
      ...members(extra),
    },
  }),
  // catalog/errors/openai-media.yaml:13
  settlement_failed: ({ details, extra }) => ({
    status: 402,
    body: {
      error: {
        message: `Payment settlement failed: ${say(details)}. Nothing was charged; sign a fresh payment and try again.`,
        type: 'payment_required', param: null, code: null,
      },
      ...members(extra),
    },
  }),
  // catalog/errors/responses.yaml:46
  settlement_pending: ({ details }) => ({
    status: 503,
    headers: { 'Retry-After': '5' },
    body: {
      error: { message: details, type: 'api_error', param: null, code: 'settlement_pending' },
    },
  }),
  // catalog/errors/openai-media.yaml:18
  payer_mismatch: () => ({
    status: 403,
    body: {
      error: {
        message: 'Payment payer mismatch', type: 'invalid_request_error', param: null, code: null,
      },
    },
  }),
  // catalog/errors/openai-media.yaml:19
  job_not_found: () => ({
    status: 404,
    body: {
      error: { message: 'Job not found', type: 'invalid_request_error', param: null, code: null },
    },
  }),
  // catalog/errors/openai-media.yaml:20
  content_policy: ({ details }) => ({
    status: 400,
    body: {
      error: {
        message: `Content policy violation: ${say(details)}`, type: 'invalid_request_error',
        param: null, code: 'content_policy_violation',
      },
    },
  }),
  // catalog/errors/openai-media.yaml:21
  invalid_input: ({ code, details }) => ({
    status: 400,
    body: {
      error: {
        message: `Invalid input: ${say(details)}`, type: 'invalid_request_error', param: null,
        code: code ?? null,
      },
    },
  }),
  // catalog/errors/openai-media.yaml:23
  rate_limited: ({ source, retry_after }) => ({
    status: 429,
    headers: { 'Retry-After': retry_after, 'X-RateLimit-Source': source },
    body: {
      error: {
        message: `The model is at capacity. Try again in ${say(retry_after)} seconds.`,
        type: 'rate_limit_error', param: null, code: 'rate_limit_exceeded',
      },
    },
  }),
  // catalog/errors/openai-media.yaml:22
  upstream_rejected: ({ code, details }) => ({
    status: 400,
    body: {
      error: {
        message: `The model does not take this request: ${say(details)}`,
        type: 'invalid_request_error', param: null, code: code ?? null,
      },
    },
  }),
  // catalog/errors/openai-media.yaml:27
  upstream_failed: ({ details }) => ({
    status: 503,
    body: {
      error: {
        message: `The model could not answer. Nothing was charged. ${say(details)}`,
        type: 'api_error', param: null, code: 'MODEL_UNAVAILABLE',
      },
    },
  }),
  // catalog/errors/openai-media.yaml:28
  upstream_timeout: () => ({
    status: 504,
    body: {
      error: {
        message: 'The model did not answer in time. Nothing was charged.', type: 'api_error',
        param: null, code: 'TIMEOUT',
      },
    },
  }),
  // catalog/errors/openai-media.yaml:29
  not_configured: () => ({
    status: 503,
    body: {
      error: {
        message: 'The model is not available at this gateway', type: 'api_error', param: null,
        code: 'PROVIDER_CONFIG_ERROR',
      },
    },
  }),
  // catalog/errors/responses.yaml:77
  busy: ({ details, retry_after }) => ({
    status: 503,
    headers: { 'Retry-After': retry_after },
    body: { error: { message: details, type: 'api_error', param: null, code: null } },
  }),
  // catalog/errors/responses.yaml:78
  internal: ({ details }) => ({
    status: 500,
    body: { error: { message: details, type: 'api_error', param: null, code: null } },
  }),
}
