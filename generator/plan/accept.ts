/** Applies accepted.yaml: marks the accepted findings, and notes entries that accept nothing. */
import type { AcceptedIR, CatalogIR } from '../ir.ts'
import { WARNING } from '../language/guard.ts'
import type { Finding } from './types.ts'

/** Findings, with the reason if accepted, and notes about entries. */
export interface Acceptance {
  findings: Finding[]
  notes: string[]
}

/**
 * Marks the accepted findings. An entry accepts the finding with its id, subject and values, and
 * nothing else. A chain of entries accepts their combined change, because there may be several
 * changes between two releases. Entries in `needed` are never noted as unused.
 */
export function accept(
  findings: readonly Finding[],
  old: CatalogIR,
  now: CatalogIR,
  needed: ReadonlySet<AcceptedIR> = new Set(),
): Acceptance {
  const used = new Set<AcceptedIR>(needed)
  const accepted = findings.map(finding => {
    const entries = stepsOf(finding, now.accepted)
    if (entries.length === 0) return finding
    for (const entry of entries) used.add(entry)
    return { ...finding, accepted: entries.map(one => one.because).join('; ') }
  })
  const notes = now.accepted.flatMap(entry => {
    if (used.has(entry) || entry.finding === WARNING) return []
    const where = now.at(entry.place)
    const isOld = old.accepted.some(one => keyOf(one) === keyOf(entry))
    return isOld
      ? [`${where}: this entry has been applied; remove it once it is live (${entry.subject})`]
      : [`${where}: this entry accepts nothing: ${nearMiss(entry, findings)}`]
  })
  return { findings: accepted, notes }
}

/**
 * The entries that lead from the old value of a finding to the new one: one entry if there is one,
 * otherwise the shortest chain. Entries that lead elsewhere are ignored.
 */
function stepsOf(finding: Finding, accepted: readonly AcceptedIR[]): AcceptedIR[] {
  const own = accepted.filter(one => one.finding === finding.id && one.subject === finding.subject)
  const left = new Set(own)
  const chains: AcceptedIR[][] = [[]]
  for (const chain of chains) {
    const last = chain.at(-1)
    if (last !== undefined && same(last.new, finding.new)) return chain
    const value = last === undefined ? finding.old : last.new
    for (const next of [...left].filter(one => same(one.old, value))) {
      left.delete(next)
      chains.push([...chain, next])
    }
  }
  return []
}

/** Whether two values are equal as texts or as numbers: 0.50 is 0.5. */
export function same(written: string | undefined, found: string | undefined): boolean {
  if (written === undefined || found === undefined) return written === found
  if (written === found) return true
  const [a, b] = [written, found].map(text => (/^[\d.]+$/.test(text) ? Number(text) : Number.NaN))
  return a === b
}

const keyOf = ({ finding, subject, old, new: now }: AcceptedIR): string =>
  [finding, subject, old, now].join('\n')

function nearMiss(entry: AcceptedIR, findings: readonly Finding[]): string {
  const near = findings.find(one => one.subject === entry.subject)
  if (near === undefined) return `there is no finding about ${entry.subject}`
  return `the plan finds ${near.id} from ${near.old ?? 'nothing'} to ${near.new ?? 'nothing'}`
}

/** The members of a finding that an entry repeats. */
export type Accepting = Pick<Finding, 'id' | 'subject' | 'old' | 'new'>

/** The entry that accepts a finding, ready to paste. */
export function entryText({ id, subject, old, new: now }: Accepting): string {
  const values = [
    ...(old === undefined ? [] : [`old: ${quoted(old)}`]),
    ...(now === undefined ? [] : [`new: ${quoted(now)}`]),
  ]
  const parts = [`finding: ${id}`, `subject: ${quoted(subject)}`, ...values, 'because: WHY']
  return `- { ${parts.join(', ')} }`
}

/** A value as YAML, in quotes if YAML would read it as another type. */
function quoted(text: string): string {
  return /^\d+(\.\d+)?$/.test(text) ||
    (/^[A-Za-z][\w./-]*( [\w./-]+)*$/.test(text) && text !== 'null')
    ? text
    : JSON.stringify(text)
}
