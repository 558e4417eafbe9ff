// Code generated from catalog/errors/native.yaml by "npm run generate". DO NOT EDIT.
import type { Envelope } from '../runtime/contract.ts'
import { get, members, need, say } from '../runtime/formula.ts'

/** The envelope `native`, catalog/errors/native.yaml:2. */
export const native: Envelope = {
  // catalog/errors/native.yaml:3
  invalid_json: ({ details }) => ({ status: 400, body: { error: 'Invalid JSON', details } }),
  // catalog/errors/native.yaml:4
  invalid_body: ({ issues }) => ({ status: 400, body: { error: 'Invalid request body', details: issues } }),
  // catalog/errors/native.yaml:5
  too_large: ({ limit }) => ({
    status: 400,
    body: { error: 'Request body too large', code: 'REQUEST_TOO_LARGE', details: `The largest body here is ${say(limit)} bytes.` },
  }),
  // catalog/errors/native.yaml:6
  refused: ({ status, message, code, extra }) => ({ status: need(status), body: { error: message, code, ...members(extra) } }),
  // catalog/errors/native.yaml:7
  not_found: ({ message }) => ({ status: 404, body: { error: 'Not Found', message } }),
  // catalog/errors/native.yaml:8
  wrong_method: ({ message }) => ({ status: 405, body: { error: 'Method Not Allowed', message } }),
  // catalog/errors/native.yaml:9
  limit_exceeded: () => ({ status: 429, body: { error: 'Rate limit exceeded' } }),
  // catalog/errors/native.yaml:10
  payment_required: ({ extra, challenge, price, payment_info }) => ({
    status: 402,
    body: {
      x402Version: need(challenge).x402Version,
      accepts: need(challenge).accepts,
      error: 'Payment Required',
      message: `Sign accepts[0] for ${say(get(price, 'amount'))} ${say(get(price, 'currency'))} and send it again with a PAYMENT-SIGNATURE header.`,
      price,
      ...members(extra),
      paymentInfo: payment_info,
    },
  }),
  // catalog/errors/native.yaml:20
  free: ({ extra }) => ({
    status: 402,
    body: { free: true, message: 'This endpoint is free; send a GET request without any payment.', ...members(extra) },
  }),
  // catalog/errors/native.yaml:23
  payment_invalid: ({ message, code, details, payer }) => ({
    status: 402,
    body: { error: 'Payment verification failed', code, message, details, payer },
  }),
  // catalog/errors/native.yaml:24
  payment_replay: ({ details, extra, payer }) => ({
    status: 402,
    body: {
      error: 'Payment verification failed',
      code: 'PAYMENT_REPLAY',
      message: 'This authorization was already used. Sign a fresh one.',
      details,
      payer,
      ...members(extra),
    },
  }),
  // catalog/errors/native.yaml:33
  settlement_failed: ({ details, extra }) => ({
    status: 402,
    body: {
      error: 'Payment settlement failed',
      details,
      note: 'Nothing was charged. Sign a fresh payment and try again; a finished job keeps its result.',
      ...members(extra),
    },
  }),
  // catalog/errors/native.yaml:40
  settlement_pending: ({ extra }) => ({
    status: 503,
    headers: { 'Retry-After': '5' },
    body: {
      error: 'Payment settlement pending',
      code: 'SETTLEMENT_PENDING',
      details: 'The payment was sent to the chain and is not confirmed yet. Do not sign again. Repeat the same request with the same payment header to get the result.',
      ...members(extra),
    },
  }),
  // catalog/errors/native.yaml:48
  payer_mismatch: () => ({ status: 403, body: { error: 'Payment payer mismatch' } }),
  // catalog/errors/native.yaml:49
  job_not_found: () => ({ status: 404, body: { error: 'Job not found' } }),
  // catalog/errors/native.yaml:50
  content_policy: ({ details, extra }) => ({ status: 400, body: { error: 'Content policy violation', details, ...members(extra) } }),
  // catalog/errors/native.yaml:51
  invalid_input: ({ code, details, extra }) => ({ status: 400, body: { error: 'Invalid input', code, details, ...members(extra) } }),
  // catalog/errors/native.yaml:52
  rate_limited: ({ details, source, retry_after }) => ({
    status: 429,
    headers: { 'Retry-After': retry_after, 'X-RateLimit-Source': source },
    body: { error: 'Rate limit exceeded', code: 'RATE_LIMITED', source, retry_after_seconds: retry_after, details },
  }),
  // catalog/errors/native.yaml:56
  upstream_rejected: ({ details, extra }) => ({ status: 500, body: { error: 'Internal server error', details, ...members(extra) } }),
  // catalog/errors/native.yaml:57
  upstream_failed: ({ details, extra }) => ({ status: 500, body: { error: 'Internal server error', details, ...members(extra) } }),
  // catalog/errors/native.yaml:58
  upstream_timeout: ({ details, extra }) => ({ status: 500, body: { error: 'Internal server error', details, ...members(extra) } }),
  // catalog/errors/native.yaml:59
  not_configured: ({ details }) => ({ status: 503, body: { error: 'Service not configured', details } }),
  // catalog/errors/native.yaml:60
  busy: ({ details, retry_after }) => ({
    status: 503,
    headers: { 'Retry-After': retry_after },
    body: { error: 'Service busy', details },
  }),
  // catalog/errors/native.yaml:61
  internal: ({ details, extra }) => ({ status: 500, body: { error: 'Internal server error', details, ...members(extra) } }),
}

