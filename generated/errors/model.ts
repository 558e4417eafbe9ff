// Code generated from catalog/errors/openai.yaml by "npm run generate". DO NOT EDIT.
import { get, need, say } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { market } from './market.ts'
import { native } from './native.ts'
import { openai } from './openai.ts'

/** The envelope `model`, catalog/errors/openai.yaml:45. */
export const model: Envelope = {
  invalid_json: openai.invalid_json, invalid_body: openai.invalid_body, too_large: openai.too_large,
  // catalog/errors/openai.yaml:60
  refused: ({ status, message, code, extra }) => ({
    status: need(status),
    body: {
      error: {
        message, type: 'invalid_request_error', code, param: get(extra, 'param') ?? null,
        successor: get(extra, 'successor'),
      },
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
            message, type: 'invalid_request_error', code: 'METHOD_NOT_ALLOWED', param: null,
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
  payment_required: native.payment_required, free: market.free,
  payment_invalid: native.payment_invalid, payment_replay: native.payment_replay,
  settlement_failed: market.settlement_failed, settlement_pending: openai.settlement_pending,
  payer_mismatch: market.payer_mismatch, job_not_found: market.job_not_found,
  content_policy: openai.content_policy, invalid_input: openai.invalid_input,
  rate_limited: openai.rate_limited, upstream_rejected: openai.upstream_rejected,
  upstream_failed: openai.upstream_failed, upstream_timeout: openai.upstream_timeout,
  not_configured: openai.not_configured, busy: openai.busy, internal: openai.internal,
}
