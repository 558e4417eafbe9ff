/**
 * How long paid work may go on: its authorization must still be good when the result is to be
 * settled.
 */
import type { Call, Reply } from '../../context.ts'
import { release } from '../../replies/release.ts'
import { settlementFailed } from '../../replies/settlement.ts'
import { isWithinGrace, isPenalised } from '../../limits/abandoned-work.ts'
import type { Clock } from '../../seams.ts'
import { linkedSignal } from '../../lib/signals.ts'

/**
 * What a settlement takes, in ms. Authorizations that end sooner than 6 s from now are not taken at
 * all.
 */
const SETTLING = 3_000

/** What signing and sending take, in ms. */
const SIGNING = 15_000

/** Timers hold no longer times, in ms. */
const LONGEST = 2 ** 31 - 1

/** The end of one call's work. */
export interface Deadline {
  /**
   * Gives the work up: in time for the settlement, when the gateway closes, or when it is stopped.
   */
  signal: AbortSignal
  stop(): void
  /** Whether the authorization's end gave the work up. */
  isLate(): boolean
  /** What has begun settles by itself, however long it goes on. */
  lift(): void
  /** Must be called when the work is over. */
  end(): void
}

/**
 * How long the authorization of a call is still good, in ms, less `margin`; undefined where nothing
 * was signed.
 */
export function goodFor(
  { context, payment }: Pick<Call, 'context' | 'payment'>,
  margin: number,
): number | undefined {
  if (payment === undefined) return undefined
  const left = Number(payment.authorization.validBefore) * 1000 - context.clock.now() - margin
  return Math.max(0, Math.min(left, LONGEST))
}

/** The deadline of a call whose work begins now. */
export function deadlineOf(call: Pick<Call, 'context' | 'payment' | 'compiled'>): Deadline {
  const { signal, abort, unlink } = mayEnd(call)
    ? linkedSignal(call.context.halted)
    : untilClosed(call.context)
  const { clock } = call.context
  let isLate = false
  const left = goodFor(call, SETTLING)
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

/** Whether the work may have to end before the gateway closes. */
function mayEnd({ payment, compiled }: Pick<Call, 'payment' | 'compiled'>): boolean {
  return payment !== undefined || compiled.route.streams !== undefined
}

/** For work that nothing but the closing of the gateway ends. Most of it is short. */
function untilClosed({ halted }: Call['context']): ReturnType<typeof linkedSignal> {
  return { signal: halted, abort: () => undefined, unlink: () => undefined }
}

/**
 * A timer for a long time that seldom comes: whole seconds first, then the rest. Node keeps a list
 * for each length of time, and timers of one list cost next to nothing.
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
 * Refuses a wallet that is known to let work come to nothing, and has signed for a shorter time
 * than it was asked to.
 */
export function refuseMoment(call: Call): Promise<Reply> | undefined {
  if (!isPenalised(call)) return undefined
  const left = goodFor(call, 0)
  return left !== undefined && left < call.compiled.route.authorization - SIGNING
    ? ended(call)
    : undefined
}

/** Ends a call whose result could not have been paid for any more. */
export async function tooLate(call: Call): Promise<Reply> {
  await isWithinGrace(call)
  return ended(call)
}

async function ended(call: Call): Promise<Reply> {
  await release(call, 'the authorization would have ended')
  return settlementFailed(
    call,
    'the authorization would have ended before the result was there; sign one that is good for as long as the challenge says',
  )
}
