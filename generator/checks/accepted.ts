/** Leaves out intended warnings: an entry of accepted.yaml with `finding: warning` accepts one. */
import type { AcceptedIR } from '../ir.ts'
import type { Problem } from '../types.ts'
import { WARNING } from '../language/guard.ts'
import { warning } from './check.ts'

/** Warnings that may be intended; they say which entry accepts them. */
const MAY_BE_MEANT: ReadonlySet<string> = new Set([
  'magnitude',
  'odd-size',
  'near-word',
  'row-id',
  'copied-row',
  'promotion-long',
  'promotion-small',
  'free-unlimited',
  'falling-price',
  'below-cost',
])

/**
 * The problems without the accepted warnings. A warning that may be intended says which entry
 * accepts it. An entry without a matching warning is a warning itself.
 */
export function unaccepted(
  problems: readonly Problem[],
  accepted: readonly AcceptedIR[],
): Problem[] {
  const entries = accepted.filter(one => one.finding === WARNING)
  const messages = new Set(entries.map(one => one.subject))
  const warned = new Set(problems.filter(isWarning).map(one => one.message))
  const open = problems.filter(one => !isWarning(one) || !messages.has(one.message))
  const done = entries.filter(one => !warned.has(one.subject))
  return [
    ...open.map(one =>
      isWarning(one) && MAY_BE_MEANT.has(one.code) ? { ...one, hint: hintOf(one) } : one,
    ),
    ...done.map(({ place, subject }) =>
      warning('accepted-warning', place, `the warning "${subject}" no longer exists`, {
        hint: 'remove this entry',
      }),
    ),
  ]
}

const isWarning = ({ severity }: Problem): boolean => severity === 'warning'

function hintOf({ hint, message }: Problem): string {
  const entry = `- { finding: ${WARNING}, subject: ${JSON.stringify(message)}, because: WHY }`
  const first = hint === undefined ? '' : hint.replace(/([^.?])$/, '$1.') + ' '
  return `${first}If it is intended, add to accepted.yaml: ${entry}`
}
