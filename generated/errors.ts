// Code generated from catalog/errors/ by "npm run generate". DO NOT EDIT.
import type { Envelope } from '../runtime/contract.ts'
import { get, items, join, members, need, say } from '../runtime/formula.ts'

/** The envelope `messages`, catalog/errors/messages.yaml:2. */
export const messages: Envelope = {
  // catalog/errors/messages.yaml:3
  invalid_json: ({ details }) => ({
    status: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'The body is not valid JSON' },
      code: 'INVALID_JSON',
      details,
    },
  }),
  // catalog/errors/messages.yaml:4
  invalid_body: ({ issues }) => ({
    status: 400,
    body: {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: `${say((get(issues, 0, 'path') ?? '') === '' ? get(issues, 0, 'message') : join([get(issues, 0, 'path'), get(issues, 0, 'message')], ' '))}`,
      },
      code: 'INVALID_REQUEST_BODY',
      details: issues,
    },
  }),
  // catalog/errors/messages.yaml:5
  too_large: ({ limit }) => ({
    status: 400,
    body: {
      type: 'error',
      error: { type: 'request_too_large', message: `The largest body here is ${say(limit)} bytes` },
      code: 'REQUEST_TOO_LARGE',
    },
  }),
  // catalog/errors/messages.yaml:6
  refused: ({ status, message, code, extra }) => ({
    status: need(status),
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message, details: get(extra, 'details') },
      code,
    },
  }),
  // catalog/errors/messages.yaml:7
  not_found: ({ message }) => ({
    status: 404,
    body: { type: 'error', error: { type: 'not_found_error', message } },
  }),
  // catalog/errors/messages.yaml:8
  wrong_method: ({ message }) => ({
    status: 405,
    body: { type: 'error', error: { type: 'invalid_request_error', message } },
  }),
  // catalog/errors/messages.yaml:9
  limit_exceeded: ({ code, details, retry_after }) => ({
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
      x402Version: need(challenge).x402Version,
      accepts: need(challenge).accepts,
      resource: need(challenge).resource,
      extensions: need(challenge).extensions,
      price,
      ...members(extra),
      paymentInfo: payment_info,
    },
  }),
  // catalog/errors/messages.yaml:22
  free: ({ extra }) => ({
    status: 402,
    body: {
      type: 'error',
      error: { type: 'payment_required', message: 'This endpoint is free' },
      free: true,
      ...members(extra),
    },
  }),
  // catalog/errors/messages.yaml:23
  payment_invalid: ({ message, code, details, payer }) => ({
    status: 402,
    body: {
      type: 'error',
      error: {
        type: 'payment_required',
        message: `Payment verification failed - ${join([message ?? null, details], ' ')}`,
      },
      code,
      details,
      payer,
    },
  }),
  // catalog/errors/messages.yaml:24
  payment_replay: ({ details, extra, payer }) => ({
    status: 402,
    body: {
      type: 'error',
      error: {
        type: 'payment_required',
        message: `This authorization was already used. ${say(details)}`,
      },
      code: 'PAYMENT_REPLAY',
      details,
      payer,
      ...members(extra),
    },
  }),
  // catalog/errors/messages.yaml:25
  settlement_failed: ({ details, extra }) => ({
    status: 402,
    body: {
      type: 'error',
      error: {
        type: 'payment_required',
        message: 'Payment settlement failed. Nothing was charged.',
      },
      details,
      ...members(extra),
    },
  }),
  // catalog/errors/messages.yaml:26
  settlement_pending: ({ details, extra }) => ({
    status: 503,
    headers: { 'Retry-After': '5' },
    body: {
      type: 'error',
      error: { type: 'api_error', message: details },
      code: 'SETTLEMENT_PENDING',
      ...members(extra),
    },
  }),
  // catalog/errors/messages.yaml:30
  payer_mismatch: () => ({
    status: 403,
    body: { type: 'error', error: { type: 'permission_error', message: 'Payment payer mismatch' } },
  }),
  // catalog/errors/messages.yaml:31
  job_not_found: () => ({
    status: 404,
    body: { type: 'error', error: { type: 'not_found_error', message: 'Job not found' } },
  }),
  // catalog/errors/messages.yaml:32
  content_policy: ({ details }) => ({
    status: 400,
    body: {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'The model\'s safety filter blocked the request',
      },
      code: 'CONTENT_FILTERED',
      debug: details,
    },
  }),
  // catalog/errors/messages.yaml:33
  invalid_input: ({ code, details }) => ({
    status: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: `${say(details)}` },
      code: code ?? 'INVALID_REQUEST',
      debug: details,
    },
  }),
  // catalog/errors/messages.yaml:35
  rate_limited: ({ code, details, source, retry_after }) => ({
    status: 429,
    headers: { 'Retry-After': retry_after, 'X-RateLimit-Source': source },
    body: {
      type: 'error',
      error: {
        type: 'rate_limit_error',
        message: `The model is at capacity. Try again in ${say(retry_after)} seconds.`,
      },
      code: code ?? 'RATE_LIMITED',
      source,
      retry_after_seconds: retry_after,
      debug: details,
    },
  }),
  // catalog/errors/messages.yaml:34
  upstream_rejected: ({ code, details }) => ({
    status: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: `${say(details)}` },
      code: code ?? 'INVALID_REQUEST',
      debug: details,
    },
  }),
  // catalog/errors/messages.yaml:39
  upstream_failed: ({ code, details }) => ({
    status: 503,
    body: {
      type: 'error',
      error: { type: 'api_error', message: 'The model could not answer. Nothing was charged.' },
      code: code ?? 'MODEL_UNAVAILABLE',
      debug: details,
    },
  }),
  // catalog/errors/messages.yaml:42
  upstream_timeout: ({ details }) => ({
    status: 504,
    body: {
      type: 'error',
      error: {
        type: 'timeout_error',
        message: 'The model did not answer in time. Nothing was charged.',
      },
      code: 'TIMEOUT',
      debug: details,
    },
  }),
  // catalog/errors/messages.yaml:43
  not_configured: ({ details }) => ({
    status: 503,
    body: {
      type: 'error',
      error: { type: 'api_error', message: 'The model is not available at this gateway' },
      code: 'PROVIDER_CONFIG_ERROR',
      debug: details,
    },
  }),
  // catalog/errors/messages.yaml:44
  busy: ({ details, retry_after }) => ({
    status: 503,
    headers: { 'Retry-After': retry_after },
    body: {
      type: 'error',
      error: { type: 'overloaded_error', message: 'The gateway is busy' },
      code: 'MODEL_UNAVAILABLE',
      details,
    },
  }),
  // catalog/errors/messages.yaml:45
  internal: ({ details }) => ({
    status: 500,
    body: {
      type: 'error',
      error: { type: 'api_error', message: 'Internal server error' },
      code: 'INTERNAL_ERROR',
      details,
    },
  }),
}

