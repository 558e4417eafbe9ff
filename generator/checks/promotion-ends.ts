/**
 * Finds promotions that end soon, because somebody must decide what follows, and promotions that
 * are over. Both depend on the day, so only `check` reports them.
 */
import { shownInstant } from '../../runtime/lib/instant.ts'
import { isNamed, rowNamed } from '../catalog/in-time.ts'
import type { CatalogIR, ExampleIR, PromotionIR } from '../ir.ts'
import type { Problem } from '../types.ts'
import { fault, warning } from './check.ts'

/** A row or route with promotions, and the examples that may be on their days. */
interface Promoted {
  id: string
  promotions: readonly PromotionIR[]
  examples: readonly ExampleIR[]
}

function promoted({ tables, routes }: CatalogIR): Promoted[] {
  const rows = tables.flatMap(table => {
    const sellers = routes.filter(route => route.table === table.name)
    return table.rows.map(({ id, aliases, promotions }) => ({
      id,
      promotions,
      examples: sellers.flatMap(route =>
        route.examples.filter(one => isNamed({ id, aliases }, rowNamed(route, one))),
      ),
    }))
  })
  const own = routes.map(({ method, path, promotions, examples }) => ({
    id: `${method} ${path}`,
    promotions,
    examples,
  }))
  return [...rows, ...own].flatMap(({ promotions, ...one }) =>
    promotions === undefined ? [] : [{ ...one, promotions }],
  )
}

/** Promotions that hold at `now` (Unix ms) and end within the gateway's notice. */
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
            hint: 'remove it, extend it, or add `then: list` if the list price shall return',
          },
        ),
      ),
  )
}

/** Promotions that are over at `now` (Unix ms), with the examples that prove their prices. */
export function promotionsOver(catalog: CatalogIR, now: number): Problem[] {
  return promoted(catalog).flatMap(({ id, promotions, examples }) =>
    promotions
      .filter(({ until }) => until <= now)
      .map(({ from, until, place }) => {
        const own = examples.filter(({ at }) => at !== undefined && from <= at && at < until)
        const and = own.length === 0 ? '' : ', and the examples of its days'
        return warning(
          'promotion-over',
          place,
          `the promotion of ${id} from ${shownInstant(from)} to ${shownInstant(until)} is over`,
          {
            hint: `remove this entry${and}; if another year is meant, correct its dates`,
            also: own.map(one => ({ place: one.place, label: 'an example of its days' })),
          },
        )
      }),
  )
}
