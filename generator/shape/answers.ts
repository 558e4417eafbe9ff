/** Shape of `catalog/answers/*.yaml`: the contents of routes' answers, with an example of each. */
import { ANSWER_FILE_KEYS } from '../language/json-schemas.ts'
import { METHOD_AND_PATH } from '../language/routes.ts'
import { shapesOf } from '../language/shapes.ts'
import { keys, named, type Schema } from './schema.ts'
import { SCHEMA_DEFS } from './schemas.ts'

/** The file of answers. */
export const answersSchema: Schema = {
  ...named(
    'Answers by the method and path of their route, or of the polls of its jobs',
    keys('An answer', shapesOf(ANSWER_FILE_KEYS)),
    METHOD_AND_PATH,
  ),
  $defs: SCHEMA_DEFS,
}
