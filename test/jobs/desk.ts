/** The parts of a gateway that jobs use, on a store in memory, and jobs in that store. */
import type { GatewayContext } from '../../runtime/context.ts'
import { jobKey, newJob } from '../../runtime/jobs/documents.ts'
import type { JobDoc, JobInput } from '../../runtime/jobs/types.ts'
import { StoreUnavailable, type Store } from '../../runtime/store/store.ts'
import { manualClock, type ManualClock } from '../helpers/clock.ts'
import { memoryStore } from '../helpers/memory-store.ts'

/** The key of the job that `put` writes. */
export const KEY = jobKey('films', 'j1')
/** The input of jobs. */
export const INPUT = { facts: {}, body: { text: 'hi' }, query: {}, path: {} } as never as JobInput

/** A gateway with jobs. */
export interface JobsDesk {
  clock: ManualClock
  store: Store
  context: GatewayContext
  /** Ends of jobs that were counted. */
  counted: unknown[]
  /** Lines that were logged, each with its level. */
  logged: unknown[]
  /** Makes that many of the next steps of the store fail. */
  failStore(times: number, error?: Error): void
  /** Runs before a step of the store whose name begins like this, once. */
  before(step: string, run: () => Promise<unknown>): void
  /** The steps of the store, in order. */
  steps: string[]
  halt(): void
  /** Stores a job. */
  put(more?: Partial<JobDoc>, input?: JobInput): Promise<JobDoc>
}

/** Makes a desk. */
export function jobsDesk(): JobsDesk {
  const clock = manualClock()
  const halted = new AbortController()
  const [counted, logged]: unknown[][] = [[], []]
  const steps: string[] = []
  const failures: Error[] = []
  const hooks: { step: string; run(): Promise<unknown> }[] = []
  const store = memoryStore(clock, {
    step: async what => {
      steps.push(what)
      const error = failures.pop()
      if (error !== undefined) throw error
      const at = hooks.findIndex(({ step }) => what.startsWith(step))
      if (at >= 0) await hooks.splice(at, 1)[0]!.run()
    },
  })
  const say =
    (level: string) =>
    (facts: object, message: string): unknown =>
      logged!.push({ level, message, ...facts })
  const context = {
    store,
    clock,
    halted: halted.signal,
    observe: {
      job: (end: unknown) => counted!.push(end),
      log: { error: say('error'), warn: say('warn'), debug: say('debug') },
    },
  } as never as GatewayContext
  return {
    clock,
    store,
    context,
    counted: counted!,
    logged: logged!,
    steps,
    failStore: (times, error = new StoreUnavailable('no store')) =>
      failures.push(...Array<Error>(times).fill(error)),
    before: (step, run) => hooks.push({ step, run }),
    halt: () => halted.abort(new Error('halted')),
    async put(more, input = INPUT) {
      const doc = jobDoc(clock, more)
      await store.commit(newJob(KEY, doc, input))
      return doc
    },
  }
}

/** A job that was submitted now. */
export const jobDoc = (clock: ManualClock, more: Partial<JobDoc> = {}): JobDoc => ({
  id: 'j1',
  route: 'post_films',
  status: 'queued',
  created: clock.now(),
  stalls: clock.now() + 3_600_000,
  expires: clock.now() + 7_200_000,
  payer: '0xAnn',
  amount: '53500',
  price: { amount: '0.0535', currency: 'USD' } as never,
  submitted: 'eip155:1|0xAnn|0x1',
  poll_url: '/films/j1',
  echo: { model: 'first' },
  attempts: 0,
  ...more,
})
