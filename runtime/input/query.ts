/** Query strings as objects without a prototype. */

const MOST_PARAMETERS = 256

/**
 * Parses a query (without `?`); a repeated name becomes a list. Parameters beyond 256 are ignored.
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
