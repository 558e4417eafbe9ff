/** The keys of a row of a models file that are not columns. */
import { LATER, like, listOf, type Schema } from '../shape/schema.ts'
import { DATED_KEYS, datedKey, datedShape, RETIRED_KEYS, RETIRED_SHAPE } from './dated.ts'
import { keysOf } from './key.ts'

/** The shape of an entry of `dated` of a row. */
export const DATED_ROW: Schema = datedShape(DATED_KEYS, {
  additionalProperties: { description: 'A cell; its column says of which type' },
})

/** The id of a row. */
export const ROW_ID = like('The id by which callers name a row', '^\\S+$', 'an id without blanks')

const FAMILY = 'A family of this file, whose cells are taken where none are written here'

/** The keys of a row. */
export const ROW_KEYS = keysOf({
  like: { kind: 'text', about: FAMILY, example: 'like: vendorA' },
  aliases: {
    kind: 'names',
    about: 'Other ids of the same row',
    example: 'aliases: [small-4]',
    shape: listOf('Other ids of the same row', ROW_ID),
  },
  dated: datedKey(
    {
      about:
        'What holds for some time instead of the list: columns with other cells, or a discount',
      example:
        'dated:\n  - { from: 2026-12-01, until: 2026-12-08, discount: 20 %, because: launch week }',
      note:
        'Entries of one row do not overlap. Those that are over may stay: they are the ' +
        'history of the price.',
      keys: DATED_KEYS,
    },
    DATED_ROW,
  ),
  retired: {
    kind: 'map',
    about: 'The row is not sold any more: callers get 410 with its successor, and its jobs end',
    example: 'retired: { since: 2027-01-01, use: maker/large }',
    keys: RETIRED_KEYS,
    shape: { ...RETIRED_SHAPE, [LATER]: true },
  },
})
