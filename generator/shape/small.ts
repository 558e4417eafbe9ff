/** Shapes of the small files: limits, flows, hooks, records. */
import { FLOWS } from '../language/answers.ts'
import { LIMIT_KEYS } from '../language/limits.ts'
import { RECORD_KEYS } from '../language/records.ts'
import { requiredOf, shapesOf } from '../language/shapes.ts'
import { duration, flag, keys, listOf, named, text, type Schema } from './schema.ts'

/** The file of rate limits. */
export const limitsSchema: Schema = named(
  'Named rate limits',
  keys('A rate limit', shapesOf(LIMIT_KEYS), requiredOf(LIMIT_KEYS)),
)

const flow = keys('How long a flow may take', {
  inline: duration(
    'How long a call waits before it hands out a job: for the result, or in polled_job for ' +
      'the upstream to accept the work',
  ),
  stall: duration('A job that has not ended by then has failed'),
  keep: duration('How long a job can be polled'),
})

/** The file of flows. */
export const flowsSchema: Schema = keys(
  'Flows in use, with their times',
  Object.fromEntries(FLOWS.map(name => [name, flow])),
)

/** The file of hooks. */
export const hooksSchema: Schema = named(
  'Hand-written functions that formulas may call',
  keys(
    'A hook',
    {
      takes: listOf('Types of the arguments', text('A type, e.g. string or json')),
      gives: text('Type of the result'),
      async: flag('True when it has to be awaited'),
    },
    ['takes', 'gives'],
  ),
)

/** The file of records. */
export const recordsSchema: Schema = named(
  'What wallets own',
  keys('A kind of record', shapesOf(RECORD_KEYS), requiredOf(RECORD_KEYS)),
)
