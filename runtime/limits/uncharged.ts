/**
 * Limits unpaid results: those that are not charged (`charge_if`), and on some routes those whose
 * settlement failed after the work (`settle.unpaid`). Each costs us an upstream call, so a wallet
 * gets a limited number of them, across all processes. A wallet has a pool in the store. A call in
 * flight holds one part of it, and releases it at its end. An unpaid result holds its part for an
 * hour or longer. So a wallet at its limit is refused, and a burst of calls that all turn out
 * unpaid is bounded too.
 */
import type { Call, Reply } from '../call.ts'
import { tooMany } from '../replies/too-many.ts'

/** Uncharged results per wallet and hour, if the catalog sets no limit. */
const MAX_UNCHARGED = 60
const HOUR = 3_600_000
const MONTH = 30 * 24 * HOUR
/**
 * Weight of one uncharged result; a call in flight weighs 1. So a burst may have this many times
 * the limit, because most of its calls are charged.
 */
const WEIGHT = 4
const SECOND = 1000

/** One kind of unpaid results: how many of them a wallet may get. */
interface Allowance {
  pool: string
  /** The size of the pool, and how much of it one result takes. A call in flight takes 1. */
  most: number
  weight: number
  heldFor: number
  refusal: string
}

/**
 * Reserves a place for a call whose result may be unpaid. Returns the refusal if its wallet has
 * none left. A repeated authorization is answered from its record instead.
 */
export async function takePlace(call: Call): Promise<Reply | undefined> {
  for (const allowance of [unchargedOf(call), unpaidOf(call)]) {
    const refused = allowance && (await takePart(call, allowance))
    if (refused !== undefined) return refused
  }
  return undefined
}

async function takePart(call: Call, allowance: Allowance): Promise<Reply | undefined> {
  const { context, payment } = call
  const { pool, most, refusal } = allowance
  const part = { key: (call.place ??= context.random.hex(8)), amount: 1, most }
  // No call lasts longer than its authorization.
  const left = Number(payment!.authorization.validBefore) * SECOND - context.clock.now()
  const ttlMs = Math.min(Math.max(1, left), HOUR)
  if (await context.store.hold(pool, { ...part, ttlMs })) return undefined
  const record = await context.ledger.get(payment!.authorization.key)
  if (record !== undefined && record.state !== 'released') return undefined
  return tooMany(call, await context.store.msUntilFits(pool, part), refusal)
}

/** Counts a result that is not charged. Never rejects: the caller gets its result in any case. */
export const countUncharged = (call: Call): Promise<void> => countPart(call, unchargedOf(call))

/** Counts a result whose settlement failed. Never rejects: the failure is certain in any case. */
export const countUnpaid = (call: Call): Promise<void> => countPart(call, unpaidOf(call))

async function countPart({ context }: Call, allowance: Allowance | undefined): Promise<void> {
  if (allowance === undefined) return
  const { store, random, observe } = context
  const { pool, weight: amount, heldFor: ttlMs } = allowance
  // Each result has its own key, because an uncharged authorization can be used again.
  const part = { key: random.hex(8), amount, most: Number.MAX_SAFE_INTEGER, ttlMs }
  await store
    .hold(pool, part)
    .catch(error =>
      observe.log.warn({ err: error }, 'a result that was not paid could not be counted'),
    )
}

/** Releases the place of a finished call. Never rejects. */
export async function leavePlace(call: Call): Promise<void> {
  const { context, place } = call
  if (place === undefined) return
  const pools = [unchargedOf(call), unpaidOf(call)].flatMap(one => one?.pool ?? [])
  await Promise.all(pools.map(pool => context.store.unhold(pool, place))).catch(error =>
    context.observe.log.warn(
      { err: error },
      'the place of a call could not be released; it is free when its payment expires',
    ),
  )
}

/** Whether the call has a price and a payment. */
const isPaid = ({ payment, quote }: Call): boolean => payment !== undefined && quote!.amount > 0n

/** How many uncharged results a wallet may get in an hour. */
export const mostUncharged = ({ context }: Call): number =>
  context.catalog.gateway.uncharged ?? MAX_UNCHARGED

function unchargedOf(call: Call): Allowance | undefined {
  const { compiled, payer } = call
  if (compiled.route.chargeIf === undefined || !isPaid(call)) return undefined
  const most = mostUncharged(call)
  const about = `because they were empty for example: it may get ${most} in an hour`
  return {
    pool: `uncharged|${payer}`,
    most: WEIGHT * most,
    weight: WEIGHT,
    heldFor: HOUR,
    refusal: refusalText('were not charged', about),
  }
}

function unpaidOf(call: Call): Allowance | undefined {
  const { mostUnpaid } = call.compiled.route
  if (mostUnpaid === undefined || !isPaid(call)) return undefined
  const about = `because their payment failed: it may leave ${mostUnpaid} unpaid in 30 days`
  return {
    pool: `unpaid|${call.payer}`,
    most: mostUnpaid,
    weight: 1,
    heldFor: MONTH,
    refusal: refusalText('were not paid', about),
  }
}

function refusalText(what: string, about: string): string {
  return [
    `Too many results of this wallet ${what},`,
    `${about}, and calls under way count until they are answered.`,
    'Nothing was charged for this call, and its payment was not used.',
  ].join(' ')
}
