/** Classifies exchanges that ended without a reply. */
import type { TransportError } from './exchange.ts'
import { failure, type ClassifyContext } from './statuses.ts'
import type { UpstreamFailure } from './types.ts'

/** Classifies an exchange without a reply. Only a reply that is too large would fail again. */
export function classifyTransportError(
  problem: TransportError,
  classifier: ClassifyContext,
  timeout: number,
): UpstreamFailure {
  const transient = { source: classifier.source, transient: true }
  switch (problem) {
    case 'timeout':
      return failure(
        'upstream_timeout',
        `The upstream did not answer within ${timeout / 1000} s`,
        transient,
      )
    case 'cancelled':
      return failure('upstream_failed', 'The call was given up', transient)
    case 'too_large':
      return failure('upstream_failed', 'The upstream gave a reply that is too large', {
        source: classifier.source,
        isOversized: true,
      })
    case 'unreadable':
      return failure('upstream_failed', 'The upstream gave an unexpected reply', transient)
    default:
      return failure('upstream_failed', 'The upstream could not be reached', transient)
  }
}
