/**
 * Builds `views:`, which show each row of a list in the same way. A view is written as a tree and
 * means the formula `list.map(row, { ... })`; `let:`, `reply` and `discovery_show` use it by its
 * name.
 */
import { entriesOf, problem, valueOf } from '../read/access.ts'
import { rowsFormula } from '../notation/rows.ts'
import type { LetDef } from './scope.ts'
import type { Problem, Raw } from '../types.ts'

/** The views of a route as values of `let:`; reports invalid members. */
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
    const text = rowsFormula({ each: each.text, show }, entry.keyPlace, problems)
    return [{ name: entry.key, text, place: entry.keyPlace }]
  })
}