/** The envelope `counts`, catalog/errors/messages.yaml:47. */
export const counts: Envelope = {
  invalid_json: messages.invalid_json,
  invalid_body: messages.invalid_body,
  too_large: messages.too_large,
  refused: messages.refused,
  not_found: messages.not_found,
  wrong_method: messages.wrong_method,
  // catalog/errors/messages.yaml:49
  limit_exceeded: ({ details, retry_after }) => ({
    status: 429,
    body: {
      type: 'error',
      error: {
        type: 'rate_limit_error',
        message: `${say(details ?? 'Too many requests of this kind from this address.')} Try again in ${say(retry_after)} seconds.`,
      },
    },
  }),
  payment_required: messages.payment_required,
  free: messages.free,
  payment_invalid: messages.payment_invalid,
  payment_replay: messages.payment_replay,
  settlement_failed: messages.settlement_failed,
  settlement_pending: messages.settlement_pending,
  payer_mismatch: messages.payer_mismatch,
  job_not_found: messages.job_not_found,
  content_policy: messages.content_policy,
  invalid_input: messages.invalid_input,
  rate_limited: messages.rate_limited,
  upstream_rejected: messages.upstream_rejected,
  upstream_failed: messages.upstream_failed,
  upstream_timeout: messages.upstream_timeout,
  not_configured: messages.not_configured,
  busy: messages.busy,
  internal: messages.internal,
}

