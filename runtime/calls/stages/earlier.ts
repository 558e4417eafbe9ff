/**
 * Finds the result of an earlier purchase when its caller repeats the request, with the same
 * payment header or a new one.
 */
import type { Call, Reply } from '../../call.ts'
import { WAIT } from '../../replies/settlement.ts'
import { endInFlight, noteInFlight } from './in-flight.ts'
import { leaveResent, takeResent } from '../../limits/resent-replies.ts'
import { releaseReply } from '../../limits/stored-replies.ts'
import type { PaymentRecord } from '../../payments/record.ts'
import { awaitEnd, type IsDone } from './await-end.ts'
import { namesPurchase } from './purchase-name.ts'
import { storedReply } from './stored-reply.ts'

/**
 * `ready`: its reply is returned now. `pending`: its work or its payment is in progress. `free`: it
 * failed, and its payment header can be used again. `failed`: its payment has just turned out to
 * have failed. `over`: there is no reply to return.
 */
export type Earlier =
  | { state: 'ready'; reply: Reply }
  | { state: 'pending'; why: string }
  | { state: 'free' }
  | { state: 'failed'; reason: string }
  | { state: 'over'; record: PaymentRecord }

/** How an earlier purchase is looked up. */
interface Look {
  isDone?: IsDone
  /** Reads its stored reply. */
  read?: typeof storedReply
}

/**
 * Looks up how an earlier purchase ended; waits up to `MOMENT` while it is in progress. The call is
 * the same request, sent again.
 */
export async function earlierOf(
  call: Call,
  first: PaymentRecord,
  look: Look = {},
): Promise<Earlier> {
  // Nobody else may use the memory of a wallet.
  const isOthers = first.identified === true && !(await isForCaller(call, first))
  if (!isOthers && !takeResent(call, first)) return { state: 'pending', why: WAIT.large }
  const earlier = await endOf(call, first, look)
  if (earlier.state !== 'ready') leaveResent(call)
  return earlier
}

async function endOf(call: Call, first: PaymentRecord, look: Look): Promise<Earlier> {
  const record = await awaitEnd(call, first, look.isDone)
  if (record === undefined)
    return { state: 'pending', why: first.state === 'settling' ? WAIT.chain : WAIT.work }
  if (record.state === 'released') return { state: 'free' }
  if (isServed(record)) return redeliver(call, record, look)
  if (record.state !== 'settling') return { state: 'over', record }
  const { settlement, record: current } = await call.context.ledger.resolve(record)
  if (settlement.state === 'landed' || isServed(current)) return redeliver(call, current, look)
  if (settlement.state !== 'failed') return { state: 'pending', why: WAIT.chain }
  // Its stored reply has been dropped.
  if (settlement.mayLand !== true) void releaseReply(call, record)
  return { state: 'failed', reason: settlement.reason }
}

/** Whether the caller gets the reply: it was paid for, or we bear its cost. */
function isServed({ state, kept }: PaymentRecord): boolean {
  return state === 'settled' || (state === 'failed' && kept?.absorbed === true)
}

/**
 * Returns the stored reply of a settled payment, unless it was delivered or is not stored. Further
 * repeats wait until this caller has it.
 */
async function redeliver(call: Call, found: PaymentRecord, look: Look): Promise<Earlier> {
  const { inFlight, ledger } = call.context
  const { read = storedReply } = look
  // Of simultaneous repeats, the others wait for the first.
  if (inFlight.has(found.key)) return earlierOf(call, found, look)
  noteInFlight(call, found.key)
  // Read again, because another repeat may have got the reply since it was found.
  const record = (await ledger.get(found.key)) ?? found
  const isOpen =
    record.identified === true ? await isForCaller(call, record) : record.delivered !== true
  if (isOpen && !takeResent(call, record)) {
    endInFlight(call)
    return { state: 'pending', why: WAIT.large }
  }
  const reply = isOpen ? await read(call, record) : undefined
  if (reply !== undefined) return { state: 'ready', reply }
  endInFlight(call)
  return { state: 'over', record }
}

/**
 * Whether the caller of a named purchase is certainly its buyer: it knows the name, or its wallet
 * has signed anew. The purchase's own authorization proves nothing, because it is on the chain.
 */
async function isForCaller(call: Call, record: PaymentRecord): Promise<boolean> {
  const isSignedAnew = call.payment !== undefined && call.payment.authorization.key !== record.key
  return isSignedAnew || namesPurchase(call, record)
}
