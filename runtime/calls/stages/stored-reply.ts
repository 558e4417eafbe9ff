/**
 * Stores replies until they are delivered. A verbatim reply is stored as its bytes. Any other reply
 * is stored as its result, and rendered when its transaction is known.
 */
import { isMetered } from './actual.ts'
import { asBought } from './as-bought.ts'
import { adopt, paymentFacts, serveUnpaid } from './charge.ts'
import type { Call, Reply } from '../../call.ts'
import { STREAM, renderStreamCopy } from '../../replies/stream-copy.ts'
import type { StoredReply, PaymentRecord } from '../../payments/record.ts'
import { packed, unpacked } from '../../replies/packed.ts'
import { render, withProof } from '../../replies/reply.ts'

/** Marks a stored result; never sent. */
const RESULT = 'x-kept-result'

/**
 * Builds the stored form of the call's reply, for redelivery. Throws if the reply cannot be
 * rendered, so that the caller does not pay for it.
 */
export async function replyToStore(call: Call): Promise<StoredReply> {
  if (call.compiled.route.reply !== 'verbatim') {
    await dryRunRender(call)
    const { result = {}, cache, steps, transfer, read, now } = call.scope
    // Records and times in the reply must not change after the payment has landed.
    const seen = call.compiled.route.reads === undefined ? {} : { read }
    const at = call.compiled.route.effects === undefined ? {} : { now }
    const cost = isMetered(call) ? { price: call.scope.price } : {}
    const kept = { result, cache, steps, transfer, ...seen, ...at, ...cost }
    const body = await packed(Buffer.from(JSON.stringify(kept)))
    return { status: 200, headers: { [RESULT]: '1' }, ...body, ...absorbed(call) }
  }
  const reply = await render(call)
  const body = await packed(reply.body as Buffer)
  return { status: reply.status, headers: reply.headers, ...body, ...absorbed(call) }
}

const absorbed = ({ charge }: Call): Pick<StoredReply, 'absorbed'> =>
  charge.absorbs ? { absorbed: true } : {}

/**
 * Renders the stored reply of a settled record, with its receipt, or of a failed record whose cost
 * we bear; undefined if none is stored. The call is the same request, sent again.
 */
export async function storedReply(call: Call, record: PaymentRecord): Promise<Reply | undefined> {
  const { kept, transaction } = record
  if (kept === undefined) return undefined
  // The result must be rendered by the catalog that produced it.
  if ([STREAM, RESULT].some(name => Object.hasOwn(kept.headers, name))) await asBought(call, record)
  if (record.state === 'failed') serveUnpaid(call, record)
  else if (transaction !== undefined) adopt(call, record, transaction)
  else return undefined
  if (Object.hasOwn(kept.headers, STREAM)) return renderStreamCopy(call, kept, record)
  const body = await unpacked(kept)
  if (!Object.hasOwn(kept.headers, RESULT)) {
    return withProof(call, { status: kept.status, headers: kept.headers, body, outcome: 'ok' })
  }
  Object.assign(call.scope, JSON.parse(body.toString('utf8')))
  return withProof(call, await render(call))
}

/**
 * Renders the reply once with a placeholder for the payment, so that an error in a formula shows
 * before the settlement.
 */
export async function dryRunRender(
  call: Call,
  write: (call: Call) => Reply | Promise<Reply> = render,
): Promise<void> {
  const scope = Object.assign({}, call.scope, { payment: paymentFacts(call, '') })
  const draft: Call = Object.assign({}, call, { scope })
  await write(draft)
  call.contents = draft.contents
}
