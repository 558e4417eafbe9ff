/**
 * Collects streams that must be paid for before they are sent, although their price is known only
 * at their end. Used for metered payments of wallets that are not trusted to pay afterwards.
 */
import type { Call, Reply } from '../../call.ts'
import { withProof } from '../../replies/reply.ts'
import { renderStreamCopy, streamCopyReply } from '../../replies/stream-copy.ts'
import type { StoredReply } from '../../payments/record.ts'
import type { ReplyFacts } from '../../protocols/types.ts'
import type { UpstreamFailure, UpstreamStream } from '../../upstream/types.ts'
import { amountDue, noteActualOfStream } from '../stages/actual.ts'
import { apply, settle, waive } from '../stages/charge.ts'
import { chargedUsage, usageOf } from './output.ts'
import { beginStream, costOf } from './streamed.ts'

/**
 * Collects a stream, settles its actual price, and returns it as one reply. If the upstream fails,
 * returns the failure and charges nothing.
 */
export async function collected(
  call: Call,
  stream: UpstreamStream,
  facts: ReplyFacts,
): Promise<Reply | UpstreamFailure> {
  const { headers, copy, output } = beginStream(call, stream, facts)
  try {
    await stream.read(part => {
      output.take(part)
      copy.take(part)
      return undefined
    })
    noteActualOfStream(call, chargedUsage(call, { output, reading: 'over' }))
    const usage = usageOf({ call, output })
    const stored = copy.toStore(headers, { usage, ...costOf(call), isEnded: output.isEnded() })
    return stored === undefined ? failure('The answer is too long') : await paid(call, stored)
  } catch (error) {
    if (call.charge.state !== 'claimed') throw error
    return failure('The stream broke off')
  } finally {
    copy.drop()
  }
}

const failure = (details: string): UpstreamFailure => ({
  ok: false,
  kind: 'upstream_failed',
  details,
  source: '',
})

/** Settles the collected stream, and returns it, or the reply that says why it was not paid. */
async function paid(call: Call, stored: StoredReply): Promise<Reply> {
  if (amountDue(call) === 0n) {
    await waive(call)
    return withProof(call, streamCopyReply(call, stored, ''))
  }
  const refused = apply(call, await settle(call, stored))
  return refused ?? renderStreamCopy(call, stored, call.charge.record!)
}
