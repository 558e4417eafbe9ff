/** Proofs of landed payments, and the search for them. */
import type { Note } from '../public-message.ts'
import type { Settlement } from '../settlement.ts'
import type { Block, Node, Receipt } from './node.ts'
import type { Transfer } from './transfer-method.ts'

/** Blocks per log search, and the number of searches. */
const SPAN = 5000
const SEARCHES = 24
/** The search goes back to this many seconds before the intent. */
const BEFORE = 3600

/** Where to look: the node, and how many blocks confirm a transaction. */
export interface Question {
  node: Node
  confirmations: number
  /** Called with every receipt that proved a landing. */
  landed?(receipt: Receipt): void
  /** Logs what operators must know. */
  note?: Note
}

/** The result while nothing is proved. */
export const unknown = (reason: string, transaction?: string): Settlement => ({
  state: 'unknown',
  reason,
  transaction,
})

/**
 * Returns the result of a transaction that moved `moved`. A different amount than requested is the
 * settling party's fault: the authorization is spent, so the payer gets the result, and operators
 * are warned.
 */
function landedWith(
  { note }: Question,
  { amount, authorization }: Transfer,
  { moved, transaction }: { moved: bigint; transaction: string },
): Settlement {
  if (moved === amount) return { state: 'landed', transaction }
  note?.('another amount was charged', {
    transaction,
    wallet: authorization.from,
    charged: String(moved),
    wanted: String(amount),
  })
  return { state: 'landed', transaction, amount: moved }
}

/**
 * Returns the result if a mined transaction moved the money and has enough confirmations. Undefined
 * if it proves nothing.
 */
export async function landedIn(
  question: Question,
  transfer: Transfer,
  transaction: string,
): Promise<Settlement | undefined> {
  const { node, confirmations, landed } = question
  const receipt = await node.receipt(transaction)
  const moved = receipt && (await transfer.method.moved(node, receipt, transfer))
  if (!receipt || moved === undefined) return undefined
  if (confirmations > 1 && (await node.block()).number - receipt.block + 1 < confirmations)
    return unknown('mined, waiting for confirmations', transaction)
  landed?.(receipt)
  return landedWith(question, transfer, { moved, transaction: receipt.transaction })
}

/**
 * The result of a search; `isComplete` if it covered all the time since the authorization was sent.
 */
export interface Found<T> {
  found?: T
  isComplete: boolean
}

/** Searches spans of blocks backwards from `head`, until `look` finds something. */
export async function searchBack<T>(
  node: Node,
  { head, sentAt }: { head: Block; sentAt: number },
  look: (first: number, last: number) => Promise<T | undefined>,
): Promise<Found<T>> {
  const since = Math.floor(sentAt / 1000) - BEFORE
  let last = head.number
  for (let i = 0; i < SEARCHES && last >= 0; i++) {
    const first = Math.max(0, last - SPAN + 1)
    const found = await look(first, last)
    if (found !== undefined) return { found, isComplete: false }
    if (first === 0 || (await node.block(first)).time < since) return { isComplete: true }
    last = first - 1
  }
  return { isComplete: false }
}
