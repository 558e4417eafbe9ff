/**
 * Metrics of the job queue: how many jobs of each upstream run or wait in this process, and how
 * long they wait.
 */
import type { Observe, Reading } from '../observe/types.ts'
import type { JobQueue, Load } from './queue.ts'

/** Registers gauges that show the queue's load per upstream. */
export function showLoad(observe: Observe, queue: JobQueue): void {
  const gauge = (name: string, help: string, value: (load: Load) => number): void => {
    const read = (): Reading =>
      queue.load().map(load => ({ labels: { upstream: load.upstream }, value: value(load) }))
    observe.gauge(name, help, read, ['upstream'])
  }
  gauge('farebox_jobs_running', 'Jobs that this process works on', load => load.running)
  gauge('farebox_jobs_waiting', 'Jobs that wait their turn in this process', load => load.waiting)
  gauge(
    'farebox_jobs_oldest_waiting_ms',
    'How long the first of the waiting jobs has waited',
    load => load.oldest,
  )
}
