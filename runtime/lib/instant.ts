/** Instants as people write them: a date, which is midnight in UTC, or a time of RFC 3339. */

const INSTANT = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/

/** The accepted forms of an instant, for messages. */
export const INSTANT_WORDS =
  'a date such as 2026-12-01 (midnight in UTC), or a time such as 2026-12-01T09:00:00Z'

/**
 * Returns an instant in Unix ms; undefined for any other text, including days that do not exist.
 */
export function readInstant(text: string): number | undefined {
  const [, date, time] = INSTANT.exec(text) ?? []
  if (date === undefined) return undefined
  const midnight = Date.parse(`${date}T00:00:00Z`)
  // The parser would accept 30 February as a day of March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return undefined
  const ms = time === undefined ? midnight : Date.parse(text)
  return Number.isNaN(ms) ? undefined : ms
}

/** Formats an instant: only the date at midnight in UTC. */
export function shownInstant(ms: number): string {
  const text = new Date(ms).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.replace('.000Z', 'Z')
}
