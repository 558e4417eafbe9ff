/** Corrects dates in other forms: `30.11.2026`, `11/30/2026`, `2026-12-1`. */
import { readInstant } from '../../runtime/lib/instant.ts'

/** The hint for a date in another form; undefined for other texts and days that do not exist. */
export function dateHint(text: string): string | undefined {
  const dates = [...new Set(readings(text))].filter(date => readInstant(date) !== undefined)
  return dates.length === 0 ? undefined : `write ${dates.join(', or ')}`
}

function readings(text: string): string[] {
  const [, year, month, day] = /^(\d{4})[-./ ](\d{1,2})[-./ ](\d{1,2})$/.exec(text) ?? []
  if (year !== undefined) return [dateOf(year, month!, day!)]
  const [, first, sign, second, last] = /^(\d{1,2})([-./ ])(\d{1,2})\2(\d{4})$/.exec(text) ?? []
  if (first === undefined) return []
  const european = dateOf(last!, second!, first)
  return sign === '.' ? [european] : [european, dateOf(last!, first, second!)]
}

const dateOf = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
