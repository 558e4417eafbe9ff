/**
 * Tracks the progress of transfers. A transfer that was received can still fail with its batch, so
 * it is checked until it is on the chain, less and less often.
 */
import type { Clock } from '../../seams.ts'
import type { SettlementBackend } from '../settlement.ts'
import type { BatchedApi } from './api.ts'

/** The pauses between two checks of a transfer, ms; the last one repeats. */
const PAUSES = [15_000, 60_000, 300_000, 1_800_000]
/** Maximum number of remembered transfers; the oldest are dropped. */
const MOST = 20_000

/** Creates the function that returns the standing of transfers that this process has settled. */
export function createStandings(
  api: BatchedApi,
  clock: Clock,
): NonNullable<SettlementBackend['standing']> {
  const asked = new Map<string, { times: number; next: number }>()
  const later = (id: string, times: number): 'shallow' => {
    const pause = PAUSES[Math.min(times, PAUSES.length - 1)]!
    asked.delete(id)
    asked.set(id, { times: times + 1, next: clock.now() + pause })
    if (asked.size > MOST) asked.delete(asked.keys().next().value as string)
    return 'shallow'
  }
  return async id => {
    const { times, next } = asked.get(id) ?? { times: 0, next: undefined }
    if (next === undefined) return later(id, 0)
    if (clock.now() < next) return 'shallow'
    const transfer = await api.transfer(id)
    if (transfer === undefined) return later(id, times)
    if (transfer.status === 'received' || transfer.status === 'batched') return later(id, times)
    asked.delete(id)
    return transfer.status === 'failed' ? 'gone' : 'deep'
  }
}
