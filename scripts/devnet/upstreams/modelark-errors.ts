/** How ModelArk's API says that something went wrong. */
import { createHash } from 'node:crypto'
import { json, retryAfterHeader } from './contract.ts'
import type { UpstreamReply } from './contract.ts'

const requestId = () =>
  createHash('sha256').update(String(process.hrtime.bigint())).digest('hex').slice(0, 34)

/** An error in ModelArk's shape. */
export function modelarkError(
  status: number,
  code: string,
  message: string,
  param = '',
): UpstreamReply {
  return json(status, {
    error: {
      code,
      message: `${message} Request id: ${requestId()}`,
      param,
      type: status >= 500 ? 'InternalServerError' : 'BadRequest',
    },
  })
}

/** A parameter that cannot be. */
export const invalid = (param: string, why: string): UpstreamReply =>
  modelarkError(
    400,
    'InvalidParameter',
    `The parameter \`${param}\` specified in the request is not valid: ${why}.`,
    param,
  )

/** The failures that all calls have in common. */
export const modelarkFailures = {
  unauthorized: (): UpstreamReply =>
    modelarkError(401, 'AuthenticationError', 'The API key in the request is missing or invalid.'),
  rateLimited: (seconds?: number): UpstreamReply => ({
    ...modelarkError(429, 'RateLimitExceeded', 'The rate limit has been exceeded.'),
    headers: retryAfterHeader(seconds),
  }),
  failed: (status: number, code = 'InternalServiceError'): UpstreamReply =>
    modelarkError(status, code, 'The service encountered an unexpected internal error.'),
}
