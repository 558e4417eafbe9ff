/** Builds the 429 for a caller that has used up one of the gateway's budgets. */
import type { Call, Reply } from '../call.ts'
import { refuse } from './answer.ts'

/**
 * Refuses a call whose caller has used up a budget. `wait` is in ms; `details` writes the message
 * and gets the seconds to wait.
 */
export function tooMany(call: Call, wait: number, details: (seconds: number) => string): Reply {
  const seconds = Math.max(1, Math.ceil(wait / 1000))
  const outcome = { code: 'RATE_LIMITED', details: details(seconds), retry_after: seconds }
  const reply = refuse(call, 'limit_exceeded', outcome)
  return { ...reply, headers: { ...reply.headers, 'retry-after': String(seconds) } }
}
