/**
 * Gives jobs their turn: so many at once for each supplier, fair between payers, and never more
 * waiting than can be answered for, by number and, all suppliers together, by the bytes of what
 * they were asked for.
 */
import type { Capacity } from '../contract.ts'
import type { Clock } from '../seams.ts'
import { createLine, type Line } from './waiting-line.ts'

/**
 * How busy one supplier's jobs keep this process. `oldest` is how long the first of the waiting has
 * waited, ms; 0 where none waits.
 */
export interface Load {
  upstream: string
  running: number
  waiting: number
  oldest: number
}

/** The queue of one process. */
export interface JobQueue {
  /**
   * Seconds after which to try again when another job of this supplier, with so many bytes, cannot
   * be taken; undefined when it can.
   */
  full(upstream: string, bytes?: number): number | undefined
  /**
   * Keeps a place for a job that is about to come, so that a burst does not pass the bounds; gives
   * what frees it again.
   */
  reserve(upstream: string, bytes?: number): () => void
  /**
   * Runs the work when its turn comes: payers take turns, each one's jobs in order. Rejects with
   * the signal's reason while it waits.
   */
  run<T>(
    job: { upstream: string; payer: string; bytes?: number },
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>
  load(): Load[]
}

/**
 * Bytes of all requests whose jobs are not over: the store keeps what they ask for, and this
 * process what it works on.
 */
const MOST_BYTES = 2 ** 30
const NO_BOUNDS: Capacity = { at_once: Infinity, waiting: Infinity }
/** Seconds that callers of a full supplier are told to stay away: at least, at most. */
const SOONEST = 1
const LATEST = 60
/**
 * How long a job is taken to run before any has, ms, and how much the newest one counts in the mean
 * of all.
 */
const FIRST_GUESS = 30_000
const NEWEST = 0.2

/** What the queue keeps of one supplier. */
interface Desk {
  capacity: Capacity
  line: Line
  running: number
  coming: number
  mean: number
}

function createDesk(capacity: Capacity = NO_BOUNDS): Desk {
  return { capacity, line: createLine(), running: 0, coming: 0, mean: FIRST_GUESS }
}

/** Makes the queue; a supplier that is not named has no bounds but that of bytes. */
export function createQueue(
  capacities: Readonly<Record<string, Capacity | undefined>>,
  clock: Clock,
  mostBytes = MOST_BYTES,
): JobQueue {
  let held = 0
  const desks = new Map(
    Object.entries(capacities).map(([upstream, capacity]) => [upstream, createDesk(capacity)]),
  )
  const deskOf = (upstream: string): Desk => {
    const desk = desks.get(upstream) ?? createDesk()
    desks.set(upstream, desk)
    return desk
  }
  return {
    full: (upstream, bytes = 0) => {
      const desk = deskOf(upstream)
      return isFull(desk) || held + bytes > mostBytes ? retryAfter(desk) : undefined
    },
    reserve(upstream, bytes = 0) {
      const desk = deskOf(upstream)
      const place = { jobs: 1, bytes }
      desk.coming += place.jobs
      held += place.bytes
      return () => {
        desk.coming -= place.jobs
        held -= place.bytes
        Object.assign(place, { jobs: 0, bytes: 0 })
      }
    },
    async run({ upstream, payer, bytes = 0 }, work, signal) {
      held += bytes
      try {
        return await inTurn(deskOf(upstream), { payer, clock, signal }, work)
      } finally {
        held -= bytes
      }
    },
    load: () => [...desks].map(([upstream, desk]) => ({ upstream, ...loadOf(desk, clock.now()) })),
  }
}

function loadOf({ line, running }: Desk, now: number): Omit<Load, 'upstream'> {
  return { running, waiting: line.size(), oldest: now - (line.oldest() ?? now) }
}

function isFull({ capacity, line, running, coming }: Desk): boolean {
  return running + line.size() + coming >= capacity.at_once + capacity.waiting
}

/** The time, in s, in which one of the running jobs is likely to end. */
function retryAfter({ capacity, mean }: Desk): number {
  return Math.min(LATEST, Math.max(SOONEST, Math.ceil(Math.round(mean / capacity.at_once) / 1000)))
}

/** Runs the work when a place is free, and gives the place to the next one. */
async function inTurn<T>(
  desk: Desk,
  who: { payer: string; clock: Clock; signal?: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  const { payer, clock, signal } = who
  await turn(desk, { payer, since: clock.now() }, signal)
  const started = clock.now()
  try {
    return await work()
  } finally {
    desk.mean += NEWEST * (clock.now() - started - desk.mean)
    desk.running -= 1
    fill(desk)
  }
}

/** Resolves, with a place taken, when the job may run. */
async function turn(
  desk: Desk,
  waiter: { payer: string; since: number },
  signal?: AbortSignal,
): Promise<void> {
  if (signal?.aborted) throw signal.reason
  if (desk.running < desk.capacity.at_once) {
    desk.running += 1
    return
  }
  await new Promise<void>((resolve, reject) => {
    const leave = desk.line.join({
      ...waiter,
      go: () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      },
    })
    const giveUp = (): void => {
      leave()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}

/** Lets the next ones run while there are places. */
function fill(desk: Desk): void {
  while (desk.running < desk.capacity.at_once) {
    const next = desk.line.next()
    if (next === undefined) return
    desk.running += 1
    next.go()
  }
}
