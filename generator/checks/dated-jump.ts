/**
 * Dated cells that are far from the list, or lack what the list has. The list is guarded by
 * examples and by the last commit; what comes later is guarded by the list.
 */
import { shownInstant } from '../../runtime/lib/instant.ts'
import { cellsOf, type CellValue } from '../plan/cells.ts'
import type { DatedIR, RowIR, TableIR } from '../ir.ts'
import type { Problem } from '../types.ts'
import { fault, warning, type Check } from './check.ts'

/** So many times as much as the list, or as little, warns; so many times is an error. */
const FAR = 2
const WRONG = 10

/** Compares dated rows with the list. */
export const datedJump: Check = {
  code: 'dated-jump',
  run: ({ tables }) =>
    tables.flatMap(table =>
      table.rows.flatMap(row =>
        (row.dated ?? [])
          .filter(one => one.discount === undefined)
          .flatMap(one => compared(row, one, table)),
      ),
    ),
}

function compared(row: RowIR, dated: DatedIR, table: TableIR): Problem[] {
  const [list, then] = [cellsOf(row, table), cellsOf(dated.row, table)]
  const missing = [...list.keys()].filter(path => !then.has(path))
  const day = shownInstant(dated.from)
  const lost = fault(
    'dated-jump',
    dated.row.place,
    `from ${day} on, ${row.id} has no ${missing.join(', ')}, which the list has`,
    { hint: 'write every key: a map of `dated` replaces the one of the list' },
  )
  const jumps = [...then].flatMap(([path, value]) => {
    const times = timesOf(list.get(path), value)
    if (times === undefined || times < FAR) return []
    const { text } = list.get(path)!
    const message = `${row.id} ${path} goes from ${text} to ${value.text} USD on ${day}, ${shownTimes(times)} times as ${isMore(text, value) ? 'much' : 'little'}`
    const hint = 'is the decimal point where it should be?'
    return [(times < WRONG ? warning : fault)('dated-jump', dated.row.place, message, { hint })]
  })
  return [...(missing.length > 0 ? [lost] : []), ...jumps]
}

/** How many times as much, or as little, an amount of money is; undefined for other values. */
function timesOf(list: CellValue | undefined, then: CellValue): number | undefined {
  if (!list?.isMoney || !list.number || !then.number) return undefined
  const factor = then.number / list.number
  return Math.max(factor, 1 / factor) + 1e-9
}

const isMore = (list: string, then: CellValue): boolean => then.number! > Number(list)
const shownTimes = (times: number): number => Number(times.toPrecision(2))
