// Code generated from catalog/errors/market.yaml by "npm run generate". DO NOT EDIT.
import { get, join, members, need, say } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'

/** The envelope `market`, catalog/errors/market.yaml:2. */
export const market: Envelope = {
  // catalog/errors/native.yaml:3
  invalid_json: ({ details }) => ({
    status: 400,
    body: {
      error: 'Invalid JSON', message: `The body is not valid JSON: ${say(details)}`, details,
    },
  }),
  // catalog/errors/native.yaml:4
  invalid_body: ({ issues }) => ({
    status: 400,
    body: {
      error: `${(get(issues, 0, 'in') ?? '') === 'query' ? 'Invalid query' : 'Invalid request body'}`,
      message: `${join([get(issues, 0, 'in') !== undefined ? 'query parameter' : null, (get(issues, 0, 'path') ?? '') !== '' ? get(issues, 0, 'path') : null, get(issues, 0, 'message')], ' ')}`,
      details: issues,
    },
  }),
  // catalog/errors/native.yaml:10
  too_large: ({ limit }) => ({
    status: 400,
    body: {
      error: 'Request body too large', code: 'REQUEST_TOO_LARGE',
      details: `The largest body here is ${say(limit)} bytes.`,
    },
  }),
  // catalog/errors/native.yaml:11
  refused: ({ status, message, code, extra }) =>
    ({ status: need(status), body: { error: message, code, ...members(extra) } }),
  // catalog/errors/native.yaml:12
  not_found: ({ route, message }) => ({
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
  // catalog/errors/native.yaml:20
  limit_exceeded: ({ details, retry_after }) => ({
    status: 429,
    body: {
      error: 'Rate limit exceeded',
      message: `${say(details ?? 'Too many requests of this kind from this address.')} Try again in ${say(retry_after)} seconds.`,
      details,
    },
  }),
  // catalog/errors/market.yaml:10
  payment_required: ({ extra, challenge, price, payment_info }) => ({
    status: 402,
    body: {
      x402Version: need(challenge).x402Version, accepts: need(challenge).accepts,
      resource: need(challenge).resource, extensions: need(challenge).extensions, x402: challenge,
      error: 'Payment Required',
      message: `Sign accepts[0] for ${say(get(price, 'amount'))} ${say(get(price, 'currency'))} and send it again with a PAYMENT-SIGNATURE header.`,
      price, ...members(extra), paymentInfo: payment_info,
    },
  }),
  // catalog/errors/native.yaml:33
  free: ({ route, extra }) => ({
    status: 402,
    body: {
      free: true,
      message: `This endpoint is free; send a ${route.method} request without any payment.`,
      ...members(extra),
    },
  }),
  // catalog/errors/market.yaml:8
  payment_invalid: ({ message, details, payer }) =>
    ({ status: 402, body: { error: 'Payment verification failed', message, details, payer } }),
  // catalog/errors/market.yaml:9
  payment_replay: ({ details, payer }) => ({
    status: 402,
    body: {
      error: 'Payment verification failed', message: 'This authorization was already used.',
      details, payer,
    },
  }),
  // catalog/errors/native.yaml:46
  settlement_failed: ({ details, extra }) => ({
    status: 402,
    body: {
      error: 'Payment settlement failed', details,
      note: 'Nothing was charged. Sign a fresh payment and try again; a finished job keeps its result.',
      ...members(extra),
    },
  }),
  // catalog/errors/native.yaml:53
  settlement_pending: ({ details, extra }) => ({
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
  // catalog/errors/native.yaml:63
  content_policy: ({ details, extra }) =>
    ({ status: 400, body: { error: 'Content policy violation', details, ...members(extra) } }),
  // catalog/errors/market.yaml:4
  invalid_input: ({ details }) => ({ status: 400, body: { error: 'Invalid parameters', details } }),
  // catalog/errors/native.yaml:65
  rate_limited: ({ details, source, retry_after }) => ({
    status: 429,
    headers: { 'Retry-After': retry_after, 'X-RateLimit-Source': source },
    body: {
      error: 'Rate limit exceeded', code: 'RATE_LIMITED', source, retry_after_seconds: retry_after,
      details,
    },
  }),
  // catalog/errors/market.yaml:5
  upstream_rejected: ({ details }) =>
    ({ status: 502, body: { error: 'Price feed unavailable', details } }),
  // catalog/errors/market.yaml:6
  upstream_failed: ({ details }) =>
    ({ status: 502, body: { error: 'Price feed unavailable', details } }),
  // catalog/errors/market.yaml:7
  upstream_timeout: ({ details }) =>
    ({ status: 502, body: { error: 'Price feed unavailable', details } }),
  // catalog/errors/native.yaml:72
  not_configured: ({ details }) =>
    ({ status: 503, body: { error: 'Service not configured', details } }),
  // catalog/errors/native.yaml:73
  busy: ({ details, retry_after }) => ({
    status: 503,
    headers: { 'Retry-After': retry_after },
    body: { error: 'Service busy', details },
  }),
  // catalog/errors/native.yaml:74
  internal: ({ details, extra }) =>
    ({ status: 500, body: { error: 'Internal server error', details, ...members(extra) } }),
}
