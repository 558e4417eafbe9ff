/** Builds the 429 for a caller that has used up one of the gateway's budgets. */
import type { Call, Reply } from '../call.ts'
import { refuse } from './answer.ts'

/**
 * Refuses a call whose caller has used up a budget. `wait` is in ms; `details` says which one. The
 * envelope adds when to try again.
 */
export function tooMany(call: Call, wait: number, details: string): Reply {
  const seconds = Math.max(1, Math.ceil(wait / 1000))
  const outcome = { code: 'RATE_LIMITED', details, retry_after: seconds }
  const reply = refuse(call, 'limit_exceeded', outcome)
  return { ...reply, headers: { ...reply.headers, 'retry-after': String(seconds) } }
}
