// Code generated from catalog/errors/openai-media.yaml by "npm run generate". DO NOT EDIT.
import { join, members, say } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { responses } from './responses.ts'

/** The envelope `openai_media`, catalog/errors/openai-media.yaml:2. */
export const openaiMedia: Envelope = {
  ...responses,
  payment_invalid: ({ message, code, details }) => ({ // catalog/errors/openai-media.yaml:4
    status: 402,
    body: {
      error: {
        message: `Payment verification failed: ${join([message ?? null, details], ' ')}`,
        type: 'payment_required', param: null, code,
      },
    },
  }),
  payment_replay: ({ details, extra }) => ({ // catalog/errors/openai-media.yaml:8
    status: 402,
    body: {
      error: {
        message: `Payment verification failed: This authorization was already used. ${say(details)}`,
        type: 'payment_required', param: null, code: 'PAYMENT_REPLAY',
      },
      ...members(extra),
    },
  }),
  settlement_failed: ({ details, extra }) => ({ // catalog/errors/openai-media.yaml:13
    status: 402,
    body: {
      error: {
        message: `Payment settlement failed: ${say(details)}. Nothing was charged; sign a fresh payment and try again.`,
        type: 'payment_required', param: null, code: null,
      },
      ...members(extra),
    },
  }),
  payer_mismatch: () => ({ // catalog/errors/openai-media.yaml:18
    status: 403,
    body: {
      error: {
        message: 'Payment payer mismatch', type: 'invalid_request_error', param: null, code: null,
      },
    },
  }),
  job_not_found: () => ({ // catalog/errors/openai-media.yaml:19
    status: 404,
    body: {
      error: { message: 'Job not found', type: 'invalid_request_error', param: null, code: null },
    },
  }),
  content_policy: ({ details }) => ({ // catalog/errors/openai-media.yaml:20
    status: 400,
    body: {
      error: {
        message: `Content policy violation: ${say(details)}`, type: 'invalid_request_error',
        param: null, code: 'content_policy_violation',
      },
    },
  }),
  invalid_input: ({ code, details }) => ({ // catalog/errors/openai-media.yaml:21
    status: 400,
    body: {
      error: {
        message: `Invalid input: ${say(details)}`, type: 'invalid_request_error', param: null,
        code: code ?? null,
      },
    },
  }),
  rate_limited: ({ source, retry_after }) => ({ // catalog/errors/openai-media.yaml:23
    status: 429,
    headers: { 'Retry-After': retry_after, 'X-RateLimit-Source': source },
    body: {
      error: {
        message: `The model is at capacity. Try again in ${say(retry_after)} seconds.`,
        type: 'rate_limit_error', param: null, code: 'rate_limit_exceeded',
      },
    },
  }),
  upstream_rejected: ({ code, details }) => ({ // catalog/errors/openai-media.yaml:22
    status: 400,
    body: {
      error: {
        message: `The model does not take this request: ${say(details)}`,
        type: 'invalid_request_error', param: null, code: code ?? null,
      },
    },
  }),
  upstream_failed: ({ details }) => ({ // catalog/errors/openai-media.yaml:27
    status: 503,
    body: {
      error: {
        message: `The model could not answer. Nothing was charged. ${say(details)}`,
        type: 'api_error', param: null, code: 'MODEL_UNAVAILABLE',
      },
    },
  }),
  upstream_timeout: () => ({ // catalog/errors/openai-media.yaml:28
    status: 504,
    body: {
      error: {
        message: 'The model did not answer in time. Nothing was charged.', type: 'api_error',
        param: null, code: 'TIMEOUT',
      },
    },
  }),
  not_configured: () => ({ // catalog/errors/openai-media.yaml:29
    status: 503,
    body: {
      error: {
        message: 'The model is not available at this gateway', type: 'api_error', param: null,
        code: 'PROVIDER_CONFIG_ERROR',
      },
    },
  }),
}
