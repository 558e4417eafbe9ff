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
  for (let at = Math.floor(since / DAY) * DAY; at < until; at += DAY)
    for await (const one of linesOf(store, dayOf(at)))
      if (one.line.at >= since && one.line.at < until) yield one
}

/**
 * Reads the lines of a day. Lines before a page may expire after it was read, and then the next one
 * begins too late. So each page begins with the last line of the page before it; where that is
 * missing, an earlier page is read again.
 */
async function* linesOf(store: Pick<Store, 'list'>, day: string): AsyncGenerator<KeyedLine> {
  const seen = new Set<string>()
  for (let skip = 0; ;) {
    const page = await store.list<SaleLine>(SALES, day, PAGE, skip)
    if (skip > 0 && !page.some(({ key }) => seen.has(key))) {
      skip = Math.max(0, skip - PAGE)
      continue
    }
    for (const { key, stored } of page) {
      if (seen.has(key)) continue
      seen.add(key)
      yield { key, line: stored.doc }
    }
    if (page.length < PAGE) return
    skip += PAGE - 1
  }
}
