/** Decides whether a canary fails so often that it must end. It never promotes a canary. */
import type { CanarySpec } from '../contract.ts'
import { FEWEST_FAILING_WALLETS, someOf } from '../sales/ends.ts'
import type { Figures } from './types.ts'

/** The bounds for a catalog without its own. */
const BOUNDS: CanarySpec = { calls: 30, factor: 2, points: 5 }

const rateOf = ({ calls, failed }: Figures['live']): number => (calls === 0 ? 0 : failed / calls)

const words = ({ calls, failed }: Figures['live']): string =>
  `${failed} of ${calls} (${(rateOf({ calls, failed }) * 100).toFixed(1)} %)`

/**
 * Returns why a canary must end; undefined if it may continue. Its share of failures may be the
 * live catalog's times `factor`, plus `points` percentage points. Failures of too few wallets do
 * not count.
 */
export function verdict(
  { canary, live }: Figures,
  { calls, factor, points }: CanarySpec = BOUNDS,
): string | undefined {
  if ((canary.wallets ?? []).length < FEWEST_FAILING_WALLETS) return undefined
  if (canary.calls < calls || rateOf(canary) <= rateOf(live) * factor + points / 100)
    return undefined
  return inWords({ canary, live })
}

/** Formats the counts as a sentence. */
export const inWords = ({ canary, live }: Figures): string =>
  `${words(canary)} of its calls failed, ${words(live)} of those of the live catalog`

/** Adds up the counts of all processes. */
export function sumOf(all: readonly Figures[]): Figures {
  const add = (side: keyof Figures): Figures['live'] => ({
    calls: all.reduce((sum, one) => sum + one[side].calls, 0),
    failed: all.reduce((sum, one) => sum + one[side].failed, 0),
    wallets: someOf(all.flatMap(one => one[side].wallets ?? [])),
  })
  return { canary: add('canary'), live: add('live') }
}