/** The envelope `images`, catalog/errors/native.yaml:63. */
export const images: Envelope = {
  invalid_json: native.invalid_json,
  invalid_body: native.invalid_body,
  too_large: native.too_large,
  refused: native.refused,
  not_found: native.not_found,
  wrong_method: native.wrong_method,
  limit_exceeded: native.limit_exceeded,
  payment_required: native.payment_required,
  free: native.free,
  payment_invalid: native.payment_invalid,
  payment_replay: native.payment_replay,
  settlement_failed: native.settlement_failed,
  settlement_pending: native.settlement_pending,
  payer_mismatch: native.payer_mismatch,
  job_not_found: native.job_not_found,
  content_policy: native.content_policy,
  invalid_input: native.invalid_input,
  rate_limited: native.rate_limited,
  // catalog/errors/native.yaml:65
  upstream_rejected: ({ details, extra }) => ({ status: 500, body: { error: 'Image generation failed', details, ...members(extra) } }),
  // catalog/errors/native.yaml:66
  upstream_failed: ({ details, extra }) => ({ status: 500, body: { error: 'Image generation failed', details, ...members(extra) } }),
  // catalog/errors/native.yaml:67
  upstream_timeout: ({ details, extra }) => ({ status: 500, body: { error: 'Image generation failed', details, ...members(extra) } }),
  not_configured: native.not_configured,
  busy: native.busy,
  internal: native.internal,
}

/** The envelope `edits`, catalog/errors/native.yaml:69. */
export const edits: Envelope = {
  invalid_json: native.invalid_json,
  invalid_body: native.invalid_body,
  too_large: native.too_large,
  refused: native.refused,
  not_found: native.not_found,
  wrong_method: native.wrong_method,
  limit_exceeded: native.limit_exceeded,
  payment_required: native.payment_required,
  free: native.free,
  payment_invalid: native.payment_invalid,
  payment_replay: native.payment_replay,
  settlement_failed: native.settlement_failed,
  settlement_pending: native.settlement_pending,
  payer_mismatch: native.payer_mismatch,
  job_not_found: native.job_not_found,
  content_policy: native.content_policy,
  // catalog/errors/native.yaml:71
  invalid_input: ({ code, details, extra }) => ({
    status: 400,
    body: { error: 'Invalid input image', code, details, ...members(extra) },
  }),
  rate_limited: native.rate_limited,
  // catalog/errors/native.yaml:72
  upstream_rejected: ({ details, extra }) => ({ status: 500, body: { error: 'Image editing failed', details, ...members(extra) } }),
  // catalog/errors/native.yaml:73
  upstream_failed: ({ details, extra }) => ({ status: 500, body: { error: 'Image editing failed', details, ...members(extra) } }),
  // catalog/errors/native.yaml:74
  upstream_timeout: ({ details, extra }) => ({ status: 504, body: { error: 'Image editing timed out', details, ...members(extra) } }),
  not_configured: native.not_configured,
  busy: native.busy,
  internal: native.internal,
}

