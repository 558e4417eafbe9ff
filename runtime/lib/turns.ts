/** Works that wait for each other: so many at a time, in order of arrival. */

/**
 * Makes a way to run works, `most` at the same time. What a work gives or throws is passed on; the
 * next one's turn comes either way.
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
