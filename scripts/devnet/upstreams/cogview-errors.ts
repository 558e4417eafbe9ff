/**
 * How CogView's vendor says that something went wrong: error codes are numbers written as strings.
 */
import { json, retryAfterHeader } from './contract.ts'
import type { UpstreamReply } from './contract.ts'

/** An error in the vendor's shape. */
export const cogviewError = (status: number, code: string, message: string): UpstreamReply =>
  json(status, { error: { code, message } })

/** The content of a request is against the policy. */
export const sensitive = (): UpstreamReply =>
  json(400, {
    error: {
      code: '1301',
      message:
        'The system detected potentially unsafe or sensitive content in the input or generation.',
    },
    contentFilter: [{ level: 1, role: 'user' }],
  })

/** The failures that all calls have in common. */
export const cogviewFailures = {
  unauthorized: (): UpstreamReply => cogviewError(401, '1000', 'Authentication failed.'),
  rateLimited: (seconds?: number): UpstreamReply => ({
    ...cogviewError(429, '1302', 'The concurrency of this API is too high.'),
    headers: retryAfterHeader(seconds),
  }),
  failed: (status: number): UpstreamReply => cogviewError(status, '500', 'Internal error.'),
  refused: sensitive,
}
