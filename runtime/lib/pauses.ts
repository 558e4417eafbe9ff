/** Pauses between attempts. */

/** Most doublings, so that the pause stays a number. */
const DOUBLINGS = 20

/**
 * Returns the pause after so many failures in a row: `first` ms after one, twice as long after each
 * further one, and at most `longest` ms.
 */
export function pauseAfter(
  failures: number,
  { first, longest }: { first: number; longest: number },
): number {
  return Math.min(longest, first * 2 ** Math.min(failures - 1, DOUBLINGS))
}
