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

/** Runs the tasks of each key one after the other. Each gets whether it had to wait. */
export type TurnsBy<K> = <T>(key: K, work: (hasWaited: boolean) => Promise<T>) => Promise<T>

/**
 * Creates a function that runs the tasks of each key one after the other. It returns the task's
 * result or error; the next task starts either way.
 */
export function takeTurnsBy<K>(): TurnsBy<K> {
  const last = new Map<K, Promise<unknown>>()
  return (key, work) => {
    const earlier = last.get(key)
    const result = earlier === undefined ? work(false) : earlier.then(() => work(true))
    const end = result.then(
      () => undefined,
      () => undefined,
    )
    last.set(key, end)
    void end.then(() => {
      if (last.get(key) === end) last.delete(key)
    })
    return result
  }
}
