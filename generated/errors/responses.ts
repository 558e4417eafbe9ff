// Code generated from catalog/errors/responses.yaml by "npm run generate". DO NOT EDIT.
import { get, join, members, need, say } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `responses`, catalog/errors/responses.yaml:3. */
export const responses: Envelope = {
  ...native,
  invalid_json: () => ({ // catalog/errors/responses.yaml:5
    status: 400,
    body: {
      error: {
        message: 'The body is not valid JSON.', type: 'invalid_request_error', param: null,
        code: null,
      },
    },
  }),
  invalid_body: ({ issues }) => ({ // catalog/errors/responses.yaml:6
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
  too_large: ({ limit }) => ({ // catalog/errors/responses.yaml:9
    status: 400,
    body: {
      error: {
        message: `The body is too large: it may have ${say(limit)} bytes.`,
        type: 'invalid_request_error', param: null, code: null,
      },
    },
  }),
  refused: ({ status, message, code, extra }) => ({ // catalog/errors/responses.yaml:10
    status: need(status),
    body: {
      error: {
        message,
        type: need(status) < 500 ? 'invalid_request_error' : 'api_error',
        param: get(extra, 'param') ?? null, code: code ?? null, successor: get(extra, 'successor'),
      },
    },
  }),
  not_found: ({ message }) => ({ // catalog/errors/responses.yaml:14
    status: 404,
    body: { error: { message, type: 'invalid_request_error', param: null, code: null } },
  }),
  wrong_method: ({ message }) => ({ // catalog/errors/responses.yaml:15
    status: 405,
    body: { error: { message, type: 'invalid_request_error', param: null, code: null } },
  }),
  limit_exceeded: ({ details, retry_after }) => ({ // catalog/errors/responses.yaml:16
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
  payment_invalid: ({ message, details }) => ({ // catalog/errors/responses.yaml:34
    status: 402,
    body: {
      error: {
        message: `Payment verification failed: ${join([message ?? null, details], ' ')}`,
        type: 'payment_required', param: null, code: null,
      },
    },
  }),
  payment_replay: ({ details }) => ({ // catalog/errors/responses.yaml:38
    status: 402,
    body: {
      error: {
        message: `Payment verification failed: This authorization was already used. ${say(details)}`,
        type: 'payment_required', param: null, code: null,
      },
    },
  }),
  settlement_failed: ({ details }) => ({ // catalog/errors/responses.yaml:42
    status: 402,
    body: {
      error: {
        message: `Payment settlement failed: ${say(details)}. Nothing was charged; sign a fresh payment and try again.`,
        type: 'payment_required', param: null, code: null,
      },
    },
  }),
  settlement_pending: ({ details }) => ({ // catalog/errors/responses.yaml:46
    status: 503,
    headers: { 'Retry-After': '5' },
    body: {
      error: { message: details, type: 'api_error', param: null, code: 'settlement_pending' },
    },
  }),
  content_policy: ({ details, upstream }) => ({ // catalog/errors/responses.yaml:55
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
  invalid_input: ({ details, upstream }) => ({ // catalog/errors/responses.yaml:58
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
  upstream_rejected: ({ details, upstream }) => ({ // catalog/errors/responses.yaml:65
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
  upstream_failed: ({ details, upstream }) => ({ // catalog/errors/responses.yaml:68
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
  upstream_timeout: ({ details, upstream }) => ({ // catalog/errors/responses.yaml:71
    status: 504,
    body: {
      error: {
        message: details, type: 'api_error', param: null, code: null,
        ...members(get(upstream?.body, 'error')),
      },
    },
  }),
  not_configured: ({ details, upstream }) => ({ // catalog/errors/responses.yaml:74
    status: upstream !== undefined && upstream.status >= 400 && upstream.status !== 402
      ? upstream.status
      : 503,
    body: { error: { message: details, type: 'api_error', param: null, code: null } },
  }),
  busy: ({ details, retry_after }) => ({ // catalog/errors/responses.yaml:77
    status: 503,
    headers: { 'Retry-After': retry_after },
    body: { error: { message: details, type: 'api_error', param: null, code: null } },
  }),
  internal: ({ details }) => ({ // catalog/errors/responses.yaml:78
    status: 500,
    body: { error: { message: details, type: 'api_error', param: null, code: null } },
  }),
}
