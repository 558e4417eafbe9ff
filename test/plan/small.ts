/** Plans of changes of the small catalog. */
import { compileAll } from '../../generator/compile.ts'
import type { CatalogIR } from '../../generator/ir.ts'
import { planOf, type Plan } from '../../generator/plan/plan.ts'
import type { Finding } from '../../generator/plan/types.ts'
import { edited, type Edit } from '../checks/small-catalog.ts'

/** The small catalog with edits. */
export function catalogOf(edits: readonly Edit[] = []): CatalogIR {
  const { value, problems } = compileAll(edited(edits), { only: 'build' })
  if (!value) throw new Error(problems.map(one => one.message).join('\n'))
  return value
}

/** The plan of edits, over a catalog that may have edits too. */
export const planWith = (edits: readonly Edit[], before: readonly Edit[] = []): Plan =>
  planOf(catalogOf(before), catalogOf([...before, ...edits]))

/** A finding in short: its id, level, subject and values. */
export const short = ({ id, level, subject, old, new: now }: Finding): string =>
  [
    level,
    id,
    subject,
    ...(old === undefined && now === undefined ? [] : [`${old} -> ${now}`]),
  ].join(' | ')

/** What a finding's effects say, in micro-USD. */
export const effects = (finding: Finding | undefined): string[] =>
  (finding?.effects ?? []).map(
    one => `${one.endpoint} ${one.model} ${one.what}: ${one.old} -> ${one.new}`,
  )
