/** The keys of routes, prefixes and templates: the knobs of the language. */
import { CALLER_PROTOCOLS } from './protocols.ts'
import { tables } from './upstreams.ts'
import { FLOWS } from './small.ts'
import {
  amount,
  bytes,
  choice,
  duration,
  flag,
  formula,
  keys,
  like,
  listOf,
  named,
  text,
  tree,
  treeMap,
  whole,
  NAME,
  type Schema,
} from './schema.ts'

/** Documents that the generator writes and a route can serve. */
export const DOCUMENTS = ['contents.json', 'openapi.json', 'x402.json', 'pricing.json', 'llms.txt']

/** A route's address. */
export const METHOD_AND_PATH = like(
  'Method and path',
  '^(GET|POST) /\\S*$',
  'GET or POST and a path, e.g. GET /api/v1/things/{id}',
)
const REFUSAL = '^[1-5][0-9][0-9] \\S'
const lets = named(
  'Values by name, for the formulas below; each may use those above it',
  formula('A value'),
)

const OTHERS = ['ignore', 'refuse', 'forward'] as const

const input = (what: string, others: readonly string[] = OTHERS): Schema => ({
  description: `${what}: fields in field notation, or the name of a schema`,
  type: ['object', 'string'],
  properties: { '...': choice('Unknown fields: dropped, refused, or kept', others) },
  additionalProperties: text(
    'A field: type, `!` where required, a range, `= default`, e.g. integer 1..10 = 1',
  ),
})

const names = (description: string): Schema => listOf(description, NAME)

const fields = named(
  'Which fields go together; each line becomes ordinary gates',
  keys('Rules for one field', {
    needs: names('Fields that must come with it'),
    not_with: names('Fields that must not come with it'),
    only: formula('It may be given only when this holds'),
    never: like(
      'It is always refused, with this status and message',
      REFUSAL,
      'a status and a message, e.g. 400 Use x instead',
    ),
    refusal: like(
      'Of a field that is `refused` or `only` some values: the status and message instead of the usual ones',
      REFUSAL,
      'a status and a message, e.g. 400 Nothing is kept here',
    ),
    needed_when: formula('It must be given when this holds'),
    aka: names('Other names that callers write for it by mistake; they are warned'),
  }),
)

const views = named(
  'Views by name: how each row of a list is shown',
  keys('A view', {
    each: like(
      'A name for the row, and the list',
      '^[A-Za-z_][A-Za-z0-9_]*\\s+in\\s+\\S',
      'a name and a list, e.g. m in models',
    ),
    show: treeMap('What is shown of it'),
  }),
)

const gate = keys(
  'A gate: when its rule is false the call is refused',
  {
    rule: formula('What must hold'),
    when: formula('The rule is asked only when this holds'),
    error: like(
      'Status and message with {holes}',
      REFUSAL,
      'a status and a message, e.g. 400 Unknown model {body.model}',
    ),
    code: text('Machine-readable code of the refusal'),
    body: treeMap('Extra members of the error body'),
  },
  ['rule', 'error'],
)

/** A gate that has a name may take its other keys from the template. */
const partOf = (whole: Schema): Schema => ({ ...whole, required: [] })

const translate = keys(
  "A request in another form, which is checked and turned into the route's body",
  {
    body: input('The request as it comes'),
    let: lets,
    gates: listOf(
      "Rules in order, before the route's own; `body` is the request as it comes",
      gate,
    ),
    give: treeMap("The route's body; `body` is the request as it comes"),
  },
  ['body', 'give'],
)

const money = (what: string): Schema => formula(`${what} in USD`)
const arm: Schema = {
  ...keys('The price for one value of `by`', { let: lets, usd: money('The amount') }, ['usd']),
  type: ['object', 'string', 'number'],
}

const price: Schema = {
  description: 'The amount that is signed: a formula in USD, or a map',
  type: ['object', 'string', 'number'],
  properties: {
    usd: money('The amount'),
    by: formula('Which of the formulas below applies; one for each of its values'),
    let: lets,
    show: treeMap('Extra members of `price` in the 402'),
    decimals: whole('Digits of `price.amount`; 6 unless written'),
    identify: flag('A zero-amount authorization names the wallet; nothing moves'),
    tables,
  },
  additionalProperties: arm,
}

const job = keys('How jobs of this route look', {
  object: text('`object` of the job'),
  store: text('Name of the job store; routes may share one'),
  poll: like('Poll path with {id}', '^/\\S*\\{id\\}\\S*$', 'a path with {id}'),
  inline: duration('How long the call waits before it hands out a job'),
  stall: duration('A job that has not ended by then has failed'),
  keep: duration('How long it can be polled'),
  skip_inline: { ...formula('When the call does not wait at all'), type: ['string', 'boolean'] },
  echo: treeMap('What is kept of the request, for the views of the job: they read it as job.echo'),
  signed: treeMap(
    'Billed facts that stand, signed, in the query of the poll address; absent ones are left out',
  ),
  raw_inline: flag(
    'True: the inline reply gives what the supplier made as it came; only polls give the stored form',
  ),
  accepted: treeMap('202 of the submit'),
  pending: treeMap('202 of a poll'),
  failed: treeMap('200 of a poll of a failed job'),
  completed: treeMap("200 of a poll of a finished job; the route's `reply` unless written"),
  challenge: treeMap("Extra members of a poll's 402"),
})

const cache = keys(
  'Replies kept for a while',
  {
    when: formula('Which calls may be answered from memory'),
    tables,
    key: tree('What makes two calls the same'),
    for: duration('How long a reply is kept'),
    patch: treeMap('Members set in a kept reply'),
    keep_when: formula('Which replies may be kept'),
  },
  ['when', 'key', 'for'],
)

