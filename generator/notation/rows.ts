/**
 * Converts a list's rows written as a tree: `{ each: m in models, show: { id: =m.id } }` is
 * `models.map(m, ...)`.
 */
import { sliceText } from '../formula/fail.ts'
import { entriesOf, problem, valueOf } from '../read/access.ts'
import type { Place, Problem, Raw, RawEntry, Text } from '../types.ts'

type Part = string | Text

/** The list and the name of its rows. */
const EACH = /^(\w+)\s+in\s+(.*)$/s

/** A text made of our own words and texts of the catalog; places inside the latter stay exact. */
export function compose(parts: readonly (string | Text)[], place: Place): Text {
  const text = parts.map(part => (typeof part === 'string' ? part : part.text)).join('')
  const at = (offset: number): number => {
    let start = 0
    for (const part of parts) {
      const length = typeof part === 'string' ? part.length : part.text.length
      if (offset < start + length)
        return typeof part === 'string' ? place.start : part.at(offset - start)
      start += length
    }
    return place.end
  }
  return { text, place, at }
}

/** Whether a map shows the rows of a list: it has `each` and `show`, and nothing else. */
export function isRows(raw: Raw): boolean {
  const each = valueOf(raw, 'each')
  const isList = each?.kind === 'scalar' && EACH.test(each.text.text)
  return isList && valueOf(raw, 'show') !== undefined && entriesOf(raw).length === 2
}

/** The formula for `each` and `show`: `list.map(row, { ... })`. */
export function rowsFormula(
  { each, show }: { each: Text; show: Raw },
  place: Place,
  problems: Problem[],
): Text {
  const [, row = '', of = ''] = EACH.exec(each.text) ?? []
  const list = sliceText(each, each.text.length - of.length)
  return compose([list, `.map(${row}, `, ...treeParts(show, problems), ')'], place)
}

function treeParts(raw: Raw, problems: Problem[]): Part[] {
  if (raw.kind === 'map')
    return between(
      '{',
      raw.entries.map(one => member(one, problems)),
      '}',
    )
  if (raw.kind === 'list')
    return between(
      '[',
      raw.items.map(one => treeParts(one, problems)),
      ']',
    )
  if (typeof raw.value !== 'string') return [raw.text.text]
  return raw.value.startsWith('=') ? [sliceText(raw.text, 1)] : [JSON.stringify(raw.value)]
}

function member({ key, keyPlace, value }: RawEntry, problems: Problem[]): Part[] {
  if (key === '...')
    problems.push(
      problem('bad-value', keyPlace, 'a view has no `...`', { hint: 'name each member' }),
    )
  return [`${JSON.stringify(key)}: `, ...treeParts(value, problems)]
}

function between(open: string, all: readonly Part[][], close: string): Part[] {
  const joined = all.flatMap((parts, i) => (i === 0 ? parts : [', ', ...parts]))
  return [open, ...joined, close]
}
