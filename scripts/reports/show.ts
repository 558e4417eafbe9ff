/** Writes a report as a table for terminals, as JSON or as CSV. */
import type { Report, Sums } from './tally.ts'
import type { ReportOptions } from './options.ts'

/** What a report shows, and how. */
type Shown = Pick<ReportOptions, 'by' | 'form' | 'since' | 'until' | 'period' | 'route' | 'wallet'>

/** Micro-USD as USD, with all six decimals of money that is not whole cents. */
export function usd(micro: bigint): string {
  const sign = micro < 0n ? '-' : ''
  const digits = (micro < 0n ? -micro : micro).toString().padStart(7, '0')
  const [whole, part] = [digits.slice(0, -6), digits.slice(-6)]
  return `${sign}${whole}.${part.replace(/0{1,4}$/, '')}`
}

/** What is known of groups in words, by name. */
type Known = ReadonlyMap<string, string>

/** One row of a report. Amounts are USD as text. */
export interface Row {
  name: string
  charges: number
  usd: string
  share: string
  failed: number
  unpaid: number
  rejected: number
  other: number
  absorbed_usd: string
  /** What the upstreams of the charges have cost, and what is left of them, where that is known. */
  cost_usd: string
  margin_usd: string
  /** What is known of it in words. */
  about: string
}

/** A share, rounded to a tenth of a percent. */
const percent = (part: bigint, of: bigint): string =>
  of === 0n ? '' : `${(Number((part * 2000n + of) / (2n * of)) / 10).toFixed(1)}%`

function rowOf(
  name: string,
  sums: Sums,
  { total, about = '' }: { total: bigint; about?: string | undefined },
): Row {
  const { charged = 0, failed = 0, unpaid = 0, absorbed = 0, rejected = 0 } = sums.outcomes
  const { costed } = sums
  return {
    name,
    charges: charged,
    usd: usd(sums.charged),
    share: percent(sums.charged, total),
    failed,
    unpaid: unpaid + absorbed,
    rejected,
    other: sums.lines - charged - failed - unpaid - absorbed - rejected,
    absorbed_usd: sums.absorbed > 0n ? usd(sums.absorbed) : '',
    cost_usd: costed.count > 0 ? usd(costed.cost) : '',
    margin_usd: costed.count > 0 ? usd(costed.charged - costed.cost) : '',
    about,
  }
}

/** The rows of a report, the best sellers first; days in their order. */
function rowsOf({ groups, total }: Report, by: Shown['by'], known: Known): Row[] {
  const order = ([a, x]: [string, Sums], [b, y]: [string, Sums]): number =>
    by === 'day' || x.charged === y.charged ? a.localeCompare(b) : x.charged > y.charged ? -1 : 1
  return [...groups]
    .sort(order)
    .map(([name, sums]) => rowOf(name, sums, { total: total.charged, about: known.get(name) }))
}

const COLUMNS = [
  'name',
  'charges',
  'usd',
  'share',
  'failed',
  'unpaid',
  'rejected',
  'other',
  'absorbed_usd',
  'cost_usd',
  'margin_usd',
  'about',
] as const satisfies readonly (keyof Row)[]

/** Columns that are left out of a table if they are empty. */
const OPTIONAL = new Set<string>(['absorbed_usd', 'cost_usd', 'margin_usd', 'about'])
/** Columns of words, which are written from the left. */
const WORDS = new Set<string>(['name', 'about'])

function table(rows: readonly Row[], total: Row, by: string): string {
  const all = [...rows, total]
  const columns = COLUMNS.filter(name => !OPTIONAL.has(name) || all.some(row => row[name] !== ''))
  const head = columns.map(name => (name === 'name' ? by : name.replace('_', ' ')))
  const cells = all.map(row => columns.map(name => String(row[name])))
  const widths = head.map((title, i) => Math.max(title.length, ...cells.map(row => row[i]!.length)))
  const write = (row: readonly string[]): string =>
    row
      .map((cell, i) =>
        WORDS.has(columns[i]!) ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!),
      )
      .join('  ')
      .trimEnd()
  const rule = widths.map(width => '-'.repeat(width)).join('  ')
  return [write(head), rule, ...cells.slice(0, -1).map(write), rule, write(cells.at(-1)!)].join(
    '\n',
  )
}

/**
 * A cell of CSV. Spreadsheets compute names that begin like a formula, so these get a quote first.
 */
function csvCell(value: string | number, isName: boolean): string {
  const text = isName && /^[=+\-@\t\r]/.test(String(value)) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The text of a report. */
export function show(report: Report, shown: Shown, known: Known = new Map()): string {
  const { by, form, since, until } = shown
  const rows = rowsOf(report, by, known)
  const total = rowOf('total', report.total, { total: report.total.charged })
  const period = { since: new Date(since).toISOString(), until: new Date(until).toISOString() }
  if (form === 'json')
    return JSON.stringify({ by, ...period, rows, total, usage: report.total.usage }, null, 2)
  if (form === 'table') return [heading(shown), '', table(rows, total, by)].join('\n')
  const columns = COLUMNS.filter(name => name !== 'about' || known.size > 0)
  const lines = rows.map(row => columns.map(name => csvCell(row[name], WORDS.has(name))).join(','))
  return [[by, ...columns.slice(1)].join(','), ...lines].join('\n')
}

/** What a table is of. */
function heading({ by, period, route, wallet }: Shown): string {
  const only = [route && `route ${route}`, wallet && `wallet ${wallet}`].filter(Boolean)
  return `Sales by ${by}, ${[...only, period].join(', ')}`
}
