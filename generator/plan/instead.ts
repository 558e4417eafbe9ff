/**
 * Explains what to write instead of deleting a row or route: how to retire it, so that callers are
 * informed and jobs can finish, or how a row that was renamed keeps its old name.
 */
import { shownInstant } from '../../runtime/lib/instant.ts'
import { editDistance } from '../problems/suggest.ts'
import { renamedTo, type TwoTables } from './renamed.ts'

/** The suggested time between a retirement and its end, in ms. */
const NOTICE = 30 * 86_400_000
const DAY = 86_400_000

/** How to retire a deleted row or route; `sold` are the possible successors. */
export const insteadOf = (name: string, sold: readonly string[], today?: number): string =>
  `put ${name} back, with: ${retiredText(nearestOf(name, sold), today)}`

/**
 * What to write instead of deleting the row `id`: another name of the new row with its content, if
 * there is one, otherwise its retirement.
 */
export function insteadOfRow(id: string, tables: TwoTables, today?: number): string {
  const names = tables.now.rows.map(row => row.name)
  const renamed = renamedTo(id, tables)
  if (renamed === undefined) return insteadOf(`the row ${id}`, names, today)
  const { name, others } = renamed
  const edit =
    others.length === 0
      ? `add \`aliases: [${id}]\` to the row ${name}`
      : `add ${id} to the \`aliases\` of the row ${name}`
  return `if ${id} was renamed to ${name}, ${edit}; otherwise ${insteadOf('it', names, today)}`
}

/**
 * The most similar name that is sold, even if it is not similar: it shows the format, and a person
 * decides.
 */
const nearestOf = (name: string, sold: readonly string[]): string =>
  sold.toSorted((a, b) => editDistance(name, a) - editDistance(name, b))[0] ?? 'SUCCESSOR'

function retiredText(use: string, today?: number): string {
  const day = today === undefined ? undefined : today - (today % DAY) + NOTICE
  return `retired: { ${day === undefined ? '' : `since: ${shownInstant(day)}, `}use: ${use} }`
}
