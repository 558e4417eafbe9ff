/** A transaction that the relayer has sent, and the dependencies of sending. */
import type { Clock } from '../../../seams.ts'
import type { Node } from '../node.ts'
import type { Note } from '../../public-message.ts'
import type { RelayerWallet } from '../transaction.ts'
import type { Question } from '../landing.ts'
import type { Item } from './batch.ts'
import type { NonceJournal } from './nonce-journal.ts'
import type { Fees } from './fees.ts'
import type { RelayerOptions } from './options.ts'
import type { RefusedWallets } from './refused.ts'

/** The dependencies of sending. */
export interface Sending {
  node: Node
  wallet: RelayerWallet
  journal: NonceJournal
  fees(): Promise<Fees>
  clock: Clock
  options: RelayerOptions
  /** The node for look-ups of authorizations. */
  question: Question
  refused: RefusedWallets
  /** Logs events for operators. */
  note: Note
}

/** A pending transaction. `hashes` has every version of it; they share the nonce. */
export interface PendingTransaction {
  nonce: number
  items: Item[]
  fees: Fees
  gas?: bigint
  hashes: string[]
  raw: string
  sentAt: number
}
