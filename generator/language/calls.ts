/** The keys of upstream calls, and of their second step. */
import { duration, like, listOf, named, text, whole } from '../shape/schema.ts'
import { UPSTREAM_PROTOCOLS } from '../shape/protocols.ts'
import { FAIL_KEYS } from './failures.ts'
import { keysOf, type Key } from './key.ts'
import { shapeOnly, TABLES, VALUES } from './shared.ts'

const PATH = {
  kind: 'path',
  about: 'Path below the base, with {holes}, or a formula after =',
  shape: {
    type: 'string',
    pattern: '^(/|=)',
    patternErrorMessage: 'a path that starts with /, or a formula after =',
  },
  member: 'path',
  rank: 50,
  sees: 'sent',
} as const satisfies Omit<Key, 'example'>

const DURATION_OR_FORMULA = {
  type: 'string',
  pattern: '^([0-9]+(ms|s|m|h|d)$|=)',
  patternErrorMessage: 'a duration such as 30s, 5m, 1h or 2d, or seconds as a formula after =',
} as const

/** The name of a header. */
const HEADER = like('A header', '^[A-Za-z0-9-]+$', 'the name of a header, such as Idempotency-Key')

/** The keys that both steps of a call have. */
const STEP_KEYS = keysOf({
  get: { ...PATH, example: 'get: /v1/things/{path.id}' },
  post: { ...PATH, example: 'post: /v1/images' },
  delete: {
    ...PATH,
    example: 'delete: /v1/things/{id}',
    note: 'What is already gone is deleted: `pass: [404]`. The reply needs no JSON.',
  },
  timeout: {
    kind: 'timeout',
    about: 'How long an answer may take; seconds as a formula after = need `at_most`',
    example: 'timeout: 20s',
    shape: DURATION_OR_FORMULA,
    member: 'timeout',
    rank: 70,
    needed: true,
  },
  at_most: {
    kind: 'waits',
    about: 'The longest that a `timeout` which is a formula may be',
    example: 'timeout: =body.timeout + 5\nat_most: 120s',
    shape: shapeOnly(duration('')),
    member: 'waits',
    rank: 75,
    sees: 'sent',
  },
  tables: TABLES,
  query: {
    kind: 'query',
    about:
      'Query of the call, or `forward`; with `...: forward` its names replace those of the caller',
    example: 'query: { q: =query.q, size: "20" }',
    note:
      "`...: forward` passes the caller's query on byte for byte, without the names written " +
      'here in any spelling.',
    shape: {
      type: ['object', 'string'],
      pattern: '^forward$',
      patternErrorMessage: 'a map, or forward',
    },
    member: 'query',
    rank: 150,
    sees: 'sent',
  },
  headers: {
    kind: 'texts',
    about: 'Headers of this call, beside those of its upstream',
    example: 'headers: { Idempotency-Key: =call.id }',
    note:
      'One of the same name replaces that of the upstream, unless its value is absent. Keys are ' +
      'written in `headers` of the upstream. All requests of a call have the same `call.id`, ' +
      'also those of `first` and of another model that answers instead.',
    shape: {
      ...shapeOnly(named('', { description: 'Text, or a formula after =' }, HEADER)),
      minProperties: 1,
    },
    member: 'headers',
    rank: 155,
    sees: 'sent',
  },
  send: {
    kind: 'send',
    about: 'Body of the call, or `verbatim` for the bytes of the caller',
    example: 'send: { prompt: =body.prompt, n: =body.n }',
    shape: {
      type: ['object', 'string'],
      pattern: '^(verbatim$|=)',
      patternErrorMessage: 'verbatim, a map, or a formula after =',
    },
    member: 'send',
    rank: 160,
    sees: 'sent',
    mayWait: true,
  },
  bytes: {
    kind: 'flag',
    about: 'True when a 2xx reply is a file and no JSON; formulas then see `reply_body`',
    example: 'bytes: true',
    member: 'bytes',
    rank: 210,
    notWith: {
      ticket: 'the submit leaves a ticket, which is JSON: move it into `poll:`',
      protocol: 'a conversation is no file',
    },
  },
  reply_limit: {
    kind: 'size',
    about: 'Largest reply of the call, unpacked; 64MiB unless written',
    example: 'reply_limit: 16MiB',
    note: 'A larger one is a failure, and not charged. Write it where callers choose the size.',
    member: 'replyLimit',
    rank: 215,
  },
  fail: {
    kind: 'fails',
    about: 'Replies that are failures; the first that holds names it, otherwise the status does',
    example: 'fail:\n  - { when: status == 422, as: invalid_input, details: =reply.error }',
    note: "The upstream's own rules are asked before those of its calls.",
    keys: FAIL_KEYS,
    item: 'A failure',
    member: 'fail',
    rank: 220,
    sees: 'answered',
  },
  pass: {
    kind: 'other',
    about: 'Statuses outside 2xx that are results when `pass_when` holds',
    example: 'pass: [404]',
    shape: { type: 'array', items: whole('A status', 100), minItems: 1 },
  },
  pass_when: {
    kind: 'passes',
    about: 'When such a reply is a result',
    example: 'pass_when: has(reply.error)',
    member: 'passes',
    rank: 230,
    sees: 'answered',
  },
  give: {
    kind: 'data',
    about: 'What the result is made of',
    example: 'give: { assets: "=[{ url: reply.url }]" }',
    note:
      'Files are `{ url }`, `{ b64 }`, `{ bytes }` or `{ path }` (below the base, fetched ' +
      'with the key).',
    shape: { type: 'object' },
    member: 'give',
    rank: 240,
    sees: 'answered',
    notWith: {
      ticket: 'the result is what the poll gives: move it into `poll:`',
      protocol: 'the protocol reads the reply',
    },
  },
  result_when: {
    kind: 'condition',
    about:
      'Which reply is a result; where it is false the call has failed. Each is unless ' +
      'written, but for media that hold nothing',
    example: 'result_when: filled(reply.text)',
    member: 'resultWhen',
    rank: 250,
    sees: 'answered',
    notWith: {
      ticket: 'the submit leaves a ticket: move it into `poll:`',
      protocol: 'the protocol knows an empty answer',
    },
  },
})

