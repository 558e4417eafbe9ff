/** The 429 of a caller that has used up a budget of ours. */
import type { Call, Reply } from '../context.ts'
import { refuse } from './answer.ts'

/** Refuses the call; `wait` is in ms, `details` says what was too much and gets the seconds. */
export function tooMany(call: Call, wait: number, details: (seconds: number) => string): Reply {
  const seconds = Math.max(1, Math.ceil(wait / 1000))
  const said = { code: 'RATE_LIMITED', details: details(seconds), retry_after: seconds }
  const reply = refuse(call, 'limit_exceeded', said)
  return { ...reply, headers: { ...reply.headers, 'retry-after': String(seconds) } }
}
