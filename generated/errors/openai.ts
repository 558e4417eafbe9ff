// Code generated from catalog/errors/openai.yaml by "npm run generate". DO NOT EDIT.
import { get, join, members, need, say } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { market } from './market.ts'
import { native } from './native.ts'

/** The envelope `openai`, catalog/errors/openai.yaml:3. */
export const openai: Envelope = {
  // catalog/errors/openai.yaml:5
  invalid_json: ({ details }) => ({
    status: 400,
    body: {
      error: {
        message: 'The body is not valid JSON', type: 'invalid_request_error', code: 'INVALID_JSON',
        param: null,
      },
      message: 'The body is not valid JSON', code: 'INVALID_JSON', details,
    },
  }),
  // catalog/errors/openai.yaml:6
  invalid_body: ({ issues }) => ({
    status: 400,
    body: {
      error: {
        message: `Invalid request body - ${say((get(issues, 0, 'path') ?? '') === '' ? get(issues, 0, 'message') : join([get(issues, 0, 'path'), get(issues, 0, 'message')], ' '))}`,
        type: 'invalid_request_error', code: 'INVALID_REQUEST_BODY',
        param: (get(issues, 0, 'path') ?? '') === '' ? null : get(issues, 0, 'path'),
      },
      message: `Invalid request body - ${say((get(issues, 0, 'path') ?? '') === '' ? get(issues, 0, 'message') : join([get(issues, 0, 'path'), get(issues, 0, 'message')], ' '))}`,
      code: 'INVALID_REQUEST_BODY', details: issues,
    },
  }),
  // catalog/errors/openai.yaml:7
  too_large: ({ limit }) => ({
    status: 400,
    body: {
      error: {
        message: `The largest body here is ${say(limit)} bytes`, type: 'invalid_request_error',
        code: 'REQUEST_TOO_LARGE', param: null,
      },
      message: `The largest body here is ${say(limit)} bytes`, code: 'REQUEST_TOO_LARGE',
    },
  }),
  // catalog/errors/openai.yaml:8
  refused: ({ status, message, code, extra }) => ({
    status: need(status),
    body: {
      error: {
        message, type: 'invalid_request_error', code, param: get(extra, 'param') ?? null,
        successor: get(extra, 'successor'),
      },
      message, code, ...members(extra),
    },
  }),
  // catalog/errors/openai.yaml:9
  not_found: ({ message }) => ({
    status: 404,
    body: {
      error: { message, type: 'invalid_request_error', code: 'NOT_FOUND', param: null },
      message, code: 'NOT_FOUND',
    },
  }),
  // catalog/errors/openai.yaml:10
  wrong_method: ({ message }) => ({
    status: 405,
    body: {
      error: { message, type: 'invalid_request_error', code: 'METHOD_NOT_ALLOWED', param: null },
      message, code: 'METHOD_NOT_ALLOWED',
    },
  }),
  // catalog/errors/openai.yaml:11
  limit_exceeded: ({ code, details, retry_after }) => ({
    status: 429,
    body: {
      error: {
        message: `${say(details ?? 'Too many requests for free models from this address: it may make 30 in a minute and 300 in an hour.')} Try again in ${say(retry_after)} seconds.`,
        type: 'rate_limit_error', code: code ?? 'FREE_TIER_RATE_LIMITED', param: null,
      },
      message: `${say(details ?? 'Too many requests for free models from this address: it may make 30 in a minute and 300 in an hour.')} Try again in ${say(retry_after)} seconds.`,
      code: code ?? 'FREE_TIER_RATE_LIMITED',
    },
  }),
  payment_required: native.payment_required, free: market.free,
  payment_invalid: native.payment_invalid, payment_replay: native.payment_replay,
  settlement_failed: market.settlement_failed,
  // catalog/errors/openai.yaml:12
  settlement_pending: ({ extra }) => ({
    status: 503,
    headers: { 'Retry-After': '5' },
    body: {
      error: {
        message: 'The payment was sent to the chain and is not confirmed yet. Do not sign again; repeat the request with the same header.',
        type: 'api_error', code: 'SETTLEMENT_PENDING', param: null,
      },
      message: 'The payment was sent to the chain and is not confirmed yet. Do not sign again; repeat the request with the same header.',
      code: 'SETTLEMENT_PENDING', ...members(extra),
    },
  }),
  payer_mismatch: market.payer_mismatch, job_not_found: market.job_not_found,
  // catalog/errors/openai.yaml:20
  content_policy: ({ details }) => ({
    status: 400,
    body: {
      error: {
        message: 'The model\'s safety filter blocked the request', type: 'invalid_request_error',
        code: 'CONTENT_FILTERED', param: null,
      },
      message: 'The model\'s safety filter blocked the request', code: 'CONTENT_FILTERED',
      debug: details,
    },
  }),
  // catalog/errors/openai.yaml:21
  invalid_input: ({ code, details }) => ({
    status: 400,
    body: {
      error: {
        message: `${say(details)}`, type: 'invalid_request_error', code: code ?? 'INVALID_REQUEST',
        param: null,
      },
      message: `${say(details)}`, code: code ?? 'INVALID_REQUEST', debug: details,
    },
  }),
  // catalog/errors/openai.yaml:23
  rate_limited: ({ code, details, source, retry_after }) => ({
    status: 429,
    headers: { 'Retry-After': retry_after, 'X-RateLimit-Source': source },
    body: {
      error: {
        message: `The model is at capacity. Try again in ${say(retry_after)} seconds.`,
        type: 'rate_limit_error', code: code ?? 'RATE_LIMITED', param: null,
      },
      message: `The model is at capacity. Try again in ${say(retry_after)} seconds.`,
      code: code ?? 'RATE_LIMITED', source, retry_after_seconds: retry_after, debug: details,
    },
  }),
  // catalog/errors/openai.yaml:22
  upstream_rejected: ({ code, details }) => ({
    status: 400,
    body: {
      error: {
        message: `${say(details)}`, type: 'invalid_request_error', code: code ?? 'INVALID_REQUEST',
        param: null,
      },
      message: `${say(details)}`, code: code ?? 'INVALID_REQUEST', debug: details,
    },
  }),
  // catalog/errors/openai.yaml:33
  upstream_failed: ({ code, details }) => ({
    status: 503,
    body: {
      error: {
        message: 'The model could not answer. Nothing was charged.', type: 'api_error',
        code: code ?? 'MODEL_UNAVAILABLE', param: null,
      },
      message: 'The model could not answer. Nothing was charged.',
      code: code ?? 'MODEL_UNAVAILABLE', debug: details,
    },
  }),
  // catalog/errors/openai.yaml:40
  upstream_timeout: ({ details }) => ({
    status: 504,
    body: {
      error: {
        message: 'The model did not answer in time. Nothing was charged.', type: 'api_error',
        code: 'TIMEOUT', param: null,
      },
      message: 'The model did not answer in time. Nothing was charged.', code: 'TIMEOUT',
      debug: details,
    },
  }),
  // catalog/errors/openai.yaml:41
  not_configured: ({ details }) => ({
    status: 503,
    body: {
      error: {
        message: 'The model is not available at this gateway', type: 'api_error',
        code: 'PROVIDER_CONFIG_ERROR', param: null,
      },
      message: 'The model is not available at this gateway', code: 'PROVIDER_CONFIG_ERROR',
      debug: details,
    },
  }),
  // catalog/errors/openai.yaml:42
  busy: ({ details, retry_after }) => ({
    status: 503,
    headers: { 'Retry-After': retry_after },
    body: {
      error: {
        message: 'The gateway is busy', type: 'api_error', code: 'MODEL_UNAVAILABLE', param: null,
      },
      message: 'The gateway is busy', code: 'MODEL_UNAVAILABLE', details,
    },
  }),
  // catalog/errors/openai.yaml:43
  internal: ({ details }) => ({
    status: 500,
    body: {
      error: {
        message: 'Internal server error', type: 'api_error', code: 'INTERNAL_ERROR', param: null,
      },
      message: 'Internal server error', code: 'INTERNAL_ERROR', details,
    },
  }),
}
