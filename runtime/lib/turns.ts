/** Limits how many tasks run at the same time. The others wait in order of arrival. */

/**
 * Creates a function that runs tasks, at most `most` at the same time. It returns the task's result
 * or error; the next task starts either way.
 */
export function takeTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = most
  return async work => {
    if (free > 0) free -= 1
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}
