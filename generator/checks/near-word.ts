/**
 * Words that nothing declares: a tag, or a word in a list of a row. One that stands once and is
 * nearly one that stands often is mostly mistyped.
 */
import { itemsOf, textOf, valueOf } from '../read/access.ts'
import { editDistance, nearest } from '../problems/suggest.ts'
import type { Flat } from '../resolve/flat.ts'
import { warning, type Check } from './check.ts'
import type { Place, Problem, Raw } from '../types.ts'

/** So often a word stands that is no slip itself. */
const OFTEN = 3
/** Shorter words are near to each other without being slips. */
const LONG = 4

/** Warns of words that are nearly others. */
export const nearWord: Check = {
  code: 'near-word',
  run: (_catalog, flat) => [tagsOf(flat), ...listsOf(flat)].flatMap(slips),
}

type Word = { text: string; place: Place }

const wordsOf = (raw: Raw | undefined): Word[] =>
  itemsOf(raw).flatMap(item => {
    const text = textOf(item)
    return text === undefined ? [] : [{ text, place: item.place }]
  })

/** The tags of all routes. */
const tagsOf = ({ routes }: Flat): Word[] =>
  routes.flatMap(route => wordsOf(valueOf(route.keys, 'tags')))

/** The words of each column whose cells are lists. */
function listsOf({ tables }: Flat): Word[][] {
  return tables.flatMap(table =>
    table.columns.map(({ key }) => table.rows.flatMap(row => wordsOf(row.cells.get(key)?.value))),
  )
}

function slips(words: readonly Word[]): Problem[] {
  const places = new Map<string, Map<string, Place>>()
  for (const { text, place } of words) {
    const at = places.get(text) ?? new Map<string, Place>()
    places.set(text, at.set(`${place.file}:${place.start}`, place))
  }
  const often = [...places].filter(([, at]) => at.size >= OFTEN).map(([text]) => text)
  return [...places].flatMap(([text, at]) => {
    if (at.size > 1 || text.length < LONG) return []
    const near = nearest(text, often) ?? swapped(text, [...places.keys()])
    // Names with numbers differ by a digit: 720p, 480p.
    if (near === undefined || /\d/.test(text) || !isSlip(text, near)) return []
    return [
      warning('near-word', [...at.values()][0]!, `\`${text}\` stands nowhere else`, {
        hint: `did you mean \`${near}\`, which stands ${counted(places.get(near)!.size)}?`,
      }),
    ]
  })
}

/** Another word of the same letters but one, of which two stand in another order. */
const swapped = (text: string, all: readonly string[]): string | undefined =>
  all.find(
    other =>
      other !== text &&
      other.length === text.length &&
      editDistance(text, other) === 1 &&
      [...text].sort().join('') === [...other].sort().join(''),
  )

const counted = (times: number): string => (times === 1 ? 'elsewhere' : `${times} times`)

/** Whether a word differs from another by a letter or two: `market` and `markets` may both be. */
const isSlip = (text: string, near: string): boolean =>
  Math.abs(text.length - near.length) <= 1 && text[0] === near[0]
