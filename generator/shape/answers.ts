/** Shape of `catalog/answers/*.yaml`: the contents of routes' answers, with an example of each. */
import { METHOD_AND_PATH } from '../language/routes.ts'
import { keys, named, type Schema } from './schema.ts'
import { JSON_SCHEMA, SCHEMA_DEFS } from './schemas.ts'

/** The file of answers. */
export const answersSchema: Schema = {
  ...named(
    'Answers by the method and path of their route, or of the polls of its jobs',
    keys('An answer', {
      schema: JSON_SCHEMA,
      example: { description: 'A small answer, as callers get it' },
    }),
    METHOD_AND_PATH,
  ),
  $defs: SCHEMA_DEFS,
}