/** The envelope `native`, catalog/errors/native.yaml:2. */
export const native: Envelope = {
  // catalog/errors/native.yaml:3
  invalid_json: ({ details }) => ({ status: 400, body: { error: 'Invalid JSON', details } }),
  // catalog/errors/native.yaml:4
  invalid_body: ({ issues }) => ({
    status: 400,
    body: {
      error: 'Invalid request body',
      message: `${say((get(issues, 0, 'path') ?? '') === '' ? get(issues, 0, 'message') : join([get(issues, 0, 'path'), get(issues, 0, 'message')], ' '))}`,
      details: issues,
    },
  }),
  // catalog/errors/native.yaml:5
  too_large: ({ limit }) => ({
    status: 400,
    body: {
      error: 'Request body too large',
      code: 'REQUEST_TOO_LARGE',
      details: `The largest body here is ${say(limit)} bytes.`,
    },
  }),
  // catalog/errors/native.yaml:6
  refused: ({ status, message, code, extra }) => ({
    status: need(status),
    body: { error: message, code, ...members(extra) },
  }),
  // catalog/errors/native.yaml:7
  not_found: ({ route, message }) => ({
    status: 404,
    body: {
      error: (route.path + '/').startsWith('/v1/') ? undefined : 'Not Found',
      ...((route.path + '/').startsWith('/v1/')
        ? { error: { message, type: 'invalid_request_error', code: 'NOT_FOUND', param: null } }
        : undefined),
      message,
      hint: 'What is served is described in GET /openapi.json.',
    },
  }),
  // catalog/errors/native.yaml:14
  wrong_method: ({ message }) => ({ status: 405, body: { error: 'Method Not Allowed', message } }),
  // catalog/errors/native.yaml:15
  limit_exceeded: ({ details, retry_after }) => ({
    status: 429,
    body: {
      error: 'Rate limit exceeded',
      message: `${say(details ?? 'Too many requests of this kind from this address.')} Try again in ${say(retry_after)} seconds.`,
      details,
    },
  }),
  // catalog/errors/native.yaml:16
  payment_required: ({ extra, challenge, price, payment_info }) => ({
    status: 402,
    body: {
      x402Version: need(challenge).x402Version,
      accepts: need(challenge).accepts,
      resource: need(challenge).resource,
      extensions: need(challenge).extensions,
      error: 'Payment Required',
      message: `Sign accepts[0] for ${say(get(price, 'amount'))} ${say(get(price, 'currency'))} and send it again with a PAYMENT-SIGNATURE header.`,
      price,
      ...members(extra),
      paymentInfo: payment_info,
    },
  }),
  // catalog/errors/native.yaml:28
  free: ({ route, extra }) => ({
    status: 402,
    body: {
      free: true,
      message: `This endpoint is free; send a ${route.method} request without any payment.`,
      ...members(extra),
    },
  }),
  // catalog/errors/native.yaml:31
  payment_invalid: ({ message, code, details, payer }) => ({
    status: 402,
    body: { error: 'Payment verification failed', code, message, details, payer },
  }),
  // catalog/errors/native.yaml:32
  payment_replay: ({ details, extra, payer }) => ({
    status: 402,
    body: {
      error: 'Payment verification failed',
      code: 'PAYMENT_REPLAY',
      message: 'This authorization was already used.',
      details,
      payer,
      ...members(extra),
    },
  }),
  // catalog/errors/native.yaml:41
  settlement_failed: ({ details, extra }) => ({
    status: 402,
    body: {
      error: 'Payment settlement failed',
      details,
      note: 'Nothing was charged. Sign a fresh payment and try again; a finished job keeps its result.',
      ...members(extra),
    },
  }),
  // catalog/errors/native.yaml:48
  settlement_pending: ({ details, extra }) => ({
    status: 503,
    headers: { 'Retry-After': '5' },
    body: {
      error: 'Payment settlement pending',
      code: 'SETTLEMENT_PENDING',
      details,
      ...members(extra),
    },
  }),
  // catalog/errors/native.yaml:56
  payer_mismatch: () => ({ status: 403, body: { error: 'Payment payer mismatch' } }),
  // catalog/errors/native.yaml:57
  job_not_found: () => ({ status: 404, body: { error: 'Job not found' } }),
  // catalog/errors/native.yaml:58
  content_policy: ({ details, extra }) => ({
    status: 400,
    body: { error: 'Content policy violation', details, ...members(extra) },
  }),
  // catalog/errors/native.yaml:59
  invalid_input: ({ code, details, extra }) => ({
    status: 400,
    body: { error: 'Invalid input', code, details, ...members(extra) },
  }),
  // catalog/errors/native.yaml:60
  rate_limited: ({ details, source, retry_after }) => ({
    status: 429,
    headers: { 'Retry-After': retry_after, 'X-RateLimit-Source': source },
    body: {
      error: 'Rate limit exceeded',
      code: 'RATE_LIMITED',
      source,
      retry_after_seconds: retry_after,
      details,
    },
  }),
  // catalog/errors/native.yaml:64
  upstream_rejected: ({ details, extra }) => ({
    status: 500,
    body: { error: 'Internal server error', details, ...members(extra) },
  }),
  // catalog/errors/native.yaml:65
  upstream_failed: ({ details, extra }) => ({
    status: 500,
    body: { error: 'Internal server error', details, ...members(extra) },
  }),
  // catalog/errors/native.yaml:66
  upstream_timeout: ({ details, extra }) => ({
    status: 500,
    body: { error: 'Internal server error', details, ...members(extra) },
  }),
  // catalog/errors/native.yaml:67
  not_configured: ({ details }) => ({
    status: 503,
    body: { error: 'Service not configured', details },
  }),
  // catalog/errors/native.yaml:68
  busy: ({ details, retry_after }) => ({
    status: 503,
    headers: { 'Retry-After': retry_after },
    body: { error: 'Service busy', details },
  }),
  // catalog/errors/native.yaml:69
  internal: ({ details, extra }) => ({
    status: 500,
    body: { error: 'Internal server error', details, ...members(extra) },
  }),
}

