/** The keys of upstreams. */
import { choice, like, named, text } from '../shape/schema.ts'
import { FAIL_KEYS } from './failures.ts'
import { keysOf } from './key.ts'
import { shapeOnly, TABLES } from './shared.ts'

const SETTING = like(
  'A setting',
  '^(?!(key|url)$)[a-z][a-z0-9_]*$',
  'a name in small letters; `key` and `url` are there by themselves',
)

/** The keys of the work that one process accepts for an upstream. */
const CAPACITY_KEYS = keysOf({
  concurrency: {
    kind: 'count',
    about: 'Jobs worked on at once; 32 unless written',
    least: 1,
    example: 'concurrency: 16',
  },
  queue: {
    kind: 'count',
    about: 'Jobs that may wait their turn; 512 unless written',
    example: 'queue: 200',
  },
})

/** The keys of how tokens are signed. */
const JWT_KEYS = keysOf({
  lifetime: {
    kind: 'duration',
    about: 'How long a token is valid',
    example: 'lifetime: 2m',
    required: true,
  },
  claims: {
    kind: 'other',
    about: 'What a token says; texts may hold {id}, {method}, {host} and {path}',
    example: "claims: { sub: '{id}' }",
    note: '`nbf` and `exp` are added.',
    shape: { type: 'object', minProperties: 1 },
    required: true,
  },
})

const LIST_PATH = like('Where a value stands', '^[^\\s*]+$', 'a path such as limit.context')
const LIST_VALUE = like(
  'A value of an entry',
  '\\S',
  'a path such as limit.context, or a formula such as pricing.prompt * 1000000',
)

/** A list of an upstream's models, which `npm run drift` compares with the rows. */
const LIST_KEYS = keysOf({
  get: {
    kind: 'text',
    about: 'Path below the base at which the upstream lists its models',
    example: 'get: /v1/models',
    note: 'A list has either `get` or `file`.',
    shape: { pattern: '^/', patternErrorMessage: 'a path such as /v1/models' },
  },
  file: {
    kind: 'text',
    about: 'A recorded price list instead: a JSON file in the folder of the catalog',
    example: 'file: observed/prices.json',
    note:
      'It has `source` (an address), `date` and `reply`. A model that is not in it is not ' +
      'gone.',
  },
  models: {
    kind: 'text',
    about: 'Where the list stands in the reply; a `.` is the reply itself',
    example: 'models: data',
    note: 'Of a map, the names are `key` of its entries.',
    required: true,
  },
  match: {
    kind: 'other',
    about: "The column with the model's name at the upstream, and where the list has that name",
    example: 'match: { upstream_id: id }',
    shape: { ...shapeOnly(named('', LIST_PATH)), minProperties: 1 },
    required: true,
  },
  prefix: {
    kind: 'text',
    about: "Beginning of the list's names that rows leave out",
    example: 'prefix: models/',
  },
  columns: {
    kind: 'other',
    about: 'Columns that are compared, each with its value in an entry: a path, or a formula',
    example: 'columns: { context: context_length, input: pricing.prompt * 1000000 }',
    note:
      'A formula has members of the entry, numbers, + - * / and first(). Numbers may be written ' +
      'as texts there. Of a map of prices each one is computed; what lacks a member is not ' +
      'compared.',
    shape: shapeOnly(named('', LIST_VALUE)),
  },
  rows: {
    kind: 'names',
    about: 'Models files that the list covers; all that have a row of the upstream unless written',
    example: 'rows: [chat.models]',
  },
  ignore: {
    kind: 'names',
    about: 'Listed models that are not to be sold; * stands for any letters',
    example: 'ignore: [embed-*]',
  },
})

/** Hosts of a private network, which need no TLS: addresses, and names that are not public. */
const PRIVATE = [
  '(?:127|10)(?:\\.\\d+){3}',
  '192\\.168(?:\\.\\d+){2}',
  '172\\.(?:1[6-9]|2\\d|3[01])(?:\\.\\d+){2}',
  '\\[[\\da-fA-F:]+\\]',
  '[\\w-]+',
  '[\\w.-]+\\.(?:local|internal)',
].join('|')

/** An upstream; `calls` are beside it. */
export const UPSTREAM_KEYS = keysOf({
  env: {
    kind: 'text',
    about: 'Prefix of its environment variables; its name in capitals unless written',
    example: 'env: NEWS',
    shape: { pattern: '^[A-Z][A-Z0-9_]*$', patternErrorMessage: 'capitals, digits and _' },
  },
  base: {
    kind: 'text',
    about:
      'https address, or http in a private network, without a trailing /; may hold {holes}; the ' +
      'environment overrides it',
    example: 'base: https://api.news.example',
    shape: {
      pattern: `^(?:https://|http://(?=(?:${PRIVATE})(?:[:/]|$)))[^\\s?#]*[^/\\s?#]$`,
      patternErrorMessage:
        'an https address such as https://api.example, or http in a private network, without a ' +
        'trailing /',
    },
    required: true,
  },
  source: {
    kind: 'text',
    about: 'Name that a rate-limited caller reads',
    example: 'source: news',
    required: true,
  },
  headers: {
    kind: 'other',
    about: 'Headers of every call; {key} is the key, {jwt} a token that `jwt` describes',
    example: "headers: { Authorization: 'Bearer {key}' }",
    shape: { type: 'object', additionalProperties: text('A header value') },
  },
  settings: {
    kind: 'other',
    about: 'Further settings from the environment, beside the key; each is `needed`',
    example: 'settings: { account: needed }',
    note:
      'The environment has them behind the prefix: `account` of `CARRIER` is ' +
      '`CARRIER_ACCOUNT`. Without one, the upstream is not configured. `{account}` stands ' +
      'for it in base, headers and paths, and `account` in formulas of `query` and `send`; ' +
      'nothing that callers are answered can read it.',
    shape: {
      ...shapeOnly(named('', choice('Whether it is needed', ['needed']), SETTING)),
      minProperties: 1,
    },
  },
  jwt: {
    kind: 'map',
    about: 'A token that is signed with the key for each call, as {jwt} in a header',
    example: "jwt: { lifetime: 2m, claims: { iss: shop, sub: '{id}' } }",
    note: 'The key is `id:secret`, the secret an Ed25519 or P-256 key in base64.',
    keys: JWT_KEYS,
  },
  capacity: {
    kind: 'map',
    about: 'How much work one process takes on for the upstream',
    example: 'capacity: { concurrency: 16, queue: 200 }',
    keys: CAPACITY_KEYS,
  },
  lists: {
    kind: 'other',
    about: 'Lists of its models and prices, with which `npm run drift` compares the rows',
    example: 'lists:\n  - { get: /v1/models, models: data, match: { upstream_id: id } }',
    note: 'Where two lists know a column of a model, the first in this order counts.',
    keys: LIST_KEYS,
    item: 'A list',
  },
  tables: { ...TABLES, note: 'All formulas of its calls read them by their names.' },
  fail: {
    kind: 'fails',
    about: 'Replies that are failures; the first that holds names it, otherwise the status does',
    example: 'fail:\n  - { when: status == 429, as: rate_limited, retry_after: 30 }',
    note: 'These rules hold for all calls of the upstream, and are asked before those of the call.',
    keys: FAIL_KEYS,
    item: 'A failure',
  },
})