/** The types of arguments. */
const ARGUMENT = '^(string|integer|number|boolean|json)[?]?$'

/** `takes:` of a call. */
const TAKES = {
  kind: 'takes',
  about: 'Arguments of the call by name, each with its type; `with` fills them in',
  example: 'takes: { symbol: string, limit: integer? }',
  note:
    'Types are `string`, `integer`, `number`, `boolean` and `json`; one with `?` may be left ' +
    'out. The formulas of such a call see its arguments, `call.id`, `network` and `now`, and ' +
    'nothing of the request; so the gateway can make it without one.',
  shape: {
    ...shapeOnly(named('', like('A type', ARGUMENT, 'a type such as string, or string?'))),
    minProperties: 1,
  },
  member: 'takes',
  rank: 45,
  notWith: {
    ticket: 'a job asks on without its request: keep what the poll needs in `ticket`',
    protocol: 'a conversation is made of its request',
  },
} as const satisfies Key

/** `poll:` of a call. */
export const POLL_KEYS = keysOf({
  ...STEP_KEYS,
  timeout: { ...STEP_KEYS.timeout, required: true },
  every: {
    kind: 'duration',
    about: 'Pause between two questions',
    example: 'every: 5s',
    required: true,
    member: 'every',
    rank: 120,
  },
  pending: {
    kind: 'condition',
    about:
      'When a reply means that the work goes on; sees the call and `ticket`, `status`, ' +
      '`reply`, `reply_headers`',
    example: 'pending: reply.status in ["queued", "running"]',
    required: true,
    member: 'pending',
    rank: 130,
    sees: 'answered',
  },
})

