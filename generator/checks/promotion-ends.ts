/**
 * A promotion that ends soon: somebody must decide what comes after it. It depends on the day, so
 * only `check` asks.
 */
import { shownInstant } from '../../runtime/lib/instant.ts'
import type { CatalogIR, PromotionIR } from '../ir.ts'
import type { Problem } from '../types.ts'
import { fault } from './check.ts'

/** Rows and routes with promotions. */
function promoted({
  tables,
  routes,
}: CatalogIR): { id: string; promotions: readonly PromotionIR[] }[] {
  const priced = routes.map(({ method, path, promotions }) => ({
    id: `${method} ${path}`,
    promotions,
  }))
  return [...tables.flatMap(({ rows }) => rows), ...priced].flatMap(({ id, promotions }) =>
    promotions === undefined ? [] : [{ id, promotions }],
  )
}

/** Promotions that run at `now` (Unix ms) and end within the gateway's notice. */
export function promotionsThatEnd(catalog: CatalogIR, now: number): Problem[] {
  const { gateway } = catalog
  return promoted(catalog).flatMap(({ id, promotions }) =>
    promotions
      .filter(one => !one.settled && one.from <= now && now < one.until)
      .filter(({ until }) => until - now <= gateway.promotionNotice)
      .filter(({ until }) => !promotions.some(({ from }) => from === until))
      .map(({ until, place }) =>
        fault(
          'promotion-ends',
          place,
          `the promotion of ${id} ends on ${shownInstant(until)}, and nothing follows it`,
          {
            hint: 'remove it, extend it, or add `then: list` if the list price is meant to return',
          },
        ),
      ),
  )
}
