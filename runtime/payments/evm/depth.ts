/**
 * Tracks how deep landed transactions are, and whether the chain still contains them. A
 * reorganisation can remove a block.
 */
import type { Clock } from '../../seams.ts'
import type { SettlementBackend } from './types.ts'
import type { Node, Receipt } from './node.ts'

/** Number of blocks after which no reorganisation is expected. */
const DEEP = 12
/** Maximum number of remembered transactions; the oldest are dropped. */
const MOST = 20_000
/** How long the node's answers are reused for all transactions, ms. */
const FRESH = 1_000

interface Place {
  block: number
  hash: string
}

/** The node's recent answers. */
interface Known {
  at: number
  head: Promise<number>
  hashes: Map<number, Promise<string>>
}

/** The landed transactions of this process. */
export interface Depths {
  /** Remembers the block of a transaction that proved a landing. */
  note(receipt: Receipt): void
  standing: NonNullable<SettlementBackend['standing']>
}

/**
 * Creates the tracker. It reads the head from the node at most once a second, and once for each
 * block, however many transactions are checked.
 */
export function createDepths(node: Node, clock: Clock, confirmations: number): Depths {
  const places = new Map<string, Place>()
  const deep = Math.max(DEEP, confirmations)
  let known: Known | undefined
  const chain = (): Known => {
    if (!known || clock.now() - known.at > FRESH) {
      const head = node.block().then(({ number }) => number)
      known = { at: clock.now(), head, hashes: new Map() }
    }
    return known
  }
  const hashAt = async (block: number): Promise<string | undefined> => {
    const { head, hashes } = chain()
    if (block > (await head)) return undefined
    const hash = hashes.get(block) ?? node.block(block).then(({ hash }) => hash)
    hashes.set(block, hash)
    return hash
  }
  const note = ({ transaction, block, blockHash: hash }: Receipt): void => {
    places.set(transaction, { block, hash })
    if (places.size > MOST) places.delete(places.keys().next().value as string)
  }
  return {
    note,
    async standing(transaction) {
      const place = places.get(transaction)
      if (!place) return undefined
      if ((await hashAt(place.block)) !== place.hash) {
        const receipt = await node.receipt(transaction)
        if (!receipt) return 'gone'
        note(receipt)
        return 'shallow'
      }
      if ((await chain().head) - place.block < deep) return 'shallow'
      places.delete(transaction)
      return 'deep'
    },
  }
}
