/** Every key of routes, prefixes and templates. */
import {
  amount,
  choice,
  HINT,
  keys,
  like,
  listOf,
  named,
  text,
  tree,
  treeMap,
  type Schema,
} from '../shape/schema.ts'
import { ANSWER_KEYS } from './answers.ts'
import { keysOf } from './key.ts'
import { LIMIT, PAY, PRICE_TABLE, SETTLE } from './payments.ts'
import { BODY_KEYS } from './requests.ts'
import { shapeOnly } from './shared.ts'
import { requiredOf, shapesOf } from './shapes.ts'
import { WORK_KEYS } from './work.ts'
import { TRANSFER } from './transfer.ts'

/** A route's address. */
export const METHOD_AND_PATH = like(
  'Method and path',
  '^(GET|POST) /\\S*$',
  'GET or POST and a path, e.g. GET /api/v1/things/{id}',
)

/** The hint for a text in place of `query` or `path`, which may be meant as a field of the body. */
const inBody =
  (name: string) =>
  (text: string): string =>
    `if \`${name}\` is a field of the body, write { body: { ${name}: ${text} }, .. }`

/** The keys of an example besides the fields of its request. */
const EXAMPLE_KEYS = keysOf({
  usd: { kind: 'number', about: 'The exact price', example: 'usd: 0.0535' },
  about: { kind: 'number', about: 'The price, to the digits written', example: 'about: 0.05' },
  refused: {
    kind: 'count',
    about: 'The status with which it is refused',
    least: 400,
    example: 'refused: 400',
  },
  at: {
    kind: 'text',
    about: 'The day or time at which it is priced; by the list, before all dates, unless written',
    example: 'at: 2026-12-03',
  },
  used: {
    kind: 'data',
    about: 'What the call used, for `actual`: tokens, or the result or reply of the upstream',
    example: 'used: { input: 900, output: 120 }',
    shape: { type: 'object' },
  },
  actual: {
    kind: 'number',
    about: 'The exact amount that is then charged where less may be charged than is signed',
    example: 'actual: 0.0031',
  },
  query: {
    kind: 'data',
    about: 'The query',
    example: 'query: { limit: 5 }',
    shape: { type: 'object', [HINT]: inBody('query') },
  },
  path: {
    kind: 'data',
    about: 'Holes of the path',
    example: 'path: { id: abc }',
    shape: { type: 'object', [HINT]: inBody('path') },
  },
})

/** The keys of a route's address and of its rows. */
const ADDRESS_KEYS = keysOf({
  like: {
    kind: 'text',
    about: 'A template, whose keys are taken where none are written here',
    example: 'like: paid_call',
  },
  summary: {
    kind: 'text',
    about: 'One line about the route, for documents',
    example: 'summary: Search the news',
    needed: true,
    member: 'summary',
    rank: 80,
  },
  operation: {
    kind: 'text',
    about: 'Name of the operation in OpenAPI; made from the path unless written',
    example: 'operation: images.generate',
    shape: like(
      'A name',
      '^[a-z][A-Za-z0-9]*(\\.[a-z][A-Za-z0-9]*)*$',
      'words of letters and digits with dots between them, such as images.generate',
    ),
  },
  tool: {
    kind: 'text',
    about: 'Name under which MCP clients see the route beside search, describe, quote and call',
    example: 'tool: balance',
    shape: like('A name', '^[a-z][a-z0-9_]*$', 'small letters, digits and _, such as balance'),
  },
  tags: {
    kind: 'names',
    about: 'Groups in documents',
    example: 'tags: [news]',
    shape: {
      items: like(
        'A group',
        '^[a-z0-9]+(-[a-z0-9]+)*$',
        'small letters, digits and -, such as news-search',
      ),
    },
    member: 'tags',
    rank: 90,
  },
  keywords: {
    kind: 'names',
    about: 'What callers may call it besides its summary, for the search of MCP clients',
    example: 'keywords: [headlines, current events]',
    note:
      'A search finds a route first by its keywords and its name, then by its tags, and last by ' +
      'its summary. List what somebody would ask for (`picture`, `photo`), not what it is sold as.',
    shape: {
      items: like(
        'Words',
        '^[a-z0-9]+([ -][a-z0-9]+)*$',
        'small letters and digits, with single spaces between words, such as phone call',
      ),
    },
  },
  models: {
    kind: 'table',
    about: 'The models file whose rows it sells, e.g. images.models',
    example: 'models: images.models',
    member: 'table',
    rank: 150,
  },
  pick: {
    kind: 'formula',
    about: 'Which id chooses the row; body.model unless written',
    example: 'pick: path.chain',
    member: 'pick',
    rank: 170,
    sees: 'request',
  },
  lists: {
    kind: 'lists',
    about: 'Other models files that the reply lists, by the names that formulas give them',
    example: 'lists: { pictures: images.models }',
    shape: shapeOnly(named('', text('A models file, e.g. images.models'))),
    member: 'lists',
    rank: 160,
  },
  errors: {
    kind: 'envelope',
    about: 'Error envelope (errors/)',
    example: 'errors: openai',
    member: 'envelope',
    rank: 120,
  },
})

const ALIAS = like(
  'Path, with a method before it where it is not that of the route',
  '^((GET|POST) )?/\\S*$',
  'a path, e.g. /v1/things/{id} or POST /v1/things',
)

/** One of `aliases:`, as a map. */
const ALIAS_KEYS = keysOf({
  path: {
    kind: 'text',
    about: 'Path, with a method before it where it is not that of the route',
    example: 'path: GET /api/v1/eth/price',
    shape: shapeOnly(ALIAS),
    required: true,
  },
  with: {
    kind: 'other',
    about: "Values of holes of the route's path that the alias does not have",
    example: 'with: { chain: ethereum }',
    shape: shapeOnly(
      named('', {
        description: 'The value of the hole',
        type: ['string', 'integer'],
        pattern: '\\S',
        patternErrorMessage: 'some text',
      }),
    ),
  },
})

