/**
 * Selects examples of answers for the OpenAPI document: short ones, which can be read at a glance.
 */
import type { Schema } from './schema.ts'

/** The most characters of a short example. */
const SMALL = 100

/** The example of a content, if it is short. Longer ones are only in `llms-full.txt`. */
export function examplePart(example: unknown): Schema {
  return example === undefined || JSON.stringify(example).length > SMALL ? {} : { example }
}
