/** The keys of rules: gates, checks, and which fields go together. */
import { keys, listOf, named, NAME, type Schema } from '../shape/schema.ts'
import { keysOf } from './key.ts'
import { REFUSAL, shapeOnly } from './shared.ts'
import { requiredOf, shapesOf } from './shapes.ts'

/** A rule of `gates:` and `checks:`. */
export const GATE_KEYS = keysOf({
  rule: {
    kind: 'condition',
    about: 'What must hold',
    example: 'rule: body.n <= model.most',
    note: '`has(model.column)` as a rule sells only the rows that have the column.',
    required: true,
  },
  when: {
    kind: 'condition',
    about: 'The rule is asked only when this holds',
    example: 'when: has(body.n)',
  },
  error: {
    kind: 'text',
    about: 'Status and message with {holes}',
    example: 'error: 400 At most {model.most} at a time',
    shape: {
      pattern: REFUSAL,
      patternErrorMessage: 'a status from 400 and a message, e.g. 400 Unknown model {body.model}',
    },
    required: true,
  },
  code: {
    kind: 'text',
    about: 'Machine-readable code of the refusal',
    example: 'code: too_many',
  },
  field: {
    kind: 'text',
    about:
      'Field at fault: the refusal looks like that of an invalid field, with its path in `details`',
    example: 'field: cpu',
    note: 'The message says what is wrong with the field, e.g. `400 must be <= 8`.',
  },
  body: {
    kind: 'data',
    about: 'Extra members of the error body',
    example: 'body: { most: =model.most }',
    shape: { type: 'object' },
  },
})

/** The shape of one gate. */
const GATE: Schema = keys(
  'A gate: when its rule is false the call is refused',
  shapesOf(GATE_KEYS),
  requiredOf(GATE_KEYS),
)

/** A list of gates. */
export const GATE_LIST: Schema = shapeOnly(listOf('', GATE))

/** A list of gates, or a map that names them, so that each may take keys from the template. */
export const NAMED_GATES: Schema = {
  type: ['array', 'object'],
  items: GATE,
  propertyNames: NAME,
  additionalProperties: { ...GATE, required: [] },
}

const names = { kind: 'names', shape: { items: NAME } } as const

/** Rules for one field in `fields:`; each becomes a gate. */
export const FIELD_KEYS = keysOf({
  needs: { ...names, about: 'Fields that must come with it', example: 'needs: [image]' },
  not_with: { ...names, about: 'Fields that must not come with it', example: 'not_with: [size]' },
  only: {
    kind: 'condition',
    about: 'It may be given only when this holds',
    example: 'only: model.edits',
  },
  never: {
    kind: 'text',
    about: 'It is always refused, with this status and message',
    example: 'never: 400 Use x instead',
    shape: {
      pattern: REFUSAL,
      patternErrorMessage: 'a status from 400 and a message, e.g. 400 Use x instead',
    },
  },
  needed_when: {
    kind: 'condition',
    about: 'It must be given when this holds',
    example: 'needed_when: model.voiced',
  },
  refusal: {
    kind: 'text',
    about:
      'Of a field that is `refused` or `only` some values: the status and message instead ' +
      'of the usual ones',
    example: 'refusal: 400 Nothing is kept here',
    shape: {
      pattern: REFUSAL,
      patternErrorMessage: 'a status from 400 and a message, e.g. 400 Nothing is kept here',
    },
  },
  aka: {
    ...names,
    about: 'Other names that callers write for it by mistake; they are warned',
    example: 'aka: [picture, img]',
  },
})

/** The shape of `fields:`. */
export const FIELDS: Schema = shapeOnly(
  named('', keys('Rules for one field', shapesOf(FIELD_KEYS))),
)
