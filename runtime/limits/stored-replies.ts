/**
 * Limits the large replies that are stored until they are delivered. Otherwise a caller could fill
 * the store with long answers to cheap calls that it does not read.
 */
import type { Call, Reply } from '../call.ts'
import { refuse } from '../replies/answer.ts'
import { largeUntil } from '../payments/ledger/retention.ts'
import { countUnstored, refuseUnread } from './barred.ts'
import { isLarge, type PaymentRecord, type StoredReply } from '../payments/record.ts'

/** The most characters of large replies that are stored: of one wallet, and of all. */
export interface StoredReplyBounds {
  each: number
  all: number
}

const BOUNDS: StoredReplyBounds = { each: 256 * 2 ** 20, all: 2 ** 30 }
/** How long room stays reserved after its reply is dropped, ms: a payment may settle late. */
const LONGER = 3_600_000
const ALL = 'stored replies'
/** Seconds after which a caller may retry when there is no room. */
const RETRY = 60
/** How often room is released at most, and the pause before the next time, ms. */
const TRIES = 12
const PAUSE = 5_000
const NO_ROOM =
  'Too many large replies wait for their callers. Nothing was charged; send the same request later.'
const ofWallet = (payer: string): string => `${ALL} ${payer}`
/** A released authorization may be claimed again, for a reply with a room of its own. */
const roomOf = ({ key, claim = '' }: Pick<PaymentRecord, 'key' | 'claim'>): string =>
  `${key} ${claim}`

/**
 * Reserves the room of a reply that is about to be settled. Returns the refusal if its wallet, or
 * all wallets together, have left too many replies unread.
 */
export async function reserveReply(call: Call, reply: StoredReply): Promise<Reply | undefined> {
  if (!isLarge(reply)) return undefined
  const { context, charge } = call
  const { store, settings, clock } = context
  const { payer } = charge.record!
  const key = roomOf(charge.record!)
  const { each, all } = settings.storedReplies ?? BOUNDS
  const ttlMs = largeUntil(charge.record!) - clock.now() + LONGER
  const part = { key, amount: reply.body.length, ttlMs }
  if (!(await store.hold(ofWallet(payer), { ...part, most: each }))) return refuseUnread(call)
  if (await store.hold(ALL, { ...part, most: all })) return undefined
  await store.unhold(ofWallet(payer), key)
  await countUnstored(call)
  return refuse(call, 'busy', { details: NO_ROOM, retry_after: RETRY })
}

/**
 * Keeps the room of a stored reply for `ttlMs` from now, in place of the time for which it was
 * reserved. It is stored in any case, so it may be more than fits.
 */
export async function holdFor(
  { context: { store } }: Call,
  record: PaymentRecord,
  ttlMs: number,
): Promise<void> {
  const { payer, kept } = record
  if (!isLarge(kept)) return
  const amount = kept!.body.length
  const part = { key: roomOf(record), amount, most: Number.MAX_SAFE_INTEGER, ttlMs, renew: true }
  await Promise.all([ofWallet(payer), ALL].map(pool => store.hold(pool, part)))
}

/**
 * Keeps the room of a paid reply whose delivery broke until it is dropped: a payment that was
 * refused and landed later has it for a shorter time. Releases it if another process has delivered
 * the reply meanwhile. Never rejects.
 */
export async function holdUncollected(call: Call, record: PaymentRecord): Promise<void> {
  if (!isLarge(record.kept)) return
  const { clock, ledger, observe } = call.context
  const left = Math.max(0, largeUntil(record) - clock.now())
  try {
    await holdFor(call, record, left + LONGER)
    // Read after it is held: whoever delivers records that first, and releases the room then.
    if ((await ledger.get(record.key))?.delivered === true) await releaseReply(call, record)
  } catch (error) {
    observe.log.warn({ err: error }, 'the room of an uncollected reply could not be reserved')
  }
}

/**
 * Releases the room of a reply that was delivered or is not stored any more. Tries for a minute if
 * the store cannot be reached. Never rejects.
 */
export function releaseReply({ context }: Call, record: PaymentRecord): Promise<void> {
  const { payer, kept } = record
  return isLarge(kept) ? release(context, payer, roomOf(record)) : Promise.resolve()
}

/** Holds neither the call nor the reply while it waits: they take megabytes. */
async function release(
  { store, clock, halted, observe }: Call['context'],
  payer: string,
  key: string,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await Promise.all([store.unhold(ofWallet(payer), key), store.unhold(ALL, key)])
      return
    } catch (error) {
      if (tries === TRIES)
        observe.log.warn({ err: error }, 'the room of a reply could not be released')
      if (tries === TRIES || halted.aborted) return
      await clock.sleep(PAUSE, halted).catch(() => undefined)
    }
  }
}
