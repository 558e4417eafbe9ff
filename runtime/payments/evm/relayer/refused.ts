/**
 * Contract wallets that are refused for a while. A wallet can agree in every simulation and burn
 * the gas in the transaction; nobody but the relayer pays for that, so that one reverted
 * transaction is enough.
 */
import type { Clock } from '../../../seams.ts'

/** The refused wallets of one relayer, as this process knows them. */
export interface RefusedWallets {
  add(address: string): void
  has(address: string): boolean
}

/** How long a wallet is refused, ms, and how many are remembered; the oldest go first. */
export const REFUSED_FOR = 3_600_000
const MOST = 10_000

/** What the wallet is told. */
export const REVERTED_LATELY =
  'a transfer of this contract wallet reverted on the chain within the last hour; it is refused until that is over'

/** Remembers refused wallets; addresses are lower case. */
export function createRefusedWallets(clock: Clock, most = MOST): RefusedWallets {
  const until = new Map<string, number>()
  return {
    add(address) {
      until.delete(address)
      until.set(address, clock.now() + REFUSED_FOR)
      if (until.size > most) until.delete(until.keys().next().value as string)
    },
    has(address) {
      const end = until.get(address)
      if (end !== undefined && clock.now() >= end) until.delete(address)
      return until.has(address)
    },
  }
}
