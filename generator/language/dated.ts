/**
 * The keys of `dated:` and `retired:`, which are the same for rows, prices of routes, and
 * gateway.yaml.
 */
import { INSTANT_WORDS } from '../../runtime/lib/instant.ts'
import { dateHint } from '../notation/dates.ts'
import { HINT, LATER, like, listOf, type Schema } from '../shape/schema.ts'
import { keysOf, type Key } from './key.ts'
import { requiredOf, shapesOf } from './shapes.ts'

const instant = (about: string): Schema => ({
  ...like(about, String.raw`^\d{4}-\d\d-\d\d(T\S+)?$`, INSTANT_WORDS),
  [HINT]: dateHint,
})

const FROM = 'When it begins: midnight in UTC, or a full time such as 2026-12-01T09:00:00Z'
const UNTIL = 'When it ends; the list holds again from then on'

/** The keys of a period and its reason. */
export const PERIOD_KEYS = keysOf({
  from: {
    kind: 'text',
    about: FROM,
    example: 'from: 2026-12-01',
    shape: instant(FROM),
    required: true,
  },
  until: {
    kind: 'text',
    about: UNTIL,
    example: 'until: 2026-12-08T09:00:00Z',
    shape: instant(UNTIL),
  },
  because: {
    kind: 'text',
    about: 'Why, for documents and for who comes later',
    example: 'because: launch week',
    required: true,
  },
})

/** A promotion. */
const PROMOTION_KEYS = keysOf({
  discount: {
    kind: 'text',
    about: 'A promotion: how far all prices are lowered',
    example: 'discount: 20 %',
    note:
      'A promotion has an end, and may lie over another dated price. It lowers the prices of ' +
      'a row, and the whole amount of a route.',
    shape: like(
      'A promotion: how far all prices are lowered, e.g. 20 %',
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

/** The keys of a row's or price's `dated` entry besides its values. */
export const DATED_KEYS = keysOf({ ...PERIOD_KEYS, ...PROMOTION_KEYS })

/** The shape of an entry with other keys of this shape. */
export function datedShape(
  keys: Readonly<Record<string, Key>>,
  others: Pick<Schema, 'properties' | 'additionalProperties'>,
): Schema {
  return {
    description: 'What holds for some time: the values that change, or a discount',
    type: 'object',
    required: requiredOf(keys),
    ...others,
    properties: { ...shapesOf(keys), ...others.properties },
  }
}

/** The key `dated` with entries of this shape. They are checked together with their dates. */
export const datedKey = <const K extends Pick<Key, 'about' | 'example' | 'note' | 'keys'>>(
  key: K,
  entry: Schema,
) =>
  ({
    ...key,
    kind: 'other',
    item: 'dated',
    shape: { ...listOf(key.about, entry), [LATER]: true },
  }) as const

/** The keys of a retirement: its time and the successor. */
export const RETIRED_KEYS = keysOf({
  since: {
    kind: 'text',
    about: 'From when on it is refused; at once unless written',
    example: 'since: 2027-01-01',
    shape: instant('From when on it is refused; at once unless written'),
  },
  use: {
    kind: 'text',
    about: 'What callers should use instead: the id of a row, or the method and path of a route',
    example: 'use: maker/large',
    required: true,
  },
})

/** The shape of `retired: { since, use }`. */
export const RETIRED_SHAPE: Schema = {
  type: 'object',
  properties: shapesOf(RETIRED_KEYS),
  required: requiredOf(RETIRED_KEYS),
  additionalProperties: false,
}
