/** Finds promotions of more than a year: mostly a wrong year in `until`. */
import { shownInstant } from '../../runtime/lib/instant.ts'
import { warning, type Check } from './check.ts'

/** 366 days in ms. */
const YEAR = 31_622_400_000

/** Warns of promotions that end more than a year after their beginning. */
export const promotionLong: Check = {
  code: 'promotion-long',
  run({ tables, routes }) {
    const all = [
      ...tables.flatMap(({ rows }) => rows.map(({ id, promotions }) => ({ id, promotions }))),
      ...routes.map(({ method, path, promotions }) => ({ id: `${method} ${path}`, promotions })),
    ]
    // A promotion in a prefix is that of all its routes.
    const seen = new Set<string>()
    return all.flatMap(({ id, promotions = [] }) =>
      promotions
        .filter(({ from, until, place }) => {
          const at = `${place.file} ${place.start}`
          const isNew = !seen.has(at)
          seen.add(at)
          return isNew && until - from > YEAR
        })
        .map(({ until, place }) =>
          warning(
            'promotion-long',
            place,
            `the promotion of ${id} lasts more than a year, until ${shownInstant(until)}`,
            { hint: 'is this the right year?' },
          ),
        ),
    )
  },
}
