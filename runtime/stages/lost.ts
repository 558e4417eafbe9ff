/**
 * Replies that were paid for and whose callers had left. Programs that lose their patience ask again, and sign anew: the same wallet that
 * sends the same request is handed what it paid for, instead of paying for another one. Known to the process that served the first call.
 */
import type { Call, Reply } from '../context.ts'
import { settlementPending } from '../errors/settlement.ts'
import type { PaymentRecord } from '../payments/types.ts'
import { fingerprint } from './claim-facts.ts'
import { keptReply } from './kept.ts'

/** Most replies that are remembered; the oldest are forgotten. */
const MOST = 4096

/** Remembers the call if its caller leaves before the reply. */
export function noteIfLost(call: Call): void {
  const { core, payment } = call
  if (payment === undefined) return
  call.onLeave(() => {
    const [oldest] = core.lost.keys()
    if (core.lost.size >= MOST && oldest !== undefined) core.lost.delete(oldest)
    core.lost.set(nameOf(call), payment.authorization.key)
  })
}

/** What this wallet paid for with the same request and never got; waits for a call that is still at work for a caller who has gone, which ends in its own time. */
export async function lostReply(call: Call): Promise<Reply | undefined> {
  const { core, payment } = call
  if (core.lost.size === 0 || payment === undefined) return undefined
  const name = nameOf(call)
  const key = core.lost.get(name)
  if (key === undefined || key === payment.authorization.key) return undefined
  await core.serving.get(key)?.end
  const record = await core.ledger.get(key)
  const end = record && await replyOf(call, record)
  // Until it has left; it may be lost again.
  if (end === undefined || end.status < 400) core.lost.delete(name)
  if (end !== undefined && end.status < 400) call.onLeave(() => core.lost.set(name, key))
  return end
}

async function replyOf(call: Call, first: PaymentRecord): Promise<Reply | undefined> {
  let record = first
  if (record.state === 'settling') {
    const found = await call.core.ledger.resolve(record)
    if (found.settlement.state === 'unknown') return settlementPending(call)
    record = found.record
  }
  return record.state === 'settled' && !record.delivered ? keptReply(call, record) : undefined
}

function nameOf(call: Call): string {
  return `${call.payer}|${fingerprint(call)}`
}
