/** The key `dated` of gateway.yaml: numbers that differ for some time. */
import { amount, factor, LATER, listOf, named, type Schema } from '../shape/schema.ts'
import { datedShape, PERIOD_KEYS } from './dated.ts'

/** The numbers that an entry may change, by their names in formulas. */
export const DATED_NUMBERS = ['fee', 'margin', 'minimum', 'constants'] as const

/** The shape of an entry. */
export const DATED_GATEWAY: Schema = datedShape(PERIOD_KEYS, {
  properties: {
    fee: amount('The fee of that time, in USD', 0.1),
    margin: factor('The margin of that time'),
    minimum: amount('The minimum of that time, in USD'),
    constants: named('Constants of that time, by name', {
      description: 'A number',
      type: 'number',
    }),
  },
  additionalProperties: false,
})

/** The shape of the list. It is checked together with its dates. */
export const DATED_GATEWAYS: Schema = {
  ...listOf(
    'Numbers that are others for some time: fee, margin, minimum, constants; prices follow ' +
      'by themselves',
    DATED_GATEWAY,
  ),
  [LATER]: true,
}
