/**
 * Ends streams that are not written to their end: the caller left, the upstream broke off, or the
 * gateway failed. Decides who is charged, and the text of the last event.
 */
import type { Call } from '../../call.ts'
import { isWithinGrace } from '../../limits/abandoned-work.ts'
import { isOftenTooLarge } from '../../limits/barred.ts'
import type { StreamWriter } from '../../protocols/types.ts'
import { lastEvent } from '../../replies/last-event.ts'
import type { StreamCopy } from '../../replies/stream-copy.ts'
import { StreamBroken, type UpstreamStream } from '../../upstream/types.ts'
import { isMetered } from '../stages/actual.ts'
import type { StreamOutput } from './output.ts'
import type { StreamPayment } from './payment.ts'

/** Last message in the stored copy of a stream whose caller left. */
const LEFT =
  'The stream ended here because its caller left. Everything that was sent until then was paid for.'

/** Last message of a stream whose payment failed. */
const UNPAID = 'The payment could not be settled. Nothing was charged.'

/** Added to the last message if the stream was paid for before its first word. */
const CREDITED = "What was paid is credited to this wallet's next stream of at most this price."

/**
 * How long, in ms, a caller may keep its stream waiting at a time. Upstreams disconnect slow
 * readers; the caller pays for what was sent by then.
 */
const LONGEST_WAIT = 10_000

/** Failures of streams whose upstream disconnects because the caller does not read. */
const HUNG_UP: ReadonlySet<string> = new Set(['cut', 'stalled'])

/**
 * The state of a stream on its way to the caller. `waited` is the longest time, in ms, that the
 * caller kept it waiting; `since` is the start of the current wait (Unix ms). Without a writer the
 * upstream's events are passed on unchanged.
 */
export interface StreamState {
  call: Call
  stream: UpstreamStream
  writer?: StreamWriter
  payment: StreamPayment
  output: StreamOutput
  copy: StreamCopy
  /** Why the stream is incomplete; undefined if it is complete. */
  cut?: string
  /** Whether the stream is being read, or was read to its end. */
  reading?: 'begun' | 'over'
  isDue: boolean
  isInGrace: boolean
  waited: number
  since?: number
  /** Whether a stream that broke off is paid for; undefined if that is not known. */
  charged?: boolean
  /** The end of its payment; only the first reason to end it counts. */
  ending?: Promise<unknown>
}

/** How long, in ms, a stream is read on after its caller left, for the report of its usage. */
export const READ_ON = 5_000

/**
 * Whether a stream is read on for a moment although its caller left. Upstreams report usage last;
 * without reading on, a caller could leave at the last word and pay for no reasoning.
 */
export function isReadOn({ call, output, reading, ending }: StreamState): boolean {
  const isRead = isMetered(call) && reading === 'begun' && ending === undefined
  return isRead && call.charge.holds && output.isVisible() && !output.isReported()
}

/** Ends the payment of a stream whose caller left. */
export async function endAbandoned(state: StreamState): Promise<void> {
  const { call, payment, output, isDue } = state
  state.cut ??= LEFT
  // Each departure is counted once as abandoned work.
  const isServed = isDue || output.isVisible() || !(state.isInGrace || (await isWithinGrace(call)))
  await payment.end(isServed, 'the caller left')
}

/** The longest time, in ms, that the caller has kept its stream waiting. */
export function longestWait({ call, waited, since }: StreamState): number {
  return since === undefined ? waited : Math.max(waited, call.context.clock.now() - since)
}

/**
 * Ends the payment of a stream that broke off. The caller pays if the stream reached its time
 * limit, if the caller kept it waiting too long, if the caller got the whole answer, or if an event
 * was too large, which the request may have caused, more often than is free.
 */
export async function endBroken(state: StreamState, error: unknown): Promise<void> {
  await (state.ending ??= settleBroken(state, error))
}

async function settleBroken(state: StreamState, error: unknown): Promise<void> {
  const { call, writer, payment, output } = state
  state.cut ??= messageOf(error)
  const isOurs = !(error instanceof StreamBroken)
  if (isOurs)
    call.context.observe.log.error(
      { route: call.compiled.route.id, err: error },
      'a stream failed inside the gateway',
    )
  const isStalledByCaller =
    !isOurs && HUNG_UP.has(error.broken) && longestWait(state) > LONGEST_WAIT
  const isServed =
    !isOurs &&
    output.isVisible() &&
    (error.broken === 'too_long' || isStalledByCaller || (await isTooOften(call, error)))
  const receipt = await payment.end(
    isServed || (writer === undefined && output.isEnded()),
    isOurs ? 'internal error' : `the stream broke off: ${error.broken}`,
  )
  // A settlement that failed here may still land from another process.
  if (call.charge.unsettled === undefined) state.charged = receipt?.settled === true
}

/** Whether an event was too large, and that more often than is free for the wallet. */
const isTooOften = async (call: Call, { broken }: StreamBroken): Promise<boolean> =>
  broken === 'too_large' && (await isOftenTooLarge(call))

/**
 * Writes the last event of a stream that broke off; undefined if the upstream's own events have
 * reported the end.
 */
export function lastEventOf(
  { call, writer, output, payment, charged }: StreamState,
  error: unknown,
): string | undefined {
  const why = call.charge.unsettled === 'failed' ? UNPAID : messageOf(error)
  const message = payment.isCredited() ? `${why.replace(/\.?$/, '.')} ${CREDITED}` : why
  const isEnded =
    output.isEnded() || (error instanceof StreamBroken && error.broken === 'error_event')
  return lastEvent(message, { writer, isEnded, charged })
}

function messageOf(error: unknown): string {
  return error instanceof StreamBroken
    ? error.message
    : 'The gateway failed; the fault is recorded.'
}
