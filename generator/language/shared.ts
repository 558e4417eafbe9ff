/** Keys that calls, prices and caches share. */
import { formula, named, type Schema } from '../shape/schema.ts'
import type { Key } from './key.ts'

/** The shape of named values, without its description. */
export const VALUES: Schema = shapeOnly(named('', formula('A value')))

/** `tables:`, constants by name. */
export const TABLES = {
  kind: 'other',
  about: 'Constants by name: a map or a list',
  example: 'tables: { steps: { small: 20, large: 50 } }',
  note:
    'Formulas of the same object read them as `steps.small`, `steps[body.size]` or `x in ' +
    'steps`.',
  shape: shapeOnly(named('', { description: 'A table', type: ['object', 'array'] })),
} as const satisfies Key

/** A shape without its description, which each key writes for itself. */
export function shapeOnly({ description: _, ...shape }: Schema): Schema {
  return shape
}

/** `let:` of routes, prices and translations. */
export const LET = {
  kind: 'other',
  about: 'Values by name, for the formulas below; each may use those above it',
  example: "let: { count: 'first(body.n, 1)' }",
  shape: VALUES,
} as const satisfies Key

/** The pattern of a refusal: a status and a message. */
export const REFUSAL = '^[45][0-9][0-9] \\S'
