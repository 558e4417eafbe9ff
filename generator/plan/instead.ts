/** How to retire what was deleted, so that callers learn of it and jobs can end. */
import { shownInstant } from '../../runtime/lib/instant.ts'
import { editDistance } from '../problems/suggest.ts'

/** How long before its end a retirement is suggested. */
const NOTICE = 30 * 86_400_000
const DAY = 86_400_000

/** How to retire a row or a route that was deleted; `sold` are those that may stand in for it. */
export const insteadOf = (name: string, sold: readonly string[], today?: number): string =>
  `put ${name} back, with: ${retiredText(nearestOf(name, sold), today)}`

/** The most alike of what is sold, however unlike: it shows the form, and a person decides. */
const nearestOf = (name: string, sold: readonly string[]): string =>
  sold.toSorted((a, b) => editDistance(name, a) - editDistance(name, b))[0] ?? 'SUCCESSOR'

function retiredText(use: string, today?: number): string {
  const day = today === undefined ? undefined : today - (today % DAY) + NOTICE
  return `retired: { ${day === undefined ? '' : `since: ${shownInstant(day)}, `}use: ${use} }`
}