/** The envelope `music`, catalog/errors/native.yaml:76. */
export const music: Envelope = {
  invalid_json: native.invalid_json,
  invalid_body: native.invalid_body,
  too_large: native.too_large,
  refused: native.refused,
  not_found: native.not_found,
  wrong_method: native.wrong_method,
  limit_exceeded: native.limit_exceeded,
  payment_required: native.payment_required,
  free: native.free,
  payment_invalid: native.payment_invalid,
  payment_replay: native.payment_replay,
  settlement_failed: native.settlement_failed,
  settlement_pending: native.settlement_pending,
  payer_mismatch: native.payer_mismatch,
  job_not_found: native.job_not_found,
  // catalog/errors/native.yaml:78
  content_policy: ({ details, extra }) => ({ status: 502, body: { error: 'Content policy violation', details, ...members(extra) } }),
  invalid_input: native.invalid_input,
  rate_limited: native.rate_limited,
  // catalog/errors/native.yaml:79
  upstream_rejected: ({ details, extra }) => ({ status: 502, body: { error: 'Music generation rejected', details, ...members(extra) } }),
  // catalog/errors/native.yaml:80
  upstream_failed: ({ details, extra }) => ({ status: 500, body: { error: 'Music generation failed', details, ...members(extra) } }),
  // catalog/errors/native.yaml:81
  upstream_timeout: ({ details, extra }) => ({
    status: 504,
    body: { error: 'Music generation timed out', details, ...members(extra) },
  }),
  not_configured: native.not_configured,
  busy: native.busy,
  internal: native.internal,
}

/** The envelope `speech`, catalog/errors/native.yaml:83. */
export const speech: Envelope = {
  invalid_json: native.invalid_json,
  invalid_body: native.invalid_body,
  too_large: native.too_large,
  refused: native.refused,
  not_found: native.not_found,
  wrong_method: native.wrong_method,
  limit_exceeded: native.limit_exceeded,
  payment_required: native.payment_required,
  free: native.free,
  payment_invalid: native.payment_invalid,
  payment_replay: native.payment_replay,
  settlement_failed: native.settlement_failed,
  settlement_pending: native.settlement_pending,
  payer_mismatch: native.payer_mismatch,
  job_not_found: native.job_not_found,
  content_policy: native.content_policy,
  invalid_input: native.invalid_input,
  rate_limited: native.rate_limited,
  // catalog/errors/native.yaml:85
  upstream_rejected: ({ details }) => ({ status: 502, body: { error: 'Speech generation failed', details } }),
  // catalog/errors/native.yaml:86
  upstream_failed: ({ details }) => ({ status: 502, body: { error: 'Speech generation failed', details } }),
  // catalog/errors/native.yaml:87
  upstream_timeout: ({ details }) => ({ status: 504, body: { error: 'Speech generation timed out', details } }),
  not_configured: native.not_configured,
  busy: native.busy,
  internal: native.internal,
}

/** The envelope `videos`, catalog/errors/native.yaml:89. */
export const videos: Envelope = {
  invalid_json: native.invalid_json,
  invalid_body: native.invalid_body,
  too_large: native.too_large,
  refused: native.refused,
  not_found: native.not_found,
  wrong_method: native.wrong_method,
  limit_exceeded: native.limit_exceeded,
  payment_required: native.payment_required,
  free: native.free,
  payment_invalid: native.payment_invalid,
  payment_replay: native.payment_replay,
  settlement_failed: native.settlement_failed,
  settlement_pending: native.settlement_pending,
  payer_mismatch: native.payer_mismatch,
  job_not_found: native.job_not_found,
  content_policy: native.content_policy,
  // catalog/errors/native.yaml:91
  invalid_input: ({ code, details, extra }) => ({
    status: 400,
    body: { error: 'Invalid input image', code, details, ...members(extra) },
  }),
  rate_limited: native.rate_limited,
  // catalog/errors/native.yaml:92
  upstream_rejected: ({ details, extra }) => ({ status: 502, body: { error: 'Video generation failed', details, ...members(extra) } }),
  // catalog/errors/native.yaml:93
  upstream_failed: ({ details, extra }) => ({ status: 502, body: { error: 'Video generation failed', details, ...members(extra) } }),
  // catalog/errors/native.yaml:94
  upstream_timeout: ({ details, extra }) => ({
    status: 504,
    body: { error: 'Video generation timed out', details, ...members(extra) },
  }),
  not_configured: native.not_configured,
  busy: native.busy,
  internal: native.internal,
}

