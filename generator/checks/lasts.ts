/** Checks that a stream may last longer than the wait for one of its events. */
import { callKey } from './call-keys.ts'
import { fault, type Check } from './check.ts'
import type { Problem } from '../types.ts'

/** Refuses `lasts` below `timeout`, and on calls without `protocol`. */
export const lasts: Check = {
  code: 'lasts',
  run(catalog, flat) {
    return catalog.calls.flatMap((call): Problem[] => {
      if (call.lasts === undefined) return []
      const place = callKey(flat, call, 'lasts') ?? call.place
      if (!call.protocol)
        return [fault('lasts', place, '`lasts` is only for streams, so the call needs `protocol`')]
      if (call.lasts >= call.timeout) return []
      return [
        fault(
          'lasts',
          place,
          `a stream lasts ${call.lasts / 1000} s at most, but one event may take ` +
            `${call.timeout / 1000} s`,
          {
            hint:
              '`timeout` is the time to the first event and between two: make it shorter, or ' +
              '`lasts` longer',
          },
        ),
      ]
    })
  },
}
