/** What a section reports, and how it is printed. */
import type { Measured } from './pairs.ts'

/** An aim and whether it holds. `holds` undefined: could not be measured here. */
export interface Aim {
  what: string
  aim: string
  measured: string
  holds: boolean | undefined
}

/** A printed table; the first column is left-aligned, the others right-aligned. */
export interface Table {
  head: string[]
  rows: string[][]
}

/** One section of the bench. `notes` say what eats the distance and what was left out; `text` is
 * printed as it is, `data` goes to `--json`. */
export interface SectionResult {
  title: string
  tables: Table[]
  aims: Aim[]
  text?: string[]
  notes: string[]
  data?: unknown
}

/** Begins a note whose figures are not of this run. */
export const PROFILED = 'from a profile of November 2026, not from this run: '

/** A number with `digits` decimals and thousands separated. */
export function num(value: number, digits = 0): string {
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

/** The usual table of servers measured beside the yardstick. */
export function serverTable(measured: readonly Measured[]): Table {
  const rows = measured.map(m => [
    m.name,
    num(m.rps),
    num(m.cpu, 1),
    num(m.ratio, 3),
    num(m.cpuRatio, 2),
    num(m.p50, 2),
    num(m.p99, 2),
    `${m.clean}/${m.pairs}`,
  ])
  const yard = measured.map(m => m.baseline)
  const mean = (of: 'rps' | 'cpu') => yard.reduce((sum, y) => sum + y[of], 0) / yard.length
  return {
    head: [
      '',
      'req/s',
      'CPU us/req',
      'of raw req/s',
      'x raw CPU',
      'p50 ms',
      'p99 ms',
      'clean pairs',
    ],
    rows: [
      ['raw Fastify JSON route', num(mean('rps')), num(mean('cpu'), 1), '1', '1', '', '', ''],
      ...rows,
    ],
  }
}

/** A table as lines of text. */
function lines(table: Table): string[] {
  const all = [table.head, ...table.rows]
  const widths = table.head.map((_, i) => Math.max(...all.map(row => (row[i] ?? '').length)))
  return all.map(row =>
    `  ${row.map((cell, i) => (i ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))).join('  ')}`.trimEnd(),
  )
}

/** A whole section as text. */
export function print(section: SectionResult): string {
  const verdict = (aim: Aim) =>
    aim.holds === undefined ? 'not measured' : aim.holds ? 'holds' : 'MISSED'
  const parts = [`\n${section.title}`, ...section.tables.map(t => lines(t).join('\n'))]
  if (section.text?.length) parts.push(section.text.join('\n'))
  if (section.aims.length)
    parts.push(
      section.aims.map(a => `  [${verdict(a)}] ${a.what}: ${a.measured} (aim ${a.aim})`).join('\n'),
    )
  if (section.notes.length) parts.push(section.notes.map(note => `  - ${note}`).join('\n'))
  return parts.join('\n')
}
