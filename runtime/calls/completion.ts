/**
 * Conversations: one answer as a whole, or as a stream. Where the chosen model fails before its
 * first byte, another may serve.
 */
import type { Call, Reply, Stage, Work } from '../context.ts'
import { release } from '../replies/release.ts'
import { noteBegun } from '../hooks/begun.ts'
import { estimatedUsage } from '../replies/usage.ts'
import type { ReplyFacts } from '../protocols/types.ts'
import { dropTerms, termsOf, type Terms } from '../limits/terms.ts'
import { isWithinGrace } from '../limits/abandoned-work.ts'
import { deadlineOf, refuseMoment, tooLate, type Deadline } from './stages/deadline.ts'
import { failed, perform } from './stages/work.ts'
import type { UpstreamFailure, UpstreamStream } from '../upstream/types.ts'
import { paymentOf, type StreamPayment } from './streams/payment.ts'
import { streamed } from './streams/streamed.ts'

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
export const requestCompletion: Stage = call => {
  const refused = refuseMoment(call)
  if (refused !== undefined) return refused
  const isStream = call.compiled.route.streams?.(call.scope) === true
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
  if (made.completion?.pending) await noteBegun(call.context, idOf(made))
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
  const graceCounted = leaving === undefined ? undefined : await leaving
  if (graceCounted) made.cancel()
  deadline.lift()
  const payment = await paid(call, made, coming, graceCounted === true)
  if ('status' in payment) {
    deadline.end()
    return payment
  }
  const leaver = { isDue: graceCounted === false, isExcused: graceCounted === true }
  const reply = streamed(call, made, { facts: factsOf(call), ...leaver, payment })
  void reply.done?.then(deadline.end)
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
  const graceCounted = await isWithinGrace(call)
  if (graceCounted) deadline.stop()
  return graceCounted
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
  return call.compiled.route.fallback === undefined ? make() : orElse(call, deadline, make)
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
  const { compiled, scope } = call
  const row = compiled.models.get(compiled.route.fallback?.(scope))
  if (row === undefined || row === scope.model) return false
  scope.requested = scope.model
  scope.model = row
  if ((await compiled.route.gates?.(scope)) === undefined) return true
  fallForward(call)
  return false
}

/** Back to the row that was asked for. */
function fallForward({ scope }: Call): void {
  scope.model = scope.requested
  scope.requested = undefined
}

function open(
  { context, compiled, scope, bytes }: Call,
  signal: AbortSignal,
): Promise<UpstreamStream | UpstreamFailure> {
  return context.upstreams.stream(compiled.route.upstream!(scope), scope, { signal, body: bytes })
}

/** What the reply says besides the answer: the model that was asked for, whoever served. */
function factsOf(call: Call): ReplyFacts {
  const { context, scope } = call
  return {
    id: context.random.hex(ID_BYTES),
    model: (scope.requested ?? scope.model)?.id ?? '',
    created: scope.now,
    prompt: () => estimatedUsage(call, { output: 0, reasoning: 0 }),
  }
}
