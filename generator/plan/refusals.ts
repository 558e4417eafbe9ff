/** Finds requests that one catalog answers and the other refuses. */
import { counted } from '../problems/counted.ts'
import type { Comparison } from './compare.ts'
import type { Result } from './results.ts'
import type { Outcome } from './outcome.ts'
import { finding } from './finding.ts'
import type { Finding } from './types.ts'
import { shortened } from './shortened.ts'

/**
 * The findings about requests that are newly refused or answered, one for each route and refusal.
 * Those that another finding covers (a removed or new row or route, a field) are left out.
 */
export function refusalFindings(compared: Comparison, others: readonly Finding[]): Finding[] {
  const [refused, accepted] = [new Map<string, Result[]>(), new Map<string, Result[]>()]
  const said = new Set(others.filter(one => one.level === 'block').map(one => one.subject))
  const isSaid = (endpoint: string): boolean =>
    [...said].some(subject => subject.startsWith(`${endpoint} `))
  for (const result of compared.results) {
    const { old, new: now, probe } = result
    if (old.kind === 'priced' && now.kind === 'refused' && !isGone(result, compared)) {
      if (!isSaid(probe.endpoint)) put(refused, `${probe.endpoint}\n${refusalText(now)}`, result)
    } else if (old.kind === 'refused' && now.kind === 'priced' && !isNew(result, compared))
      put(accepted, `${probe.endpoint}\n${refusalText(old)}`, result)
  }
  return [
    ...[...refused].map(([key, results]) => refusal(key, results, 'request-refused')),
    ...[...accepted].map(([key, results]) => refusal(key, results, 'request-accepted')),
  ]
}

const put = (groups: Map<string, Result[]>, key: string, one: Result): void =>
  void groups.set(key, [...(groups.get(key) ?? []), one])

const refusalText = ({ status, message }: Extract<Outcome, { kind: 'refused' }>): string =>
  `${status} ${shortened(message, 90)}`

function isGone({ probe, old }: Result, { rows }: Comparison): boolean {
  const id = probe.model ?? (old.kind === 'priced' ? old.model : undefined)
  return rows.removed.some(one => one.id === id)
}

function isNew({ probe, new: now }: Result, { rows }: Comparison): boolean {
  const id = probe.model ?? (now.kind === 'priced' ? now.model : undefined)
  return rows.added.some(one => one.id === id)
}

function refusal(
  key: string,
  results: readonly Result[],
  id: 'request-refused' | 'request-accepted',
): Finding {
  const [endpoint = '', refusal = ''] = key.split('\n')
  const isRefused = id === 'request-refused'
  const first = results[0]!.probe
  const requests = counted(results.length, 'request')
  const such = `${[first.model, first.what].filter(Boolean).join(', ')}`
  const example = such === '' ? '' : `, e.g. ${such}`
  return finding({
    id,
    subject: endpoint,
    ...(isRefused ? { old: 'answered', new: refusal } : { old: refusal, new: 'answered' }),
    message: isRefused
      ? `${endpoint} refuses ${requests} that it answered, with ${refusal}${example}`
      : `${endpoint} answers ${requests} that it refused with ${refusal}${example}`,
  })
}
