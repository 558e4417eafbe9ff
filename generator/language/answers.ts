/** The keys of routes that define the work and the answer. */
import { formula, keys, LATER, treeMap } from '../shape/schema.ts'
import { CALLER_PROTOCOLS } from '../shape/protocols.ts'
import {
  MADE_CALL,
  MADE_KEYS,
  CACHE_KEYS,
  HEADER_KEYS,
  USAGE_KEYS,
  INSTEAD_KEYS,
} from './answer-parts.ts'
import { RETIRED_SHAPE } from './dated.ts'
import { JOB_KEYS } from './jobs.ts'
import { keysOf } from './key.ts'
import { fieldsOf } from './requests.ts'
import { requiredOf, shapesOf } from './shapes.ts'
import { REFUSAL } from './shared.ts'

/** The flows of the runtime. */
export const FLOWS = ['free', 'inline', 'hybrid_job', 'polled_job', 'stream_or_reply'] as const

/** Documents that the generator writes and a route can serve. */
const DOCUMENTS = [
  'contents.json',
  'openapi.json',
  'x402.json',
  'pricing.json',
  'agent-card.json',
  'mcp.json',
  'llms.txt',
  'llms-full.txt',
  'docs.html',
  'pages.css',
  'pages.js',
  'reference.js',
  'favicon.svg',
  'robots.txt',
  'sitemap.xml',
  'security.txt',
  'client.tgz',
] as const

/** Pages that a route can serve to browsers in place of its document. */
const PAGES = ['index.html'] as const

/** Services of the runtime that answer a free route. */
const SERVICES = ['quote', 'purchase', 'purchases', 'signing_keys', 'mcp', 'mcp_tools'] as const

