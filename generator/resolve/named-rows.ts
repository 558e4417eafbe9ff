/** Explains unknown names that are those of a row: of another table, or in place of a family. */
import type { Problem } from '../types.ts'
import { RETIRED } from './inherit.ts'
import type { FlatTable } from './flat.ts'

const UNKNOWN = /^there is no (?:row|family) `(.+)`$/s

/** The problems; those about the name of a row say where the row is. */
export function atNamedRows(problems: readonly Problem[], tables: readonly FlatTable[]): Problem[] {
  const isUnknown = ({ code }: Problem): boolean =>
    code === 'unknown-row' || code === 'unknown-family'
  return problems.map(one => (isUnknown(one) ? atNamedRow(one, tables) : one))
}

function atNamedRow(problem: Problem, tables: readonly FlatTable[]): Problem {
  const id = UNKNOWN.exec(problem.message)?.[1]
  const table = tables.find(one => one.rows.some(row => row.id === id))
  if (!table) return problem
  const { place } = table.rows.find(row => row.id === id)!
  const others = problem.hint?.replace(`${RETIRED}; `, '')
  const what = problem.code === 'unknown-family' ? 'a row' : `a row of ${table.name}`
  return {
    ...problem,
    hint: [`it is ${what}, which cannot be named here`, others].filter(Boolean).join('; '),
    also: [...(problem.also ?? []), { place, label: `the row ${id} of ${table.name}` }],
  }
}
