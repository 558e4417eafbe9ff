/**
 * Handles errors that a call throws: the reply reveals nothing about the gateway's internals, and
 * the caller is not charged.
 */
import type { Call, Reply } from '../call.ts'
import { ChainUnavailable } from '../payments/chain-unavailable.ts'
import { NotSent } from '../payments/not-sent.ts'
import { IllegalTransition } from '../payments/transitions.ts'
import { StoreBusy, StoreUnavailable } from '../store/store.ts'
import { refuse } from './answer.ts'
import { release } from './release.ts'
import { settlementPending } from './settlement.ts'

/** Seconds after which a caller may retry when the store or the chain was unavailable. */
const RETRY = 5

const UNSENT = 'The payment could not be sent. Nothing was charged; send the same request again.'

/**
 * Builds the reply for a call that threw an error. Its claim is released unless money may have
 * moved; in that case the reply is never 402. Money may have moved once an intent was written,
 * unless the error is `NotSent`.
 */
export async function recover(call: Call, error: unknown): Promise<Reply> {
  const { context, compiled, ids } = call
  const { id: route, origin } = compiled.route
  const facts = { route, origin, request: ids.request, err: error }
  context.observe.log.error(facts, 'a call failed inside the gateway')
  if (error instanceof NotSent) return replyUnsent(call)
  if (error instanceof StoreBusy) return settlementPending(call)
  if (call.charge.charged === 'maybe') return settlementPending(call)
  if (call.charge.holds) await releaseQuietly(call, 'internal error')
  if (error instanceof IllegalTransition && call.charge.charged === 'no')
    return refuse(call, 'busy', { details: UNSENT, retry_after: RETRY })
  const away = awayOf(error)
  if (away !== undefined) return refuse(call, 'busy', { details: away, retry_after: RETRY })
  return refuse(call, 'internal', { details: 'The gateway failed; the fault is recorded.' })
}

/** Says which part cannot be reached; undefined for other errors. */
function awayOf(error: unknown): string | undefined {
  if (error instanceof StoreUnavailable) return 'The store cannot be reached.'
  if (error instanceof ChainUnavailable) return 'The chain cannot be reached.'
  return undefined
}

/**
 * Replies to a call whose result exists but whose payment could not be sent. A job keeps its claim,
 * because its result is stored; any other call must be repeated.
 */
async function replyUnsent(call: Call): Promise<Reply> {
  if (call.charge.state === 'settling') call.charge.move('unsent')
  const { holds, record } = call.charge
  if (holds && record !== undefined && record.job === undefined)
    await releaseQuietly(call, 'the payment could not be sent')
  return refuse(call, 'busy', { details: UNSENT, retry_after: RETRY })
}

async function releaseQuietly(call: Call, reason: string): Promise<void> {
  try {
    await release(call, reason)
  } catch (error) {
    const facts = { route: call.compiled.route.id, err: error }
    call.context.observe.log.error(facts, 'a claim is released later')
  }
}