const ALIASES: Schema = shapeOnly(
  listOf('', {
    ...keys('Another path', shapesOf(ALIAS_KEYS), requiredOf(ALIAS_KEYS)),
    ...shapeOnly(ALIAS),
    type: ['object', 'string'],
  }),
)

/** The keys of further addresses, examples and tests of a route. */
const PLACE_KEYS = keysOf({
  limit: LIMIT,
  discovery: {
    kind: 'word',
    about: 'What the other methods of the path answer',
    words: ['challenge', 'free', 'none'],
    example: 'discovery: free',
    member: 'discovery',
    rank: 140,
  },
  challenge: {
    kind: 'word',
    about: 'Whether an unpaid call meets the gates first, or the 402',
    words: ['after_gates', 'before_gates'],
    example: 'challenge: before_gates',
    member: 'challenge',
    rank: 130,
  },
  networks: {
    kind: 'networks',
    about: 'Networks that serve it; all of gateway.yaml unless written',
    example: 'networks: [base]',
    shape: shapeOnly(listOf('', text('A network'))),
    member: 'networks',
    rank: 110,
  },
  aliases: {
    kind: 'aliases',
    about: 'Other paths of the same route, which may fill holes of its path',
    example:
      'aliases:\n  - POST /v1/images\n  - { path: /api/v1/eth/price, with: { chain: ethereum } }',
    note:
      'An alias has the method of the route unless it says its own. Each hole of the path is ' +
      'a hole of the alias, or filled by `with`.',
    keys: ALIAS_KEYS,
    shape: ALIASES,
    member: 'aliases',
    rank: 60,
  },
  given: {
    kind: 'other',
    about: 'What each example has that does not say it itself, such as the answers of hooks',
    example: "given: { fitImage: 'data:image/png;base64,AA==' }",
    shape: shapeOnly(treeMap('')),
  },
  row_prices: {
    kind: 'other',
    about: 'What the plainest call of each row costs, in USD; compared by every check',
    example: 'row_prices:\n  maker/small: 0.022\n  maker/large: 0.064',
    note:
      'The call is the first example with nothing but its required fields. Rows may be left ' +
      'out.',
    shape: shapeOnly(named('', amount('USD'), text('A row'))),
  },
  examples: {
    kind: 'other',
    about: 'Requests with what they cost; run by every check',
    example: 'examples:\n  - { q: rain, limit: 5, usd: 0.006 }\n  - { q: x, refused: 400 }',
    note:
      'A hook answers what the example says under its name. `used` says what the call used, ' +
      'and `actual` what it is then charged (see `price.actual`): `used: { input: 900, ' +
      'output: 120 }` in tokens, `used: { result: .. }`, or `used: { reply: .. }`.',
    keys: EXAMPLE_KEYS,
    shape: shapeOnly(
      listOf('', {
        description: 'Fields of the request, and `usd`, `about` or `refused`',
        type: 'object',
        properties: shapesOf(EXAMPLE_KEYS),
      }),
    ),
  },
})

/** The keys of records that a route reads and changes. */
const RECORD_KEYS = keysOf({
  read: {
    kind: 'reads',
    about: 'Records that the call reads (records/), by the names that formulas give them',
    example:
      'read:\n  number: { record: phone_numbers, key: =body.phoneNumber }\n  mine: { ' +
      'record: phone_numbers, of: =payer }',
    note:
      '`key` reads one record, which is absent if there is none; `of` lists those of a ' +
      'wallet, the oldest first and at most 1,000, without the first `skip: =query.skip`. A read that asks for `payer` is known in `checks`, `effects` and `reply`, any ' +
      'other one from the gates on. A record with a lease has a member `active`. An example ' +
      'says under its name what is read.',
    shape: shapeOnly(
      named(
        '',
        keys(
          'A read',
          {
            record: text('A record'),
            key: tree('Its key'),
            of: tree('The wallet'),
            skip: text('A formula after `=`: how many of the list to leave out'),
          },
          ['record'],
        ),
      ),
    ),
    member: 'reads',
    rank: 355,
    mayWait: true,
  },
  effects: {
    kind: 'effects',
    about: 'Changes of records, made exactly once together with the end of the payment',
    example:
      'effects:\n  - { put: phone_numbers, key: =result.number, row: { owner: =payer, ' +
      'expires_at: =now + lease_seconds } }',
    note:
      '`put` writes a record, `set` replaces fields, `add` adds to numbers, `remove` removes ' +
      'it. `set` needs a `read` of the same record. `when: settled`, which is usual, changes it only if the payment lands; `when: ' +
      'done` also if it fails. A record that the call has read is changed only if it is ' +
      'still the same; otherwise the checks are asked again.',
    shape: shapeOnly(
      listOf(
        '',
        keys(
          'A change',
          {
            put: text('A record'),
            set: text('A record'),
            add: text('A record'),
            remove: text('A record'),
            key: tree('Which'),
            row: treeMap('Fields'),
            when: choice('When it applies', ['done', 'settled']),
          },
          ['key'],
        ),
      ),
    ),
    member: 'effects',
    rank: 505,
  },
})

/** The keys that templates, prefixes and routes share. */
export const ROUTE_KEYS = keysOf({
  ...ADDRESS_KEYS,
  pay: PAY,
  settle: SETTLE,
  ...BODY_KEYS,
  ...PRICE_TABLE,
  ...ANSWER_KEYS,
  ...WORK_KEYS,
  ...PLACE_KEYS,
  ...RECORD_KEYS,
  transfer: TRANSFER,
})
