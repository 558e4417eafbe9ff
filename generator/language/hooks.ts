/** The keys of a hook in hooks.yaml. */
import { listOf, text } from '../shape/schema.ts'
import { keysOf } from './key.ts'
import { shapeOnly } from './shared.ts'

/** A hand-written function that formulas may call. */
export const HOOK_KEYS = keysOf({
  takes: {
    kind: 'other',
    about: 'The types of its arguments, in order',
    example: 'takes: [string, "string[]"]',
    note: 'A type is one of fields: `string`, `integer`, `json`, a list, a choice, a named schema.',
    shape: shapeOnly(listOf('', text('A type, e.g. string or json'))),
    required: true,
  },
  gives: {
    kind: 'text',
    about: 'The type of its result',
    example: 'gives: boolean',
    required: true,
  },
  async: {
    kind: 'flag',
    about: 'Whether it has to be awaited',
    example: 'async: true',
    note: 'Only keys whose formulas may use hooks that wait can call it.',
  },
})
