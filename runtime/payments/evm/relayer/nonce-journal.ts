/**
 * The relayer's nonce journal: the next nonce, and the signed bytes of transactions that may not be
 * mined yet. It is in the store, so that several processes with one key do not collide, and one
 * process can resend transactions that another left unmined.
 */
import { LEASE, writeOver, type Store } from '../../../store/store.ts'
import type { Node } from '../node.ts'
import type { Signed } from '../transaction.ts'

/** A transaction that may not be mined yet. */
export interface OpenEntry extends Signed {
  nonce: number
}

interface Page {
  next: number
  open: OpenEntry[]
}

/** The journal of one relayer. Use it only inside `turn`. */
export interface NonceJournal {
  /**
   * Reads the journal and runs `work`, while no other process uses this relayer's nonces. Rejects
   * with `StoreBusy`, and if the journal is new and the node does not answer.
   */
  turn<T>(work: () => Promise<T>): Promise<T>
  /**
   * Returns the nonce for the next transaction. `taken` is a nonce that the chain has just refused.
   */
  next(taken?: number): Promise<number>
  /**
   * Stores a transaction and drops entries below the lowest unmined nonce. Never rejects, because
   * the transaction is already broadcast.
   */
  add(entry: OpenEntry): Promise<void>
  /** Records that every nonce below is mined. */
  mined(below: number): void
  /** Drops the known next nonce, so that it is read from the chain again. */
  reset(): void
  /** The open transactions of all processes. */
  open(): readonly OpenEntry[]
  /** Reads the signed bytes of an open transaction. */
  raw(transaction: string): Promise<string | undefined>
}

const COLLECTION = 'gateway.relayer'
/**
 * How long to wait for another process's turn, ms. After that, the settlements check their
 * deadlines.
 */
const WAIT = 10_000
/** Maximum number of stored entries. */
const MOST_ENTRIES = 64

/** Creates the journal of a relayer's address on a chain. */
export function createNonceJournal(
  store: Store,
  node: Node,
  place: { chain: string; address: string },
): NonceJournal {
  const key = `relayer:${place.chain}:${place.address}`
  let page: Page | undefined
  let version = 0
  let floor = 0

  const load = async (): Promise<Page> => {
    const stored = await store.get<Page>(COLLECTION, key)
    version = stored?.version ?? 0
    return stored ? { next: stored.doc.next, open: [...stored.doc.open] } : { next: 0, open: [] }
  }
  const save = async (): Promise<void> => {
    const doc = page as Page
    const isSaved = await store.commit([
      writeOver(version === 0 ? undefined : version, { in: COLLECTION, key, doc }),
    ])
    if (!isSaved)
      // The turn ended before its work, and another process wrote: the page is read again.
      page = undefined
    else version += 1
  }
  // A journal's nonces are trusted only as far as its transactions can be sent again. A gap would
  // block the queue forever, and a restarted development chain does not know the old nonces.
  const resume = async (known: Page): Promise<Page> => {
    const first = await node.count(place.address, 'pending')
    let next = first
    while (known.open.some(({ nonce }) => nonce === next)) next += 1
    return { next, open: known.open.filter(({ nonce }) => nonce < next) }
  }
  // Between two turns, other processes write the page of a shared store.
  const current = async (): Promise<Page> => {
    if (page === undefined) return resume(await load())
    if (!store.shared) return page
    const { open, next } = await load()
    return { open, next: Math.max(next, page.next) }
  }
  return {
    turn(work) {
      const begin = async () => {
        page = await current()
        return work()
      }
      return store.lock(key, LEASE, begin, WAIT)
    },
    async next(taken) {
      const now = (page ??= await resume(await load()))
      if (taken !== undefined)
        now.next = Math.max(taken + 1, await node.count(place.address, 'pending'))
      return now.next
    },
    async add(entry) {
      const current = (page ??= { next: 0, open: [] })
      current.next = Math.max(current.next, entry.nonce + 1)
      current.open = [
        ...current.open.filter(({ nonce }) => nonce !== entry.nonce && nonce >= floor),
        entry,
      ].slice(-MOST_ENTRIES)
      await save().catch(() => {
        page = undefined
      })
    },
    mined(below) {
      floor = Math.max(floor, below)
    },
    reset() {
      page = undefined
    },
    open: () => page?.open ?? [],
    async raw(transaction) {
      const entries = (page && !store.shared ? page : (await store.get<Page>(COLLECTION, key))?.doc)
        ?.open
      return entries?.find(entry => entry.transaction === transaction)?.raw
    },
  }
}
