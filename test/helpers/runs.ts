/** How many random cases property tests try. */

/** What the environment variable RUNS multiplies them by, e.g. `RUNS=10 npm test`. */
const FACTOR = Number(process.env.RUNS ?? 1)

/**
 * The number of random cases: `ordinary` of them unless RUNS asks for more or fewer, never none.
 */
export const runs = (ordinary: number): number => Math.max(1, Math.round(ordinary * FACTOR))
