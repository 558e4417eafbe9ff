/** Reads the sales lines of a period. */
import type { Store } from '../store/store.ts'
import { dayOf, SALES } from './line.ts'
import type { SaleLine } from './types.ts'

const DAY = 86_400_000
/** Lines that are read at a time. */
const PAGE = 2_000

/** A line with its key. */
export interface KeyedLine {
  key: string
  line: SaleLine
}

/**
 * Reads the lines from `since` to just before `until` (Unix ms), day by day in the order in which
 * they were written.
 */
export async function* salesLines(
  store: Pick<Store, 'list'>,
  { since, until }: { since: number; until: number },
): AsyncGenerator<KeyedLine> {
  for (let at = Math.floor(since / DAY) * DAY; at < until; at += DAY) {
    for (let skip = 0; ; skip += PAGE) {
      const page = await store.list<SaleLine>(SALES, dayOf(at), PAGE, skip)
      for (const { key, stored } of page)
        if (stored.doc.at >= since && stored.doc.at < until) yield { key, line: stored.doc }
      if (page.length < PAGE) break
    }
  }
}
