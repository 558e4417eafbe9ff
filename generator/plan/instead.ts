/**
 * Explains how to retire a deleted row or route, so that callers are informed and jobs can finish.
 */
import { shownInstant } from '../../runtime/lib/instant.ts'
import { editDistance } from '../problems/suggest.ts'

/** The suggested time between a retirement and its end, in ms. */
const NOTICE = 30 * 86_400_000
const DAY = 86_400_000

/** How to retire a deleted row or route; `sold` are the possible successors. */
export const insteadOf = (name: string, sold: readonly string[], today?: number): string =>
  `put ${name} back, with: ${retiredText(nearestOf(name, sold), today)}`

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
