/** Formats short phrases of findings. */
import { counted } from '../problems/counted.ts'
import type { Plan } from './plan.ts'

/** A list with `and` before the last; of a long list the first few. */
export function listed(items: readonly string[], most = 3): string {
  if (items.length <= 1) return items[0] ?? ''
  if (items.length <= most) return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
  return `${items.slice(0, most).join(', ')} and ${items.length - most} more`
}

/** The verdict in a sentence. */
export function verdictText({ verdict, findings }: Pick<Plan, 'verdict' | 'findings'>): string {
  const open = findings.filter(one => one.accepted === undefined)
  const [blocked, warned] = ['block', 'warn'].map(
    level => open.filter(one => one.level === level).length,
  ) as [number, number]
  if (verdict === 'block')
    return (
      `BLOCK: ${counted(blocked, 'change')} must be reverted, or accepted in ` +
      'catalog/accepted.yaml'
    )
  if (verdict === 'warn') return `WARN: look at ${counted(warned, 'change')} before it is published`
  return findings.length === 0
    ? 'ALLOW: nothing changes for customers'
    : `ALLOW: ${counted(findings.length, 'change')}, none of which needs a decision`
}
