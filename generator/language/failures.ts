/** The keys of a rule of `fail:`, which defines which replies of an upstream are failures. */
import { HINT, whole } from '../shape/schema.ts'
import { keysOf } from './key.ts'
import { REFUSAL } from './shared.ts'
import type { FailureKind } from '../../runtime/contract.ts'

const FAILURES: readonly FailureKind[] = [
  'content_policy',
  'invalid_input',
  'rate_limited',
  'upstream_rejected',
  'upstream_failed',
  'upstream_timeout',
  'not_configured',
]

/** The hint for `4xx` and `400-499` in place of HTTP statuses. */
function statusHint(text: string): string | undefined {
  const [, hundreds] = /^([1-5])xx$/i.exec(text) ?? []
  if (hundreds !== undefined)
    return `write when: status >= ${hundreds}00 && status < ${Number(hundreds) + 1}00`
  const [, from, to] = /^([1-5]\d\d)\s*(?:-|\.\.)\s*([1-5]\d\d)$/.exec(text) ?? []
  if (from !== undefined) return `write when: status >= ${from} && status <= ${to}`
  const [, than] = /^([<>]=?\s*[1-5]\d\d)$/.exec(text) ?? []
  return than && `write when: status ${than}`
}

const STATUS = { ...whole('An HTTP status', 100), maximum: 599, [HINT]: statusHint }

/** `fail:` of an upstream and of its calls. */
export const FAIL_KEYS = keysOf({
  status: {
    kind: 'other',
    about: 'The HTTP statuses for which it holds, one or a list',
    example: 'status: [408, 504]',
    note: 'A rule has a `status`, a `when`, or both.',
    shape: {
      type: ['integer', 'array'],
      minimum: 100,
      maximum: 599,
      items: STATUS,
      minItems: 1,
      [HINT]: statusHint,
    },
  },
  when: {
    kind: 'condition',
    about: 'When it holds; sees the call and `status`, `reply`, `reply_headers`',
    example: 'when: reply.code == "too_long"',
  },
  as: {
    kind: 'word',
    about: 'Which outcome it is',
    words: FAILURES,
    example: 'as: invalid_input',
    note: 'A rule has either `as` or `error`.',
  },
  error: {
    kind: 'text',
    about: 'Status and message with {holes} of a refusal, which looks like that of a gate',
    example: 'error: 404 No such symbol {path.symbol}',
    note:
      'Nothing is charged. The status is not 402, on which callers pay again. Statuses from 500 ' +
      'count as failures of the upstream.',
    shape: {
      pattern: REFUSAL,
      patternErrorMessage: 'a status from 400 and a message, e.g. 404 No such symbol',
    },
  },
  body: {
    kind: 'data',
    about: 'Of `error`: extra members of the error body',
    example: 'body: { hint: Symbols are listed at /list, reason: =reply.reason }',
    shape: { type: 'object' },
  },
  code: {
    kind: 'text',
    about: 'Code of the failure, for programs',
    example: 'code: INPUT_TOO_LONG',
    shape: {
      pattern: '^[A-Za-z][A-Za-z0-9_.-]*$',
      patternErrorMessage: 'a word such as INPUT_TOO_LONG',
    },
  },
  details: {
    kind: 'leaf',
    about: 'Of `as`: what the caller reads: text with {holes}, or a formula after =',
    example: 'details: =reply.error',
    shape: { type: 'string' },
  },
  retry_after: {
    kind: 'leaf',
    about:
      'Of `rate_limited`: seconds to wait, or a formula after =; what the reply says in ' +
      'Retry-After unless written',
    example: 'retry_after: 30',
    shape: {
      type: ['integer', 'string'],
      minimum: 1,
      pattern: '^=',
      patternErrorMessage: 'seconds, or a formula after =',
    },
  },
})
