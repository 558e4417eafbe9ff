/**
 * Conversations: one answer as a whole, or as a stream. Where the chosen model fails before its
 * first byte, another may serve.
 */
import type { Call, Reply, Stage, Work } from '../context.ts'
import { release } from '../errors/release.ts'
import { noteBegun } from '../hooks/begun.ts'
import { estimatedUsage } from '../hooks/usage.ts'
import type { ReplyFacts } from '../protocols/types.ts'
import { dropTerms, termsOf, type Terms } from '../limits/terms.ts'
import { isExcused } from '../limits/wasted.ts'
import { deadlineOf, refuseMoment, tooLate, type Deadline } from '../stages/deadline.ts'
import { failed, perform } from '../stages/work.ts'
import type { UpstreamFailure, UpstreamStream } from '../upstream/types.ts'
import { paymentOf, type StreamPayment } from './stream-payment.ts'
import { streamed } from './streamed.ts'

/** Failures that another model may not have: those of the supplier, not of the request. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'rate_limited',
  'upstream_failed',
  'upstream_timeout',
  'not_configured',
])

/** Random bytes of an answer's id. */
const ID_BYTES = 12

/**
 * Asks the model: ends the call with a stream, or leaves its answer for the settlement and the
 * reply.
 */
export const converse: Stage = call => {
  const refused = refuseMoment(call)
  if (refused !== undefined) return refused
  const isStream = call.live.route.streams?.(call.scope) === true
  const deadline = deadlineOf(call)
  if (!isStream) return asAWhole(call, deadline)
  return inPieces(call, deadline).catch(error => {
    deadline.end()
    throw error
  })
}

async function asAWhole(call: Call, deadline: Deadline): Promise<Reply | undefined> {
  let made: Work | UpstreamFailure
  try {
    made = await withFallback(call, deadline, () => perform(call, deadline.signal))
  } finally {
    deadline.end()
  }
  if ('kind' in made) return gaveNothing(call, made, deadline)
  if (made.completion?.pending) await noteBegun(call.core, idOf(made))
  call.work = made
  call.scope.result =
    made.completion === undefined
      ? made.given
      : { completion: made.completion as never, facts: factsOf(call) as never }
  return undefined
}

/** Nobody is asked for a caller who has left. */
const GONE: UpstreamFailure = {
  ok: false,
  kind: 'upstream_failed',
  details: 'The caller left',
  source: '',
}

/**
 * A stream whose caller leaves before its first word is given up at once, unless its wallet makes a
 * habit of it.
 */
async function inPieces(call: Call, deadline: Deadline): Promise<Reply> {
  let leaving: Promise<boolean> | undefined
  let hasBegun = false
  call.onLeave(() => {
    if (!hasBegun) leaving = leave(call, deadline)
  })
  if (leaving !== undefined && (await leaving)) {
    deadline.end()
    return gaveNothing(call, GONE, deadline)
  }
  const coming = termsOf(call)
  coming.catch(() => undefined)
  const drop = (): Promise<void> =>
    coming.then(
      terms => dropTerms(call, terms),
      () => undefined,
    )
  const making = withFallback(call, deadline, () => open(call, deadline.signal))
  making.catch(() => {
    void drop()
  })
  const made = await making
  hasBegun = true
  if ('kind' in made) {
    deadline.end()
    await drop()
    return gaveNothing(call, made, deadline)
  }
  const excused = leaving === undefined ? undefined : await leaving
  if (excused) made.cancel()
  deadline.lift()
  const payment = await paid(call, made, coming, excused === true)
  if ('status' in payment) {
    deadline.end()
    return payment
  }
  const leaver = { isDue: excused === false, isExcused: excused === true }
  const reply = streamed(call, made, { facts: factsOf(call), ...leaver, payment })
  void reply.over?.then(deadline.end)
  return reply
}

/**
 * The payment of a stream that has begun, or the reply that ends the call. Nothing is settled for a
 * caller who has left.
 */
async function paid(
  call: Call,
  made: UpstreamStream,
  coming: Promise<Terms>,
  hasLeft: boolean,
): Promise<StreamPayment | Reply> {
  try {
    const payment = paymentOf(call, await coming, () => made.cancel({ broken: true }))
    const refused = hasLeft ? undefined : await payment.begin()
    if (refused === undefined) return payment
    made.cancel()
    await payment.end(false, 'nobody pays')
    return refused
  } catch (error) {
    made.cancel()
    throw error
  }
}

async function leave(call: Call, deadline: Deadline): Promise<boolean> {
  const excused = await isExcused(call)
  if (excused) deadline.stop()
  return excused
}

async function gaveNothing(
  call: Call,
  failure: UpstreamFailure,
  deadline: Deadline,
): Promise<Reply> {
  if (deadline.isLate()) return tooLate(call)
  await release(call, failure.kind)
  return failed(call, failure)
}

/** The supplier's id of what it goes on with. */
function idOf({ json }: { json: unknown }): string {
  return String((json as { id?: unknown } | undefined)?.id)
}

/**
 * What the chosen model makes, or the one that stands in for it where it made nothing. The first
 * failure counts where both fail.
 */
function withFallback<T extends object>(
  call: Call,
  deadline: Deadline,
  make: () => Promise<T | UpstreamFailure>,
): Promise<T | UpstreamFailure> {
  return call.live.route.fallback === undefined ? make() : orElse(call, deadline, make)
}

async function orElse<T extends object>(
  call: Call,
  { signal }: Deadline,
  make: () => Promise<T | UpstreamFailure>,
): Promise<T | UpstreamFailure> {
  const first = await make()
  if (
    !('kind' in first) ||
    !ELSEWHERE.has(first.kind) ||
    first.empty ||
    signal.aborted ||
    !(await fallBack(call))
  )
    return first
  const second = await make()
  if (!('kind' in second)) return second
  fallForward(call)
  return first
}

/**
 * Chooses the row that the catalog names for this case; false where there is none that is sold
 * here, or where it is not for this request.
 */
async function fallBack(call: Call): Promise<boolean> {
  const { live, scope } = call
  const row = live.models.get(live.route.fallback?.(scope))
  if (row === undefined || row === scope.model) return false
  scope.requested = scope.model
  scope.model = row
  if ((await live.route.gates?.(scope)) === undefined) return true
  fallForward(call)
  return false
}

/** Back to the row that was asked for. */
function fallForward({ scope }: Call): void {
  scope.model = scope.requested
  scope.requested = undefined
}

function open(
  { core, live, scope, bytes }: Call,
  signal: AbortSignal,
): Promise<UpstreamStream | UpstreamFailure> {
  return core.upstreams.stream(live.route.upstream!(scope), scope, { signal, body: bytes })
}

/** What the reply says besides the answer: the model that was asked for, whoever served. */
function factsOf(call: Call): ReplyFacts {
  const { core, scope } = call
  return {
    id: core.random.hex(ID_BYTES),
    model: (scope.requested ?? scope.model)?.id ?? '',
    created: scope.now,
    prompt: () => estimatedUsage(call, { output: 0, reasoning: 0 }),
  }
}
