/** The jobs that wait for one upstream. Payers take turns, and each payer's jobs stay in order. */

/** A waiting job; `since` is when it joined (Unix ms), and `go` starts it. */
export interface Waiter {
  payer: string
  since: number
  go(): void
}

/** A queue in which a payer with many jobs does not delay a payer with one job. */
export interface Line {
  /** Adds a job behind the payer's other jobs. Returns the function that removes it. */
  join(waiter: Waiter): () => void
  /** Removes and returns the first job of the payer whose turn it is. */
  next(): Waiter | undefined
  size(): number
  /** When the longest waiting job joined, Unix ms. */
  oldest(): number | undefined
}

/** Creates an empty queue. */
export function createLine(): Line {
  /** Payers in the order of their turns, each with its jobs in order of arrival. */
  const payers = new Map<string, Set<Waiter>>()
  /** All jobs in order of arrival. */
  const all = new Set<Waiter>()
  const remove = (waiter: Waiter, own: Set<Waiter>): void => {
    all.delete(waiter)
    own.delete(waiter)
    if (own.size === 0 && payers.get(waiter.payer) === own) payers.delete(waiter.payer)
  }
  return {
    join(waiter) {
      const own = payers.get(waiter.payer) ?? new Set<Waiter>()
      payers.set(waiter.payer, own)
      own.add(waiter)
      all.add(waiter)
      return () => remove(waiter, own)
    },
    next() {
      const [first] = payers
      if (first === undefined) return undefined
      const [payer, own] = first
      const [waiter] = own as Set<Waiter>
      remove(waiter!, own)
      // The payer moves to the end of the order.
      if (own.size > 0) {
        payers.delete(payer)
        payers.set(payer, own)
      }
      return waiter
    },
    size: () => all.size,
    oldest: () => {
      const [first] = all
      return first?.since
    },
  }
}
