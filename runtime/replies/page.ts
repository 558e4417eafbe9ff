/** Pages for browsers with placeholders, which may change on dates of the catalog. */
import type { Catalog } from '../contract.ts'
import { once } from '../lib/once.ts'

/** Longest part of an address that a page shows. */
export const LONGEST_ADDRESS = 300

/** Reads a page as of a date of the catalog. */
export interface PageSource {
  read(name: string, since?: number): string | Promise<string>
  dates?: Catalog['dates']
}

/** Values by the names of placeholders; they are put into the page as they are. */
export type PageValues = Readonly<Record<string, string>>

/**
 * Returns a function that fills in a page as it is at an instant (Unix ms). `names` are its
 * placeholders, such as `{path}`. It rejects if the page cannot be read.
 */
export function pageAt(
  { read, dates }: PageSource,
  page: string,
  names: readonly string[],
): (at: number, values: PageValues) => Promise<string> {
  const placeholders = new RegExp(`\\{(${names.join('|')})\\}`)
  // Text and, at odd indexes, the names of placeholders.
  const partsSince = (since?: number): (() => Promise<readonly string[]>) =>
    once(async () => (await read(page, since)).split(placeholders))
  const first = partsSince()
  const later = (dates ?? []).map(({ since }) => ({ since, parts: partsSince(since) }))
  return async (at, values) => {
    const parts = await (later.findLast(({ since }) => since <= at)?.parts ?? first)()
    return parts.map((part, i) => (i % 2 === 0 ? part : values[part]!)).join('')
  }
}
