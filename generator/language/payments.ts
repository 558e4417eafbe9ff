/** The keys of routes about payment: the price, the 402, and the settlement. */
import { formula, keys, listOf, text, type Schema } from '../shape/schema.ts'
import { keysOf, type Key, type Keys } from './key.ts'
import { PRICE_KEYS, PRICE_SHAPE } from './prices.ts'
import { shapesOf } from './shapes.ts'
import { shapeOnly } from './shared.ts'

const NAMED_LIMIT = text('A named limit (limits.yaml)')

/**
 * The keys that `limit:` as a map and `free_quota:` share; `own` has the descriptions for each of
 * them.
 */
const countKeys = (own: {
  count: Pick<Key, 'about' | 'example' | 'note'>
  when: Pick<Key, 'about' | 'example'>
  key: Pick<Key, 'example'>
}) =>
  keysOf({
    count: {
      kind: 'names',
      ...own.count,
      shape: { ...shapeOnly(listOf('', NAMED_LIMIT)), minItems: 1 },
      required: true,
      member: 'names',
      rank: 10,
    },
    when: { kind: 'condition', ...own.when, member: 'when', rank: 20, sees: 'limited' },
    key: {
      kind: 'formula',
      about: 'What a limit `by: key` counts: calls with the same text',
      ...own.key,
      member: 'key',
      rank: 30,
      sees: 'limited',
    },
  })

/** The shape of these keys; `more` are the keys that only one of them has. */
const countShape = ({ count, when, key }: ReturnType<typeof countKeys>, more: Keys = {}): Schema =>
  shapeOnly(
    keys(
      '',
      {
        count: { ...listOf(count.about, NAMED_LIMIT), minItems: 1 },
        when: formula(when.about),
        key: formula(key.about),
        ...shapesOf(more),
      },
      ['count'],
    ),
  )

/** The keys that a free quota shares with `limit:`. */
const QUOTA_COUNT = countKeys({
  count: {
    about: 'Named limits, all of which must have room: so many results are free in each period',
    example: 'free_quota: { count: [taste] }',
    note:
      'Limits `by: ip` or `by: key` serve calls without a payment. If one is `by: payer`, ' +
      'callers sign as usual, and a wallet within its quota is not charged. A key can be made ' +
      'up, so a limit `by: key` needs one by ip or payer beside it.',
  },
  when: {
    about: 'Which calls can be free',
    example: 'free_quota: { count: [taste], when: body.n == 1 }',
  },
  key: { example: 'free_quota: { count: [taste, taste_of_user], key: body.user }' },
})

/** The keys that only a free quota has. */
const QUOTA_END = keysOf({
  // oxlint-disable-next-line unicorn/no-thenable -- a key of the language
  then: {
    kind: 'word',
    about: 'What a caller gets once its free results are used up: the price, unless it is refused',
    words: ['refuse'],
    example: 'free_quota: { count: [taste], then: refuse }',
    note:
      '`refuse` answers 429 with Retry-After instead of asking for a payment; calls that `when` ' +
      'leaves out keep their price. A call that comes with a payment is charged as ever, but a ' +
      'quota of wallets refuses it uncharged, and needs a `when`.',
    member: 'usedUp',
    rank: 40,
  },
})

/** `free_quota:` of `pay`. */
const QUOTA_KEYS = keysOf({ ...QUOTA_COUNT, ...QUOTA_END })

/** `pay:`. */
const PAY_KEYS = keysOf({
  authorization: {
    kind: 'duration',
    about: 'Lifetime of the signed payment; that of gateway.yaml unless written',
    example: 'pay: { authorization: 10m }',
    member: 'authorization',
    rank: 200,
  },
  failure_receipt: {
    kind: 'flag',
    about:
      'True: a failure after the payment verified carries a PAYMENT-RESPONSE with `success: false`',
    example: 'pay: { failure_receipt: true }',
    member: 'failureReceipt',
    rank: 400,
  },
  free: {
    kind: 'condition',
    about: 'Calls of which no payment is asked',
    example: 'pay: { free: model.billing == "free" }',
    member: 'free',
    rank: 210,
    sees: 'gated',
  },
  free_quota: {
    kind: 'limit',
    about: 'Results that a caller gets free in each period; after them the price holds, or 429',
    example: 'pay: { free_quota: { count: [taste] } }',
    note:
      'Only results count, each until the period after it is over, for all processes ' +
      'together. Calls under way hold a place, which they give back if they fail. Where a ' +
      'payment is sent, what `charge_if` does not charge is no result. Jobs have no quota; a ' +
      '`limit` refuses calls instead of asking for a payment.',
    keys: QUOTA_KEYS,
    shape: countShape(QUOTA_COUNT, QUOTA_END),
    member: 'quota',
    rank: 215,
  },
  redeliver: {
    kind: 'duration',
    about:
      "How long a paid reply that its caller left is handed to the same wallet's next call " +
      'for the same, which then pays nothing',
    example: 'pay: { redeliver: 5m }',
    note:
      'An hour at most. Only where an answer does not age: media and completions, never ' +
      'market or chain data.',
    member: 'redeliver',
    rank: 230,
  },
})

