/**
 * Completions: the model's answer is either buffered or streamed. If the chosen model fails before
 * its first byte, a fallback model may serve the call.
 */
import { upstreamCall } from '../lib/values.ts'
import type { Call, Reply, Stage, Work } from '../call.ts'
import { release } from '../replies/release.ts'
import { noteBegun } from '../hooks/begun.ts'
import { estimatedUsage } from '../replies/usage.ts'
import type { ReplyFacts } from '../protocols/types.ts'
import { nameCall } from './steps/made-call.ts'
import { countUnusableAnswer } from '../limits/barred.ts'
import { dropTerms, termsOf, type Terms } from '../limits/terms.ts'
import { isWithinGrace } from '../limits/abandoned-work.ts'
import { withFallback } from './fallback.ts'
import { deadlineOf, refuseShortAuthorization, tooLate, type Deadline } from './stages/deadline.ts'
import { failed, perform, work } from './stages/work.ts'
import type { UpstreamFailure, UpstreamStream } from '../upstream/types.ts'
import { collected } from './streams/collected.ts'
import { paymentOf, type StreamPayment } from './streams/payment.ts'
import { streamed } from './streams/streamed.ts'

/** Random bytes in the id of a completion. */
const ID_BYTES = 12

/**
 * Requests the completion from the model. A streamed one ends the call with its reply; a buffered
 * one is stored in the call, for the stages that settle and reply.
 */
export const requestCompletion: Stage = call => {
  if (call.compiled.route.work !== undefined) return work(call)
  const refused = refuseShortAuthorization(call)
  if (refused !== undefined) return refused
  const isStream = call.compiled.route.streams?.(call.scope) === true
  const deadline = deadlineOf(call)
  if (!isStream) return bufferedCompletion(call, deadline)
  return streamedCompletion(call, deadline).catch(error => {
    deadline.end()
    throw error
  })
}

async function bufferedCompletion(call: Call, deadline: Deadline): Promise<Reply | undefined> {
  let result: Work | UpstreamFailure
  try {
    result = await withFallback(call, deadline, () => perform(call, deadline.signal))
  } finally {
    deadline.end()
  }
  if ('kind' in result) return refuseWithoutResult(call, result, deadline)
  if (result.completion?.pending) await noteBegun(call.context, idOf(result))
  call.work = result
  call.scope.result =
    result.completion === undefined
      ? result.given
      : { completion: result.completion as never, facts: factsOf(call) as never }
  return undefined
}

/** The failure of a call whose caller left before the upstream was called. */
const CALLER_LEFT: UpstreamFailure = {
  ok: false,
  kind: 'upstream_failed',
  details: 'The caller left',
  source: '',
}

/**
 * Starts the stream. If the caller leaves before the first word, the work is cancelled at once,
 * unless the wallet abandons work too often.
 */
async function streamedCompletion(call: Call, deadline: Deadline): Promise<Reply> {
  let leaving: Promise<boolean> | undefined
  let hasBegun = false
  call.onLeave(() => {
    if (!hasBegun) leaving = leave(call, deadline)
  })
  if (leaving !== undefined && (await leaving)) {
    deadline.end()
    return refuseWithoutResult(call, CALLER_LEFT, deadline)
  }
  const terms = termsOf(call)
  terms.catch(() => undefined)
  const drop = (): Promise<void> =>
    terms.then(
      agreed => dropTerms(call, agreed),
      () => undefined,
    )
  const opening = withFallback(call, deadline, () => open(call, deadline.signal))
  opening.catch(() => {
    void drop()
  })
  const upstream = await opening
  hasBegun = true
  if ('kind' in upstream) {
    deadline.end()
    await drop()
    return refuseWithoutResult(call, upstream, deadline)
  }
  const graceCounted = leaving === undefined ? undefined : await leaving
  if (graceCounted) upstream.cancel()
  const agreed = await terms.catch(error => {
    upstream.cancel()
    throw error
  })
  if (agreed.when === 'collected') return collect(call, upstream, deadline)
  deadline.lift()
  const payment = await beginPayment(call, upstream, agreed, graceCounted === true)
  if ('status' in payment) {
    deadline.end()
    return payment
  }
  const leaver = { isDue: graceCounted === false, isInGrace: graceCounted === true }
  const reply = await replyOrRefund(payment, () =>
    streamed(call, upstream, { facts: factsOf(call), ...leaver, payment }),
  )
  void reply.done?.then(deadline.end)
  return reply
}

/** Serves a stream once it is complete and paid for. */
async function collect(call: Call, upstream: UpstreamStream, deadline: Deadline): Promise<Reply> {
  const reply = await collected(call, upstream, factsOf(call))
  deadline.end()
  return 'kind' in reply ? refuseWithoutResult(call, reply, deadline) : reply
}

/** Builds the reply of a stream. If that throws, its payment ends as that of an unserved stream. */
async function replyOrRefund(payment: StreamPayment, build: () => Reply): Promise<Reply> {
  try {
    return build()
  } catch (error) {
    await payment.end(false, 'internal error')
    throw error
  }
}

/**
 * Begins the payment of a stream that has started. Returns the payment, or the reply that ends the
 * call. Settles nothing if the caller has left.
 */
async function beginPayment(
  call: Call,
  upstream: UpstreamStream,
  terms: Terms,
  hasLeft: boolean,
): Promise<StreamPayment | Reply> {
  try {
    const payment = paymentOf(call, terms, () => upstream.cancel({ broken: true }))
    const refused = hasLeft ? undefined : await payment.begin()
    if (refused === undefined) return payment
    upstream.cancel()
    await payment.end(false, 'no payment')
    return refused
  } catch (error) {
    upstream.cancel()
    throw error
  }
}

/** Cancels the work of a caller that left, if the wallet is within its grace. */
async function leave(call: Call, deadline: Deadline): Promise<boolean> {
  const graceCounted = await isWithinGrace(call)
  if (graceCounted) deadline.stop()
  return graceCounted
}

async function refuseWithoutResult(
  call: Call,
  failure: UpstreamFailure,
  deadline: Deadline,
): Promise<Reply> {
  if (deadline.isLate()) return tooLate(call)
  await countUnusableAnswer(call, failure)
  await release(call, failure.kind)
  return failed(call, failure)
}

/** The upstream's id of a completion that is still pending. */
function idOf({ json }: { json: unknown }): string {
  return String((json as { id?: unknown } | undefined)?.id)
}

function open(call: Call, signal: AbortSignal): Promise<UpstreamStream | UpstreamFailure> {
  const { context, scope, bytes, ids } = call
  nameCall(call)
  return context.upstreams.stream(upstreamCall(scope)!, scope, { signal, body: bytes, ids })
}

/**
 * Facts for the reply besides the answer. They name the requested model, also when the fallback
 * served.
 */
function factsOf(call: Call): ReplyFacts {
  const { context, scope } = call
  return {
    id: context.random.hex(ID_BYTES),
    model: (scope.requested ?? scope.model)?.id ?? '',
    created: scope.now,
    prompt: () => estimatedUsage(call, { output: 0, reasoning: 0 }),
  }
}
