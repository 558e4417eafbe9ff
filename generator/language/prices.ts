/** The keys of `price:`. */
import { formula, keys, type Schema } from '../shape/schema.ts'
import { DATED_KEYS, datedKey, datedShape } from './dated.ts'
import { keysOf, type Key } from './key.ts'
import { LET, shapeOnly, TABLES, VALUES } from './shared.ts'
import { requiredOf, shapesOf } from './shapes.ts'

const USD = { kind: 'formula', about: 'The amount in USD' } as const

/** `actual:`. */
const ACTUAL = {
  kind: 'other',
  about:
    'What was used, in place of values of `let`: the formula of `usd` then gives what is charged',
  example:
    'let: { pages: count(body.urls) }\nusd: pages * 0.002 + fee\nactual: { pages: ' +
    "'count(reply.results)' }",
  note:
    'It counts only for payments that settle less than they sign (scheme `upto`), and at ' +
    'most the quote is charged; without `actual` the quote is. ' +
    'Its formulas see the request, its row, and `result`, or `status`, `reply`, ' +
    '`reply_headers` of the upstream. In conversations they also see `usage`, the ' +
    'tokens that the upstream reports: `input`, of which `cached` were read from a cache ' +
    'and `written` to one, and `output`, of which `reasoning`. ' +
    'Of a route that streams they see only the request and `usage`. Jobs are charged the quote.',
  shape: { ...VALUES, minProperties: 1 },
} as const satisfies Key

/** `cost:`. */
const COST = {
  kind: 'other',
  about: 'What the upstream charges us for the call, in USD',
  example: 'usd: model.rate * body.count * margin + fee\ncost: model.cost * body.count',
  note:
    'The check tries many calls of each row, at the ends of every field and between them: each ' +
    'must cost the caller `margin_floor` (gateway.yaml) times as much as us. ' +
    'The sales lines have the cost, computed from the values of `actual` where these are known. ' +
    'It is never published.',
  shape: { ...shapeOnly(formula('')) },
} as const satisfies Key

/** `units:`. */
const UNITS = {
  kind: 'other',
  about: 'What the call delivers, as whole numbers by name, for the sales lines',
  example: 'units: { images: body.n, pixels: body.n * model.pixels }',
  note:
    'A line has them if there was a result, in the values of `actual` where these are ' +
    'known. Tokens of conversations are noted without it. ' +
    'Beside `by` they see the values of the quote. They are never published.',
  shape: { ...VALUES, minProperties: 1 },
} as const satisfies Key

/** The price for one value of `by`. */
const ARM_KEYS = keysOf({
  let: LET,
  usd: { ...USD, example: 'usd: model.rate * count + fee', required: true },
  actual: ACTUAL,
  cost: COST,
})

/** A price as a map, without its dates. Its other keys are values of `by`. */
const LIST_KEYS = keysOf({
  usd: {
    ...USD,
    example: 'usd: query.limit * 0.001 + fee',
    note: 'Amounts are exact and rounded up once, at the end, to a millionth of a dollar.',
  },
  by: {
    kind: 'formula',
    about: 'Which of the formulas below applies; one for each of its values',
    example:
      'by: model.billing\nflat: model.flat + fee\nper_second: model.rate * body.duration + fee',
  },
  let: LET,
  actual: ACTUAL,
  cost: COST,
  units: UNITS,
  show: {
    kind: 'data',
    about: 'Extra members of `price` in the 402',
    example: 'show: { seconds: =body.duration }',
    shape: { type: 'object' },
  },
  decimals: {
    kind: 'count',
    about: 'Digits of `price.amount`; 6 unless written',
    example: 'decimals: 4',
  },
  identify: {
    kind: 'flag',
    about: 'A zero-amount authorization names the wallet; nothing moves',
    example: 'identify: true',
  },
  tables: TABLES,
})

const ARM: Schema = {
  ...keys('The price for one value of `by`', shapesOf(ARM_KEYS), requiredOf(ARM_KEYS)),
  type: ['object', 'string', 'number'],
}

/** The shape of an entry of `dated` of a price. */
export const DATED_PRICE: Schema = datedShape(DATED_KEYS, {
  properties: shapesOf(LIST_KEYS),
  additionalProperties: ARM,
})

/** A price as a map. Its other keys are values of `by`. */
export const PRICE_KEYS = keysOf({
  ...LIST_KEYS,
  dated: datedKey(
    {
      about: 'What holds for some time: keys of the price with other values, or a discount',
      example:
        'usd: 0.005 + fee\ndated:\n  - { from: 2027-01-01, usd: 0.007 + fee, because: the ' +
        'upstream charges more }',
      note:
        'Prices of one route do not overlap, and neither do its promotions. A discount is on ' +
        'the whole amount, fee included. A route that writes an amount of its own takes no ' +
        '`dated` of its prefix or template.',
      keys: DATED_KEYS,
    },
    DATED_PRICE,
  ),
})

/** The shape of a price: a formula, or a map whose other keys are formulas too. */
export const PRICE_SHAPE: Schema = {
  type: ['object', 'string', 'number'],
  properties: shapesOf(PRICE_KEYS),
  additionalProperties: ARM,
}
