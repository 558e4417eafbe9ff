/** Query strings as objects without a prototype. */

/** The most parameters of a query. */
export const MOST_PARAMETERS = 256

/** Whether a query (without `?`) has more parameters than are read. */
export function hasTooMany(search: string): boolean {
  if (search.length < MOST_PARAMETERS) return false
  let count = 0
  for (const character of search) if (character === '&') count++
  return count >= MOST_PARAMETERS
}

/**
 * Parses a query (without `?`); a repeated name becomes a list. Parameters beyond 256 are left out;
 * `hasTooMany` finds such queries.
 */
export function parseQuery(search: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = Object.create(null)
  if (search === '') return found
  let count = 0
  for (const [name, value] of new URLSearchParams(search)) {
    if (++count > MOST_PARAMETERS) break
    if (name === '__proto__') continue
    const before = found[name]
    if (before === undefined) found[name] = value
    else if (Array.isArray(before)) before.push(value)
    else found[name] = [before, value]
  }
  return found
}
