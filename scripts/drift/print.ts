/** Prints the findings of `npm run drift`. */
import type { Change, Finding, Margin, Report } from './types.ts'

/** The output formats. */
export const FORMATS = ['text', 'json', 'markdown'] as const
/** An output format. */
export type Format = (typeof FORMATS)[number]

/** The report in a format, with a line break at its end. */
export function printReport(report: Report, format: Format): string {
  if (format === 'json') return `${JSON.stringify(report, withoutEdits, 2)}\n`
  const lines = format === 'markdown' ? markdown(report) : text(report)
  return `${lines.join('\n')}\n`
}

const withoutEdits = (key: string, value: unknown): unknown => (key === 'edit' ? undefined : value)

/** Letters of an entry that people are shown. */
const SHOWN = 160

const short = (value: unknown): string => {
  const whole = JSON.stringify(value)
  return whole.length > SHOWN ? `${whole.slice(0, SHOWN)}…` : whole
}

const shortly = ({ model, evidence: { found, member } }: Finding): string =>
  member === undefined ? short(found) : `${model} ${short(member)}`

const placeOf = ({ file, line }: Finding): string => (file === undefined ? '' : `${file}:${line}`)

function what({ kind, row, column, ours, theirs, model }: Finding): string {
  if (kind === 'gone') return `${row}: the upstream does not list ${model} any more`
  if (kind === 'new') return `${model} is listed, and no row sells it`
  return `${row} ${column}: ${ours} here, ${theirs} there`
}

/** The action taken on a finding, or the action to take. */
function next({ written, person, edit }: Finding): string {
  if (written === 'proposed')
    return 'proposed beside that row, in a comment; a person puts it on sale'
  if (written) return 'written'
  if (person) return person
  return edit ? '--write changes it' : ''
}

/** `0.04`, or `0.04 -> 0.05`. */
const change = (one: Change): string => (one.old === one.new ? one.new : `${one.old} -> ${one.new}`)

const marginOf = ({ row, route, price, cost, margin }: Margin): string =>
  `${row} at ${route}: sold for ${change(price)} USD, costs us ${change(cost)} USD, margin ` +
  `${change(margin)} %`

function text(report: Report): string[] {
  const { findings, failed, read, waiting, margins } = report
  return [
    ...findings.flatMap(one => [
      `${one.kind.padEnd(8)} ${one.upstream}  ${what(one)}`,
      ...(one.file === undefined ? [] : [`           at    ${placeOf(one)}`]),
      `           from  ${one.evidence.source}, ${one.evidence.at}`,
      `           found ${shortly(one)}`,
      `           next  ${next(one)}`,
    ]),
    ...margins.map(one => `margin   ${marginOf(one)}`),
    ...waiting.map(
      one =>
        `waiting  ${one.upstream}  ${one.model} is proposed at ${one.file}:${one.line}; a ` +
        'person decides',
    ),
    ...failed.map(
      one => `failed   ${one.upstream}  ${one.source}: ${one.why}; nothing is compared with it`,
    ),
    ...(findings.length + failed.length + waiting.length > 0 ? [''] : []),
    closing(report),
    ...(read.length > 0 && findings.some(one => one.written === 'changed')
      ? ['Run npm run check: examples may have the old prices.']
      : []),
  ]
}

function closing({ blind, findings, read, failed }: Report): string {
  if (blind) return 'No upstream answered: nothing is compared, nothing is written.'
  const models = read.reduce((sum, { models }) => sum + models, 0)
  const count = (kind: Finding['kind']): number => findings.filter(one => one.kind === kind).length
  const missing = failed.length > 0 ? `, ${failed.length} not readable` : ''
  return (
    `${read.length} lists with ${models} models${missing}: ${count('gone')} gone, ` +
    `${count('new')} new, ${count('changed')} changed`
  )
}

const escaped = (value: string): string => value.replaceAll('|', '\\|').replaceAll('\n', ' ')

function markdown(report: Report): string[] {
  const { findings, failed, waiting, margins } = report
  const row = (one: Finding): string =>
    '| ' +
    `${[one.kind, what(one), placeOf(one), `${one.evidence.source}, ${one.evidence.at}`, `\`${shortly(one)}\``, next(one)].map(escaped).join(' | ')} ` +
    '|'
  return [
    `**${closing(report)}**`,
    '',
    ...(findings.length > 0
      ? [
          '| | What | Where | Source | Found | Next |',
          '| --- | --- | --- | --- | --- | --- |',
          ...findings.map(row),
          '',
        ]
      : []),
    ...margins.map(one => `- margin of ${escaped(marginOf(one))}`),
    ...waiting.map(one => `- ${one.model} is proposed at ${one.file}:${one.line}`),
    ...failed.map(one => `- failed: ${one.upstream}, ${escaped(one.source)}: ${escaped(one.why)}`),
  ]
}
