/** Counts calls and failures of the last minutes per upstream, for health views. */
import type { Clock } from '../seams.ts'

const MINUTES = 5
interface Minute {
  at: number
  calls: number
  failures: number
}

/** Recent counts. */
export interface Tally {
  add(name: string, failed: boolean): void
  of(name: string): { calls: number; failures: number }
}

/** Makes a tally of the last five minutes. */
export function createTally(clock: Clock): Tally {
  const minutes = new Map<string, Minute[]>()
  const recent = (name: string): Minute[] => {
    const oldest = Math.floor(clock.now() / 60_000) - MINUTES + 1
    return (minutes.get(name) ?? []).filter(minute => minute.at >= oldest)
  }
  return {
    add(name, failed) {
      const at = Math.floor(clock.now() / 60_000)
      let list = minutes.get(name)
      if (!list || list.at(-1)?.at !== at)
        minutes.set(name, (list = [...recent(name), { at, calls: 0, failures: 0 }]))
      const minute = list.at(-1) as Minute
      minute.calls += 1
      if (failed) minute.failures += 1
    },
    of(name) {
      const sum = { calls: 0, failures: 0 }
      for (const minute of recent(name)) {
        sum.calls += minute.calls
        sum.failures += minute.failures
      }
      return sum
    },
  }
}
