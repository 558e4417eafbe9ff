// Code generated from catalog/errors/messages.yaml by "npm run generate". DO NOT EDIT.
import { get, join, members, need, say } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'

/** The envelope `messages`, catalog/errors/messages.yaml:2. */
export const messages: Envelope = {
  invalid_json: ({ details }) => ({ // catalog/errors/messages.yaml:3
    status: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'The body is not valid JSON' },
      code: 'INVALID_JSON', details,
    },
  }),
  invalid_body: ({ issues }) => ({ // catalog/errors/messages.yaml:4
    status: 400,
    body: {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: `${say((get(issues, 0, 'path') ?? '') === '' ? get(issues, 0, 'message') : join([get(issues, 0, 'path'), get(issues, 0, 'message')], ' '))}`,
      },
      code: 'INVALID_REQUEST_BODY', details: issues,
    },
  }),
  too_large: ({ limit }) => ({ // catalog/errors/messages.yaml:5
    status: 400,
    body: {
      type: 'error',
      error: { type: 'request_too_large', message: `The largest body here is ${say(limit)} bytes` },
      code: 'REQUEST_TOO_LARGE',
    },
  }),
  refused: ({ status, message, code, extra }) => ({ // catalog/errors/messages.yaml:6
    status: need(status),
    body: {
      type: 'error',
      error: {
        type: 'invalid_request_error', message, details: get(extra, 'details'),
        successor: get(extra, 'successor'),
      },
      code,
    },
  }),
  not_found: ({ message }) => // catalog/errors/messages.yaml:7
    ({ status: 404, body: { type: 'error', error: { type: 'not_found_error', message } } }),
  wrong_method: ({ message }) => // catalog/errors/messages.yaml:8
    ({ status: 405, body: { type: 'error', error: { type: 'invalid_request_error', message } } }),
  limit_exceeded: ({ code, details, retry_after }) => ({ // catalog/errors/messages.yaml:9
    status: 429,
    body: {
      type: 'error',
      error: {
        type: 'rate_limit_error',
        message: `${say(details ?? 'Too many requests for free models from this address: it may make 30 in a minute and 300 in an hour.')} Try again in ${say(retry_after)} seconds.`,
      },
      code: code ?? 'FREE_TIER_RATE_LIMITED',
    },
  }),
  // catalog/errors/messages.yaml:10
  payment_required: ({ extra, challenge, price, payment_info }) => ({
    status: 402,
    body: {
      type: 'error',
      error: {
        type: 'payment_required',
        message: `Sign accepts[0] for ${say(get(price, 'amount'))} ${say(get(price, 'currency'))} and send it again with a PAYMENT-SIGNATURE header.`,
      },
      x402Version: need(challenge).x402Version, accepts: need(challenge).accepts,
      resource: need(challenge).resource, extensions: need(challenge).extensions, price,
      ...members(extra), paymentInfo: payment_info,
    },
  }),
  free: ({ extra }) => ({ // catalog/errors/messages.yaml:22
    status: 402,
    body: {
      type: 'error',
      error: { type: 'payment_required', message: 'This endpoint is free' },
      free: true, ...members(extra),
    },
  }),
  payment_invalid: ({ message, code, details, payer }) => ({ // catalog/errors/messages.yaml:23
    status: 402,
    body: {
      type: 'error',
      error: {
        type: 'payment_required',
        message: `Payment verification failed - ${join([message ?? null, details], ' ')}`,
      },
      code, details, payer,
    },
  }),
  payment_replay: ({ details, extra, payer }) => ({ // catalog/errors/messages.yaml:24
    status: 402,
    body: {
      type: 'error',
      error: {
        type: 'payment_required',
        message: `This authorization was already used. ${say(details)}`,
      },
      code: 'PAYMENT_REPLAY', details, payer, ...members(extra),
    },
  }),
  settlement_failed: ({ details, extra }) => ({ // catalog/errors/messages.yaml:25
    status: 402,
    body: {
      type: 'error',
      error: {
        type: 'payment_required', message: 'Payment settlement failed. Nothing was charged.',
      },
      details, ...members(extra),
    },
  }),
  settlement_pending: ({ details, extra }) => ({ // catalog/errors/messages.yaml:26
    status: 503,
    headers: { 'Retry-After': '5' },
    body: {
      type: 'error',
      error: { type: 'api_error', message: details },
      code: 'SETTLEMENT_PENDING', ...members(extra),
    },
  }),
  payer_mismatch: () => ({ // catalog/errors/messages.yaml:30
    status: 403,
    body: { type: 'error', error: { type: 'permission_error', message: 'Payment payer mismatch' } },
  }),
  job_not_found: () => ({ // catalog/errors/messages.yaml:31
    status: 404,
    body: { type: 'error', error: { type: 'not_found_error', message: 'Job not found' } },
  }),
  content_policy: ({ details }) => ({ // catalog/errors/messages.yaml:32
    status: 400,
    body: {
      type: 'error',
      error: {
        type: 'invalid_request_error', message: 'The model\'s safety filter blocked the request',
      },
      code: 'CONTENT_FILTERED', debug: details,
    },
  }),
  invalid_input: ({ code, details }) => ({ // catalog/errors/messages.yaml:33
    status: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: `${say(details)}` },
      code: code ?? 'INVALID_REQUEST', debug: details,
    },
  }),
  rate_limited: ({ code, details, source, retry_after }) => ({ // catalog/errors/messages.yaml:35
    status: 429,
    headers: { 'Retry-After': retry_after, 'X-RateLimit-Source': source },
    body: {
      type: 'error',
      error: {
        type: 'rate_limit_error',
        message: `The model is at capacity. Try again in ${say(retry_after)} seconds.`,
      },
      code: code ?? 'RATE_LIMITED', source, retry_after_seconds: retry_after, debug: details,
    },
  }),
  upstream_rejected: ({ code, details }) => ({ // catalog/errors/messages.yaml:34
    status: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: `${say(details)}` },
      code: code ?? 'INVALID_REQUEST', debug: details,
    },
  }),
  upstream_failed: ({ code, details }) => ({ // catalog/errors/messages.yaml:39
    status: 503,
    body: {
      type: 'error',
      error: { type: 'api_error', message: 'The model could not answer. Nothing was charged.' },
      code: code ?? 'MODEL_UNAVAILABLE', debug: details,
    },
  }),
  upstream_timeout: ({ details }) => ({ // catalog/errors/messages.yaml:42
    status: 504,
    body: {
      type: 'error',
      error: {
        type: 'timeout_error', message: 'The model did not answer in time. Nothing was charged.',
      },
      code: 'TIMEOUT', debug: details,
    },
  }),
  not_configured: ({ details }) => ({ // catalog/errors/messages.yaml:43
    status: 503,
    body: {
      type: 'error',
      error: { type: 'api_error', message: 'The model is not available at this gateway' },
      code: 'PROVIDER_CONFIG_ERROR', debug: details,
    },
  }),
  busy: ({ details, retry_after }) => ({ // catalog/errors/messages.yaml:44
    status: 503,
    headers: { 'Retry-After': retry_after },
    body: {
      type: 'error',
      error: { type: 'overloaded_error', message: 'The gateway is busy' },
      code: 'MODEL_UNAVAILABLE', details,
    },
  }),
  internal: ({ details }) => ({ // catalog/errors/messages.yaml:45
    status: 500,
    body: {
      type: 'error',
      error: { type: 'api_error', message: 'Internal server error' },
      code: 'INTERNAL_ERROR', details,
    },
  }),
}
