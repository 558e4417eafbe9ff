/** The keys of a rate limit in limits.yaml. */
import { keysOf } from './key.ts'

/** A rate limit. */
export const LIMIT_KEYS = keysOf({
  max: {
    kind: 'count',
    about: 'Calls allowed in each period',
    least: 1,
    example: 'max: 60',
    required: true,
  },
  per: {
    kind: 'duration',
    about: 'The period, a second at least',
    example: 'per: 1m',
    shape: { pattern: '^0*[1-9][0-9]*(s|m|h|d)$' },
    required: true,
  },
  by: {
    kind: 'word',
    about:
      'What is counted: calls of an address (ip), of a wallet (payer), of the wallet that pays ' +
      'and else the address (client), or with the same text (key)',
    words: ['ip', 'payer', 'client', 'key'],
    example: 'by: client',
    note:
      '`ip` and `payer` count each endpoint for itself, `client` and `key` all endpoints with ' +
      'this limit together. The text of `key` is the `key` of `limit:` or `free_quota:`.',
    required: true,
  },
  style: {
    kind: 'word',
    about: 'Which headers a 429 has besides Retry-After',
    words: ['reset', 'retry_after', 'full'],
    example: 'style: full',
    note:
      '`reset` adds `X-RateLimit-Reset` in Unix milliseconds, `full` also `X-RateLimit-Limit` ' +
      'and `X-RateLimit-Remaining`.',
    required: true,
  },
})
