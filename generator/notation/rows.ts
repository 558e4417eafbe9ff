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
  const starts = parts.reduce<number[]>(
    (all, part) => [...all, all.at(-1)! + (typeof part === 'string' ? part : part.text).length],
    [0],
  )
  /** The text of the catalog at an offset, and the offset in it; undefined in our own words. */
  const found = (offset: number): { part: Text; offset: number } | undefined => {
    const nth = parts.findIndex((_, i) => offset < starts[i + 1]!)
    const part = parts[nth]
    return part === undefined || typeof part === 'string'
      ? undefined
      : { part, offset: offset - starts[nth]! }
  }
  return {
    text,
    place,
    at: offset => {
      const own = found(offset)
      if (own !== undefined) return own.part.at(own.offset)
      return offset < text.length ? place.start : place.end
    },
    fileAt: offset => {
      const own = found(offset)
      return own?.part.fileAt?.(own.offset) ?? own?.part.place.file ?? place.file
    },
  }
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
