/** Shape of `catalog/upstreams/*.yaml`. */
import { CALL_KEYS } from '../language/calls.ts'
import { requiredOf, shapesOf } from '../language/shapes.ts'
import { UPSTREAM_KEYS } from '../language/upstreams.ts'
import { keys, like, named, type Schema } from './schema.ts'

const UPSTREAM_NAME = like(
  'Name of an upstream or call',
  '^[a-z][a-z0-9_]*$',
  'a name of small letters, digits and _',
)

const call = keys('One call of an upstream', shapesOf(CALL_KEYS))

const upstream = keys(
  'An upstream',
  {
    ...shapesOf(UPSTREAM_KEYS),
    calls: { ...named('Calls by name', call, UPSTREAM_NAME), minProperties: 1 },
  },
  [...requiredOf(UPSTREAM_KEYS), 'calls'],
)

/** Files of upstreams. */
export const upstreamsSchema: Schema = named('Upstreams by name', upstream, UPSTREAM_NAME)
