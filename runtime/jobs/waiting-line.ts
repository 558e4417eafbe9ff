/** Those who wait for one supplier. Payers take turns; the jobs of each come in order. */

/** One who waits, since `since` (Unix ms). */
export interface Waiter {
  payer: string
  since: number
  go(): void
}

/**
 * A line of waiters, in which a payer with many jobs does not stand before one with a single job.
 */
export interface Line {
  /** Joins the end of the payer's own jobs; gives what leaves the line again. */
  join(waiter: Waiter): () => void
  /** Takes out the first job of the payer whose turn it is. */
  next(): Waiter | undefined
  size(): number
  /** Since when the one waits that waits longest, Unix ms. */
  oldest(): number | undefined
}

/** Makes an empty line. */
export function createLine(): Line {
  /** The payers in the order of their turns, each with jobs in order of arrival. */
  const payers = new Map<string, Set<Waiter>>()
  /** All in the order of arrival. */
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
      // Who was served goes to the end.
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
