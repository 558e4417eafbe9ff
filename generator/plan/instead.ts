/**
 * Explains what to write instead of deleting a row or route: how to retire it, so that callers are
 * informed and jobs can finish, or how one that was renamed keeps its old name.
 */
import { shownInstant } from '../../runtime/lib/instant.ts'
import { editDistance } from '../problems/suggest.ts'
import { movedTo, renamedTo, type SoldRoute, type SoldRow, type TwoTables } from './renamed.ts'

/** The suggested time between a retirement and its end, in ms. */
const NOTICE = 30 * 86_400_000
const DAY = 86_400_000

/** How to retire what was deleted, `shown` as words; `use` is the proposed successor. */
const insteadOf = (shown: string, use: string, today?: number): string =>
  `put ${shown} back, with: ${retiredText(use, today)}`

/** The routes of two catalogs: all old ones, and those sold now. */
export interface TwoLists {
  old: readonly SoldRoute[]
  now: readonly SoldRoute[]
}

/**
 * What to write instead of deleting a route: its old path as an alias of the new route that sells
 * the same, if there is one, otherwise its retirement.
 */
export function insteadOfRoute(name: string, routes: TwoLists, today?: number): string {
  const names = routes.now.map(route => route.name)
  const moved = movedTo(name, routes.old, routes.now)
  if (moved === undefined) return insteadOf(name, nearestOf(name, names), today)
  const edit = aliasEdit(name, moved)
  const otherwise = insteadOf('it', moved.name, today)
  return `if ${name} has moved to ${moved.name}, ${edit}; otherwise ${otherwise}`
}

/**
 * What to write instead of deleting the row `id`: another name of the new row with its content, if
 * there is one, otherwise its retirement.
 */
export function insteadOfRow(id: string, tables: TwoTables, today?: number): string {
  const renamed = renamedTo(id, tables)
  if (renamed === undefined)
    return insteadOf(`the row ${id}`, successorOf(id, tables)?.name ?? UNNAMED, today)
  if (renamed.name.toLowerCase() === id.toLowerCase())
    return `${renamed.name} differs from ${id} only in its capitals: write ${id} again`
  const edit = aliasEdit(id, { name: `the row ${renamed.name}`, others: renamed.others })
  const otherwise = insteadOf('it', renamed.name, today)
  return `if ${id} was renamed to ${renamed.name}, ${edit}; otherwise ${otherwise}`
}

/** How a row or route gets one more name. */
const aliasEdit = (name: string, to: { name: string; others: readonly string[] }): string =>
  to.others.length === 0
    ? `add \`aliases: [${name}]\` to ${to.name}`
    : `add ${name} to the \`aliases\` of ${to.name}`

/**
 * The most similar name that is sold, even if it is not similar: it shows the format, and a person
 * decides.
 */
const nearestOf = (name: string, sold: readonly string[]): string =>
  sold.toSorted((a, b) => editDistance(name, a) - editDistance(name, b))[0] ?? UNNAMED

const UNNAMED = 'SUCCESSOR'

/** The row that has the content of a deleted one, or the most similar name. */
export function successorOf(id: string, tables: TwoTables): SoldRow | undefined {
  const { rows } = tables.now
  const near = nearestOf(
    id,
    rows.map(row => row.name),
  )
  return renamedTo(id, tables) ?? rows.find(row => row.name === near)
}

function retiredText(use: string, today?: number): string {
  const day = today === undefined ? undefined : today - (today % DAY) + NOTICE
  return `retired: { ${day === undefined ? '' : `since: ${shownInstant(day)}, `}use: ${use} }`
}
