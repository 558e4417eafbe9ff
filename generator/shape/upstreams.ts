/** Shape of `catalog/upstreams/*.yaml`. */
import { CALL_KEYS } from '../language/calls.ts'
import { requiredOf, shapesOf } from '../language/shapes.ts'
import { UPSTREAM_KEYS } from '../language/upstreams.ts'
import { keys, like, named, type Schema } from './schema.ts'

const UPSTREAM_NAME = like(
  'Name of a supplier or call',
  '^[a-z][a-z0-9_]*$',
  'a name of small letters, digits and _',
)

const call = keys('One call of a supplier', shapesOf(CALL_KEYS))

const upstream = keys(
  'A supplier',
  {
    ...shapesOf(UPSTREAM_KEYS),
    calls: { ...named('Calls by name', call, UPSTREAM_NAME), minProperties: 1 },
  },
  [...requiredOf(UPSTREAM_KEYS), 'calls'],
)

/** Files of suppliers. */
export const upstreamsSchema: Schema = named('Suppliers by name', upstream, UPSTREAM_NAME)
