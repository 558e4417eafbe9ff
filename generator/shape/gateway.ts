/** Shape of `catalog/gateway.yaml`. */
import { GATEWAY_KEYS } from '../language/gateway.ts'
import { requiredOf, shapesOf } from '../language/shapes.ts'
import { keys, type Schema } from './schema.ts'

/** The file of the gateway. */
export const gatewaySchema: Schema = keys(
  'Everything that is true for the whole gateway',
  shapesOf(GATEWAY_KEYS),
  requiredOf(GATEWAY_KEYS),
)
