/** Shape of `catalog/fetched/*.yaml`. */
import { FETCHED_KEYS } from '../language/fetched.ts'
import { requiredOf, shapesOf } from '../language/shapes.ts'
import { keys, named, type Schema } from './schema.ts'

/** Files of fetched tables, whose rows come from an upstream. */
export const fetchedSchema: Schema = named(
  'Tables that are fetched from upstreams, by name',
  keys('A fetched table', shapesOf(FETCHED_KEYS), requiredOf(FETCHED_KEYS)),
)
