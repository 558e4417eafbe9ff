/** Builds addresses of requests that services make to their own gateway. */

/** Stands for the gateway when a path is parsed as an address. */
export const ANY_ORIGIN = 'http://gateway.invalid'

/** Returns query parameters as text. Lists are repeated, objects are JSON, and null is left out. */
export function searchText(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter(one => one !== undefined && one !== null)
      .map((one): [string, string] => [
        name,
        typeof one === 'object' ? JSON.stringify(one) : String(one),
      ]),
  )
  return new URLSearchParams(pairs).toString()
}
