// Code generated from catalog/errors/native.yaml by "npm run generate". DO NOT EDIT.
import { get, join, members, need, say } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'

/** The envelope `native`, catalog/errors/native.yaml:2. */
export const native: Envelope = {
  invalid_json: ({ details }) => ({ // catalog/errors/native.yaml:3
    status: 400,
    body: {
      error: 'Invalid JSON', message: `The body is not valid JSON: ${say(details)}`, details,
    },
  }),
  invalid_body: ({ issues }) => ({ // catalog/errors/native.yaml:4
    status: 400,
    body: {
      error: `${(get(issues, 0, 'in') ?? '') === 'query' ? 'Invalid query' : 'Invalid request body'}`,
      message: `${join([get(issues, 0, 'in') !== undefined ? 'query parameter' : null, (get(issues, 0, 'path') ?? '') !== '' ? get(issues, 0, 'path') : null, get(issues, 0, 'message')], ' ')}`,
      details: issues,
    },
  }),
  too_large: ({ limit }) => ({ // catalog/errors/native.yaml:10
    status: 400,
    body: {
      error: 'Request body too large', code: 'REQUEST_TOO_LARGE',
      details: `The largest body here is ${say(limit)} bytes.`,
    },
  }),
  refused: ({ status, message, code, extra }) => // catalog/errors/native.yaml:11
    ({ status: need(status), body: { error: message, code, ...members(extra) } }),
  not_found: ({ route, message }) => ({ // catalog/errors/native.yaml:12
    status: 404,
    body: {
      error: (route.path + '/').startsWith('/v1/') ? undefined : 'Not Found',
      ...((route.path + '/').startsWith('/v1/')
        ? { error: { message, type: 'invalid_request_error', code: 'NOT_FOUND', param: null } }
        : undefined),
      message, hint: 'What is served is described in GET /openapi.json.',
    },
  }),
  // catalog/errors/native.yaml:19
  wrong_method: ({ message }) => ({ status: 405, body: { error: 'Method Not Allowed', message } }),
  limit_exceeded: ({ details, retry_after }) => ({ // catalog/errors/native.yaml:20
    status: 429,
    body: {
      error: 'Rate limit exceeded',
      message: `${say(details ?? 'Too many requests of this kind from this address.')} Try again in ${say(retry_after)} seconds.`,
      details,
    },
  }),
  // catalog/errors/native.yaml:21
  payment_required: ({ extra, challenge, price, payment_info }) => ({
    status: 402,
    body: {
      x402Version: need(challenge).x402Version, accepts: need(challenge).accepts,
      resource: need(challenge).resource, extensions: need(challenge).extensions,
      error: 'Payment Required',
      message: `Sign accepts[0] for ${say(get(price, 'amount'))} ${say(get(price, 'currency'))} and send it again with a PAYMENT-SIGNATURE header.`,
      price, ...members(extra), paymentInfo: payment_info,
    },
  }),
  free: ({ route, extra }) => ({ // catalog/errors/native.yaml:33
    status: 402,
    body: {
      free: true,
      message: `This endpoint is free; send a ${route.method} request without any payment.`,
      ...members(extra),
    },
  }),
  payment_invalid: ({ message, code, details, payer }) => ({ // catalog/errors/native.yaml:36
    status: 402,
    body: { error: 'Payment verification failed', code, message, details, payer },
  }),
  payment_replay: ({ details, extra, payer }) => ({ // catalog/errors/native.yaml:37
    status: 402,
    body: {
      error: 'Payment verification failed', code: 'PAYMENT_REPLAY',
      message: 'This authorization was already used.', details, payer, ...members(extra),
    },
  }),
  settlement_failed: ({ details, extra }) => ({ // catalog/errors/native.yaml:46
    status: 402,
    body: {
      error: 'Payment settlement failed', details,
      note: 'Nothing was charged. Sign a fresh payment and try again; a finished job keeps its result.',
      ...members(extra),
    },
  }),
  settlement_pending: ({ details, extra }) => ({ // catalog/errors/native.yaml:53
    status: 503,
    headers: { 'Retry-After': '5' },
    body: {
      error: 'Payment settlement pending', code: 'SETTLEMENT_PENDING', details, ...members(extra),
    },
  }),
  // catalog/errors/native.yaml:61
  payer_mismatch: () => ({ status: 403, body: { error: 'Payment payer mismatch' } }),
  // catalog/errors/native.yaml:62
  job_not_found: () => ({ status: 404, body: { error: 'Job not found' } }),
  content_policy: ({ details, extra }) => // catalog/errors/native.yaml:63
    ({ status: 400, body: { error: 'Content policy violation', details, ...members(extra) } }),
  invalid_input: ({ code, details, extra }) => // catalog/errors/native.yaml:64
    ({ status: 400, body: { error: 'Invalid input', code, details, ...members(extra) } }),
  rate_limited: ({ details, source, retry_after }) => ({ // catalog/errors/native.yaml:65
    status: 429,
    headers: { 'Retry-After': retry_after, 'X-RateLimit-Source': source },
    body: {
      error: 'Rate limit exceeded', code: 'RATE_LIMITED', source, retry_after_seconds: retry_after,
      details,
    },
  }),
  upstream_rejected: ({ details, extra }) => // catalog/errors/native.yaml:69
    ({ status: 500, body: { error: 'Internal server error', details, ...members(extra) } }),
  upstream_failed: ({ details, extra }) => // catalog/errors/native.yaml:70
    ({ status: 500, body: { error: 'Internal server error', details, ...members(extra) } }),
  upstream_timeout: ({ details, extra }) => // catalog/errors/native.yaml:71
    ({ status: 500, body: { error: 'Internal server error', details, ...members(extra) } }),
  not_configured: ({ details }) => // catalog/errors/native.yaml:72
    ({ status: 503, body: { error: 'Service not configured', details } }),
  busy: ({ details, retry_after }) => ({ // catalog/errors/native.yaml:73
    status: 503,
    headers: { 'Retry-After': retry_after },
    body: { error: 'Service busy', details },
  }),
  internal: ({ details, extra }) => // catalog/errors/native.yaml:74
    ({ status: 500, body: { error: 'Internal server error', details, ...members(extra) } }),
}