/** The keys of how a call runs and what it answers. */
export const ANSWER_KEYS = keysOf({
  flow: {
    kind: 'word',
    about: 'How the call runs (flows.yaml)',
    words: FLOWS,
    example: 'flow: inline',
    note: '`free: true` is short for `flow: free`.',
    needed: true,
    member: 'flow',
    rank: 100,
  },
  stream: {
    kind: 'condition',
    about: 'Which calls are answered with a stream of events',
    example: 'stream: body.stream',
    member: 'streams',
    rank: 250,
    sees: 'gated',
  },
  protocol: {
    kind: 'word',
    about: 'The protocol in which callers are answered, instead of `reply`',
    words: CALLER_PROTOCOLS,
    example: 'protocol: openai_chat',
    member: 'protocol',
    rank: 240,
  },
  usage: {
    kind: 'map',
    about: 'How the usage of an answer is estimated when its upstream reports none',
    example: 'usage: { prompt: input_tokens, tokenizer: model.tokenizer }',
    note: 'For routes with `protocol`. Without it, such an answer has no usage.',
    keys: USAGE_KEYS,
  },
  job: {
    kind: 'job',
    about: 'How jobs of this route look',
    example: 'job: { object: thing.job, store: things, poll: "/things/{id}" }',
    keys: JOB_KEYS,
    member: 'job',
    rank: 530,
    notWith: { protocol: 'the protocol makes the answer' },
  },
  upstream: {
    kind: 'call',
    about:
      'The call that does the work, or a formula after =; a map where the call takes arguments',
    example: 'upstream: news.search',
    shape: {
      ...MADE_CALL,
      type: ['string', 'object'],
      properties: shapesOf(MADE_KEYS),
      required: requiredOf(MADE_KEYS),
      additionalProperties: false,
    },
    keys: MADE_KEYS,
    beside: true,
    member: 'upstream',
    rank: 430,
    sees: 'gated',
  },
  instead: {
    kind: 'instead',
    about: 'Fixed answers; the first whose condition holds is the reply',
    example: 'instead:\n  - { when: path.id == "example", reply: { note: Put an id here } }',
    note:
      'They cost nothing, also on paid routes, and no upstream is asked. They come after the ' +
      'gates.',
    keys: INSTEAD_KEYS,
    item: 'A fixed answer',
    member: 'instead',
    rank: 425,
    sees: 'gated',
  },
  fallback: {
    kind: 'row',
    about:
      'Id of the row that serves where the upstream of the chosen one fails before its first byte',
    example: 'fallback: model.fallback',
    note:
      'The caller pays what was quoted. `requested` in `headers` is the row that was asked ' +
      'for.',
    member: 'fallback',
    rank: 260,
    sees: 'gated',
  },
  mirror: {
    kind: 'text',
    about: 'The member of the result whose files are stored',
    example: 'mirror: assets',
    member: 'mirror',
    rank: 440,
    notWith: { protocol: 'the protocol makes the answer' },
  },
  embed: {
    kind: 'condition',
    about: 'When this holds, each stored file carries its content too: `b64_json`, in base64',
    example: 'embed: body.response_format == "b64_json"',
    note: 'For routes with `mirror`. On jobs it asks `job.echo`.',
    member: 'embed',
    rank: 450,
    sees: 'done',
  },
  file: {
    kind: 'condition',
    about: 'When this holds, the reply is the first stored file itself, with its type',
    example: 'file: \'first(request_headers.accept, "").startsWith("audio/")\'',
    note: 'For routes with `mirror`.',
    member: 'file',
    rank: 460,
    sees: 'done',
  },
  cache: {
    kind: 'cache',
    about: 'Replies kept for a while',
    example: 'cache: { when: body.method in kept, key: [=body.method], for: 10s }',
    keys: CACHE_KEYS,
    member: 'cache',
    rank: 470,
    notWith: { protocol: 'the protocol makes the answer' },
  },
  headers: {
    kind: 'headers',
    about: 'Headers of the reply; a list has conditions',
    example: 'headers: { X-Model: =model.id }',
    keys: HEADER_KEYS,
    shape: {
      type: ['object', 'array'],
      additionalProperties: { description: 'Text, or a formula after =', type: 'string' },
      items: keys(
        'Headers sent when something holds',
        { when: formula(HEADER_KEYS.when.about), send: treeMap(HEADER_KEYS.send.about) },
        ['when', 'send'],
      ),
    },
    member: 'headers',
    rank: 480,
    sees: 'done',
  },
  status: {
    kind: 'integer',
    about: 'Status of the reply',
    example: 'status: choose(result.ok, 200, 503)',
    member: 'status',
    rank: 490,
    sees: 'done',
    mayWait: true,
  },
  reply: {
    kind: 'reply',
    about: 'The reply, or `verbatim` for the bytes of the upstream',
    example: 'reply: { data: =result.assets }',
    shape: { type: ['object', 'array', 'string'] },
    member: 'reply',
    rank: 500,
    sees: 'done',
    mayWait: true,
    notWith: { protocol: 'the protocol makes the answer' },
  },
  document: {
    kind: 'word',
    about: 'A generated document',
    words: DOCUMENTS,
    example: 'document: openapi.json',
    member: 'document',
    rank: 520,
    notWith: { protocol: 'the protocol makes the answer' },
  },
  document_at: {
    kind: 'formula',
    about: 'The instant whose prices the document shows, where the caller names one',
    example: 'document_at: query.at',
    note:
      'It is a date or a time, such as 2026-12-01 or 2026-12-01T09:00:00Z; anything else is ' +
      'an invalid request. Without it the document is that of now.',
    member: 'documentAt',
    rank: 525,
    sees: 'addressed',
  },
  document_html: {
    kind: 'word',
    about: 'The page that callers get who prefer HTML to JSON, such as browsers',
    words: PAGES,
    example: 'document_html: index.html',
    note: 'For routes with `document`. The reply then depends on `Accept`, and has `Link` headers.',
    member: 'documentHtml',
    rank: 527,
    notWith: { protocol: 'the protocol makes the answer' },
  },
  document_tag: {
    kind: 'formula',
    about: 'The tag whose part of the OpenAPI document is asked for, where the caller names one',
    example: 'document_tag: query.tag',
    note:
      'The part has the operations of the tag and all that they refer to. A tag that the ' +
      'document does not have is an invalid request.',
    member: 'documentTag',
    rank: 526,
    sees: 'addressed',
  },
  serves: {
    kind: 'word',
    about: 'A service of the gateway itself, which answers the call',
    words: SERVICES,
    example: 'serves: quote',
    note:
      '`path`, `query` and `body` are checked as usual, and `limit` counts its calls. What each ' +
      'service does is in [runtime/services](../runtime/services/README.md).',
    member: 'serves',
    rank: 528,
    notWith: { protocol: 'the protocol makes the answer' },
  },
  answer: {
    kind: 'other',
    about: 'What a service answers, for documents: fields in field notation, or a schema',
    example: 'answer: { price: string!, currency: USD }',
    note: 'The runtime does not check it.',
    shape: fieldsOf([]),
    notWith: { reply: 'its formulas say what it holds' },
  },
  charge_if: {
    kind: 'condition',
    about: 'Charged only when this holds',
    example: 'charge_if: count(reply.results) > 0',
    note:
      'A wallet gets `uncharged:` results of `gateway.yaml` an hour for which it does not ' +
      'hold.',
    member: 'chargeIf',
    rank: 540,
    sees: 'replied',
  },
  suspended: {
    kind: 'refusal',
    about: 'Every call is answered so, uncharged',
    note:
      'With `challenge: before_gates`, a call without a payment gets the 402, and a call with one ' +
      'this answer.',
    example: 'suspended: 502 Not available',
    shape: {
      type: 'string',
      pattern: REFUSAL,
      patternErrorMessage: 'a status and a message, e.g. 502 Not available',
    },
    member: 'suspended',
    rank: 330,
  },
  retired: {
    kind: 'count',
    about:
      'Every call is answered with this status, before any challenge; or from when on it ' +
      'is answered with 410 and the address to use instead',
    example: 'retired: { since: 2027-01-01, use: POST /api/v2/things }',
    note:
      'With `use`, the route stays complete: its jobs end, and can be polled and paid for. ' +
      'With a status alone, nothing of it is left. `use` is a method and path of this ' +
      'catalog; without a method it is that of the route.',
    shape: {
      ...RETIRED_SHAPE,
      type: ['object', 'integer'],
      // The check refuses the statuses between them; an `enum` would refuse the map too.
      minimum: 404,
      maximum: 410,
      [LATER]: true,
    },
    member: 'gone',
    rank: 340,
  },
})
