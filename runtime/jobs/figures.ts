/**
 * Metrics of the job queue: how many jobs of each upstream run or wait in this process, and how
 * long they wait.
 */
import type { GaugeName } from '../observe/table.ts'
import type { Observe, Reading } from '../observe/types.ts'
import type { JobQueue, Load } from './queue.ts'

/** Registers gauges that show the queue's load per upstream. */
export function showLoad(observe: Observe, queue: JobQueue): void {
  const gauge = (name: GaugeName, value: (load: Load) => number): void => {
    const read = (): Reading =>
      queue.load().map(load => ({ labels: { upstream: load.upstream }, value: value(load) }))
    observe.gauge(name, read)
  }
  gauge('jobsRunning', load => load.running)
  gauge('jobsWaiting', load => load.waiting)
  gauge('oldestWaiting', load => load.oldest / 1000)
}
