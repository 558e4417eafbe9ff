/** Converts names of the catalog to headings and ids. */

/** A name as an id: letters and digits, and hyphens between them. */
export const idOf = (name: string): string => name.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase()

/** A name of the catalog as a heading: `web-search` is `Web search`, short ones are initials. */
export function titleOf(name: string): string {
  const words = name.replaceAll(/[-_]/g, ' ')
  return words.length <= 3 ? words.toUpperCase() : words[0]!.toUpperCase() + words.slice(1)
}
