/**
 * Merges problems that only some rows have: one problem with the row's place, instead of one per
 * row.
 */
import { sliceOf, type LoweringContext } from './build.ts'
import type { RowIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/**
 * Codes of unproven look-ups. A row may prove them, so they are not reported for the table as a
 * whole.
 */
const UNPROVEN: ReadonlySet<string> = new Set(['missing-entry', 'unproven-key'])

interface Around {
  build: LoweringContext
  variants: readonly { rows?: readonly RowIR[] }[]
}

/** Merges the problems of a formula for the whole table with those for each group of rows. */
export function merged(
  [whole = [], ...groups]: readonly (readonly Problem[])[],
  around: Around,
): Problem[] {
  const general = groups.length > 0 ? whole.filter(problem => !UNPROVEN.has(problem.code)) : whole
  if (groups.every(group => group.length === 0))
    return general.map(problem => plainColumn(problem, around))
  const found = new Map<string, { problem: Problem; groups: Set<number> }>()
  groups.forEach((group, index) => {
    for (const problem of group) {
      const key = `${problem.code}\n${problem.place.start}\n${problem.message}`
      const known = found.get(key)
      if (known) known.groups.add(index)
      else found.set(key, { problem, groups: new Set([index]) })
    }
  })
  return [...found.values()].map(({ problem, groups: where }) =>
    where.size === groups.length && !absentColumn(problem, around)
      ? problem
      : withRow(
          problem,
          [...where].flatMap(index => around.variants[index + 1]!.rows!),
          around,
        ),
  )
}

/** The column in `model.x`, if it may be absent. */
function absentColumn(problem: Problem, { build }: Around): string | undefined {
  if (problem.code !== 'maybe-absent') return undefined
  return (
    /^model\.(\w+)/.exec(sliceOf(build, problem.place))?.[1] ??
    /\bmodel\.(\w+) may be absent/.exec(problem.message)?.[1]
  )
}

function plainColumn(problem: Problem, around: Around): Problem {
  const column = absentColumn(problem, around)
  return column
    ? {
        ...problem,
        code: 'no-value-in-row',
        message: `model.${column} has no value in any of these rows`,
      }
    : problem
}

/**
 * A problem at the row: the row allows a value for which it has no entry, and the formula is right
 * for other rows.
 */
function atRow(problem: Problem, row: RowIR, more: string): Problem {
  const also = [{ place: problem.place, label: 'looked up here' }, ...(problem.also ?? [])]
  const [, column = ''] = /`model\.(\w+)`/.exec(problem.message) ?? []
  const place = row.places[column] ?? row.place
  return { ...problem, place, message: `row ${row.id}${more}: ${problem.message}`, also }
}

function withRow(problem: Problem, rows: readonly RowIR[], around: Around): Problem {
  const row = rows[0]
  if (!row) return problem
  const column = absentColumn(problem, around)
  const more = rows.length > 1 ? ` and ${rows.length - 1} more` : ''
  if (UNPROVEN.has(problem.code)) return atRow(problem, row, more)
  const where = `row ${row.id} (${around.build.at(row.place)})${more}`
  const also = [...(problem.also ?? []), { place: row.place, label: `row ${row.id}` }]
  if (!column) return { ...problem, message: `${problem.message}, in ${where}`, also }
  return {
    ...problem,
    code: 'no-value-in-row',
    message: `model.${column} has no value in ${where}`,
    also,
    hint:
      `give the row a value: ${column}: ..; or give the column a default, or ask ` +
      `has(model.${column})`,
  }
}
