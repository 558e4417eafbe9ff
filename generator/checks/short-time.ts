/** A time so short that no upstream answers within it: mostly milliseconds that were seconds. */
import { callKey } from './call-keys.ts'
import { warning, type Check } from './check.ts'
import type { Problem } from '../types.ts'

/** The shortest time in which an upstream may answer, in ms. */
const SHORTEST = 500

/** Warns of calls that are given up at once. */
export const shortTime: Check = {
  code: 'short-time',
  run: (catalog, flat) =>
    catalog.calls.flatMap(({ timeout, ...call }): Problem[] =>
      timeout >= SHORTEST
        ? []
        : [
            warning(
              'short-time',
              callKey(flat, { timeout, ...call }, 'timeout') ?? call.place,
              `${call.id} is given up after ${timeout} ms`,
              { hint: `write ${timeout}s if these are seconds` },
            ),
          ],
    ),
}
