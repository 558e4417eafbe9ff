/**
 * How deep landed transactions are, and whether the chain still has them: a reorganisation can take
 * a block back.
 */
import type { Clock } from '../../seams.ts'
import type { SettlementBackend } from '../types.ts'
import type { Node, Receipt } from './node.ts'

/** Blocks after which no reorganisation is expected any more. */
const DEEP = 12
/** Transactions that are remembered; the oldest are forgotten. */
const MOST = 20_000
/** How long an answer of the node is good for all transactions that are asked about, ms. */
const FRESH = 1_000

interface Place {
  block: number
  hash: string
}

/** What the node has said a moment ago. */
interface Known {
  at: number
  head: Promise<number>
  hashes: Map<number, Promise<string>>
}

/** The landed transactions of this process. */
export interface Depths {
  /** Remembers the block of a transaction that has proved a landing. */
  note(receipt: Receipt): void
  standing: NonNullable<SettlementBackend['standing']>
}

/**
 * Asks the node once a second at most, and once for each block, however many transactions are asked
 * about.
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
    const asked = hashes.get(block) ?? node.block(block).then(({ hash }) => hash)
    hashes.set(block, asked)
    return asked
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
