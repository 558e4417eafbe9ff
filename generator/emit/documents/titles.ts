/** Converts names of the catalog to headings and ids. */

/** A name as an id: letters and digits, and hyphens between them. */
export const idOf = (name: string): string => name.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase()

/** Titles that the catalog gives to names. */
type Titles = Readonly<Record<string, string>> | undefined

/**
 * The heading of a folder or tag: the catalog's title of it, or its name. `web-search` is
 * `Web search`, and short names are initials.
 */
export function titleOf(name: string, titles?: Titles): string {
  const key = name.replaceAll('-', '_')
  const stated = titles !== undefined && Object.hasOwn(titles, key) ? titles[key] : undefined
  if (stated !== undefined) return stated
  const words = name.replaceAll(/[-_]/g, ' ')
  return words.length <= 3 ? words.toUpperCase() : words[0]!.toUpperCase() + words.slice(1)
}
