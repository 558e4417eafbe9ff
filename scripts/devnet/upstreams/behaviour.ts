/**
 * How an upstream behaves, as the switchboard sets it.
 *
 * Modes of any call:
 *   ok          answers well
 *   slow        answers after `ms`
 * hold answers when it is released (`release` of index.ts, `POST /{upstream}/release`): slowness
 * without waiting
 *   hang        never answers
 *   reset       closes the connection
 *   fail        the vendor's failure: `status`, and `code` in the vendor's own numbering
 * rate_limit the vendor's "too many requests": `retry_after` seconds (7 unless set), null for no
 * Retry-After
 *   refuse      content policy, `code` where the vendor has several
 *   empty       a success with nothing in it
 *   garbage     a success that is a web page
 *   lost        results whose files cannot be fetched
 *   wrong_type  answers well, and calls it a web page
 *   cut         closes the connection in the middle of the answer
 * stall falls silent in the middle of the answer: for `ms`, and then closes it; without `ms`, until
 * it is released or nobody listens
 *   malformed   something in the middle of the answer cannot be read
 * Modes of text upstreams:
 *   slow_start  the headers at once, and the rest after `ms`; without it, when it is released
 *   no_end      a stream without its protocol's own last event
 *   in_band     the vendor's failure as an event in the middle of a stream, which ends with it
 *   too_long    the vendor's "the prompt does not fit the context"
 *   no_prefill  refuses a conversation that ends with the assistant's turn
 *   uncounted   answers well, and reports no usage
 * Modes of the jobs that a two-step upstream accepts from now on (an upstream without jobs is
 * `ok`):
 *   job_fail    accepted, and failed in the middle, with `code`
 *   job_refuse  accepted, and then withheld by moderation
 *   job_hold    accepted, and pending until it is ordered to end (see jobs.ts)
 *   job_lost    accepted, and then unknown to its polls
 *
 * In the middle of a stream is after half of its events, or after as many as `after` says. Of
 * streams, whatever the mode, `gap` is how many ms lie between two events, and `bytes` how many
 * letters each delta of a text has; `chunks` is how many deltas, of a text made for the purpose (20
 * letters each unless set).
 *
 * `times` limits a mode to so many calls, `step` to calls that submit, poll or fetch a file, `path`
 * to paths with that text in them. `{mode: "fail", status: 503, step: "poll", times: 3}` is a job
 * that dies in the middle and recovers. `polls` is how many polls of a job that is accepted from
 * now on say "pending" before its end: 1 unless set. `ahead` is how many ms the upstream's clock
 * is ahead, in all modes: objects with a lifetime end sooner there.
 */
import { PLAIN_PLAN } from './jobs.ts'
import type { JobPlan } from './jobs.ts'

/** How an upstream behaves from now on. */
export type Mode =
  | 'ok'
  | 'slow'
  | 'hold'
  | 'hang'
  | 'reset'
  | 'fail'
  | 'rate_limit'
  | 'refuse'
  | 'empty'
  | 'garbage'
  | 'lost'
  | MidMode
  | TextMode
  | JobMode
type MidMode = 'wrong_type' | 'cut' | 'stall' | 'malformed'
type TextMode = 'slow_start' | 'no_end' | 'in_band' | 'too_long' | 'no_prefill' | 'uncounted'
type JobMode = 'job_fail' | 'job_refuse' | 'job_hold' | 'job_lost'

/** All modes. */
export const modes: readonly Mode[] = [
  'ok',
  'slow',
  'hold',
  'hang',
  'reset',
  'fail',
  'rate_limit',
  'refuse',
  'empty',
  'garbage',
  'lost',
  'wrong_type',
  'cut',
  'stall',
  'malformed',
  'slow_start',
  'no_end',
  'in_band',
  'too_long',
  'no_prefill',
  'uncounted',
  'job_fail',
  'job_refuse',
  'job_hold',
  'job_lost',
]

/** The kind of a call. */
export type Step = 'submit' | 'poll' | 'file'

/** All kinds of calls. */
export const steps: readonly Step[] = ['submit', 'poll', 'file']

/** A mode with its options, described above. */
export interface Behaviour {
  mode: Mode
  ms?: number
  status?: number
  times?: number
  retry_after?: number | null
  code?: string | number
  step?: Step
  path?: string
  polls?: number
  after?: number
  gap?: number
  chunks?: number
  bytes?: number
  ahead?: number
}

/** Holds the behaviour of one upstream. */
export interface Conduct {
  set(behaviour: Behaviour): void
  /** Counts a call and returns how to treat it. */
  next(call: { step: Step; path: string }): Behaviour
  /** Plans the job that a submit opens. */
  plan(call: { step: Step; path: string }, now: Behaviour): JobPlan
  /**
   * Resolves when held calls are released, with how to continue. A call whose caller has left is no
   * longer held.
   */
  held(gone?: AbortSignal): Promise<Behaviour>
  /** Releases the held calls with this behaviour. Returns their number. */
  release(as: Behaviour): number
}

const OK: Behaviour = { mode: 'ok' }

/** An upstream that works normally. */
export function conduct(): Conduct {
  let behaviour = OK
  let waiting: ((as: Behaviour) => void)[] = []
  return {
    set: to => {
      behaviour = { ...to }
    },
    next: call => {
      if (!applies(behaviour, call)) return OK
      const now = { ...behaviour }
      if (behaviour.times !== undefined && --behaviour.times <= 0) behaviour = OK
      return now
    },
    plan: (call, now) =>
      planOf(now === OK && call.step === 'submit' ? { ...OK, polls: behaviour.polls } : now),
    held: gone =>
      new Promise(resolve => {
        waiting.push(resolve)
        gone?.addEventListener('abort', () => {
          waiting = waiting.filter(one => one !== resolve)
          resolve(OK)
        })
      }),
    release: as => {
      const all = waiting
      waiting = []
      for (const go of all) go(as)
      return all.length
    },
  }
}

/** Modes affect files only if they are meant for files; modes of jobs affect only submits. */
function applies(behaviour: Behaviour, call: { step: Step; path: string }): boolean {
  if (!call.path.includes(behaviour.path ?? '')) return false
  if (behaviour.mode.startsWith('job_')) return call.step === 'submit'
  const meant = behaviour.step ?? (behaviour.mode === 'lost' ? 'file' : undefined)
  return meant === undefined ? call.step !== 'file' : meant === call.step
}

function planOf({ mode, code, polls = PLAIN_PLAN.polls }: Behaviour): JobPlan {
  const end = mode === 'job_fail' ? 'failed' : mode === 'job_refuse' ? 'refused' : 'done'
  return {
    polls,
    end,
    held: mode === 'job_hold',
    lost: mode === 'job_lost',
    ...(code === undefined ? {} : { code: String(code) }),
  }
}
