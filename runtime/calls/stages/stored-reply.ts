/**
 * Replies kept until they are delivered. Bytes that are ready are kept as they are; a reply that
 * will name its transaction is kept as its result, and written when the transaction is known.
 */
import { adopt, paymentFacts } from './charge.ts'
import type { Call, Reply } from '../../context.ts'
import { STREAM, streamAgain } from '../../replies/stream-copy.ts'
import type { StoredReply, PaymentRecord } from '../../payments/types.ts'
import { render, withReceipt } from '../../replies/reply.ts'

/** Marks a kept result; never sent. */
const RESULT = 'x-kept-result'

/**
 * What is kept of this call's reply while it is being paid for. Throws when it cannot be written,
 * so that nobody pays for it.
 */
export async function replyToStore(call: Call): Promise<StoredReply> {
  if (call.compiled.route.reply !== 'verbatim') {
    await dryRunRender(call)
    const body = Buffer.from(
      JSON.stringify({ result: call.scope.result ?? {}, cache: call.scope.cache }),
    )
    return { status: 200, headers: { [RESULT]: '1' }, body: body.toString('base64') }
  }
  const made = await render(call)
  return {
    status: made.status,
    headers: made.headers,
    body: (made.body as Buffer).toString('base64'),
  }
}

/**
 * The kept reply of a settled record, with its receipt; undefined when nothing is kept. The call is
 * the same request, sent again.
 */
export async function storedReply(call: Call, record: PaymentRecord): Promise<Reply | undefined> {
  const { kept, transaction } = record
  if (kept === undefined || transaction === undefined) return undefined
  adopt(call, record, transaction)
  if (Object.hasOwn(kept.headers, STREAM)) return streamAgain(call, kept, record)
  const body = Buffer.from(kept.body, 'base64')
  if (!Object.hasOwn(kept.headers, RESULT)) {
    return withReceipt(
      call,
      { status: kept.status, headers: kept.headers, body, outcome: 'ok' },
      transaction,
    )
  }
  const { result, cache } = JSON.parse(body.toString('utf8'))
  call.scope.result = result
  call.scope.cache = cache
  return withReceipt(call, await render(call), transaction)
}

/**
 * Writes the reply once with a stand-in for the payment: a fault of a formula must come before the
 * money.
 */
export async function dryRunRender(
  call: Call,
  write: (call: Call) => Reply | Promise<Reply> = render,
): Promise<void> {
  const scope = Object.assign({}, call.scope, { payment: paymentFacts(call.context, '') })
  const draft: Call = Object.assign({}, call, { scope })
  await write(draft)
  call.contents = draft.contents
}
