/** Shape of `catalog/networks/*.yaml`. */
import { NETWORK_KEYS } from '../language/networks.ts'
import { requiredOf, shapesOf } from '../language/shapes.ts'
import { keys, like, named, type Schema } from './schema.ts'

const network = keys(
  'One gateway address: the chain and token in which it is paid',
  shapesOf(NETWORK_KEYS),
  requiredOf(NETWORK_KEYS),
)

const NETWORK_NAME = like(
  'Name of a network',
  '^[a-z][a-z0-9-]*$',
  'a name of small letters, digits and -',
)

/** The file of networks. */
export const networksSchema: Schema = named('Networks by name', network, NETWORK_NAME)
