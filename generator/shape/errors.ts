/** Shape of `catalog/errors/*.yaml`. */
import { ENVELOPE_KEYS } from '../language/envelopes.ts'
import { shapesOf } from '../language/shapes.ts'
import { keys, named, type Schema } from './schema.ts'

/** Files of error envelopes. */
export const errorsSchema: Schema = named(
  'Error envelopes by name',
  keys('How each outcome looks', shapesOf(ENVELOPE_KEYS)),
)