/** `settle:`. */
const SETTLE_KEYS = keysOf({
  on_failure: {
    kind: 'word',
    about:
      'What the caller gets when the settlement does not land: no result, unless it is ' +
      'served nevertheless',
    words: ['serve', 'absorb'],
    example: 'settle: { on_failure: serve }',
    note:
      '`serve` serves the result while the settlement may still land, `absorb` also when it ' +
      'failed for certain: we bear the cost.',
    member: 'onSettlementFailure',
    rank: 220,
  },
  unpaid: {
    kind: 'count',
    about:
      'Results that a wallet may leave unpaid in 30 days; above it, its calls are refused ' +
      'before the work',
    example: 'settle: { unpaid: 10 }',
    note:
      'For what is done even if the payment then fails, such as a telephone call: a wallet ' +
      'may be emptied while it is made. Calls in flight count too.',
    shape: { type: 'integer', minimum: 1 },
    member: 'mostUnpaid',
    rank: 225,
  },
  when: {
    kind: 'word',
    about: 'When the payment is settled',
    words: ['done', 'settled', 'accepted'],
    example: 'settle: { when: done }',
    later: true,
  },
})

/** The keys of a route's settlement. */
export const SETTLE = {
  kind: 'map',
  about: 'How the payment is settled',
  example: 'settle: { on_failure: serve }',
  keys: SETTLE_KEYS,
} as const

/**
 * The keys of how a route is paid; `pay` is a table of its own, because editors list it with the
 * address.
 */
export const PAY = {
  kind: 'map',
  about: 'Payment',
  example: 'pay: { authorization: 10m, redeliver: 5m }',
  keys: PAY_KEYS,
} as const

/** The price and the 402. */
export const PRICE_TABLE = keysOf({
  price: {
    kind: 'price',
    about: 'The amount that is signed: a formula in USD, or a map',
    example: 'price: { usd: model.rate * body.n * margin + fee }',
    keys: PRICE_KEYS,
    shape: PRICE_SHAPE,
    member: 'price',
    rank: 370,
    sees: 'gated',
  },
  free: { kind: 'flag', about: 'True: nothing is paid', example: 'free: true' },
  show: {
    kind: 'tree',
    about: 'Extra members of the 402 body',
    example: 'show: { model: =model.id }',
    member: 'show',
    rank: 380,
    sees: 'gated',
  },
  discovery_show: {
    kind: 'tree',
    about:
      'Extra members of the 402 that answers the other methods of the path, and an empty probe',
    example: 'discovery_show: { models: "=models.ids" }',
    note: 'It sees no request.',
    member: 'discoveryShow',
    rank: 390,
    sees: 'discovery',
  },
})

/** `limit:` as a map. */
const LIMIT_KEYS = countKeys({
  count: {
    about: 'Named limits, all of which count',
    example: 'limit: { count: [free_minute, free_hour], when: model.billing == "free" }',
  },
  when: {
    about: 'Which calls they count',
    example: 'limit: { count: [slow], when: body.n > 4 }',
  },
  key: { example: 'limit: { count: [links, links_of_wallet], key: body.address }' },
})

/** `limit:`: a name, or names with a condition. */
export const LIMIT = {
  kind: 'limit',
  about: 'A named limit (limits.yaml), or which ones count which calls',
  example: 'limit: metadata',
  note:
    'Every request counts: of a paid route its 402 and the paid request behind it. Limits ' +
    'are asked before the gates.',
  keys: LIMIT_KEYS,
  shape: {
    ...countShape(LIMIT_KEYS),
    type: ['object', 'string'],
    pattern: '\\S',
    patternErrorMessage: 'the name of a limit',
  },
  member: 'limits',
  rank: 190,
  sees: 'limited',
} as const
