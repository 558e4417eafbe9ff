/**
 * Contract wallets that are refused for a while. A wallet's code can succeed in every simulation
 * and then burn the gas of the real transaction, at the relayer's cost. One reverted transaction is
 * therefore enough to refuse it.
 */
import type { Clock } from '../../../seams.ts'

/** The refused wallets of one relayer, as known to this process. */
export interface RefusedWallets {
  add(address: string): void
  has(address: string): boolean
}

/**
 * How long a wallet is refused (ms), and how many wallets are remembered; the oldest are dropped
 * first.
 */
export const REFUSED_FOR = 3_600_000
const MOST = 10_000

/** The reason that a refused wallet gets. */
export const REVERTED_LATELY =
  'a transfer of this contract wallet reverted on the chain within the last hour; it is ' +
  'refused until that is over'

/** Creates the list of refused wallets; addresses are lower case. */
export function createRefusedWallets(clock: Clock, most = MOST): RefusedWallets {
  const until = new Map<string, number>()
  return {
    add(address) {
      until.delete(address)
      until.set(address, clock.now() + REFUSED_FOR)
      if (until.size > most) until.delete(until.keys().next().value as string)
    },
    has(address) {
      if (clock.now() >= (until.get(address) ?? Infinity)) until.delete(address)
      return until.has(address)
    },
  }
}
