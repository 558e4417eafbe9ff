/**
 * Replies that were paid for and whose callers had left. Programs that lose their patience ask
 * again, and sign anew: the same wallet that sends the same request is handed what it paid for,
 * instead of paying for another one. For as long as the route's `redeliver` says, and by whichever
 * process is asked.
 */
import type { Call, Reply } from '../../context.ts'
import { settlementPending } from '../../replies/settlement.ts'
import { fingerprint } from './claim-facts.ts'
import type { PaymentRecord } from '../../payments/types.ts'
import { isCut } from '../../replies/stream-copy.ts'
import { earlierOf } from './earlier.ts'
import { storedReply } from './stored-reply.ts'

/** Says of a reply that it was made for an earlier purchase. */
const MARK = { 'x-farebox-redelivered': 'true' }

/**
 * What is remembered of a caller that left (`gateway.left` in the store): the claim key of what it
 * bought, and until when it is, Unix ms.
 */
interface Left {
  key: string
  until: number
}

/** Remembers the call if its caller leaves before the reply. */
export function noteIfLeft(call: Call): void {
  if (call.compiled.route.redeliver !== undefined && call.payment !== undefined)
    call.onLeave(() => void noteLeft(call))
}

/**
 * Remembers that the caller does not have what it bought. Never rejects: who forgets it asks for a
 * second payment at worst.
 */
export async function noteLeft(call: Call): Promise<void> {
  const { context, compiled, payment } = call
  const { redeliver } = compiled.route
  const key = call.held ?? payment?.authorization.key
  // A job is polled.
  if (redeliver === undefined || key === undefined || call.job !== undefined) return
  const until = context.clock.now() + redeliver
  const at = {
    in: 'gateway.left' as const,
    key: nameOf(call),
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
 * What this wallet paid for with the same request and never got. Where it is not ready yet, the
 * caller is asked to come again.
 */
export async function leftReply(call: Call): Promise<Reply | undefined> {
  const { context, compiled, payment } = call
  if (compiled.route.redeliver === undefined || payment === undefined) return undefined
  const left = await context.store.get<Left>('gateway.left', nameOf(call))
  if (
    left === undefined ||
    left.doc.key === payment.authorization.key ||
    left.doc.until <= context.clock.now()
  )
    return undefined
  const record = await context.ledger.get(left.doc.key)
  const earlier = record && (await earlierOf(call, record, { give: wholeReply }))
  if (earlier?.state === 'pending') return settlementPending(call, earlier.why)
  // Who has left again meanwhile must not take what its next request asks for.
  if (earlier?.state === 'given' && !call.listening()) return settlementPending(call)
  const isOurs = await context.store.commit([
    { do: 'remove', in: 'gateway.left', key: nameOf(call), version: left.version },
  ])
  if (earlier?.state !== 'given') return undefined
  // Of several that ask at once one is served.
  if (!isOurs) return settlementPending(call)
  return { ...earlier.reply, headers: { ...earlier.reply.headers, ...MARK } }
}

/** A stream that ended when its caller left is no answer to somebody who asks anew. */
async function wholeReply(call: Call, record: PaymentRecord): Promise<Reply | undefined> {
  return isCut(record.kept) ? undefined : storedReply(call, record)
}

function nameOf(call: Call): string {
  return `left/${call.payer}|${fingerprint(call)}`
}
