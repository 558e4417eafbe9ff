/** Gives a call the fetched tables that its route reads. */
import type { Call, Reply, Stage } from '../../call.ts'
import type { Tables } from '../../fetched/copies.ts'
import { refuse } from '../../replies/answer.ts'

/** Seconds after which a caller may ask again for a table that could not be fetched. */
const RETRY = 5

const MISSING =
  'A list that this endpoint needs is not available at the moment. This request charges nothing; ' +
  'send it again later.'

/**
 * Takes one copy of each table for the whole call, so that its gates, price and reply agree. Waits
 * only if there is no usable copy; if the fetch then fails, ends the call with 503.
 */
export const readTables: Stage = call => {
  const names = call.compiled.route.fetched
  // A call that pays an earlier quote has the tables of that time.
  if (names === undefined || call.scope.fetched !== undefined) return undefined
  const found = call.context.fetched.current(call.context, names)
  return found instanceof Promise ? found.then(tables => take(call, tables)) : take(call, found)
}

function take(call: Call, tables: Tables | undefined): Reply | undefined {
  if (tables === undefined) return refuse(call, 'busy', { details: MISSING, retry_after: RETRY })
  call.scope.fetched = tables
  return undefined
}
