/**
 * Decides when a stream is paid for: after its last piece, as the specification says, or before its
 * first word. A wallet may owe as much at a time as it has paid before; the total of all others is
 * bounded across processes. Contract wallets pay first, because their code can reject its own
 * signatures at any time. Wallets that abandon work pay first too.
 */
import type { Call } from '../call.ts'
import type { Stored } from '../store/store.ts'
import { creditsOf, takeCredit, type Credit, type Credits } from './credit.ts'
import { paidBefore, type Paid } from './history.ts'
import { isPenalised } from './abandoned-work.ts'

/** Micro-USD that wallets without history may owe together, if the catalog sets no limit. */
const UNSECURED = 1_000_000
/** Longest stream in ms, after which amounts held by a dead process are released. */
const LONGEST = 3_600_000
/** How long an unpaid stream counts in the pool of wallets without history, in ms. */
const UNPAID_FOR = 3_600_000
/** The pool of wallets without history. */
const TOGETHER = 'owed by wallets without history'

/** How one stream is paid for. */
export interface Terms {
  /**
   * `last`: after the last piece. `first`: before the first word. `credit`: with an earlier
   * payment. `collected`: before the first word, at a price that is known only after the last
   * piece.
   */
  when: 'last' | 'first' | 'credit' | 'collected'
  credit?: Credit
  /** The wallet's payments for streams when this one started. */
  paid?: Stored<Paid>
  /**
   * Call this when the stream is over or did not start; `isUnpaid` if its payment certainly failed.
   * Never rejects.
   */
  end(isUnpaid?: boolean): Promise<void>
}

const noRelease = async (): Promise<void> => undefined

/** The stored facts on which the terms of a wallet's stream depend. */
export interface Standing {
  paid: Stored<Paid> | undefined
  credits: Credits
}

/** Reads the facts on which the terms depend. Rejects while the store is unavailable. */
async function standingOf({ context, payer }: Call): Promise<Standing> {
  const [paid, credits] = await Promise.all([
    paidBefore(context, payer!),
    creditsOf(context, payer!),
  ])
  return { paid, credits }
}

/**
 * Starts to read the wallet's payment history and credits before its stream is claimed, so that the
 * claim does not wait for them.
 */
export function readAhead(call: Call): void {
  const { compiled, payment, scope } = call
  if (payment === undefined || compiled.route.streams?.(scope) !== true) return
  call.standing = standingOf(call)
  call.standing.catch(() => undefined)
}

/** Decides how the stream of a claimed call is paid for. Rejects while the store is unavailable. */
export async function termsOf(call: Call): Promise<Terms> {
  if (!call.charge.holds || call.quote!.amount === 0n) return { when: 'last', end: noRelease }
  // Everything that may reject comes first, because a held credit must not be lost.
  const { paid, credits } = await (call.standing ?? standingOf(call))
  const credit = await takeCredit(call, credits)
  if (credit !== undefined) return { when: 'credit', credit, end: noRelease }
  const before = call.payment!.scheme.isMetered === true ? 'collected' : 'first'
  if (call.isContract === true || isPenalised(call)) return { when: before, paid, end: noRelease }
  const pool = await holdInPool(call, [
    [`owed by ${call.payer}`, paid?.doc.paid ?? 0],
    [TOGETHER, call.context.catalog.gateway.unsecured ?? UNSECURED],
  ])
  return pool === undefined
    ? { when: before, paid, end: noRelease }
    : { when: 'last', paid, end: isUnpaid => endHold(call, pool, isUnpaid) }
}

/**
 * Releases the amount held for a stream that did not start: its credit, or its part of the pool.
 * Never rejects.
 */
export async function dropTerms(call: Call, { credit, end }: Terms): Promise<void> {
  await credit
    ?.giveBack()
    .catch(error =>
      call.context.observe.log.warn(
        { err: error },
        'a credit could not be released; it is free in an hour',
      ),
    )
  await end()
}

/** Holds the price of the call in the first pool with room for it. */
async function holdInPool(
  call: Call,
  pools: readonly (readonly [string, number])[],
): Promise<string | undefined> {
  const { store, clock } = call.context
  const { key, validBefore } = call.payment!.authorization
  // A stream is settled before its authorization expires.
  const ttlMs = Math.min(Math.max(1, Number(validBefore) * 1000 - clock.now()), LONGEST)
  for (const [pool, most] of pools) {
    if (
      most > 0 &&
      (await store.hold(pool, { key, amount: Number(call.quote!.amount), most, ttlMs }))
    )
      return pool
  }
  return undefined
}

/**
 * Releases the amount held for a stream. An unpaid amount stays in the pool of wallets without
 * history for a while, because new wallets cost nothing: one after the other could be emptied while
 * its stream runs.
 */
async function endHold(
  { context, payment, quote }: Call,
  pool: string,
  isUnpaid = false,
): Promise<void> {
  const { key } = payment!.authorization
  const { store, observe } = context
  const unpaid = { key: `${key} unpaid`, amount: Number(quote!.amount), ttlMs: UNPAID_FOR }
  try {
    if (isUnpaid && pool === TOGETHER)
      await store.hold(pool, { ...unpaid, most: Number.MAX_SAFE_INTEGER })
    await store.unhold(pool, key)
  } catch (error) {
    observe.log.warn(
      { err: error },
      'the amount held for a stream could not be released; it is free when its ' +
        'authorization expires',
    )
  }
}
