/** The keys of gateway.yaml. */
import { factor, like, listOf, named, text, whole, type Schema } from '../shape/schema.ts'
import { DATED_GATEWAYS } from './dated-gateway.ts'
import { GUARD_KEYS } from './guard.ts'
import { keysOf } from './key.ts'
import { shapeOnly } from './shared.ts'

const FACTOR = shapeOnly(factor(''))

/** A path of the gateway, such as `/media`. It has no empty segment. */
const pathLike = (example: string): Schema =>
  shapeOnly(like('', '^(?:/[A-Za-z0-9_.-]+)+$', `a path such as ${example}`))

/** `canary:`, which has all of its keys or is left out. */
const CANARY_KEYS = keysOf({
  calls: {
    kind: 'count',
    about: 'Calls of the canary before the first decision',
    least: 1,
    example: 'calls: 30',
    required: true,
  },
  factor: {
    kind: 'count',
    about: 'The share of its calls that fail may be this many times that of the live catalog',
    least: 1,
    example: 'factor: 2',
    required: true,
  },
  points: {
    kind: 'count',
    about: 'It may also be this many percentage points higher',
    example: 'points: 5',
    shape: { ...shapeOnly(whole('', 1)), maximum: 100 },
    required: true,
  },
})

/** The keys of `gateway.yaml`. */
export const GATEWAY_KEYS = keysOf({
  name: {
    kind: 'text',
    about: 'Name of the gateway, in documents',
    example: 'name: Farebox',
    required: true,
  },
  summary: {
    kind: 'text',
    about: 'One sentence about it, in documents',
    example: 'summary: AI and data calls sold one request at a time.',
    required: true,
  },
  fee: {
    kind: 'number',
    about:
      'Flat transaction fee in USD, once per paid call, such as 0.001 for a tenth of a ' +
      'cent; `fee` in formulas',
    example: 'fee: 0.001',
    shape: { maximum: 0.1 },
    required: true,
  },
  margin: {
    kind: 'number',
    about:
      'Factor on catalog rates, from 1 to 2: write 1.05 for five percent; `margin` in formulas',
    example: 'margin: 1.05',
    shape: FACTOR,
    required: true,
  },
  margin_floor: {
    kind: 'number',
    about:
      'Lowest ratio of a price to what the call costs us, for prices with `cost`; 1 by default',
    example: 'margin_floor: 1.02',
    shape: FACTOR,
  },
  minimum: {
    kind: 'number',
    about: 'Floor of a quote in USD, before the fee; `minimum` in formulas',
    example: 'minimum: 0.001',
    required: true,
  },
  round: {
    kind: 'word',
    about: 'How an amount becomes whole micro-USD: up, once, at the end',
    words: ['up'],
    example: 'round: up',
    required: true,
  },
  authorization: {
    kind: 'duration',
    about: 'Lifetime of a signed payment, unless a route says otherwise',
    example: 'authorization: 300s',
    required: true,
  },
  slack: {
    kind: 'duration',
    about: 'A payment must stay valid at least this long when it arrives',
    example: 'slack: 6s',
    required: true,
  },
  unsecured: {
    kind: 'number',
    about:
      'USD that streams of wallets without history may owe together; above it, these streams are ' +
      'settled at the first word',
    example: 'unsecured: 1.00',
    note: 'The default is 1.00. With 0, all of these streams are settled at the first word.',
  },
  absorbed: {
    kind: 'number',
    about:
      'USD that results whose payment failed may cost us in an hour, on routes that absorb ' +
      'it; 1.00 by default',
    example: 'absorbed: 1.00',
    note: 'Above it, the steps of such a call are undone, and the caller gets 402 and no result.',
  },
  uncharged: {
    kind: 'count',
    about: 'Results that `charge_if` may leave uncharged, for one wallet in an hour; 60 by default',
    least: 1,
    example: 'uncharged: 60',
    note: 'Above it, the wallet gets 429 on routes with `charge_if`.',
  },
  canary: {
    kind: 'map',
    about:
      'When a canary is aborted automatically; by default after 30 calls, at 2 times and 5 points',
    example: 'canary: { calls: 30, factor: 2, points: 5 }',
    keys: CANARY_KEYS,
  },
  promotion_notice: {
    kind: 'duration',
    about: 'How long before the end of a promotion `check` asks what follows it; 3d by default',
    example: 'promotion_notice: 7d',
  },
  networks: {
    kind: 'names',
    about: 'Names of the networks; the first is the default gateway, and the others follow by name',
    example: 'networks: [base, testnet]',
    shape: shapeOnly(listOf('', text('Name of a file in networks/'))),
    required: true,
  },
  errors: {
    kind: 'envelope',
    about: 'Envelope (errors/) of answers to requests that no route serves',
    example: 'errors: native',
    required: true,
  },
  body: {
    kind: 'size',
    about: 'Largest request body, unless a route says otherwise',
    example: 'body: 1MiB',
    required: true,
  },
  media: {
    kind: 'text',
    about: 'Path under which mirrored files are served',
    example: 'media: /media',
    shape: pathLike('/media'),
    required: true,
  },
  constants: {
    kind: 'other',
    about:
      'Numbers, texts, lists and maps by name, for all formulas; texts may name others as {holes}',
    example: 'constants: { search_source_usd: 0.025, colours: [red, blue] }',
    shape: shapeOnly(
      named('', {
        description: 'A constant',
        type: ['string', 'number', 'boolean', 'array', 'object'],
      }),
    ),
  },
  dated: DATED_GATEWAYS,
  contact: {
    kind: 'text',
    about:
      'Where to report a weakness, for `security.txt`: an address such as ' +
      'mailto:security@example.com',
    example: 'contact: mailto:security@example.com',
    shape: shapeOnly(
      like(
        '',
        '^(?:mailto:[^@\\s]+@[^@\\s]+|https://\\S+|tel:\\+[0-9-]+)$',
        'mailto:, https:// or tel: and an address',
      ),
    ),
  },
  titles: {
    kind: 'other',
    about:
      'Titles of folders and tags in documents and on pages, by their names, where a name alone ' +
      'would not be understood',
    example: 'titles: { pm: Prediction markets, rpc: Blockchain nodes }',
    shape: shapeOnly(named('', text('Its title, such as Prediction markets'))),
  },
  tags: {
    kind: 'other',
    about:
      'Groups of endpoints in documents, each with its description; with this list, routes may ' +
      'use only these',
    example: 'tags:\n  images: Pictures from texts.\n  web-search: Search results.',
    shape: shapeOnly(
      named(
        '',
        text('The endpoints of the group'),
        like(
          'A group',
          '^[a-z0-9]+(-[a-z0-9]+)*$',
          'small letters, digits and -, such as news-search',
        ),
      ),
    ),
  },
  paywall: {
    kind: 'flag',
    about:
      'Whether browsers that open a paid GET get a page on which they can pay; programs get the ' +
      'same 402 as ever',
    example: 'paywall: true',
  },
  guard: {
    kind: 'map',
    about: 'How far a price may move before `npm run plan` warns or blocks',
    example: 'guard: { warn: 5 %, block: 50 % }',
    keys: GUARD_KEYS,
  },
  metrics: {
    kind: 'text',
    about: 'Path of the Prometheus figures',
    example: 'metrics: /metrics',
    shape: pathLike('/metrics'),
    required: true,
  },
})
