/** How Anthropic's API says that something went wrong. */
import { randomBytes } from 'node:crypto'
import { json, retryAfterHeader } from '../../contract.ts'
import type { UpstreamReply } from '../../contract.ts'

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}
const MESSAGES: Readonly<Record<string, string>> = {
  overloaded_error: 'Overloaded',
  api_error: 'Internal server error',
}

const requestId = (): string => `req_${randomBytes(12).toString('hex')}`

/** An error in Anthropic's shape. */
export function anthropicError(
  status: number,
  message: string,
  type = TYPES[status] ?? 'api_error',
): UpstreamReply {
  const request_id = requestId()
  return json(
    status,
    { type: 'error', error: { type, message }, request_id },
    { 'request-id': request_id },
  )
}

/** The failures that all calls have in common. */
export const anthropicFailures = {
  unauthorized: (): UpstreamReply => anthropicError(401, 'invalid x-api-key'),
  rateLimited: (seconds?: number): UpstreamReply => {
    const reply = anthropicError(
      429,
      "This request would exceed your organization's rate limit. Please reduce the prompt " +
        'length or the maximum tokens requested, or try again later.',
    )
    return { ...reply, headers: { ...reply.headers, ...retryAfterHeader(seconds) } }
  },
  failed: (status: number, code?: string): UpstreamReply => {
    const type = code ?? TYPES[status] ?? 'api_error'
    return anthropicError(status, MESSAGES[type] ?? 'Internal server error', type)
  },
}
