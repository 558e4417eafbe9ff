/**
 * Finds likely typos in undeclared words: a tag, or a word in a list of a row, that occurs once and
 * is similar to a frequent one.
 */
import { itemsOf, textOf, valueOf } from '../read/access.ts'
import { editDistance, nearest } from '../problems/suggest.ts'
import type { Flat } from '../resolve/flat.ts'
import { warning, type Check } from './check.ts'
import type { Place, Problem, Raw } from '../types.ts'

/** A word that occurs at least this often is not a typo. */
const OFTEN = 3
/** Shorter words are similar to each other without being typos. */
const LONG = 4

/** Warns of words that are similar to frequent ones. */
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
      warning('near-word', [...at.values()][0]!, `\`${text}\` occurs nowhere else`, {
        hint: `did you mean \`${near}\`, which occurs ${counted(places.get(near)!.size)}?`,
      }),
    ]
  })
}

/** Another word of the same letters, of which two neighbours are swapped. */
const swapped = (text: string, all: readonly string[]): string | undefined =>
  all.find(
    other =>
      other !== text &&
      other.length === text.length &&
      editDistance(text, other) === 1 &&
      [...text].sort().join('') === [...other].sort().join(''),
  )

const counted = (times: number): string => (times === 1 ? 'elsewhere' : `${times} times`)

/**
 * Whether a word may be a typo of a similar one: both have the same first letter and nearly the
 * same length.
 */
const isSlip = (text: string, near: string): boolean =>
  Math.abs(text.length - near.length) <= 1 && text[0] === near[0]