/** A call of an upstream. */
export const CALL_KEYS = keysOf({
  like: {
    kind: 'text',
    about: 'Another call, whose keys are taken where none are written here',
    example: 'like: pool.chat',
    shape: {
      pattern: '^[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*$',
      patternErrorMessage: 'upstream.call',
    },
  },
  takes: TAKES,
  ...STEP_KEYS,
  host: {
    kind: 'other',
    about: "What stands for {host} in the upstream's `base`; a formula after =",
    example: 'host: prices',
    note:
      'For an upstream that has several hosts. The variable that replaces the base may hold ' +
      '{host} too. `poll` asks the same host.',
    shape: {
      type: 'string',
      pattern: '^(=|[a-z0-9][a-z0-9.-]*$)',
      patternErrorMessage: 'a part of a host name, such as api, or a formula after =',
    },
  },
  retry: {
    kind: 'count',
    about: 'How often it may be repeated after a failure; only where that is safe',
    example: 'retry: 2',
    member: 'retry',
    rank: 90,
  },
  attempt: {
    kind: 'duration',
    about: 'How long one attempt may take; one that takes longer is repeated, as `retry` says',
    example: 'timeout: 10s\nretry: 1\nattempt: 5s',
    note: '`timeout` is the time for all attempts together.',
    member: 'attempt',
    rank: 91,
  },
  repeat: {
    kind: 'leaf',
    about: 'How many calls make one result; a formula after =',
    example: 'repeat: =body.n',
    shape: {
      type: ['integer', 'string'],
      minimum: 1,
      pattern: '^=',
      patternErrorMessage: 'a number, or a formula after =',
    },
    member: 'repeat',
    rank: 110,
    sees: 'sent',
    notWith: {
      ticket: 'each call would have a ticket of its own',
      protocol: 'each call would be a conversation of its own',
    },
  },
  let: {
    kind: 'other',
    about: 'Named values of the call; those of `send` may wait for hooks',
    example: 'let: { picture: fit(body.image) }',
    note: 'A value that reads the reply is known in `fail`, `pass_when`, `give` and `ticket`.',
    shape: VALUES,
  },
  send_as: {
    kind: 'word',
    about: 'How `send` is written; JSON unless written',
    words: ['multipart', 'form'],
    example: 'send_as: multipart',
    note: '`multipart` sends files too; `form` is application/x-www-form-urlencoded.',
    member: 'sendAs',
    rank: 180,
    notWith: { protocol: 'a conversation is no form' },
  },
  files: {
    kind: 'names',
    about: 'Members of `send` that go as files: data URIs, or lists of them',
    example: 'files: [image, mask]',
    shape: { items: text('A member of `send`'), minItems: 1 },
    member: 'files',
    rank: 190,
  },
  first: {
    kind: 'first',
    about: 'Another call of the same upstream, made before this one; what it gives is `earlier`',
    example: 'first: upload',
    member: 'first',
    rank: 100,
    sees: 'asked',
  },
  first_when: {
    kind: 'condition',
    about: 'When the call of `first` is made; always unless written',
    example: 'first_when: has(body.image)',
  },
  ticket: {
    kind: 'data',
    about: 'What is kept of the reply to ask for the result with; `poll` says how',
    example: 'ticket: { id: =reply.id }',
    note: 'It is stored with the job, so that another process or a restart asks on.',
    shape: { type: 'object', minProperties: 1 },
    member: 'ticket',
    rank: 270,
    sees: 'answered',
    notWith: { protocol: 'a conversation is answered at once' },
  },
  poll: {
    kind: 'poll',
    about:
      'The second step of a call: asked again and again until it gives a result or a ' +
      'failure; sees `ticket`',
    example:
      'poll:\n  get: /v1/videos/{ticket.id}\n  every: 5s\n  timeout: 20s\n  pending: ' +
      'reply.status == "queued"\n  give: { assets: "=[{ url: reply.url }]" }',
    keys: POLL_KEYS,
    member: 'poll',
    rank: 280,
  },
  protocol: {
    kind: 'word',
    about:
      'The protocol of conversations that the upstream speaks; it writes `send` and reads ' +
      'the reply',
    words: UPSTREAM_PROTOCOLS,
    example: 'protocol: anthropic_messages',
    note:
      '`send` makes a request of the form `openai_chat`. `openai_responses` writes and reads ' +
      'nothing: requests and replies are passed on.',
    member: 'protocol',
    rank: 200,
  },
  allow: {
    kind: 'allow',
    about: 'Members of `send` that may reach the upstream; all others are left out',
    example: 'allow: [model, messages.role, thinking.type]',
    note:
      'A `send` that spreads a body with `...: forward` needs it: an upstream may bill what ' +
      'nobody priced.',
    shape: shapeOnly({
      ...listOf(
        '',
        like(
          'A member; `thinking.type` is one inside of another',
          '^[A-Za-z][A-Za-z0-9_-]*(\\.[A-Za-z][A-Za-z0-9_-]*)*$',
          'a name, or names with dots between them',
        ),
      ),
      minItems: 1,
    }),
    member: 'allow',
    rank: 170,
  },
  lasts: {
    kind: 'duration',
    about:
      'How long a stream may last; `timeout` is then the time to its first event and between two',
    example: 'lasts: 500s',
    member: 'lasts',
    rank: 80,
  },
})
