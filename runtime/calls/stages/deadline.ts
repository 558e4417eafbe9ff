/**
 * Limits the duration of paid work: its authorization must still be valid when the result is
 * settled.
 */
import type { Call, Reply } from '../../call.ts'
import { release } from '../../replies/release.ts'
import { settlementFailed } from '../../replies/settlement.ts'
import { isWithinGrace, isPenalised } from '../../limits/abandoned-work.ts'
import type { Clock } from '../../seams.ts'
import { linkedSignal } from '../../lib/signals.ts'

/** Time that a settlement takes, in ms. Authorizations that expire within 6 s are refused. */
const SETTLING = 3_000

/** Time that the caller needs to sign and send a request, in ms. */
const SIGNING = 15_000

/** Longest time of a timer, in ms. */
const LONGEST_TIMER = 2 ** 31 - 1

/** The time limit of one call's work. */
export interface Deadline {
  /** Aborts the work: in time for the settlement, when the gateway closes, or by `stop`. */
  signal: AbortSignal
  stop(): void
  /** Whether the work was aborted because the authorization expires. */
  isLate(): boolean
  /**
   * Removes the time limit of a stream that has started, because the stream is settled in time by
   * itself.
   */
  lift(): void
  /** Must be called when the work is over. */
  end(): void
}

/**
 * Returns how long the authorization of a call stays valid, in ms, minus `margin`; undefined
 * without a payment.
 */
export function remainingValidity(
  { context, payment }: Pick<Call, 'context' | 'payment'>,
  margin: number,
): number | undefined {
  if (payment === undefined) return undefined
  const left = Number(payment.authorization.validBefore) * 1000 - context.clock.now() - margin
  return Math.max(0, Math.min(left, LONGEST_TIMER))
}

/** Starts the time limit of a call whose work begins now. */
export function deadlineOf(call: Pick<Call, 'context' | 'payment' | 'compiled'>): Deadline {
  const { signal, abort, unlink } = needsOwnSignal(call)
    ? linkedSignal(call.context.halted)
    : untilClosed(call.context)
  const { clock } = call.context
  let isLate = false
  const left = remainingValidity(call, SETTLING)
  const lift =
    left === undefined
      ? () => undefined
      : longAfter(clock, left, () => {
          isLate = true
          abort('the authorization ends')
        })
  return {
    signal,
    lift,
    stop: () => abort('stopped'),
    isLate: () => isLate,
    end: () => {
      lift()
      unlink()
    },
  }
}

/** Whether something other than the closing of the gateway may abort the work. */
function needsOwnSignal({ payment, compiled }: Pick<Call, 'payment' | 'compiled'>): boolean {
  return payment !== undefined || compiled.route.streams !== undefined
}

/** Returns the signal of work that only the closing of the gateway aborts. Most of it is short. */
function untilClosed({ halted }: Call['context']): ReturnType<typeof linkedSignal> {
  return { signal: halted, abort: () => undefined, unlink: () => undefined }
}

/**
 * Runs `run` after `ms`, with timers that are cheap for long times which rarely elapse: it waits
 * whole seconds first, then the rest. Node keeps one list per duration, and timers in a shared list
 * cost almost nothing. Returns the function that cancels it.
 */
export function longAfter(clock: Clock, ms: number, run: () => void): () => void {
  if (ms < 1000) return clock.after(ms, run)
  const rest = ms % 1000
  let cancel = clock.after(ms - rest, () => {
    if (rest === 0) run()
    else cancel = clock.after(rest, run)
  })
  return () => cancel()
}

/**
 * Refuses a wallet that abandons work too often, if its authorization is valid for a shorter time
 * than the challenge requires. Where the chain allows no longer one, the wallet has to wait.
 */
export function refuseShortAuthorization(call: Call): Promise<Reply> | undefined {
  if (!isPenalised(call)) return undefined
  const left = remainingValidity(call, 0)
  const required = call.compiled.route.authorization - SIGNING
  if (left === undefined || left >= required) return undefined
  const { maxValidityMs } = call.payment!.scheme
  return maxValidityMs !== undefined && maxValidityMs < required
    ? refusePenalised(call)
    : refuseExpired(call)
}

async function refusePenalised(call: Call): Promise<Reply> {
  await release(call, 'the wallet left too much work unpaid')
  return settlementFailed(
    call,
    'this wallet left too much work unpaid in the last hour; try again in an hour',
  )
}

/**
 * Ends a call whose authorization expired before the result was ready, and counts the work as
 * abandoned.
 */
export async function tooLate(call: Call): Promise<Reply> {
  await isWithinGrace(call)
  return refuseExpired(call)
}

async function refuseExpired(call: Call): Promise<Reply> {
  await release(call, 'the authorization would have ended')
  return settlementFailed(
    call,
    'the authorization would have ended before the result was there; sign one that is good ' +
      'for as long as the challenge says',
  )
}
