/**
 * `views:` show each row of a list in the same way. A view is written as a tree and means the
 * formula `list.map(row, { ... })`, which `let:`, `reply` and `discovery_show` use by its name.
 */
import { sliceText } from '../formula/fail.ts'
import { entriesOf, problem, valueOf } from '../read/access.ts'
import { compose } from './fields.ts'
import type { LetDef } from './scope.ts'
import type { Problem, Raw, RawEntry, Text } from '../types.ts'

type Part = string | Text

/** The views of a route as values of `let:`; what a view cannot hold is reported. */
export function viewDefs(raw: Raw | undefined, problems: Problem[]): LetDef[] {
  return entriesOf(raw).flatMap(entry => {
    const each = valueOf(entry.value, 'each')
    const show = valueOf(entry.value, 'show')
    if (each?.kind !== 'scalar' || !show) {
      const lacks = each ? 'show' : 'each'
      problems.push(
        problem('missing-key', entry.keyPlace, `the view \`${entry.key}\` has no \`${lacks}\``, {
          hint: 'write it, or take the view from a template',
        }),
      )
      return []
    }
    const [, row = '', of = ''] = /^(\w+)\s+in\s+(.*)$/s.exec(each.text.text) ?? []
    const list = sliceText(each.text, each.text.text.length - of.length)
    const parts: Part[] = [list, `.map(${row}, `, ...treeParts(show, problems), ')']
    return [{ name: entry.key, text: compose(parts, entry.keyPlace), place: entry.keyPlace }]
  })
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
