/** Gives jobs their turn: so many at once for each supplier, fair between payers, and never more waiting than can be answered for. */
import type { Capacity } from '../contract.ts'

/** How busy one supplier's jobs keep this process. */
export interface Load { upstream: string; running: number; waiting: number }

/** The queue of one process. */
export interface JobQueue {
  /** Seconds after which to try again when another job of this supplier cannot be taken; undefined when it can. */
  full(upstream: string): number | undefined
  /** Runs the work when its turn comes: payers take turns, each one's jobs in order. Rejects with the signal's reason while it waits. */
  run<T>(job: { upstream: string; payer: string }, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  load(): Load[]
}

/** Makes the queue; a supplier that is not named has no bounds. */
export declare function createQueue(capacities: Readonly<Record<string, Capacity>>): JobQueue
