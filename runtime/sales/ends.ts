/** Counts how the paid calls of each catalog end in this process, by their sales lines. */
import type { SaleLine } from './types.ts'

/**
 * How many different wallets must have failed calls before the failures of a canary count. A caller
 * can provoke failures, so failures of one or two wallets say nothing about the catalog.
 */
export const FEWEST_FAILING_WALLETS = 3

/** How many calls have ended, and how many of them failed. */
export interface Ends {
  readonly calls: number
  readonly failed: number
  /** Different wallets whose calls failed, the first `FEWEST_FAILING_WALLETS`; absent if none. */
  readonly wallets?: readonly string[]
}

/** The counts of one process. */
export interface EndCounts {
  note(line: Pick<SaleLine, 'catalog' | 'outcome' | 'reason' | 'wallet'>): void
  /** Returns the counts of the catalog with this hash. */
  of(catalog: string): Ends
  /** Counts the calls of the catalog with this hash from zero. */
  restart(catalog: string): void
}

/** Ends caused by the caller or its content, such as a refused prompt. They are not counted. */
const NEITHER: ReadonlySet<string> = new Set([
  'content_policy',
  'invalid_input',
  'refused',
  'caller_left',
  'no_payment',
  'nothing_to_settle',
  'record_busy',
  'paid_otherwise',
  'authorization_too_short',
  'authorization_lapsed',
  'gateway_stopped',
  // A repeat that waits for its first call, which is counted itself.
  'settlement_pending',
])

/**
 * Whether a call failed because of an upstream, the gateway or its settlement; undefined if it
 * counts neither as failed nor as served.
 */
function isFailure({ outcome, reason }: Pick<SaleLine, 'outcome' | 'reason'>): boolean | undefined {
  if (outcome === 'unpaid' || outcome === 'absorbed') return true
  if (outcome === 'rejected') return undefined
  if (outcome !== 'failed') return false
  return NEITHER.has(reason ?? '') ? undefined : true
}

/** Returns the first `FEWEST_FAILING_WALLETS` different wallets. */
export const someOf = (wallets: readonly string[]): readonly string[] =>
  [...new Set(wallets)].slice(0, FEWEST_FAILING_WALLETS)

/** Makes the counts of a process. */
export function createEndCounts(): EndCounts {
  const all = new Map<string, { calls: number; failed: number; wallets?: readonly string[] }>()
  return {
    note(line) {
      const isFailed = isFailure(line)
      if (isFailed === undefined) return
      const ends = all.get(line.catalog) ?? { calls: 0, failed: 0 }
      all.set(line.catalog, ends)
      ends.calls += 1
      if (!isFailed) return
      ends.failed += 1
      if (line.wallet !== undefined) ends.wallets = someOf([...(ends.wallets ?? []), line.wallet])
    },
    of: catalog => ({ calls: 0, failed: 0, ...all.get(catalog) }),
    restart: catalog => void all.delete(catalog),
  }
}