const headers: Schema = {
  description: 'Headers of the reply; a list has conditions',
  type: ['object', 'array'],
  additionalProperties: { description: 'Text, or a formula after =', type: 'string' },
  items: keys(
    'Headers sent when something holds',
    { when: formula('When'), send: treeMap('Headers') },
    ['when', 'send'],
  ),
}

const examples = listOf('Requests with what they cost; run by every check', {
  description: 'Fields of the request, and `usd`, `about` or `refused`',
  type: 'object',
  properties: {
    usd: amount('The exact price'),
    about: amount('The price, to the digits written'),
    refused: whole('The status with which it is refused', 400),
    query: treeMap('The query'),
    path: treeMap('Holes of the path'),
  },
})

const limit: Schema = {
  ...keys(
    'A named limit (limits.yaml), or which ones count which calls',
    {
      count: {
        ...listOf('Named limits, all of which count', text('A named limit (limits.yaml)')),
        minItems: 1,
      },
      when: formula('Which calls they count'),
    },
    ['count', 'when'],
  ),
  type: ['object', 'string'],
  pattern: '\\S',
  patternErrorMessage: 'the name of a limit',
}

const pay = keys('Payment', {
  authorization: duration('Lifetime of the signed payment; that of gateway.yaml unless written'),
  failure_receipt: flag(
    'True: a failure after the payment verified carries a PAYMENT-RESPONSE with `success: false`',
  ),
  free: formula('Calls of which no payment is asked'),
  redeliver: duration(
    "How long a paid reply that its caller left is handed to the same wallet's next call for the same, which then pays nothing",
  ),
})

const settle = keys('How the payment is settled', {
  on_failure: choice(
    'What the caller gets when the settlement fails: no result, unless it is served nevertheless',
    ['serve'],
  ),
  when: choice('When; not served yet', ['done', 'settled', 'accepted']),
})

/** Parsed and checked, but no runtime serves them yet. */
const later: Record<string, Schema> = {
  effects: listOf(
    'Changes of records, stored with the payment',
    keys('A change', {
      put: text('A record'),
      set: text('A record'),
      remove: text('A record'),
      key: tree('Which'),
      row: treeMap('Fields'),
      when: choice('When it applies', ['done', 'settled']),
    }),
  ),
  work: listOf('Steps in order; each names its result', treeMap('A step')),
}

/** Keys that the runtime does not serve yet. */
export const LATER = Object.keys(later)

/** What templates, prefixes and routes can all say. */
export const routeKeys: Readonly<Record<string, Schema>> = {
  like: text('A template, whose keys are taken where none are written here'),
  summary: text('One line about the route, for documents'),
  tags: listOf('Groups in documents', text('A group')),
  models: text('The models file whose rows it sells, e.g. images.models'),
  pick: formula('Which id chooses the row; body.model unless written'),
  lists: named(
    'Other models files that the reply lists, by the names that formulas give them',
    text('A models file, e.g. images.models'),
  ),
  errors: text('Error envelope (errors/)'),
  pay,
  settle,
  body_limit: bytes('Largest request body'),
  body: input('The request body'),
  multipart: flag('True: forms are taken too; files become data URIs, `x[]` is the list x'),
  translate,
  // `unchecked`: the fields are for documents, and the upstream checks them.
  query: input('The query', [...OTHERS, 'unchecked']),
  fields,
  let: lets,
  views,
  gates: {
    description:
      'Rules in order, before the 402; the first that is false answers. A map names them, so that a route can replace one of its template',
    type: ['array', 'object'],
    items: gate,
    propertyNames: NAME,
    additionalProperties: partOf(gate),
  },
  checks: listOf(
    'Rules that may ask for `payer`: after the payment verified, before it is claimed; the first that is false answers',
    gate,
  ),
  price,
  free: flag('True: nothing is paid'),
  show: treeMap('Extra members of the 402 body'),
  discovery_show: treeMap(
    'Extra members of the 402 that answers the other methods of the path, and an empty probe',
  ),
  flow: choice('How the call runs (flows.yaml)', FLOWS),
  stream: formula('Which calls are answered with a stream of events'),
  protocol: choice(
    'The protocol in which callers are answered, instead of `reply`',
    CALLER_PROTOCOLS,
  ),
  job,
  upstream: like(
    'The call that does the work, or a formula after =',
    '^(=|[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*$)',
    'upstream.call, or a formula after =',
  ),
  fallback: formula(
    'Id of the row that serves where the supplier of the chosen one fails before its first byte',
  ),
  mirror: text('The member of the result whose files are stored'),
  embed: formula(
    'When this holds, each stored file carries its content too: `b64_json`, in base64',
  ),
  file: formula('When this holds, the reply is the first stored file itself, with its type'),
  cache,
  headers,
  status: formula('Status of the reply'),
  reply: {
    ...treeMap('The reply, or `verbatim` for the bytes of the upstream'),
    type: ['object', 'array', 'string'],
  },
  document: choice('A generated document', DOCUMENTS),
  charge_if: formula('Charged only when this holds'),
  suspended: like(
    'Every call is answered so, uncharged',
    REFUSAL,
    'a status and a message, e.g. 502 Not available',
  ),
  retired: {
    description: 'Every call is answered with this status, before any challenge',
    type: 'integer',
    enum: [404, 410],
  },
  limit,
  discovery: choice('What the other methods of the path answer', ['challenge', 'free', 'none']),
  challenge: choice('Whether an unpaid call meets the gates first, or the 402', [
    'after_gates',
    'before_gates',
  ]),
  networks: listOf('Networks that serve it; all of gateway.yaml unless written', text('A network')),
  also: listOf('Other methods and paths of the same route', METHOD_AND_PATH),
  given: treeMap('What each example has that does not say it itself, such as the answers of hooks'),
  examples,
  ...later,
}
