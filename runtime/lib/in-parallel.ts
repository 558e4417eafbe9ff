/** Runs work over a list, some of it at a time. */

/**
 * Runs `work` over a list in order, at most `atOnce` at a time, and resolves to the results. Begins
 * no more work once `goesOn` is false: the results of the rest are missing. Rejects with the first
 * error; what has begun then goes on.
 */
export async function inParallel<A, B>(
  list: readonly A[],
  { atOnce, goesOn = () => true }: { atOnce: number; goesOn?: () => boolean },
  work: (item: A, place: number) => Promise<B>,
): Promise<B[]> {
  const results: B[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < list.length && goesOn()) {
      const place = next++
      results[place] = await work(list[place] as A, place)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, list.length) }, worker))
  return results
}
