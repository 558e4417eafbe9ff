/** Shapes of the small files: limits, flows, hooks, records. */
import { FLOWS } from '../language/answers.ts'
import {
  NAME,
  choice,
  duration,
  flag,
  keys,
  listOf,
  like,
  named,
  text,
  treeMap,
  whole,
  type Schema,
} from './schema.ts'

/** The file of rate limits. */
export const limitsSchema: Schema = named(
  'Named rate limits',
  keys(
    'A rate limit',
    {
      max: whole('Calls allowed in each period', 1),
      per: { ...duration('The period, a second at least'), pattern: '^0*[1-9][0-9]*(s|m|h|d)$' },
      by: choice(
        'What is counted: calls of an address (ip), of a wallet (payer), or of the wallet ' +
          'that pays and else the address (client), at all endpoints together',
        ['ip', 'payer', 'client', 'key'],
      ),
      style: choice('How the 429 looks', ['reset', 'retry_after', 'full']),
    },
    ['max', 'per', 'by', 'style'],
  ),
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
  keys(
    'A kind of record',
    {
      key: NAME,
      fields: named(
        'Fields by name, in field notation; `wallet!` is the owner, `time` is in Unix ' +
          'seconds, `transaction` becomes the one that paid',
        text('A field, e.g. string!'),
      ),
      lease: NAME,
      keep: duration('How long after its lease a record is still listed; then it is removed'),
      on_removed: keys(
        'The upstream call that gives a removed record back, repeated until it succeeds',
        {
          call: like('Upstream and call', '^[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*$', 'upstream.call'),
          with: treeMap('Arguments of the call; `record` is the removed record'),
        },
        ['call'],
      ),
    },
    ['key', 'fields'],
  ),
)
