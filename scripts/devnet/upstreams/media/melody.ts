/** Which notes are heard, chosen by a text, so that no two recordings are the same. */
import { createHash } from 'node:crypto'

/** How many notes there are before they begin again. */
export const NOTES = 16
const RANGE = 12

/** Numbers from 0 to 11, the same for the same `seed`. */
export function notesOf(seed: string): number[] {
  return [...createHash('sha256').update(seed).digest().subarray(0, NOTES)].map(
    byte => byte % RANGE,
  )
}
