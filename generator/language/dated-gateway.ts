/** The key `dated` of gateway.yaml: numbers that differ for some time. */
import { factor, named, type Schema } from '../shape/schema.ts'
import { datedKey, datedShape, PERIOD_KEYS } from './dated.ts'
import { keysOf } from './key.ts'
import { shapeOnly } from './shared.ts'
import { shapesOf } from './shapes.ts'

/** The numbers that an entry may change. */
const NUMBER_KEYS = keysOf({
  fee: {
    kind: 'number',
    about: 'The fee of that time, in USD',
    example: 'fee: 0.002',
    shape: { maximum: 0.1 },
  },
  margin: {
    kind: 'number',
    about: 'The margin of that time',
    example: 'margin: 1.06',
    shape: shapeOnly(factor('')),
  },
  minimum: {
    kind: 'number',
    about: 'The minimum of that time, in USD',
    example: 'minimum: 0.002',
  },
  constants: {
    kind: 'other',
    about: 'Constants of that time, by name',
    example: 'constants: { sound_effect_usd: 0.06 }',
    note: 'Each of them is a number in `constants` of gateway.yaml.',
    shape: shapeOnly(named('', { description: 'A number', type: 'number' })),
  },
})

/** Their names in formulas. */
export const DATED_NUMBERS: readonly string[] = Object.keys(NUMBER_KEYS)

/** The shape of an entry. */
export const DATED_GATEWAY: Schema = datedShape(PERIOD_KEYS, {
  properties: shapesOf(NUMBER_KEYS),
  additionalProperties: false,
})

/** The key with its list of entries. */
export const DATED_GATEWAYS = datedKey(
  {
    about:
      'Other values of fee, margin, minimum and constants for some time; prices follow ' +
      'automatically',
    example: 'dated:\n  - { from: 2027-01-01, margin: 1.06, because: the upstreams charge more }',
    note: 'Entries that change different numbers may overlap.',
    keys: { ...PERIOD_KEYS, ...NUMBER_KEYS },
  },
  DATED_GATEWAY,
)
