/** Prints a plan for a terminal. */
import { counted, listed } from '../problems/counted.ts'
import { usd } from '../examples/money.ts'
import { FINDINGS } from '../language/guard.ts'
import { width } from '../problems/width.ts'
import { entryText } from './accept.ts'
import { needsEntry, percent } from './levels.ts'
import type { Plan } from './plan.ts'
import type { Replay } from './purchases.ts'
import { decisions } from './together.ts'
import { linesOf, type Line } from './table.ts'
import type { Finding } from './types.ts'
import { verdictText } from './words.ts'

/** The settings of the output: colours, the width of the terminal, and the compared catalogs. */
export interface Shown {
  color: boolean
  columns: number
  compared: string
  /** The place of a finding, as `catalog/a.yaml:3`. */
  at(finding: Finding): string | undefined
}

const STYLES = { block: '\u001b[1;31m', warn: '\u001b[1;33m', allow: '\u001b[1;32m' } as const
const END = '\u001b[0m'
const MOST = 8
const INDENT = '       '

/** The whole plan. */
export function planText(plan: Plan, shown: Shown): string {
  const loud = plan.findings.filter(one => one.level !== 'allow' && one.accepted === undefined)
  const quiet = plan.findings.filter(one => !loud.includes(one))
  const parts = [
    `Plan: ${shown.compared}`,
    ...loud.map(one => findingText(one, shown)),
    ...(quiet.length > 0 ? [quietText(quiet, shown)] : []),
    ...(plan.replay ? [replayText(plan.replay)] : []),
    ...(plan.notes.length > 0 ? [plan.notes.map(note => `note: ${note}`).join('\n')] : []),
    paint(verdictText(plan), plan.verdict, shown),
  ]
  return `${parts.join('\n\n')}\n`
}

/** The findings that need attention, one line each, and the verdict. */
export function planShort(plan: Plan): string {
  const loud = plan.findings.filter(one => one.level !== 'allow' && one.accepted === undefined)
  const lines = loud.map(({ level, message }) => {
    return `${level.toUpperCase().padEnd(INDENT.length)}${message}`
  })
  return [...lines, verdictText(plan)].join('\n')
}

function findingText(finding: Finding, shown: Shown): string {
  const { level, message, id, instead } = finding
  const tag = paint(level.toUpperCase().padEnd(INDENT.length), level, shown)
  const place = shown.at(finding)
  return [
    `${tag}${message}`,
    `${INDENT}${id}: ${FINDINGS[id]}${place ? `, ${place}` : ''}`,
    ...tableText(finding, shown, MOST),
    ...(instead === undefined ? [] : [`${INDENT}Better: ${instead}`]),
    ...entries(finding),
  ].join('\n')
}

/** The entries that accept a finding, if the plan or `check` wants them. */
function entries(finding: Finding): string[] {
  const needed = decisions(finding).filter(needsEntry)
  if (needed.length === 0) return []
  const why = finding.level === 'allow' ? '`npm run check` warns of it. ' : ''
  return [
    `${INDENT}${why}If intended, add to catalog/accepted.yaml with the reason:`,
    ...needed.map(one => `${INDENT}  ${entryText(one)}`),
  ]
}

/** The findings that need no decision, one line each. */
function quietText(quiet: readonly Finding[], shown: Shown): string {
  const lines = quiet.flatMap(one => {
    const tag = one.accepted === undefined ? 'ok' : 'meant'
    const why = one.accepted === undefined ? '' : ` (${one.accepted})`
    return [
      `${paint(tag.padEnd(INDENT.length), 'allow', shown)}${one.message}${why}`,
      ...tableText(one, shown, 2),
      ...entries(one),
    ]
  })
  return lines.join('\n')
}

function tableText(finding: Finding, shown: Shown, most: number): string[] {
  const { lines, all } = linesOf(finding, most)
  if (lines.length === 0) return []
  const more = all > lines.length ? [`${INDENT}  and ${all - lines.length} more`] : []
  const { aliases = [] } = finding
  const also = aliases.length > 0 ? [`${INDENT}  the same at ${listed(aliases)}`] : []
  return [
    ...aligned(lines, shown.columns - INDENT.length - 2).map(line => `${INDENT}  ${line}`),
    ...more,
    ...also,
  ]
}

/** Lines with aligned columns; the request is cut if they are too wide. */
function aligned(lines: readonly Line[], columns: number): string[] {
  const wide = (of: readonly Line[], i: number): number =>
    Math.max(...of.map(line => width(line[i]!)))
  const rest = [0, 1, 3, 4, 5].reduce((all, i) => all + wide(lines, i) + 2, 3)
  const room = Math.max(12, columns - rest)
  const cut = lines.map(line => line.with(2, fit(line[2], room)) as unknown as Line)
  const widths = [0, 1, 2, 3, 4, 5].map(i => wide(cut, i))
  const has = (i: number): boolean => widths[i]! > 0
  return cut.map(line => {
    const [route, row, what, old, now, by] = line.map((cell, i) =>
      i < 3 ? pad(cell, widths[i]!) : cell.padStart(widths[i]!),
    ) as unknown as Line
    const said = [route, ...(has(1) ? [row] : []), ...(has(2) ? [what] : [])]
    const prices = has(3) && has(4) ? [`${old} -> ${now}`] : has(3) ? [old] : [now]
    return [...said, ...prices, ...(has(5) ? [by] : [])].join('  ').trimEnd()
  })
}

const pad = (text: string, to: number): string => text + ' '.repeat(Math.max(0, to - width(text)))

const fit = (text: string, room: number): string =>
  width(text) <= room ? text : `${text.slice(0, room - 3)}...`

function replayText(replay: Replay): string {
  const { purchases, old, new: now, raised, lowered, refused, unknown } = replay
  const factor = old === 0n ? '' : `, ${percent(Number(now) / Number(old))}`
  const lines = [
    `Recorded purchases: ${counted(purchases, 'purchase')}, ${usd(old)} USD before, ` +
      `${usd(now)} USD now${factor}`,
    `  ${raised} cost more, ${lowered} cost less, ${refused} are refused now, ${unknown} ` +
      'could not be priced',
    ...(replay.margin
      ? [
          `  margin of ${counted(replay.margin.purchases, 'purchase')}: ` +
            `${usd(replay.margin.old)} USD before, ${usd(replay.margin.new)} USD now`,
        ]
      : []),
    ...(replay.whyRefused ? [`  refused, e.g. ${replay.whyRefused}`] : []),
    ...(replay.whyUnknown ? [`  not priced, e.g. ${replay.whyUnknown}`] : []),
    ...replay.wallets
      .slice(0, MOST)
      .map(one => `  ${one.wallet} pays ${usd(one.old)} -> ${usd(one.new)} USD`),
  ]
  const more = replay.wallets.length - MOST
  return [...lines, ...(more > 0 ? [`  and ${more} more wallets pay more`] : [])].join('\n')
}

function paint(text: string, level: keyof typeof STYLES, { color }: Shown): string {
  return color ? STYLES[level] + text + END : text
}
