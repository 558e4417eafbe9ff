/** The production clock, the only part of the runtime that reads the machine's time. */
import type { Clock } from '../seams.ts'

/** Creates a clock's `sleep` from its `after`. */
export function sleepBy(after: Clock['after']): Clock['sleep'] {
  return (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const stop = (): void => {
        cancel()
        reject(signal?.reason)
      }
      const cancel = after(ms, () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      })
      signal?.addEventListener('abort', stop, { once: true })
    })
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now(), after, sleep: sleepBy(after) }
