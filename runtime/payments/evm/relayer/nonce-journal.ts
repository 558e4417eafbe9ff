/**
 * The relayer's book: the next nonce and the signed bytes of transactions that may not be mined
 * yet. It is kept in the store, so that several processes with one key do not collide and what one
 * process left unmined another can send again.
 */
import { LEASE, type Store } from '../../../store/store.ts'
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

/** The book of one relayer. Use it only inside `turn`. */
export interface NonceJournal {
  /** Runs `work` while no other process uses this relayer's nonces. Rejects with `StoreBusy`. */
  turn<T>(work: () => Promise<T>): Promise<T>
  /** The nonce for the next transaction. `taken` is one that the chain has just refused. */
  next(taken?: number): Promise<number>
  /**
   * Remembers a transaction; entries below the lowest unmined nonce are dropped. Never rejects: the
   * transaction is on its way.
   */
  add(entry: OpenEntry): Promise<void>
  /** Remembers that everything below is mined. */
  mined(below: number): void
  /** Forgets what was noted of the next nonce: the chain is asked again. */
  reset(): void
  /** The open transactions, of whatever process, as last read. */
  open(): readonly OpenEntry[]
  /** The bytes of an open transaction. */
  raw(transaction: string): Promise<string | undefined>
}

const BOOKS = 'gateway.relayer'
/** How long another process's turn is waited for, ms; who waits looks at its deadline then. */
const WAIT = 10_000
/** How many entries are kept at most. */
const KEPT = 64

/** The book of a relayer's address on a chain. */
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
    const stored = await store.get<Page>(BOOKS, key)
    version = stored?.version ?? 0
    return stored ? { next: stored.doc.next, open: [...stored.doc.open] } : { next: 0, open: [] }
  }
  const save = async (): Promise<void> => {
    const doc = page as Page
    const fits = await store.commit([
      version === 0
        ? { do: 'insert', in: BOOKS, key, doc }
        : { do: 'replace', in: BOOKS, key, version, doc },
    ])
    if (!fits)
      // Somebody wrote outside the turn: read it again next time; nonces on the chain stay true.
      page = undefined
    else version += 1
  }
  // What a book says about the future is trusted only as far as its transactions can be sent again:
  // a gap would block for ever, and a chain that was started anew knows nothing of the old nonces.
  const resume = async (known: Page): Promise<Page> => {
    const first = await node.count(place.address, 'pending')
    let next = first
    while (known.open.some(({ nonce }) => nonce === next)) next += 1
    return { next, open: known.open.filter(({ nonce }) => nonce < next) }
  }
  return {
    turn: work => store.lock(key, LEASE, work, WAIT),
    async next(taken) {
      if (page === undefined) {
        page = await resume(await load())
      } else if (store.shared) {
        const known = await load()
        page = { open: known.open, next: Math.max(known.next, page.next) }
      }
      if (taken !== undefined)
        page.next = Math.max(taken + 1, await node.count(place.address, 'pending'))
      return page.next
    },
    async add(entry) {
      const current = (page ??= { next: 0, open: [] })
      current.next = Math.max(current.next, entry.nonce + 1)
      current.open = [
        ...current.open.filter(({ nonce }) => nonce !== entry.nonce && nonce >= floor),
        entry,
      ].slice(-KEPT)
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
      const read = (page && !store.shared ? page : (await store.get<Page>(BOOKS, key))?.doc)?.open
      return read?.find(entry => entry.transaction === transaction)?.raw
    },
  }
}
