/** Tracks whether landed transactions are final, and whether the chain has dropped one. */
import type { Settlement, SettlementBackend } from '../settlement.ts'
import type { Node } from './node.ts'

/** Maximum number of remembered transactions; the oldest are dropped. */
const MOST = 20_000

/** The landed transactions of one process. */
export interface Landings {
  /** Remembers the transaction of a settlement, if it has landed, and returns the settlement. */
  noted(settling: Promise<Settlement>): Promise<Settlement>
  standing: NonNullable<SettlementBackend['standing']>
}

/** Creates the memory of landed transactions. */
export function createLandings(node: Node): Landings {
  const landed = new Set<string>()
  return {
    async noted(settling) {
      const settlement = await settling
      if (settlement.state === 'landed') landed.add(settlement.transaction)
      if (landed.size > MOST) landed.delete(landed.keys().next().value as string)
      return settlement
    },
    async standing(transaction) {
      if (!landed.has(transaction)) return undefined
      const { found } = await node.status(transaction, true)
      if (found === undefined) return 'gone'
      if (found.level !== 'finalized') return 'shallow'
      landed.delete(transaction)
      return 'deep'
    },
  }
}