/** The envelope `images`, catalog/errors/native.yaml:71. */
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
  // catalog/errors/native.yaml:73
  upstream_rejected: ({ details, extra }) => ({
    status: 500,
    body: { error: 'Image generation failed', details, ...members(extra) },
  }),
  // catalog/errors/native.yaml:74
  upstream_failed: ({ details, extra }) => ({
    status: 500,
    body: { error: 'Image generation failed', details, ...members(extra) },
  }),
  // catalog/errors/native.yaml:75
  upstream_timeout: ({ details, extra }) => ({
    status: 500,
    body: { error: 'Image generation failed', details, ...members(extra) },
  }),
  not_configured: native.not_configured,
  busy: native.busy,
  internal: native.internal,
}

/** The envelope `edits`, catalog/errors/native.yaml:77. */
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
  // catalog/errors/native.yaml:79
  invalid_input: ({ code, details, extra }) => ({
    status: 400,
    body: { error: 'Invalid input image', code, details, ...members(extra) },
  }),
  rate_limited: native.rate_limited,
  // catalog/errors/native.yaml:80
  upstream_rejected: ({ details, extra }) => ({
    status: 500,
    body: { error: 'Image editing failed', details, ...members(extra) },
  }),
  // catalog/errors/native.yaml:81
  upstream_failed: ({ details, extra }) => ({
    status: 500,
    body: { error: 'Image editing failed', details, ...members(extra) },
  }),
  // catalog/errors/native.yaml:82
  upstream_timeout: ({ details, extra }) => ({
    status: 504,
    body: { error: 'Image editing timed out', details, ...members(extra) },
  }),
  not_configured: native.not_configured,
  busy: native.busy,
  internal: native.internal,
}

/** The envelope `music`, catalog/errors/native.yaml:84. */
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
  // catalog/errors/native.yaml:86
  content_policy: ({ details, extra }) => ({
    status: 502,
    body: { error: 'Content policy violation', details, ...members(extra) },
  }),
  invalid_input: native.invalid_input,
  rate_limited: native.rate_limited,
  // catalog/errors/native.yaml:87
  upstream_rejected: ({ details, extra }) => ({
    status: 502,
    body: { error: 'Music generation rejected', details, ...members(extra) },
  }),
  // catalog/errors/native.yaml:88
  upstream_failed: ({ details, extra }) => ({
    status: 500,
    body: { error: 'Music generation failed', details, ...members(extra) },
  }),
  // catalog/errors/native.yaml:89
  upstream_timeout: ({ details, extra }) => ({
    status: 504,
    body: { error: 'Music generation timed out', details, ...members(extra) },
  }),
  not_configured: native.not_configured,
  busy: native.busy,
  internal: native.internal,
}

/** The envelope `speech`, catalog/errors/native.yaml:91. */
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
  // catalog/errors/native.yaml:93
  upstream_rejected: ({ details }) => ({
    status: 502,
    body: { error: 'Speech generation failed', details },
  }),
  // catalog/errors/native.yaml:94
  upstream_failed: ({ details }) => ({
    status: 502,
    body: { error: 'Speech generation failed', details },
  }),
  // catalog/errors/native.yaml:95
  upstream_timeout: ({ details }) => ({
    status: 504,
    body: { error: 'Speech generation timed out', details },
  }),
  not_configured: native.not_configured,
  busy: native.busy,
  internal: native.internal,
}

/** The envelope `videos`, catalog/errors/native.yaml:97. */
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
  // catalog/errors/native.yaml:99
  invalid_input: ({ code, details, extra }) => ({
    status: 400,
    body: { error: 'Invalid input image', code, details, ...members(extra) },
  }),
  rate_limited: native.rate_limited,
  // catalog/errors/native.yaml:100
  upstream_rejected: ({ details, extra }) => ({
    status: 502,
    body: { error: 'Video generation failed', details, ...members(extra) },
  }),
  // catalog/errors/native.yaml:101
  upstream_failed: ({ details, extra }) => ({
    status: 502,
    body: { error: 'Video generation failed', details, ...members(extra) },
  }),
  // catalog/errors/native.yaml:102
  upstream_timeout: ({ details, extra }) => ({
    status: 504,
    body: { error: 'Video generation timed out', details, ...members(extra) },
  }),
  not_configured: native.not_configured,
  busy: native.busy,
  internal: native.internal,
}

/** The envelope `passthrough`, catalog/errors/native.yaml:104. */
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
  // catalog/errors/native.yaml:106
  upstream_rejected: ({ upstream }) => ({
    status: need(upstream).status,
    body: { error: 'Bad Request', status: need(upstream).status, details: need(upstream).body },
  }),
  // catalog/errors/native.yaml:107
  upstream_failed: ({ details }) => ({
    status: 502,
    body: { error: 'Upstream provider error', details },
  }),
  upstream_timeout: native.upstream_timeout,
  not_configured: native.not_configured,
  busy: native.busy,
  internal: native.internal,
}

/** The envelope `predictions`, catalog/errors/native.yaml:109. */
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
  // catalog/errors/native.yaml:111
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

/** The envelope `node`, catalog/errors/native.yaml:122. */
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
  // catalog/errors/native.yaml:124
  upstream_timeout: ({ details }) => ({
    status: 502,
    body: { error: 'Upstream provider error', details },
  }),
  not_configured: native.not_configured,
  busy: native.busy,
  internal: native.internal,
}

