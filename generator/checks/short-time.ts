/**
 * Finds times so short that no upstream answers in time, or so long that no caller waits: mostly a
 * mix-up of ms and seconds.
 */
import { callKey } from './call-keys.ts'
import { warning, type Check } from './check.ts'
import type { Problem } from '../types.ts'

/** The shortest time in which an upstream may answer, in ms. */
const SHORTEST = 500
/** The longest, in ms. */
const LONGEST = 2 * 3_600_000

/** Warns of calls that time out at once or almost never. */
export const shortTime: Check = {
  code: 'short-time',
  run: (catalog, flat) =>
    catalog.calls.flatMap((call): Problem[] => {
      const { timeout, id } = call
      if (timeout >= SHORTEST && timeout <= LONGEST) return []
      const isShort = timeout < SHORTEST
      const message = isShort
        ? `${id} times out after ${timeout} ms`
        : `${id} times out after ${Math.round(timeout / 3_600_000)} hours`
      const hint = isShort
        ? `write ${timeout}s if these are seconds`
        : `write ${timeout / 1000}ms if these are milliseconds, which are ${timeout / 1_000_000}s`
      const place = callKey(flat, call, 'timeout') ?? call.place
      return [warning('short-time', place, message, { hint })]
    }),
}
