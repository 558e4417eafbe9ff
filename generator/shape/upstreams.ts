/** Shape of `catalog/upstreams/*.yaml`. */
import {
  choice,
  duration,
  flag,
  formula,
  keys,
  like,
  listOf,
  named,
  text,
  treeMap,
  whole,
  type Schema,
} from './schema.ts'
import { SUPPLIER_PROTOCOLS } from './protocols.ts'
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

const UPSTREAM_NAME = like(
  'Name of a supplier or call',
  '^[a-z][a-z0-9_]*$',
  'a name of small letters, digits and _',
)

const failure = keys(
  'A failure',
  {
    when: formula('When it holds; sees the call and `status`, `reply`, `reply_headers`'),
    as: choice('Which outcome it is', FAILURES),
    code: like(
      'Code of the failure, for programs',
      '^[A-Za-z][A-Za-z0-9_.-]*$',
      'a word such as INPUT_TOO_LONG',
    ),
    details: {
      description: 'What the caller is told: text with {holes}, or a formula after =',
      type: 'string',
    },
    retry_after: {
      description:
        'Of `rate_limited`: seconds to wait, or a formula after =; what the reply says in Retry-After unless written',
      type: ['integer', 'string'],
      minimum: 1,
      pattern: '^=',
      patternErrorMessage: 'seconds, or a formula after =',
    },
  },
  ['when', 'as'],
)

const fail = listOf(
  'Replies that are failures; the first that holds names it, otherwise the status does',
  failure,
)

/** Tables of constants, by name. */
export const tables: Schema = named('Constants by name: a map or a list', {
  description: 'A table',
  type: ['object', 'array'],
})

const path = like(
  'Path below the base, with {holes}, or a formula after =',
  '^(/|=)',
  'a path that starts with /, or a formula after =',
)

/** What both steps of a call have. */
const request: Readonly<Record<string, Schema>> = {
  get: path,
  post: path,
  timeout: duration('How long an answer may take'),
  tables,
  query: {
    ...treeMap(
      'Query of the call, or `forward`; with `...: forward` its names replace those of the caller',
    ),
    type: ['object', 'string'],
    pattern: '^forward$',
    patternErrorMessage: 'a map, or forward',
  },
  send: {
    ...treeMap('Body of the call, or `verbatim` for the bytes of the caller'),
    type: ['object', 'string'],
    pattern: '^(verbatim$|=)',
    patternErrorMessage: 'verbatim, a map, or a formula after =',
  },
  bytes: flag('True when a 2xx reply is a file and no JSON; formulas then see `reply_body`'),
  fail,
  pass: {
    description: 'Statuses outside 2xx that are results when `pass_when` holds',
    type: 'array',
    items: whole('A status', 100),
    minItems: 1,
  },
  pass_when: formula('When such a reply is a result'),
  give: treeMap('What the result is made of'),
  result_when: formula(
    'Which reply is a result; where it is false the call has failed. Each is unless written, but for media that hold nothing',
  ),
}

const poll = keys(
  'The second step of a call: asked again and again until it gives a result or a failure; sees `ticket`',
  {
    ...request,
    every: duration('Pause between two questions'),
    pending: formula(
      'When a reply means that the work goes on; sees the call and `ticket`, `status`, `reply`, `reply_headers`',
    ),
  },
  ['timeout', 'every', 'pending'],
)

const call = keys('One call of a supplier', {
  like: like(
    'Another call, whose keys are taken where none are written here',
    '^[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*$',
    'upstream.call',
  ),
  ...request,
  retry: whole('How often it may be repeated after a failure; only where that is safe'),
  repeat: {
    description: 'How many calls make one result; a formula after =',
    type: ['integer', 'string'],
    minimum: 1,
    pattern: '^=',
    patternErrorMessage: 'a number, or a formula after =',
  },
  let: named('Named values of the call; those of `send` may wait for hooks', formula('A value')),
  send_as: choice('How `send` is written; JSON unless written', ['multipart']),
  files: {
    ...listOf(
      'Members of `send` that go as files: data URIs, or lists of them',
      text('A member of `send`'),
    ),
    minItems: 1,
  },
  first: text(
    'Another call of the same supplier, made before this one; what it gives is `earlier`',
  ),
  first_when: formula('When the call of `first` is made; always unless written'),
  ticket: {
    ...treeMap('What is kept of the reply to ask for the result with; `poll` says how'),
    minProperties: 1,
  },
  poll,
  protocol: choice(
    'The protocol of conversations that the supplier speaks; it writes `send` and reads the reply',
    SUPPLIER_PROTOCOLS,
  ),
  allow: {
    ...listOf(
      'Members of `send` that may reach the upstream; all others are left out',
      like(
        'A member; `thinking.type` is one inside of another',
        '^[A-Za-z][A-Za-z0-9_-]*(\\.[A-Za-z][A-Za-z0-9_-]*)*$',
        'a name, or names with dots between them',
      ),
    ),
    minItems: 1,
  },
  lasts: duration(
    'How long a stream may last; `timeout` is then the time to its first event and between two',
  ),
})

const capacity = keys('How much work one process takes on for the supplier', {
  concurrency: whole('Jobs worked on at once; 32 unless written', 1),
  queue: whole('Jobs that may wait their turn; 512 unless written'),
})

const upstream = keys(
  'A supplier',
  {
    env: like(
      'Prefix of its environment variables; its name in capitals unless written',
      '^[A-Z][A-Z0-9_]*$',
      'capitals, digits and _',
    ),
    base: like(
      'Address, without a trailing /; may hold {holes}; the environment overrides it',
      '^https?://[^\\s]*[^/\\s]$',
      'an address such as https://api.example, without a trailing /',
    ),
    source: text('Name that a rate-limited caller is told'),
    headers: {
      description: 'Headers of every call; {key} is the key',
      type: 'object',
      additionalProperties: text('A header value'),
    },
    capacity,
    tables,
    fail,
    calls: { ...named('Calls by name', call, UPSTREAM_NAME), minProperties: 1 },
  },
  ['base', 'source', 'calls'],
)

/** Files of suppliers. */
export const upstreamsSchema: Schema = named('Suppliers by name', upstream, UPSTREAM_NAME)
