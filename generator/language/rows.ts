/** The keys of a row of a models file that are no columns. */
import { INSTANT_WORDS } from '../../runtime/lib/instant.ts'
import { like, listOf, type Schema } from '../shape/schema.ts'
import { keysOf } from './key.ts'
import { shapesOf } from './shapes.ts'

/** The id of a row. */
export const ROW_ID = like('The id by which callers name a row', '^\\S+$', 'an id without blanks')

const FAMILY = 'A family of this file, whose cells are taken where none are written here'

const instant = (about: string): Schema =>
  like(about, String.raw`^\d{4}-\d\d-\d\d(T\S+)?$`, INSTANT_WORDS)

/** What an entry of `dated` says besides its columns. */
const DATED_KEYS = keysOf({
  from: {
    kind: 'text',
    about: 'When it begins, midnight in UTC or a full time',
    example: 'from: 2026-12-01',
    shape: instant('When it begins, midnight in UTC or a full time'),
  },
  until: {
    kind: 'text',
    about: 'When it ends; the list holds again from then on',
    example: 'until: 2026-12-08T09:00:00Z',
    shape: instant('When it ends; the list holds again from then on'),
  },
  because: {
    kind: 'text',
    about: 'Why, for documents and for who comes later',
    example: 'because: launch week',
  },
  discount: {
    kind: 'text',
    about: 'A promotion: how far all prices of the row are lowered',
    example: 'discount: 20 %',
    note: 'A promotion has an end, and may lie over another dated price.',
    shape: like(
      'A promotion: how far all prices of the row are lowered, e.g. 20 %',
      String.raw`^\d{1,2}(\.\d+)? ?%$`,
      'a percentage such as 20 %',
    ),
  },
  // oxlint-disable-next-line unicorn/no-thenable -- a key of the language
  then: {
    kind: 'word',
    about: 'The list price is meant to return when the promotion ends',
    words: ['list'],
    example: 'then: list',
  },
})

const RETIRED_KEYS = keysOf({
  since: {
    kind: 'text',
    about: 'From when on it is refused; at once unless written',
    example: 'since: 2027-01-01',
    shape: instant('From when on it is refused; at once unless written'),
  },
  use: {
    kind: 'text',
    about: 'The id of the row that callers should use instead',
    example: 'use: maker/large',
    required: true,
    shape: ROW_ID,
  },
})

/** The keys of a row. */
export const ROW_KEYS = keysOf({
  like: { kind: 'text', about: FAMILY, example: 'like: vendorA' },
  aliases: {
    kind: 'names',
    about: 'Other ids of the same row',
    example: 'aliases: [small-4]',
    shape: listOf('Other ids of the same row', ROW_ID),
  },
  dated: {
    kind: 'other',
    about: 'What holds for some time instead of the list: columns with other cells, or a discount',
    example:
      'dated:\n  - { from: 2026-12-01, until: 2026-12-08, discount: 20 %, because: launch week }',
    note: 'Entries of one row do not overlap. Those that are over may stay: they are the history of the price.',
    item: 'dated',
    keys: DATED_KEYS,
    shape: listOf('What holds for some time instead of the list', {
      description: 'Prices for some time: the columns that change, or a discount',
      type: 'object',
      properties: shapesOf(DATED_KEYS),
      required: ['from', 'because'],
      additionalProperties: { description: 'A cell; its column says of which type' },
    }),
  },
  retired: {
    kind: 'map',
    about: 'The row is not sold any more: callers get 410 with its successor, and its jobs end',
    example: 'retired: { since: 2027-01-01, use: maker/large }',
    keys: RETIRED_KEYS,
  },
})
