/**
 * Prints a plan as Markdown, for a comment on a pull request: the summary first, the tables folded.
 */
import { counted } from '../problems/counted.ts'
import { usd } from '../examples/money.ts'
import { FINDINGS } from '../language/guard.ts'
import { entryText } from './accept.ts'
import { needsEntry, percent } from './levels.ts'
import type { Plan } from './plan.ts'
import type { Replay } from './purchases.ts'
import { decisions } from './together.ts'
import { linesOf } from './table.ts'
import type { Finding } from './types.ts'
import { verdictText } from './words.ts'

const MOST = 50
/** GitHub refuses comments of more than 65,536 characters. */
const LONGEST = 60_000

/** The whole plan. */
export function planMarkdown(plan: Plan, compared: string): string {
  const { findings, notes } = plan
  const loud = findings.filter(one => one.level !== 'allow' && one.accepted === undefined)
  const quiet = findings.filter(one => !loud.includes(one))
  const needed = findings.flatMap(decisions).filter(needsEntry)
  const parts = [
    '### What this change costs customers',
    `**${verdictText(plan)}**`,
    `Compared: ${compared}.`,
    ...(loud.length > 0 ? [list(loud)] : []),
    ...(plan.replay ? [replayText(plan.replay)] : []),
    ...(needed.length > 0 ? [entries(needed)] : []),
    ...loud.flatMap(details),
    ...(quiet.length > 0
      ? [folded(`${counted(quiet.length, 'other change')}`, list(quiet)), ...quiet.flatMap(details)]
      : []),
    ...(notes.length > 0 ? [notes.map(note => `- ${cell(note)}`).join('\n')] : []),
  ]
  return cut(parts)
}

/** As many whole parts as fit. */
function cut(parts: readonly string[]): string {
  let text = ''
  for (const part of parts) {
    if (text.length + part.length > LONGEST)
      return `${text}The rest does not fit in a comment: run \`npm run plan\`.\n`
    text += `${part}\n\n`
  }
  return `${text.trimEnd()}\n`
}

function list(findings: readonly Finding[]): string {
  return findings
    .map(one => {
      const why = one.accepted === undefined ? '' : ` _(meant: ${cell(one.accepted)})_`
      const tag = one.accepted === undefined && one.level !== 'allow' ? `**${one.level}** ` : ''
      const better = one.instead === undefined ? '' : `. Better: ${cell(one.instead)}`
      return `- ${tag}${cell(one.message)}${why} (\`${one.id}\`: ${FINDINGS[one.id]})${better}`
    })
    .join('\n')
}

function entries(needed: readonly Finding[]): string {
  const text = ['```yaml', ...needed.map(entryText), '```'].join('\n')
  return folded('If this is intended, add to `catalog/accepted.yaml` with the reason', text)
}

function details(finding: Finding): string[] {
  const { lines, all } = linesOf(finding, MOST)
  if (lines.length === 0) return []
  const head = ['route', 'row', 'request', 'before (USD)', 'now (USD)', '']
  const rows = [head, ['---', '---', '---', '---:', '---:', '---:'], ...lines]
  const table = rows.map(row => `| ${row.map(cell).join(' | ')} |`).join('\n')
  const more = all > lines.length ? `\n\nand ${all - lines.length} more` : ''
  const { aliases = [] } = finding
  const also = aliases.length > 0 ? `\n\nThe same at ${cell(aliases.join(', '))}.` : ''
  return [folded(`${cell(finding.subject)}: ${counted(all, 'price')}`, table + more + also)]
}

const folded = (title: string, text: string): string =>
  `<details><summary>${title}</summary>\n\n${text}\n\n</details>`

/** Text in a table or list, with the characters of Markdown and HTML escaped. */
const cell = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[|\\`*_[\]]/g, String.raw`\$&`)
    .replaceAll('\n', ' ')

function replayText(replay: Replay): string {
  const { purchases, old, new: now, raised, lowered, refused, unknown } = replay
  const by = old === 0n ? '' : ` (${percent(Number(now) / Number(old))})`
  const wallets = replay.wallets
    .slice(0, MOST)
    .map(one => `| ${cell(one.wallet)} | ${usd(one.old)} | ${usd(one.new)} |`)
  const table = ['| wallet | before (USD) | now (USD) |', '| --- | ---: | ---: |', ...wallets]
  return [
    `Recorded purchases: ${purchases}. Revenue ${usd(old)} -> ${usd(now)} USD${by}; ` +
      `${raised} cost more, ${lowered} less, ${refused} are refused now, ${unknown} could ` +
      `not be priced.${marginText(replay)}`,
    ...(wallets.length > 0
      ? ['', folded(`${counted(replay.wallets.length, 'wallet')} pay more`, table.join('\n'))]
      : []),
  ].join('\n')
}

function marginText({ margin }: Replay): string {
  if (margin === undefined) return ''
  const { purchases, old, new: now } = margin
  return ` Margin of ${counted(purchases, 'purchase')}: ${usd(old)} -> ${usd(now)} USD.`
}
