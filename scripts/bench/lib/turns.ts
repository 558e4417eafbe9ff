/** Runs in turns, so that all meet the same weather. */

/** Lets each run so many times: what each saw, by round. */
export async function inTurns<S extends { name: string }, T>(
  subjects: readonly S[],
  rounds: number,
  go: (one: S) => Promise<T>,
): Promise<T[][]> {
  const seen = subjects.map((): T[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [i, subject] of subjects.entries()) {
      const one = await go(subject).catch((error: Error) => {
        throw new Error(`${subject.name}: ${error.message}`)
      })
      seen[i]!.push(one)
    }
  return seen
}
