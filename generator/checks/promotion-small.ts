/** Finds discounts of less than 1 %: mostly a share (0.2) written as a percentage (0.2 %). */
import { decimalText } from '../formula/decimal.ts'
import type { CatalogIR, PromotionIR } from '../ir.ts'
import type { Decimal } from '../types.ts'
import { warning, type Check } from './check.ts'

/** Warns of promotions that take off less than 1 % of the price. */
export const promotionSmall: Check = {
  code: 'promotion-small',
  run(catalog) {
    // A promotion of a family or in a prefix is that of all its rows or routes.
    const all = new Map(
      promoted(catalog).map(one => [`${one.place.file} ${one.place.start}`, one] as const),
    )
    return [...all.values()]
      .filter(({ discount: { num, den } }) => num * 100n < den)
      .map(({ id, place, discount }) =>
        warning(
          'promotion-small',
          place,
          `the discount of ${id} is ${percent(discount)}, less than 1 %`,
          { hint: `if a share is meant, write discount: ${percent(hundredfold(discount))}` },
        ),
      )
  },
}

const promoted = ({ tables, routes }: CatalogIR): (PromotionIR & { id: string })[] =>
  [
    ...tables.flatMap(({ rows }) => rows),
    ...routes.map(({ method, path, promotions }) => ({ id: `${method} ${path}`, promotions })),
  ].flatMap(({ id, promotions = [] }) => promotions.map(one => ({ ...one, id })))

const hundredfold = ({ num, den }: Decimal): Decimal => ({ num: num * 100n, den })

const percent = ({ num, den }: Decimal): string => `${decimalText({ num: num * 100n, den })} %`