/** The envelope `passthrough`, catalog/errors/native.yaml:96. */
export const passthrough: Envelope = {
  invalid_json: native.invalid_json,
  invalid_body: native.invalid_body,
  too_large: native.too_large,
  refused: native.refused,
  not_found: native.not_found,
  wrong_method: native.wrong_method,
  limit_exceeded: native.limit_exceeded,
  payment_required: native.payment_required,
  free: native.free,
  payment_invalid: native.payment_invalid,
  payment_replay: native.payment_replay,
  settlement_failed: native.settlement_failed,
  settlement_pending: native.settlement_pending,
  payer_mismatch: native.payer_mismatch,
  job_not_found: native.job_not_found,
  content_policy: native.content_policy,
  invalid_input: native.invalid_input,
  rate_limited: native.rate_limited,
  // catalog/errors/native.yaml:98
  upstream_rejected: ({ upstream }) => ({
    status: need(upstream).status,
    body: { error: 'Bad Request', status: need(upstream).status, details: need(upstream).body },
  }),
  // catalog/errors/native.yaml:99
  upstream_failed: ({ details }) => ({ status: 502, body: { error: 'Upstream provider error', details } }),
  upstream_timeout: native.upstream_timeout,
  not_configured: native.not_configured,
  busy: native.busy,
  internal: native.internal,
}

/** The envelope `predictions`, catalog/errors/native.yaml:101. */
export const predictions: Envelope = {
  invalid_json: native.invalid_json,
  invalid_body: native.invalid_body,
  too_large: native.too_large,
  refused: native.refused,
  not_found: native.not_found,
  wrong_method: native.wrong_method,
  limit_exceeded: native.limit_exceeded,
  payment_required: native.payment_required,
  free: native.free,
  payment_invalid: native.payment_invalid,
  payment_replay: native.payment_replay,
  settlement_failed: native.settlement_failed,
  settlement_pending: native.settlement_pending,
  payer_mismatch: native.payer_mismatch,
  job_not_found: native.job_not_found,
  content_policy: native.content_policy,
  invalid_input: native.invalid_input,
  rate_limited: native.rate_limited,
  // catalog/errors/native.yaml:103
  upstream_rejected: ({ route, upstream }) => ({
    status: need(upstream).status,
    body: {
      error: 'Bad Request',
      status: need(upstream).status,
      endpoint: route.path,
      method: route.method,
      message: `The upstream answered ${need(upstream).status} ${need(upstream).reason}`,
      details: need(upstream).body,
      hint: 'Check the parameter names and values; nothing was charged. Unknown parameter names are not rejected.',
    },
  }),
  upstream_failed: passthrough.upstream_failed,
  upstream_timeout: native.upstream_timeout,
  not_configured: native.not_configured,
  busy: native.busy,
  internal: native.internal,
}

/** The envelope `node`, catalog/errors/native.yaml:114. */
export const node: Envelope = {
  invalid_json: native.invalid_json,
  invalid_body: native.invalid_body,
  too_large: native.too_large,
  refused: native.refused,
  not_found: native.not_found,
  wrong_method: native.wrong_method,
  limit_exceeded: native.limit_exceeded,
  payment_required: native.payment_required,
  free: native.free,
  payment_invalid: native.payment_invalid,
  payment_replay: native.payment_replay,
  settlement_failed: native.settlement_failed,
  settlement_pending: native.settlement_pending,
  payer_mismatch: native.payer_mismatch,
  job_not_found: native.job_not_found,
  content_policy: native.content_policy,
  invalid_input: native.invalid_input,
  rate_limited: native.rate_limited,
  upstream_rejected: passthrough.upstream_rejected,
  upstream_failed: passthrough.upstream_failed,
  // catalog/errors/native.yaml:116
  upstream_timeout: ({ details }) => ({ status: 502, body: { error: 'Upstream provider error', details } }),
  not_configured: native.not_configured,
  busy: native.busy,
  internal: native.internal,
}

/** All envelopes by name. */
export const envelopes: Readonly<Record<string, Envelope>> = {
  native,
  images,
  edits,
  music,
  speech,
  videos,
  passthrough,
  predictions,
  node,
}
