/** Shape of `catalog/gateway.yaml`. */
import {
  amount,
  bytes,
  choice,
  duration,
  factor,
  flag,
  keys,
  like,
  listOf,
  named,
  text,
  whole,
} from './schema.ts'
import { DATED_GATEWAYS } from '../language/dated-gateway.ts'
import { GUARD } from '../language/guard.ts'
import type { Schema } from './schema.ts'

const PATH = '^/[A-Za-z0-9_./-]*$'

/** The file of the gateway. */
export const gatewaySchema: Schema = keys(
  'Everything that is true for the whole gateway',
  {
    name: text('Name of the gateway, in documents'),
    summary: text('One sentence about it, in documents'),
    fee: amount(
      'Flat transaction fee in USD, once per paid call, such as 0.001 for a tenth of a ' +
        'cent; `fee` in formulas',
      0.1,
    ),
    margin: factor(
      'Factor on catalog rates, from 1 to 2: write 1.05 for five percent; `margin` in formulas',
    ),
    margin_floor: factor(
      'A price is at least this times what the call costs us, where `price.cost` says ' +
        'that; 1 if it is not said',
    ),
    minimum: amount('Floor of a quote in USD, before the fee; `minimum` in formulas'),
    round: choice('How an amount becomes whole micro-USD: up, once, at the end', ['up']),
    authorization: duration('Lifetime of a signed payment, unless a route says otherwise'),
    slack: duration('A payment must stay valid at least this long when it arrives'),
    unsecured: amount(
      'USD that streams of wallets without history may owe together; above it they are ' +
        'settled at the first word',
    ),
    absorbed: amount(
      'USD that results whose payment failed may cost us in an hour, on routes that absorb ' +
        'it; 1.00 if it is not said',
    ),
    uncharged: whole(
      'Results that `charge_if` may leave uncharged, for one wallet in an hour; 60 if it ' +
        'is not said',
      1,
    ),
    canary: keys(
      'When a canary is aborted by itself; 30 calls, 2 times and 5 points if it is not said',
      {
        calls: whole('Calls of the canary before which nothing is decided', 1),
        factor: whole(
          'The share of its calls that fail may be this many times that of the live catalog',
          1,
        ),
        points: { ...whole('It may also be this many percentage points higher', 1), maximum: 100 },
      },
      ['calls', 'factor', 'points'],
    ),
    promotion_notice: duration(
      'How long before the end of a promotion `check` asks what follows it; 3d if it is not said',
    ),
    networks: listOf(
      'Names of the networks; the first is the default gateway, and the others follow by name',
      text('Name of a file in networks/'),
    ),
    errors: text('Envelope (errors/) of everything that no route answers'),
    body: bytes('Largest request body, unless a route says otherwise'),
    media: like('Path under which mirrored files are served', PATH, 'a path such as /media'),
    constants: named(
      'Numbers, texts, lists and maps by name, for all formulas; texts may name others as {holes}',
      {
        description: 'A constant',
        type: ['string', 'number', 'boolean', 'array', 'object'],
      },
    ),
    dated: DATED_GATEWAYS,
    contact: like(
      'Where to report a weakness, for `security.txt`: an address such as mailto:security@example.com',
      '^(?:mailto:[^@\\s]+@[^@\\s]+|https://\\S+|tel:\\+[0-9-]+)$',
      'mailto:, https:// or tel: and an address',
    ),
    titles: named(
      'Titles of folders and tags in documents and on pages, by their names, where a name alone ' +
        'would not be understood',
      text('Its title, such as Prediction markets'),
    ),
    tags: named(
      'Groups of endpoints in documents, each with its description; with this list, routes may ' +
        'use only these',
      text('The endpoints of the group'),
      like(
        'A group',
        '^[a-z0-9]+(-[a-z0-9]+)*$',
        'small letters, digits and -, such as news-search',
      ),
    ),
    paywall: flag(
      'Whether browsers that open a paid GET get a page on which they can pay; programs get the ' +
        'same 402 as ever',
    ),
    guard: GUARD,
    metrics: like('Path of the Prometheus figures', PATH, 'a path such as /metrics'),
  },
  [
    'name',
    'summary',
    'fee',
    'margin',
    'minimum',
    'round',
    'authorization',
    'slack',
    'networks',
    'errors',
    'body',
    'media',
    'metrics',
  ],
)
