/** Shape of `*.models.yaml`. */
import { MODELS_KEYS } from '../language/models.ts'
import { requiredOf, shapesOf } from '../language/shapes.ts'
import { keys, type Schema } from './schema.ts'

/** Files of models. */
export const modelsSchema: Schema = keys(
  'A table: columns, rules about its rows, families of shared cells, rows',
  shapesOf(MODELS_KEYS),
  requiredOf(MODELS_KEYS),
)
