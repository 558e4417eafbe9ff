/** The keys of routes whose work is more than one upstream call. */
import { keys as mapOf, like, listOf, NAME, type Schema } from '../shape/schema.ts'
import { GATE_KEYS } from './gates.ts'
import { keysOf } from './key.ts'
import { shapeOnly } from './shared.ts'
import { requiredOf, shapesOf } from './shapes.ts'

const CALL = {
  kind: 'text',
  about: 'The upstream call',
  example: 'call: carrier.buy',
  shape: shapeOnly(
    like('', '^[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*$', 'an upstream call, e.g. news.search'),
  ),
  required: true,
} as const

const WITH = {
  kind: 'data',
  about: 'Values for what the call `takes`',
  example: "with: { number: '=found.numbers[0]' }",
  shape: { type: 'object' },
  sees: 'made',
} as const

/** `undo:` of a step. */
const UNDO_KEYS = keysOf({
  call: CALL,
  with: {
    ...WITH,
    note:
      'They are written down before the step is made, so they cannot read its result. Mark ' +
      'what is bought with `call.id`, and find it again by that.',
    example: 'with: { label: =call.id }',
  },
})

/** A step that makes a call. */
const WORK_STEP_KEYS = keysOf({
  call: CALL,
  with: WITH,
  when: {
    kind: 'condition',
    about: 'The step is left out unless this holds; its name is then absent',
    example: 'when: count(found.numbers) == 0',
    sees: 'made',
  },
  each: {
    kind: 'text',
    about: 'The name of an element of `in`: the call is made once for each',
    example: 'each: name',
    note:
      'The result is the list of the results, in the order of `in`, which may have 1000 ' +
      'elements.',
    shape: NAME,
  },
  in: {
    kind: 'leaf',
    about: 'The list of `each`',
    example: 'in: =body.names',
    shape: { type: 'string', pattern: '^=', patternErrorMessage: 'a formula after =' },
    sees: 'made',
  },
  at_once: {
    kind: 'count',
    about: 'How many calls of `each` are made at a time; 4 unless written',
    least: 1,
    example: 'at_once: 8',
    shape: { type: 'integer', minimum: 1, maximum: 32 },
  },
  missing: {
    kind: 'word',
    about:
      'What becomes of an element that the upstream does not have (404, 410) or does not take ' +
      '(400, 422); the call fails unless written, and if none of the others exists',
    words: ['drop'],
    example: 'missing: drop',
  },
  undo: {
    kind: 'map',
    about: 'The call that gives back what the step bought, made unless the payment settles',
    example: 'undo: { call: carrier.give_back, with: { label: =call.id } }',
    note:
      'It is stored before the step is made, and made when a later step fails or refuses, ' +
      'when the settlement fails for certain, or when the process died before it was certain ' +
      'that the payment settles. It is repeated until the upstream answers 2xx, or a status ' +
      'that the call passes, e.g. `pass: [404]`.',
    keys: UNDO_KEYS,
  },
})

/** A step that may refuse the call. */
const REFUSE_KEYS = keysOf({
  when: {
    kind: 'condition',
    about: 'When the call is refused',
    example: 'refuse: { when: count(found.numbers) == 0, error: 404 No numbers available }',
    required: true,
    sees: 'made',
  },
  error: GATE_KEYS.error,
  code: GATE_KEYS.code,
  body: GATE_KEYS.body,
})

const STEP: Schema = {
  description: 'A step: its name, and the call that it makes; or `refuse`',
  type: 'object',
  propertyNames: NAME,
  properties: {
    refuse: mapOf('Refuses the call', shapesOf(REFUSE_KEYS), requiredOf(REFUSE_KEYS)),
  },
  additionalProperties: mapOf('A call', shapesOf(WORK_STEP_KEYS), requiredOf(WORK_STEP_KEYS)),
  minProperties: 1,
}

/** The work of a route in steps. */
export const WORK_KEYS = keysOf({
  work: {
    kind: 'work',
    about: 'Upstream calls in order, each under a name for its result; instead of `upstream`',
    example: [
      'work:',
      '  - found: { call: carrier.search, with: { country: =body.country } }',
      '  - refuse: { when: count(found.numbers) == 0, error: 404 No numbers available }',
      '  - bought:',
      '      call: carrier.buy',
      "      with: { number: '=found.numbers[0]', label: =call.id }",
      '      undo: { call: carrier.give_back, with: { label: =call.id } }',
      '  - owners: { each: name, in: =body.names, call: social.user, with: { user: =name ' +
        '}, at_once: 8 }',
    ].join('\n'),
    note:
      'Later steps, `give`, `charge_if` and `reply` read the results by their names. A step ' +
      'that fails ends the call, like an upstream that fails; nothing is charged then, and ' +
      'nothing after a refusal. All steps together have the time of the payment.',
    keys: {
      ...WORK_STEP_KEYS,
      refuse: {
        kind: 'map',
        about: 'Refuses the call, in the words of a gate',
        example: 'refuse: { when: count(found.numbers) == 0, error: 404 No numbers available }',
        keys: REFUSE_KEYS,
      },
    },
    shape: { ...shapeOnly(listOf('', STEP)), minItems: 1 },
    member: 'work',
    rank: 431,
    sees: 'made',
  },
  give: {
    kind: 'data',
    about: 'What the `result` of `work` is made of; the result of its last step unless written',
    example: 'give: { phone_number: =bought.phone_number }',
    shape: { type: 'object' },
    member: 'give',
    rank: 433,
    sees: 'worked',
  },
})
