/**
 * The jobs of a two-step upstream: accepted, polled, and ended as planned or ordered. Progress
 * depends on polls, not on time.
 */

/** The end of a job that polls report. */
export type JobEnd = 'done' | 'failed' | 'refused'

/**
 * The plan of a job: so many polls are answered "pending" before the end. A held job stays pending,
 * a lost one is unknown. `code` is the vendor's code of a failure.
 */
export interface JobPlan {
  polls: number
  end: JobEnd
  held: boolean
  lost: boolean
  code?: string
}

/** A job that ends well after one pending answer. */
export const PLAIN_PLAN: JobPlan = { polls: 1, end: 'done', held: false, lost: false }

/**
 * A job. `asked` is what the upstream remembers of the request; `answered` counts polls answered
 * "pending".
 */
export interface UpstreamJob<T = any> {
  id: string
  asked: T
  plan: JobPlan
  answered: number
  /** Unix seconds. */
  created: number
  /** Unix seconds of the first poll that found it ended. */
  ended?: number
}

/** A job as the control server shows it. */
export interface JobView {
  id: string
  state: 'pending' | 'lost' | JobEnd
  held: boolean
  polls_answered: number
  polls_left: number
  asked: unknown
}

/** An order for a job: end in some way at its next poll, become unknown, or stay pending. */
export type JobOrder = 'finish' | 'fail' | 'refuse' | 'lose' | 'hold'

/** All orders. */
export const jobOrders: readonly JobOrder[] = ['finish', 'fail', 'refuse', 'lose', 'hold']

/** The jobs of one upstream. */
export interface JobBoard {
  open<T>(id: string, asked: T, plan: JobPlan): UpstreamJob<T>
  /** Returns the job, if it exists and is not lost. */
  find<T>(id: string): UpstreamJob<T> | undefined
  /** Answers a poll with the job's end, or counts it as pending. */
  poll(job: UpstreamJob): 'pending' | JobEnd
  forget(id: string): void
  /** Jobs opened since the last reset. */
  list(): JobView[]
  /** Orders one job, or all listed ones, if they have not ended. Returns their number. */
  order(order: JobOrder, options?: { id?: string; code?: string }): number
  /** Releases held jobs and empties the list; the jobs continue. */
  reset(): void
}

const KEPT = 5000
const seconds = (): number => Math.floor(Date.now() / 1000)

const ORDERS: Readonly<Record<JobOrder, Partial<JobPlan>>> = {
  finish: { end: 'done', polls: 0, held: false, lost: false },
  fail: { end: 'failed', polls: 0, held: false },
  refuse: { end: 'refused', polls: 0, held: false },
  lose: { lost: true },
  hold: { held: true },
}

/** Makes an empty board. */
export function jobBoard(): JobBoard {
  const all = new Map<string, UpstreamJob>()
  let listed = new Set<string>()
  const open = (id: string, asked: unknown, plan: JobPlan): UpstreamJob => {
    const job = { id, asked, plan: { ...plan }, answered: 0, created: seconds() }
    all.set(id, job)
    listed.add(id)
    if (all.size > KEPT) all.delete(all.keys().next().value!)
    return job
  }
  return {
    open,
    find: id => (all.get(id)?.plan.lost ? undefined : all.get(id)),
    poll,
    forget: id => {
      all.delete(id)
    },
    list: () =>
      [...listed]
        .map(id => all.get(id))
        .filter(job => job !== undefined)
        .map(view),
    order: (order, { id, code } = {}) => {
      const ordered = [...all.values()].filter(
        job => job.ended === undefined && (id === undefined ? listed.has(job.id) : id === job.id),
      )
      for (const job of ordered)
        Object.assign(job.plan, ORDERS[order], code === undefined ? {} : { code })
      return ordered.length
    },
    reset: () => {
      for (const job of all.values()) job.plan.held = false
      listed = new Set()
    },
  }
}

const pending = ({ plan, answered }: UpstreamJob): boolean => plan.held || answered < plan.polls

function poll(job: UpstreamJob): 'pending' | JobEnd {
  if (pending(job)) {
    job.answered++
    return 'pending'
  }
  job.ended ??= seconds()
  return job.plan.end
}

function view(job: UpstreamJob): JobView {
  const { id, plan, answered, asked } = job
  const state = plan.lost ? 'lost' : pending(job) ? 'pending' : plan.end
  return {
    id,
    state,
    held: plan.held,
    polls_answered: answered,
    polls_left: Math.max(0, plan.polls - answered),
    asked,
  }
}

/** The progress that a pending job reports, in percent. */
export const progressOf = ({ plan, answered }: UpstreamJob): number =>
  Math.min(95, Math.floor((100 * answered) / (plan.polls + 1)))
