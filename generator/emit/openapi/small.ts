/** Examples of answers as the OpenAPI document has them: those of which all can be read at once. */
import type { Schema } from './schema.ts'

/** So many characters are small. */
const SMALL = 100

/**
 * The example of a content, where it is small. What a larger one would show is in the schema;
 * `llms-full.txt` has it.
 */
export function examplePart(example: unknown): Schema {
  return example === undefined || JSON.stringify(example).length > SMALL ? {} : { example }
}
