/** Refuses limits of request bodies that the gateway can never read. */
import { LARGEST_BODY } from '../../runtime/http/bodies.ts'
import { entryOf } from '../read/access.ts'
import { fault, type Check } from './check.ts'
import type { Place, Problem } from '../types.ts'

/** Refuses bodies larger than what the gateway keeps in memory for one address. */
export const largeBody: Check = {
  code: 'large-body',
  run: ({ gateway, routes }, flat) => {
    const usual = entryOf(flat.gateway.value, 'body')?.keyPlace ?? gateway.place
    const own = routes.flatMap(({ bodyLimit, keys: { body_limit: place } }) =>
      place === undefined ? [] : tooLarge(bodyLimit, place),
    )
    return [...tooLarge(gateway.bodyLimit, usual), ...own]
  },
}

function tooLarge(limit: number, place: Place): Problem[] {
  if (limit <= LARGEST_BODY) return []
  const most = LARGEST_BODY / 2 ** 20
  const message = `a body above ${most}MiB is never read: that is all the memory of one address`
  return [fault('large-body', place, message, { hint: `write ${most}MiB or less` })]
}
