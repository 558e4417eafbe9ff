/** Reading the lines of a day while some of them expire. */
import { expect, it } from 'vitest'
import { salesLines } from '../../runtime/sales/read.ts'

const DAY = 86_400_000

/** A day with so many lines, of which the first `gone` expire whenever a page has been read. */
function dayOf(count: number, gone: number) {
  let lines = Array.from({ length: count }, (_, i) => ({
    key: `k${i}`,
    stored: { doc: { at: i, outcome: i % 2 === 0 ? 'charged' : 'released' } },
  }))
  return {
    list: async (_in: string, tag: string, limit: number, skip = 0): Promise<any> => {
      if (tag !== '1970-01-01') return []
      const page = lines.slice(skip, skip + limit)
      const left = lines.slice(0, gone).filter(one => one.stored.doc.outcome === 'charged')
      lines = [...left, ...lines.slice(gone)]
      return page
    },
  }
}

it.each([0, 1, 50, 1_999, 3_500])(
  'finds every charged line once, in order, if %i lines before a page may expire',
  async gone => {
    const seen: number[] = []
    const store = dayOf(7_000, gone)
    for await (const { line } of salesLines(store, { since: 0, until: 2 * DAY }))
      if (line.outcome === 'charged') seen.push(line.at)
    expect(seen).toEqual(Array.from({ length: 3_500 }, (_, i) => 2 * i))
  },
)
