// Code generated from catalog/errors/openai.yaml by "npm run generate". DO NOT EDIT.
import { get, join, members, need, say } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `openai`, catalog/errors/openai.yaml:3. */
export const openai: Envelope = {
  ...native,
  invalid_json: ({ details }) => ({ // catalog/errors/openai.yaml:5
    status: 400,
    body: {
      error: {
        message: 'The body is not valid JSON', type: 'invalid_request_error', code: 'INVALID_JSON',
        param: null,
      },
      message: 'The body is not valid JSON', code: 'INVALID_JSON', details,
    },
  }),
  invalid_body: ({ issues }) => ({ // catalog/errors/openai.yaml:6
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
  too_large: ({ limit }) => ({ // catalog/errors/openai.yaml:7
    status: 400,
    body: {
      error: {
        message: `The largest body here is ${say(limit)} bytes`, type: 'invalid_request_error',
        code: 'REQUEST_TOO_LARGE', param: null,
      },
      message: `The largest body here is ${say(limit)} bytes`, code: 'REQUEST_TOO_LARGE',
    },
  }),
  refused: ({ status, message, code, extra }) => ({ // catalog/errors/openai.yaml:8
    status: need(status),
    body: {
      error: {
        message, type: 'invalid_request_error', code, param: get(extra, 'param') ?? null,
        successor: get(extra, 'successor'),
      },
      message, code, ...members(extra),
    },
  }),
  not_found: ({ message }) => ({ // catalog/errors/openai.yaml:9
    status: 404,
    body: {
      error: { message, type: 'invalid_request_error', code: 'NOT_FOUND', param: null },
      message, code: 'NOT_FOUND',
    },
  }),
  wrong_method: ({ message }) => ({ // catalog/errors/openai.yaml:10
    status: 405,
    body: {
      error: { message, type: 'invalid_request_error', code: 'METHOD_NOT_ALLOWED', param: null },
      message, code: 'METHOD_NOT_ALLOWED',
    },
  }),
  limit_exceeded: ({ code, details, retry_after }) => ({ // catalog/errors/openai.yaml:11
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
  settlement_pending: ({ details, extra }) => ({ // catalog/errors/openai.yaml:12
    status: 503,
    headers: { 'Retry-After': '5' },
    body: {
      error: { message: details, type: 'api_error', code: 'SETTLEMENT_PENDING', param: null },
      message: details, code: 'SETTLEMENT_PENDING', ...members(extra),
    },
  }),
  content_policy: ({ details }) => ({ // catalog/errors/openai.yaml:20
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
  invalid_input: ({ code, details }) => ({ // catalog/errors/openai.yaml:21
    status: 400,
    body: {
      error: {
        message: `${say(details)}`, type: 'invalid_request_error', code: code ?? 'INVALID_REQUEST',
        param: null,
      },
      message: `${say(details)}`, code: code ?? 'INVALID_REQUEST', debug: details,
    },
  }),
  rate_limited: ({ code, details, source, retry_after }) => ({ // catalog/errors/openai.yaml:23
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
  upstream_rejected: ({ code, details }) => ({ // catalog/errors/openai.yaml:22
    status: 400,
    body: {
      error: {
        message: `${say(details)}`, type: 'invalid_request_error', code: code ?? 'INVALID_REQUEST',
        param: null,
      },
      message: `${say(details)}`, code: code ?? 'INVALID_REQUEST', debug: details,
    },
  }),
  upstream_failed: ({ code, details }) => ({ // catalog/errors/openai.yaml:33
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
  upstream_timeout: ({ details }) => ({ // catalog/errors/openai.yaml:40
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
  not_configured: ({ details }) => ({ // catalog/errors/openai.yaml:41
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
  busy: ({ details, retry_after }) => ({ // catalog/errors/openai.yaml:42
    status: 503,
    headers: { 'Retry-After': retry_after },
    body: {
      error: {
        message: 'The gateway is busy', type: 'api_error', code: 'MODEL_UNAVAILABLE', param: null,
      },
      message: 'The gateway is busy', code: 'MODEL_UNAVAILABLE', details,
    },
  }),
  internal: ({ details }) => ({ // catalog/errors/openai.yaml:43
    status: 500,
    body: {
      error: {
        message: 'Internal server error', type: 'api_error', code: 'INTERNAL_ERROR', param: null,
      },
      message: 'Internal server error', code: 'INTERNAL_ERROR', details,
    },
  }),
}
