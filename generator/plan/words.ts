/** Formats short phrases of findings. */
import { counted } from '../problems/counted.ts'
import type { Plan } from './plan.ts'

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