/** The envelope `openai_media`, catalog/errors/openai-media.yaml:2. */
export const openaiMedia: Envelope = {
  // catalog/errors/responses.yaml:5
  invalid_json: () => ({
    status: 400,
    body: {
      error: {
        message: 'The body is not valid JSON.',
        type: 'invalid_request_error',
        param: null,
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
        type: 'invalid_request_error',
        param: null,
        code: null,
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
        param: get(extra, 'param') ?? null,
        code: code ?? null,
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
        type: 'rate_limit_error',
        param: null,
        code: 'rate_limit_exceeded',
      },
    },
  }),
  // catalog/errors/responses.yaml:19
  payment_required: ({ extra, challenge, price, payment_info }) => ({
    status: 402,
    body: {
      error: {
        message: `Payment required. Sign accepts[0] for ${say(get(price, 'amount'))} ${say(get(price, 'currency'))} and send the request again with a PAYMENT-SIGNATURE header.`,
        type: 'payment_required',
        param: null,
        code: null,
      },
      x402Version: need(challenge).x402Version,
      accepts: need(challenge).accepts,
      resource: need(challenge).resource,
      extensions: need(challenge).extensions,
      price,
      ...members(extra),
      paymentInfo: payment_info,
    },
  }),
  free: native.free,
  // catalog/errors/openai-media.yaml:4
  payment_invalid: ({ message, code, details }) => ({
    status: 402,
    body: {
      error: {
        message: `Payment verification failed: ${join([message ?? null, details], ' ')}`,
        type: 'payment_required',
        param: null,
        code,
      },
    },
  }),
  // catalog/errors/openai-media.yaml:8
  payment_replay: ({ extra }) => ({
    status: 402,
    body: {
      error: {
        message: 'Payment verification failed: This authorization was already used. Sign a fresh one.',
        type: 'payment_required',
        param: null,
        code: 'PAYMENT_REPLAY',
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
        type: 'payment_required',
        param: null,
        code: null,
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
        message: 'Payment payer mismatch',
        type: 'invalid_request_error',
        param: null,
        code: null,
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
        message: `Content policy violation: ${say(details)}`,
        type: 'invalid_request_error',
        param: null,
        code: 'content_policy_violation',
      },
    },
  }),
  // catalog/errors/openai-media.yaml:21
  invalid_input: ({ code, details }) => ({
    status: 400,
    body: {
      error: {
        message: `Invalid input: ${say(details)}`,
        type: 'invalid_request_error',
        param: null,
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
        type: 'rate_limit_error',
        param: null,
        code: 'rate_limit_exceeded',
      },
    },
  }),
  // catalog/errors/openai-media.yaml:22
  upstream_rejected: ({ code, details }) => ({
    status: 400,
    body: {
      error: {
        message: `The model does not take this request: ${say(details)}`,
        type: 'invalid_request_error',
        param: null,
        code: code ?? null,
      },
    },
  }),
  // catalog/errors/openai-media.yaml:27
  upstream_failed: ({ details }) => ({
    status: 503,
    body: {
      error: {
        message: `The model could not answer. Nothing was charged. ${say(details)}`,
        type: 'api_error',
        param: null,
        code: 'MODEL_UNAVAILABLE',
      },
    },
  }),
  // catalog/errors/openai-media.yaml:28
  upstream_timeout: () => ({
    status: 504,
    body: {
      error: {
        message: 'The model did not answer in time. Nothing was charged.',
        type: 'api_error',
        param: null,
        code: 'TIMEOUT',
      },
    },
  }),
  // catalog/errors/openai-media.yaml:29
  not_configured: () => ({
    status: 503,
    body: {
      error: {
        message: 'The model is not available at this gateway',
        type: 'api_error',
        param: null,
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

/** The envelope `openai`, catalog/errors/openai.yaml:3. */
export const openai: Envelope = {
  // catalog/errors/openai.yaml:5
  invalid_json: ({ details }) => ({
    status: 400,
    body: {
      error: {
        message: 'The body is not valid JSON',
        type: 'invalid_request_error',
        code: 'INVALID_JSON',
        param: null,
      },
      message: 'The body is not valid JSON',
      code: 'INVALID_JSON',
      details,
    },
  }),
  // catalog/errors/openai.yaml:6
  invalid_body: ({ issues }) => ({
    status: 400,
    body: {
      error: {
        message: `Invalid request body - ${say((get(issues, 0, 'path') ?? '') === '' ? get(issues, 0, 'message') : join([get(issues, 0, 'path'), get(issues, 0, 'message')], ' '))}`,
        type: 'invalid_request_error',
        code: 'INVALID_REQUEST_BODY',
        param: (get(issues, 0, 'path') ?? '') === '' ? null : get(issues, 0, 'path'),
      },
      message: `Invalid request body - ${say((get(issues, 0, 'path') ?? '') === '' ? get(issues, 0, 'message') : join([get(issues, 0, 'path'), get(issues, 0, 'message')], ' '))}`,
      code: 'INVALID_REQUEST_BODY',
      details: issues,
    },
  }),
  // catalog/errors/openai.yaml:7
  too_large: ({ limit }) => ({
    status: 400,
    body: {
      error: {
        message: `The largest body here is ${say(limit)} bytes`,
        type: 'invalid_request_error',
        code: 'REQUEST_TOO_LARGE',
        param: null,
      },
      message: `The largest body here is ${say(limit)} bytes`,
      code: 'REQUEST_TOO_LARGE',
    },
  }),
  // catalog/errors/openai.yaml:8
  refused: ({ status, message, code, extra }) => ({
    status: need(status),
    body: {
      error: { message, type: 'invalid_request_error', code, param: get(extra, 'param') ?? null },
      message,
      code,
      ...members(extra),
    },
  }),
  // catalog/errors/openai.yaml:9
  not_found: ({ message }) => ({
    status: 404,
    body: {
      error: { message, type: 'invalid_request_error', code: 'NOT_FOUND', param: null },
      message,
      code: 'NOT_FOUND',
    },
  }),
  // catalog/errors/openai.yaml:10
  wrong_method: ({ message }) => ({
    status: 405,
    body: {
      error: { message, type: 'invalid_request_error', code: 'METHOD_NOT_ALLOWED', param: null },
      message,
      code: 'METHOD_NOT_ALLOWED',
    },
  }),
  // catalog/errors/openai.yaml:11
  limit_exceeded: ({ code, details, retry_after }) => ({
    status: 429,
    body: {
      error: {
        message: `${say(details ?? 'Too many requests for free models from this address: it may make 30 in a minute and 300 in an hour.')} Try again in ${say(retry_after)} seconds.`,
        type: 'rate_limit_error',
        code: code ?? 'FREE_TIER_RATE_LIMITED',
        param: null,
      },
      message: `${say(details ?? 'Too many requests for free models from this address: it may make 30 in a minute and 300 in an hour.')} Try again in ${say(retry_after)} seconds.`,
      code: code ?? 'FREE_TIER_RATE_LIMITED',
    },
  }),
  payment_required: native.payment_required,
  free: native.free,
  payment_invalid: native.payment_invalid,
  payment_replay: native.payment_replay,
  settlement_failed: native.settlement_failed,
  // catalog/errors/openai.yaml:12
  settlement_pending: ({ extra }) => ({
    status: 503,
    headers: { 'Retry-After': '5' },
    body: {
      error: {
        message: 'The payment was sent to the chain and is not confirmed yet. Do not sign again; repeat the request with the same header.',
        type: 'api_error',
        code: 'SETTLEMENT_PENDING',
        param: null,
      },
      message: 'The payment was sent to the chain and is not confirmed yet. Do not sign again; repeat the request with the same header.',
      code: 'SETTLEMENT_PENDING',
      ...members(extra),
    },
  }),
  payer_mismatch: native.payer_mismatch,
  job_not_found: native.job_not_found,
  // catalog/errors/openai.yaml:20
  content_policy: ({ details }) => ({
    status: 400,
    body: {
      error: {
        message: 'The model\'s safety filter blocked the request',
        type: 'invalid_request_error',
        code: 'CONTENT_FILTERED',
        param: null,
      },
      message: 'The model\'s safety filter blocked the request',
      code: 'CONTENT_FILTERED',
      debug: details,
    },
  }),
  // catalog/errors/openai.yaml:21
  invalid_input: ({ code, details }) => ({
    status: 400,
    body: {
      error: {
        message: `${say(details)}`,
        type: 'invalid_request_error',
        code: code ?? 'INVALID_REQUEST',
        param: null,
      },
      message: `${say(details)}`,
      code: code ?? 'INVALID_REQUEST',
      debug: details,
    },
  }),
  // catalog/errors/openai.yaml:23
  rate_limited: ({ code, details, source, retry_after }) => ({
    status: 429,
    headers: { 'Retry-After': retry_after, 'X-RateLimit-Source': source },
    body: {
      error: {
        message: `The model is at capacity. Try again in ${say(retry_after)} seconds.`,
        type: 'rate_limit_error',
        code: code ?? 'RATE_LIMITED',
        param: null,
      },
      message: `The model is at capacity. Try again in ${say(retry_after)} seconds.`,
      code: code ?? 'RATE_LIMITED',
      source,
      retry_after_seconds: retry_after,
      debug: details,
    },
  }),
  // catalog/errors/openai.yaml:22
  upstream_rejected: ({ code, details }) => ({
    status: 400,
    body: {
      error: {
        message: `${say(details)}`,
        type: 'invalid_request_error',
        code: code ?? 'INVALID_REQUEST',
        param: null,
      },
      message: `${say(details)}`,
      code: code ?? 'INVALID_REQUEST',
      debug: details,
    },
  }),
  // catalog/errors/openai.yaml:33
  upstream_failed: ({ code, details }) => ({
    status: 503,
    body: {
      error: {
        message: 'The model could not answer. Nothing was charged.',
        type: 'api_error',
        code: code ?? 'MODEL_UNAVAILABLE',
        param: null,
      },
      message: 'The model could not answer. Nothing was charged.',
      code: code ?? 'MODEL_UNAVAILABLE',
      debug: details,
    },
  }),
  // catalog/errors/openai.yaml:40
  upstream_timeout: ({ details }) => ({
    status: 504,
    body: {
      error: {
        message: 'The model did not answer in time. Nothing was charged.',
        type: 'api_error',
        code: 'TIMEOUT',
        param: null,
      },
      message: 'The model did not answer in time. Nothing was charged.',
      code: 'TIMEOUT',
      debug: details,
    },
  }),
  // catalog/errors/openai.yaml:41
  not_configured: ({ details }) => ({
    status: 503,
    body: {
      error: {
        message: 'The model is not available at this gateway',
        type: 'api_error',
        code: 'PROVIDER_CONFIG_ERROR',
        param: null,
      },
      message: 'The model is not available at this gateway',
      code: 'PROVIDER_CONFIG_ERROR',
      debug: details,
    },
  }),
  // catalog/errors/openai.yaml:42
  busy: ({ details, retry_after }) => ({
    status: 503,
    headers: { 'Retry-After': retry_after },
    body: {
      error: {
        message: 'The gateway is busy',
        type: 'api_error',
        code: 'MODEL_UNAVAILABLE',
        param: null,
      },
      message: 'The gateway is busy',
      code: 'MODEL_UNAVAILABLE',
      details,
    },
  }),
  // catalog/errors/openai.yaml:43
  internal: ({ details }) => ({
    status: 500,
    body: {
      error: {
        message: 'Internal server error',
        type: 'api_error',
        code: 'INTERNAL_ERROR',
        param: null,
      },
      message: 'Internal server error',
      code: 'INTERNAL_ERROR',
      details,
    },
  }),
}

/** The envelope `model`, catalog/errors/openai.yaml:45. */
export const model: Envelope = {
  invalid_json: openai.invalid_json,
  invalid_body: openai.invalid_body,
  too_large: openai.too_large,
  // catalog/errors/openai.yaml:60
  refused: ({ status, message, code, extra }) => ({
    status: need(status),
    body: {
      error: { message, type: 'invalid_request_error', code, param: get(extra, 'param') ?? null },
    },
  }),
  // catalog/errors/openai.yaml:47
  not_found: ({ route, message }) => ({
    status: 404,
    body: {
      error: (route.path + '/').startsWith('/v1/') ? undefined : 'Not Found',
      ...((route.path + '/').startsWith('/v1/')
        ? { error: { message, type: 'invalid_request_error', code: 'NOT_FOUND', param: null } }
        : undefined),
      message,
    },
  }),
  // catalog/errors/openai.yaml:53
  wrong_method: ({ route, message }) => ({
    status: 405,
    body: {
      error: route.path.startsWith('/v1/') ? undefined : 'Method Not Allowed',
      ...(route.path.startsWith('/v1/')
        ? {
          error: {
            message,
            type: 'invalid_request_error',
            code: 'METHOD_NOT_ALLOWED',
            param: null,
          },
        }
        : undefined),
      message,
    },
  }),
  // catalog/errors/openai.yaml:59
  limit_exceeded: ({ details, retry_after }) => ({
    status: 429,
    body: {
      error: 'Rate limit exceeded',
      message: `${say(details ?? 'Too many requests of this kind from this address.')} Try again in ${say(retry_after)} seconds.`,
    },
  }),
  payment_required: native.payment_required,
  free: native.free,
  payment_invalid: native.payment_invalid,
  payment_replay: native.payment_replay,
  settlement_failed: native.settlement_failed,
  settlement_pending: openai.settlement_pending,
  payer_mismatch: native.payer_mismatch,
  job_not_found: native.job_not_found,
  content_policy: openai.content_policy,
  invalid_input: openai.invalid_input,
  rate_limited: openai.rate_limited,
  upstream_rejected: openai.upstream_rejected,
  upstream_failed: openai.upstream_failed,
  upstream_timeout: openai.upstream_timeout,
  not_configured: openai.not_configured,
  busy: openai.busy,
  internal: openai.internal,
}

/** The envelope `responses`, catalog/errors/responses.yaml:3. */
export const responses: Envelope = {
  invalid_json: openaiMedia.invalid_json,
  invalid_body: openaiMedia.invalid_body,
  too_large: openaiMedia.too_large,
  refused: openaiMedia.refused,
  not_found: openaiMedia.not_found,
  wrong_method: openaiMedia.wrong_method,
  limit_exceeded: openaiMedia.limit_exceeded,
  payment_required: openaiMedia.payment_required,
  free: native.free,
  // catalog/errors/responses.yaml:34
  payment_invalid: ({ message, details }) => ({
    status: 402,
    body: {
      error: {
        message: `Payment verification failed: ${join([message ?? null, details], ' ')}`,
        type: 'payment_required',
        param: null,
        code: null,
      },
    },
  }),
  // catalog/errors/responses.yaml:38
  payment_replay: ({ details }) => ({
    status: 402,
    body: {
      error: {
        message: `Payment verification failed: This authorization was already used. ${say(details)}`,
        type: 'payment_required',
        param: null,
        code: null,
      },
    },
  }),
  // catalog/errors/responses.yaml:42
  settlement_failed: ({ details }) => ({
    status: 402,
    body: {
      error: {
        message: `Payment settlement failed: ${say(details)}. Nothing was charged; sign a fresh payment and try again.`,
        type: 'payment_required',
        param: null,
        code: null,
      },
    },
  }),
  settlement_pending: openaiMedia.settlement_pending,
  payer_mismatch: native.payer_mismatch,
  job_not_found: native.job_not_found,
  // catalog/errors/responses.yaml:55
  content_policy: ({ details, upstream }) => ({
    status: upstream !== undefined && upstream.status >= 400 && upstream.status !== 402
      ? upstream.status
      : 400,
    body: {
      error: {
        message: details,
        type: 'invalid_request_error',
        param: null,
        code: 'content_policy_violation',
        ...members(get(upstream?.body, 'error')),
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
        message: details,
        type: 'invalid_request_error',
        param: null,
        code: null,
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
        message: details,
        type: 'rate_limit_error',
        param: null,
        code: 'rate_limit_exceeded',
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
        message: details,
        type: 'invalid_request_error',
        param: null,
        code: null,
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
        message: details,
        type: 'api_error',
        param: null,
        code: null,
        ...members(get(upstream?.body, 'error')),
      },
    },
  }),
  // catalog/errors/responses.yaml:71
  upstream_timeout: ({ details, upstream }) => ({
    status: 504,
    body: {
      error: {
        message: details,
        type: 'api_error',
        param: null,
        code: null,
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
  busy: openaiMedia.busy,
  internal: openaiMedia.internal,
}

/** The envelope `search`, catalog/errors/search.yaml:2. */
export const search: Envelope = {
  // catalog/errors/search.yaml:4
  invalid_json: ({ details }) => ({
    status: 400,
    body: { error: 'Invalid JSON', code: 'INVALID_JSON', details },
  }),
  // catalog/errors/search.yaml:5
  invalid_body: ({ issues }) => ({
    status: 400,
    body: {
      error: 'Invalid request body',
      message: `${say((get(issues, 0, 'path') ?? '') === '' ? get(issues, 0, 'message') : join([get(issues, 0, 'path'), get(issues, 0, 'message')], ' '))}`,
      details: items(issues).map(i => ({
        path: get(i, 'path'),
        message: get(i, 'message'),
        code: ['minLength', 'minimum', 'minItems'].includes(get(i, 'code'))
          ? 'too_small'
          : ['maxLength', 'maximum', 'maxItems'].includes(get(i, 'code'))
            ? 'too_big'
            : get(i, 'code'),
      })),
    },
  }),
  too_large: native.too_large,
  refused: native.refused,
  not_found: native.not_found,
  wrong_method: native.wrong_method,
  limit_exceeded: native.limit_exceeded,
  // catalog/errors/search.yaml:13
  payment_required: ({ extra, challenge, price, payment_info }) => ({
    status: 402,
    body: {
      x402Version: need(challenge).x402Version,
      accepts: need(challenge).accepts,
      resource: need(challenge).resource,
      extensions: need(challenge).extensions,
      error: 'Payment Required',
      message: 'Sign accepts[0], whose amount is the price and the fee of a call, and send it again with a PAYMENT-SIGNATURE header.',
      price,
      ...members(extra),
      paymentInfo: payment_info,
    },
  }),
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
  // catalog/errors/search.yaml:25
  upstream_rejected: ({ details }) => ({
    status: 500,
    body: { error: 'Internal server error', details },
  }),
  // catalog/errors/search.yaml:26
  upstream_failed: ({ details }) => ({
    status: 500,
    body: { error: 'Internal server error', details },
  }),
  // catalog/errors/search.yaml:27
  upstream_timeout: ({ details }) => ({
    status: 500,
    body: { error: 'Internal server error', details },
  }),
  not_configured: native.not_configured,
  busy: native.busy,
  internal: native.internal,
}

/** All envelopes by name. */
export const envelopes: Readonly<Record<string, Envelope>> = {
  messages,
  counts,
  native,
  images,
  edits,
  music,
  speech,
  videos,
  passthrough,
  predictions,
  node,
  openai_media: openaiMedia,
  openai,
  model,
  responses,
  search,
}
