/** Shapes of the small files: limits, flows, hooks, records. */
import { FLOWS } from '../language/answers.ts'
import { FLOW_KEYS } from '../language/flows.ts'
import { HOOK_KEYS } from '../language/hooks.ts'
import { LIMIT_KEYS } from '../language/limits.ts'
import { RECORD_KEYS } from '../language/records.ts'
import { requiredOf, shapesOf } from '../language/shapes.ts'
import { keys, named, type Schema } from './schema.ts'

/** The file of rate limits. */
export const limitsSchema: Schema = named(
  'Named rate limits',
  keys('A rate limit', shapesOf(LIMIT_KEYS), requiredOf(LIMIT_KEYS)),
)

/** The file of flows. */
export const flowsSchema: Schema = keys(
  'Flows in use, with their times',
  Object.fromEntries(
    FLOWS.map(name => [name, keys('How long a flow may take', shapesOf(FLOW_KEYS))]),
  ),
)

/** The file of hooks. */
export const hooksSchema: Schema = named(
  'Hand-written functions that formulas may call',
  keys('A hook', shapesOf(HOOK_KEYS), requiredOf(HOOK_KEYS)),
)

/** The file of records. */
export const recordsSchema: Schema = named(
  'What wallets own',
  keys('A kind of record', shapesOf(RECORD_KEYS), requiredOf(RECORD_KEYS)),
)
