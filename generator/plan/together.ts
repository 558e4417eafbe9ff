/**
 * Joins numbers of one row that change the same prices to one finding, so that the prices are
 * listed once.
 */
import type { Effect, Finding } from './types.ts'

/** The findings, joined where they are about one row and have the same effects. */
export function together(findings: readonly Finding[]): Finding[] {
  const groups = new Map<unknown, Finding[]>()
  for (const one of findings) {
    const key = one.row === undefined || one.effects.length === 0 ? one : keyOf(one)
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].map(group => (group.length === 1 ? group[0]! : joined(group)))
}

/**
 * The parts of a finding that are accepted separately: the finding itself, or each of its numbers.
 */
export const decisions = (finding: Finding): readonly Finding[] => finding.numbers ?? [finding]

/** The key of findings that are joined. Accepted findings are not joined with open ones. */
function keyOf({ row, id, level, accepted, subject, effects }: Finding): string {
  return JSON.stringify([row, id, level, accepted, dayOf(subject), effects.map(effectKey)])
}

/** The date of a change in the future, e.g. ` from 2027-01-01`. */
const dayOf = (subject: string): string => / from \d{4}-\S+$/.exec(subject)?.[0] ?? ''

const effectKey = ({ endpoint, model, what, old, new: now }: Effect): string =>
  [endpoint, model, what, old, now].join('\n')

function joined(numbers: readonly Finding[]): Finding {
  const [first, ...more] = numbers as [Finding, ...Finding[]]
  const prefix = first.message.slice(0, first.message.indexOf(`${first.row!} `))
  const own = ({ message }: Finding): string => message.slice(`${prefix}${first.row!} `.length)
  const { old: _, new: __, ...rest } = first
  return {
    ...rest,
    subject: `${first.row!}${dayOf(first.subject)}`,
    message: `${prefix}${first.row!}: ${[first, ...more].map(own).join('; ')}`,
    numbers,
  }
}
