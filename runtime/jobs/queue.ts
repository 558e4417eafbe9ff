/**
 * Queues jobs per upstream: limits how many run and how many wait, shares the turns fairly between
 * payers, and limits the bytes of all requests together.
 */
import type { Capacity } from '../contract.ts'
import type { Clock } from '../seams.ts'
import { createLine, type Line } from './waiting-line.ts'

/**
 * The load of one upstream in this process. `oldest` is how long the first waiting job has waited,
 * in ms; 0 if none waits.
 */
export interface Load {
  upstream: string
  running: number
  waiting: number
  oldest: number
}

/** The job queue of one process. */
export interface JobQueue {
  /**
   * Returns undefined if an upstream's queue has room for another job with so many bytes; if not,
   * the seconds after which to retry.
   */
  full(upstream: string, bytes?: number): number | undefined
  /**
   * Reserves a place for a job that is about to be queued, so that a burst does not exceed the
   * limits. Returns the function that releases it.
   */
  reserve(upstream: string, bytes?: number): () => void
  /**
   * Runs the work when it is its turn: payers take turns, and each payer's jobs run in order.
   * Rejects with the signal's reason if it aborts while the job waits.
   */
  run<T>(
    job: { upstream: string; payer: string; bytes?: number },
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>
  load(): Load[]
  /** Changes the limits of upstreams; waiting jobs start if there is room now. */
  limit(capacities: Readonly<Record<string, Capacity | undefined>>): void
}

/**
 * Limit for the bytes of all requests whose jobs have not ended: the store holds their input, and
 * this process the input of running jobs.
 */
const MOST_BYTES = 2 ** 30
const UNLIMITED: Capacity = { concurrency: Infinity, queue: Infinity }
/** Bounds for the Retry-After of a full upstream, in seconds. */
const SOONEST = 1
const LATEST = 60
/**
 * Assumed duration of a job before the first one has ended, in ms, and the weight of the newest job
 * in the mean.
 */
const FIRST_GUESS = 30_000
const NEWEST = 0.2

/**
 * The state of one upstream's queue. `reserved` counts places of jobs that are about to be queued;
 * `mean` is the mean duration of a job, ms.
 */
interface UpstreamQueue {
  capacity: Capacity
  line: Line
  running: number
  reserved: number
  mean: number
}

function createUpstreamQueue(capacity: Capacity = UNLIMITED): UpstreamQueue {
  return { capacity, line: createLine(), running: 0, reserved: 0, mean: FIRST_GUESS }
}

/**
 * Creates the job queue. An upstream without a capacity is limited only by the bytes of all
 * requests.
 */
export function createQueue(
  capacities: Readonly<Record<string, Capacity | undefined>>,
  clock: Clock,
  mostBytes = MOST_BYTES,
): JobQueue {
  let heldBytes = 0
  const queues = new Map(
    Object.entries(capacities).map(([upstream, capacity]) => [
      upstream,
      createUpstreamQueue(capacity),
    ]),
  )
  const queueOf = (upstream: string): UpstreamQueue => {
    const queue = queues.get(upstream) ?? createUpstreamQueue()
    queues.set(upstream, queue)
    return queue
  }
  return {
    full: (upstream, bytes = 0) => {
      const queue = queueOf(upstream)
      return isFull(queue) || heldBytes + bytes > mostBytes ? retryAfter(queue) : undefined
    },
    reserve(upstream, bytes = 0) {
      const queue = queueOf(upstream)
      const place = { jobs: 1, bytes }
      queue.reserved += place.jobs
      heldBytes += place.bytes
      return () => {
        queue.reserved -= place.jobs
        heldBytes -= place.bytes
        Object.assign(place, { jobs: 0, bytes: 0 })
      }
    },
    async run({ upstream, payer, bytes = 0 }, work, signal) {
      heldBytes += bytes
      try {
        return await inTurn(queueOf(upstream), { payer, clock, signal }, work)
      } finally {
        heldBytes -= bytes
      }
    },
    limit(wanted) {
      for (const [upstream, capacity = UNLIMITED] of Object.entries(wanted)) {
        const queue = queueOf(upstream)
        queue.capacity = capacity
        startWaiting(queue)
      }
    },
    load: () =>
      [...queues].map(([upstream, queue]) => ({ upstream, ...loadOf(queue, clock.now()) })),
  }
}

function loadOf({ line, running }: UpstreamQueue, now: number): Omit<Load, 'upstream'> {
  return { running, waiting: line.size(), oldest: now - (line.oldest() ?? now) }
}

function isFull({ capacity, line, running, reserved }: UpstreamQueue): boolean {
  return running + line.size() + reserved >= capacity.concurrency + capacity.queue
}

/** Returns the seconds after which one of the running jobs has probably ended. */
function retryAfter({ capacity, mean }: UpstreamQueue): number {
  return Math.min(
    LATEST,
    Math.max(SOONEST, Math.ceil(Math.round(mean / capacity.concurrency) / 1000)),
  )
}

/** Runs the work when a place is free, then gives the place to the next job. */
async function inTurn<T>(
  queue: UpstreamQueue,
  job: { payer: string; clock: Clock; signal?: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  const { payer, clock, signal } = job
  await takePlace(queue, { payer, since: clock.now() }, signal)
  const started = clock.now()
  try {
    return await work()
  } finally {
    queue.mean += NEWEST * (clock.now() - started - queue.mean)
    queue.running -= 1
    startWaiting(queue)
  }
}

/** Waits for the job's turn; resolves when it has a place. */
async function takePlace(
  queue: UpstreamQueue,
  waiter: { payer: string; since: number },
  signal?: AbortSignal,
): Promise<void> {
  if (signal?.aborted) throw signal.reason
  if (queue.running < queue.capacity.concurrency) {
    queue.running += 1
    return
  }
  await new Promise<void>((resolve, reject) => {
    const leave = queue.line.join({
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

/** Starts waiting jobs while there are free places. */
function startWaiting(queue: UpstreamQueue): void {
  while (queue.running < queue.capacity.concurrency) {
    const next = queue.line.next()
    if (next === undefined) return
    queue.running += 1
    next.go()
  }
}
