/**
 * Checks prices by size, such as `1280x720` or `720p`: a larger size is not cheaper than a smaller
 * one, and all sizes are written in the same way.
 */
import { entriesOf } from '../read/access.ts'
import { isUsd } from '../notation/column.ts'
import { warning, type Check } from './check.ts'
import type { Flat } from '../resolve/flat.ts'
import type { Place, Problem } from '../types.ts'

/** The highest ratio of width and height, or of height and width, that is sold. */
const WIDEST = 5

/** Warns of sizes with an unusual spelling or price. */
export const sizes: Check = {
  code: 'odd-size',
  run: (catalog, flat) =>
    catalog.tables.flatMap(table =>
      table.columns
        .filter(({ type }) => type.kind === 'table' && isUsd(type))
        .flatMap(({ name }) => {
          const rows = entriesIn(flat, table.name, name)
          return [...written(rows.flat()), ...rows.flatMap(cheaper)]
        }),
    ),
}

interface Entry {
  key: string
  usd: number
  place: Place
  keyPlace: Place
}

/** The entries of each cell of a column; shared entries of a family once. */
function entriesIn({ tables }: Flat, table: string, column: string): Entry[][] {
  const rows = tables.find(one => one.name === table)?.rows ?? []
  const cells = new Set(rows.flatMap(row => row.cells.get(column)?.value ?? []))
  return [...cells].map(cell =>
    entriesOf(cell).flatMap(({ key, keyPlace, value }) =>
      value.kind === 'scalar'
        ? [{ key, usd: Number(value.text.text), place: value.place, keyPlace }]
        : [],
    ),
  )
}

/** The size as a number: its pixels, or its lines. */
export function largeness(key: string): number | undefined {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(key) ?? []
  if (height !== undefined) return Number(width) * Number(height)
  const [, lines] = /^(\d+)p$/.exec(key) ?? []
  return lines === undefined ? undefined : Number(lines)
}

function cheaper(entries: readonly Entry[]): Problem[] {
  const known = entries.flatMap(one => {
    const size = largeness(one.key)
    return size === undefined ? [] : [{ ...one, size }]
  })
  const pairs = known.flatMap(one =>
    known.filter(two => two.size > one.size && two.usd < one.usd).map(two => [one, two] as const),
  )
  // One typo among correct sizes is part of the most pairs.
  const often = (of: Entry): number => pairs.filter(pair => pair.includes(of as never)).length
  const worst = pairs.flat().sort((a, b) => often(b) - often(a))[0]
  const pair = worst && pairs.find(both => both.includes(worst))
  if (!pair) return []
  const message =
    `${pair[0].key} costs ${pair[0].usd} and ${pair[1].key}, which is larger, only ` +
    `${pair[1].usd}`
  const hint = 'is the decimal point where it should be?'
  return [warning('odd-size', worst.place, message, { hint })]
}

const shape = (key: string): string => key.replaceAll(/\d+/g, '9')
const plain = (key: string): string =>
  key
    .toLowerCase()
    .replaceAll(/\s*(?:x|\*|by|,)\s*/g, 'x')
    .replaceAll(/\s/g, '')

function written(entries: readonly Entry[]): Problem[] {
  const shapes = new Set(
    entries.filter(one => plain(one.key) === one.key).map(one => shape(one.key)),
  )
  return entries.flatMap(({ key, keyPlace }): Problem[] => {
    const right = plain(key)
    if (right !== key && shapes.has(shape(right)))
      return [
        warning('odd-size', keyPlace, `no other size is written like \`${key}\``, {
          hint: `write ${right}`,
        }),
      ]
    const [, width = 1, height = 1] = (/^(\d+)x(\d+)$/.exec(key) ?? []).map(Number)
    const ratio = Math.max(width / height, height / width)
    return ratio <= WIDEST
      ? []
      : [
          warning(
            'odd-size',
            keyPlace,
            `${key} has sides in a ratio of ${Math.round(ratio)} to 1`,
            {
              hint: 'is there a digit too many or too few?',
            },
          ),
        ]
  })
}
