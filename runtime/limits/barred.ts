/**
 * Wallets whose calls this process refuses before their work for a while: the work would be done,
 * and its result could not be given to them. Each process has its own list: another one does the
 * work once more before it refuses, which the shared counts in the store bound.
 */
import type { Call, Reply } from '../call.ts'
import type { UpstreamFailure } from '../upstream/types.ts'
import { tooMany } from '../replies/too-many.ts'
import { mostUncharged } from './uncharged.ts'

/** Why a wallet is barred, and until when, Unix ms. */
export interface Bar {
  until: number
  why: string
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const UNREAD = 'This wallet has too many large replies that it has not received'
const OVERSIZED = 'Too many answers to this wallet were too large to be given'
const UNSTORED = 'Too many large replies wait for their callers; try again later'
const EMPTY = 'Too many answers to this wallet were empty'
/** How many answers of a wallet may be too large in an hour. */
const MOST_OVERSIZED = 10

/** How many answers of a wallet may find no room in an hour. */
const MOST_UNSTORED = 10

/** Refuses the call of a barred wallet, unless its payment was used already. */
export async function refuseBarred(call: Call): Promise<Reply | undefined> {
  const { context, payment, compiled } = call
  const isTalk = compiled.route.protocol !== undefined
  const bar =
    barOf(call, keyOf(call)) ??
    barOf(call, routeKey(call)) ??
    (isTalk ? barOf(call, talkKey(call)) : undefined)
  if (bar === undefined) return undefined
  const record = await context.ledger.get(payment!.authorization.key)
  const isUsed = record !== undefined && record.state !== 'released'
  return isUsed ? undefined : refuse(call, bar)
}

/** The keys of the bars of a wallet: from all calls, from those of a route, from conversations. */
const keyOf = ({ payer }: Call): string => String(payer)
const routeKey = ({ payer, compiled }: Call): string => `${compiled.route.id}|${payer}`
const talkKey = ({ payer }: Call): string => `conversations|${payer}`

function barOf({ context }: Call, key: string): Bar | undefined {
  const bar = context.barred.get(key)
  return bar !== undefined && bar.until > context.clock.now() ? bar : undefined
}

function refuse(call: Call, { until, why }: Bar): Reply {
  const wait = until - call.context.clock.now()
  return tooMany(call, wait, `${why}. Nothing was charged.`)
}

/** Bars the wallet of a call whose large reply cannot be stored, and refuses the call. */
export function refuseUnread(call: Call): Reply {
  const unread = { until: call.context.clock.now() + MINUTE, why: UNREAD }
  bar(call, keyOf(call), unread)
  return refuse(call, unread)
}

/**
 * Counts an answer that was too large to be read, or empty. Its work was done, nobody pays for it,
 * and the caller may have caused it. Never rejects.
 */
export async function countUnusableAnswer(
  call: Call,
  { isOversized, empty }: Pick<UpstreamFailure, 'isOversized' | 'empty'>,
): Promise<void> {
  if (isOversized)
    await countToward(call, {
      pool: 'oversized',
      most: MOST_OVERSIZED,
      key: keyOf(call),
      why: OVERSIZED,
    })
  if (empty)
    await countToward(call, {
      pool: 'empty',
      most: mostUncharged(call),
      key: talkKey(call),
      why: EMPTY,
    })
}

/**
 * Counts an answer that could not be stored because too many large replies wait for their callers:
 * its work was done, and nobody pays for it. A wallet with many of them is refused before the work
 * on this route, for as long as the refusal asks it to wait. Never rejects.
 */
export const countUnstored = (call: Call): Promise<void> =>
  countToward(call, {
    pool: 'unstored',
    most: MOST_UNSTORED,
    key: routeKey(call),
    why: UNSTORED,
    barFor: MINUTE,
  })

async function countToward(
  call: Call,
  {
    pool,
    most,
    key,
    why,
    barFor,
  }: { pool: string; most: number; key: string; why: string; barFor?: number },
): Promise<void> {
  const { context, payer } = call
  if (payer === undefined) return
  try {
    const { count, resetAt } = await context.store.count(`${pool}|*|${payer}`, HOUR)
    const until = barFor === undefined ? resetAt : context.clock.now() + barFor
    if (count >= most) bar(call, key, { why, until })
  } catch (error) {
    context.observe.log.warn({ err: error }, 'an unusable answer could not be counted')
  }
}

/**
 * Counts a stream with an event that was too large, which its request may have caused. Returns
 * whether the wallet has got more of them in an hour than are free. Never rejects.
 */
export async function isOftenTooLarge({ context, payer }: Call): Promise<boolean> {
  try {
    const { count } = await context.store.count(`too large events|*|${payer}`, HOUR)
    return count > MOST_OVERSIZED
  } catch (error) {
    context.observe.log.warn({ err: error }, 'an event that was too large could not be counted')
    return false
  }
}

/** Bars a wallet, unless it is barred for longer already. */
function bar(call: Call, key: string, one: Bar): void {
  if (call.payer !== undefined && (barOf(call, key)?.until ?? 0) < one.until)
    call.context.barred.set(key, one)
}
