/**
 * Redelivers paid replies whose callers had left. Client programs that time out repeat the request
 * and sign a new payment. If the same wallet repeats the same request, it gets the reply that it
 * paid for without paying again, from any process, for as long as the route's `redeliver` allows.
 */
import type { Call, Reply } from '../../call.ts'
import { settlementPending, WAIT } from '../../replies/settlement.ts'
import type { Stored } from '../../store/store.ts'
import { fingerprint } from './claim-facts.ts'
import type { PaymentRecord } from '../../payments/record.ts'
import { isCut } from '../../replies/stream-copy.ts'
import { earlierOf } from './earlier.ts'
import { storedReply } from './stored-reply.ts'

/** Header of a redelivered reply. */
const MARK = { 'x-farebox-redelivered': 'true' }

/**
 * A caller that left, as stored in `gateway.left`: the claim key of its purchase, and when the
 * entry expires, Unix ms.
 */
interface Left {
  key: string
  until: number
}

/** Records the purchase if the caller leaves before the reply. */
export function recordIfLeft(call: Call): void {
  if (call.compiled.route.redeliver !== undefined && call.payment !== undefined)
    call.onLeave(() => void recordLeft(call))
}

/**
 * Records that the caller left without the reply that it bought. Never rejects: without this record
 * the caller at worst pays a second time.
 */
export async function recordLeft(call: Call): Promise<void> {
  const { context, compiled, payment } = call
  const { redeliver } = compiled.route
  const key = call.inFlightKey ?? payment?.authorization.key
  // The result of a job is polled instead.
  if (redeliver === undefined || key === undefined || call.job !== undefined) return
  const until = context.clock.now() + redeliver
  const at = {
    in: 'gateway.left' as const,
    key: leftKey(call),
    doc: { key, until } satisfies Left,
    expires: until,
  }
  try {
    if (await context.store.commit([{ do: 'insert', ...at }])) return
    const other = await context.store.get<Left>('gateway.left', at.key)
    if (other !== undefined && other.doc.key !== key)
      await context.store.commit([{ do: 'replace', version: other.version, ...at }])
  } catch (error) {
    context.observe.log.warn(
      { route: compiled.route.id, err: error },
      'a caller that left could not be recorded',
    )
  }
}

/**
 * Returns the reply that this wallet has paid for with the same request and never received. If that
 * reply is not ready yet, the caller must repeat its request later.
 */
export async function undeliveredReply(call: Call): Promise<Reply | undefined> {
  const { context, compiled, payment } = call
  if (compiled.route.redeliver === undefined || payment === undefined) return undefined
  const left = await context.store.get<Left>('gateway.left', leftKey(call))
  if (
    left === undefined ||
    left.doc.key === payment.authorization.key ||
    left.doc.until <= context.clock.now()
  )
    return undefined
  const record = await context.ledger.get(left.doc.key)
  const earlier = record && (await earlierOf(call, record, { read: completeReply }))
  if (earlier?.state === 'pending') {
    if (earlier.why === WAIT.large) await keepLeft(call, left)
    return settlementPending(call, earlier.why)
  }
  // If this caller has left too, the entry must stay for its next request.
  if (earlier?.state === 'ready' && !call.listening()) return settlementPending(call)
  const isFirst = await context.store.commit([
    { do: 'remove', in: 'gateway.left', key: leftKey(call), version: left.version },
  ])
  if (earlier?.state !== 'ready') return undefined
  // Of simultaneous requests, only one gets the reply.
  if (!isFirst) return settlementPending(call)
  return { ...earlier.reply, headers: { ...earlier.reply.headers, ...MARK } }
}

/** Keeps the entry for as long again: it is we who make the caller wait. */
async function keepLeft(call: Call, { doc, version }: Stored<Left>): Promise<void> {
  const { context, compiled } = call
  const until = context.clock.now() + compiled.route.redeliver!
  const at = { in: 'gateway.left' as const, key: leftKey(call), expires: until }
  await context.store.commit([{ do: 'replace', ...at, version, doc: { ...doc, until } }])
}

/**
 * Reads the stored reply, except for a stream that was cut when its caller left: a new request gets
 * a complete answer.
 */
async function completeReply(call: Call, record: PaymentRecord): Promise<Reply | undefined> {
  return isCut(record.kept) ? undefined : storedReply(call, record)
}

function leftKey(call: Call): string {
  return `left/${call.payer}|${fingerprint(call)}`
}
