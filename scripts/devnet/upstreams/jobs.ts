/**
 * The jobs of a two-step supplier: accepted, polled, and ended as planned or as told. Nothing waits
 * for time; polls are what passes.
 */

/** What polls find at the end of a job. */
export type JobEnd = 'done' | 'failed' | 'refused'

/**
 * What shall become of a job: so many polls are answered "pending" before the end; a held one stays
 * pending, a lost one is unknown. `code` is the vendor's own for a failure.
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
 * A job. `asked` is what the supplier wants to remember of the request, `answered` how many polls
 * were told "pending".
 */
export interface SupplierJob<T = any> {
  id: string
  asked: T
  plan: JobPlan
  answered: number
  /** Unix seconds. */
  created: number
  /** Unix seconds of the first poll that found it ended. */
  ended?: number
}

/** A job as the switchboard shows it. */
export interface JobView {
  id: string
  state: 'pending' | 'lost' | JobEnd
  held: boolean
  polls_answered: number
  polls_left: number
  asked: unknown
}

/**
 * What a job can be told: to end in some way at its next poll, to be unknown, or to stay pending.
 */
export type JobOrder = 'finish' | 'fail' | 'refuse' | 'lose' | 'hold'

/** All orders. */
export const jobOrders: readonly JobOrder[] = ['finish', 'fail', 'refuse', 'lose', 'hold']

/** The jobs of one supplier. */
export interface JobBoard {
  open<T>(id: string, asked: T, plan: JobPlan): SupplierJob<T>
  /** The job, where there is one and it is not lost. */
  find<T>(id: string): SupplierJob<T> | undefined
  /** Answers a poll: the job's end, or that it is pending, which counts. */
  poll(job: SupplierJob): 'pending' | JobEnd
  forget(id: string): void
  /** Those opened since the last reset. */
  list(): JobView[]
  /**
   * Tells one job, or all that the list shows, where they have not ended. Returns how many were
   * told.
   */
  tell(order: JobOrder, options?: { id?: string; code?: string }): number
  /** Nothing is held any longer, and the list begins anew; the jobs go on. */
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

/** A board without jobs. */
export function jobBoard(): JobBoard {
  const all = new Map<string, SupplierJob>()
  let listed = new Set<string>()
  const open = (id: string, asked: unknown, plan: JobPlan): SupplierJob => {
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
    tell: (order, { id, code } = {}) => {
      const told = [...all.values()].filter(
        job => job.ended === undefined && (id === undefined ? listed.has(job.id) : id === job.id),
      )
      for (const job of told)
        Object.assign(job.plan, ORDERS[order], code === undefined ? {} : { code })
      return told.length
    },
    reset: () => {
      for (const job of all.values()) job.plan.held = false
      listed = new Set()
    },
  }
}

const pending = ({ plan, answered }: SupplierJob): boolean => plan.held || answered < plan.polls

function poll(job: SupplierJob): 'pending' | JobEnd {
  if (pending(job)) {
    job.answered++
    return 'pending'
  }
  job.ended ??= seconds()
  return job.plan.end
}

function view(job: SupplierJob): JobView {
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

/** How far a pending job says it is, in percent. */
export const progressOf = ({ plan, answered }: SupplierJob): number =>
  Math.min(95, Math.floor((100 * answered) / (plan.polls + 1)))
