/**
 * How CogView's vendor says that something went wrong: error codes are numbers written as strings.
 */
import { json, retryAfterHeader } from './supplier.ts'
import type { SupplierReply } from './supplier.ts'

/** An error in the vendor's shape. */
export const cogviewError = (status: number, code: string, message: string): SupplierReply =>
  json(status, { error: { code, message } })

/** The content of a request is against the policy. */
export const sensitive = (): SupplierReply =>
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
  unauthorized: (): SupplierReply => cogviewError(401, '1000', 'Authentication failed.'),
  rateLimited: (seconds?: number): SupplierReply => ({
    ...cogviewError(429, '1302', 'The concurrency of this API is too high.'),
    headers: retryAfterHeader(seconds),
  }),
  failed: (status: number): SupplierReply => cogviewError(status, '500', 'Internal error.'),
  refused: sensitive,
}
