/**
 * What became of an earlier purchase of which somebody asks again: by its own payment header, or by
 * a fresh one.
 */
import type { Call, Reply } from '../../context.ts'
import { WAIT } from '../../replies/settlement.ts'
import { noteInFlight } from './in-flight.ts'
import type { PaymentRecord } from '../../payments/types.ts'
import { awaitEnd, type IsDone } from './await-end.ts'
import { storedReply } from './stored-reply.ts'

/**
 * `given`: its reply, which is handed over now. `pending`: it is still worked on or being paid for.
 * `free`: it failed and its header can be used again. `failed`: just now it turned out that nothing
 * was paid. `over`: there is nothing to hand over.
 */
export type Earlier =
  | { state: 'given'; reply: Reply }
  | { state: 'pending'; why: string }
  | { state: 'free' }
  | { state: 'failed'; reason: string }
  | { state: 'over'; record: PaymentRecord }

/** Finds out, for a moment at the longest. The call is the same request, sent again. */
export async function earlierOf(
  call: Call,
  first: PaymentRecord,
  { isOver, give = storedReply }: { isOver?: IsDone; give?: typeof storedReply } = {},
): Promise<Earlier> {
  const record = await awaitEnd(call, first, isOver)
  if (record === undefined)
    return { state: 'pending', why: first.state === 'settling' ? WAIT.chain : WAIT.work }
  if (record.state === 'released') return { state: 'free' }
  if (record.state === 'settled') return handOver(call, record, give)
  if (record.state !== 'settling') return { state: 'over', record }
  const { settlement, record: now } = await call.context.ledger.resolve(record)
  if (settlement.state === 'landed') return handOver(call, now, give)
  return settlement.state === 'failed'
    ? { state: 'failed', reason: settlement.reason }
    : { state: 'pending', why: WAIT.chain }
}

/**
 * The reply of a settled payment, unless it was delivered or is not kept. Who asks for it meanwhile
 * waits until this caller has it.
 */
async function handOver(
  call: Call,
  record: PaymentRecord,
  give: typeof storedReply,
): Promise<Earlier> {
  const reply = record.delivered === true ? undefined : await give(call, record)
  if (reply === undefined) return { state: 'over', record }
  noteInFlight(call, record.key)
  return { state: 'given', reply }
}
