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

/** How much work one process takes on for an upstream. */
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

/** How tokens are signed. */
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
    about: 'Address, without a trailing /; may hold {holes}; the environment overrides it',
    example: 'base: https://api.news.example',
    shape: {
      pattern: '^https?://[^\\s]*[^/\\s]$',
      patternErrorMessage: 'an address such as https://api.example, without a trailing /',
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
    note: 'The environment has them behind the prefix: `account` of `CARRIER` is `CARRIER_ACCOUNT`. Without one, the upstream is not configured. `{account}` stands for it in base, headers and paths, and `account` in formulas of `query` and `send`; nothing that callers are answered can read it.',
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
