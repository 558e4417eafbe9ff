/**
 * Results that are not charged (`charge_if`). Each costs us an upstream's answer, so a wallet gets
 * a limited number of them in an hour, of all processes together.
 *
 * A wallet has a pool in the store. A call under way holds one part of it, and gives it back at its
 * end. A result that was not charged holds as much as several calls under way, for an hour. So a
 * wallet at its bound is refused, one with few such results may have many calls under way, and a
 * burst of calls that all turn out empty is bounded too.
 */
import type { Call, Reply } from '../context.ts'
import { tooMany } from '../errors/too-many.ts'

/** Results that a wallet gets uncharged in an hour, where the catalog does not say. */
const MOST = 60
const HOUR = 3_600_000
/** Calls under way that count as much as one result. A burst gets so many times the bound. */
const WEIGHT = 4
const SECOND = 1000

/**
 * Takes a place for a call whose result may not be charged; gives the refusal where its wallet has
 * none left. What the call's authorization has begun already is answered by its record instead.
 */
export async function takePlace(call: Call): Promise<Reply | undefined> {
  const { core, payment } = call
  if (!isCounted(call)) return undefined
  const part = { key: core.random.hex(8), amount: 1, most: WEIGHT * mostOf(call) }
  // Longer than its authorization is good no call goes on.
  const left = Number(payment!.authorization.validBefore) * SECOND - core.clock.now()
  const ttlMs = Math.min(Math.max(1, left), HOUR)
  if (await core.store.hold(poolOf(call), { ...part, ttlMs })) {
    call.place = part.key
    return undefined
  }
  const record = await core.ledger.get(payment!.authorization.key)
  if (record !== undefined && record.state !== 'released') return undefined
  const wait = await core.store.roomIn(poolOf(call), part)
  return tooMany(call, wait, seconds => refusalText(mostOf(call), seconds))
}

/** Counts a result that is not charged. Never rejects: its caller gets it in any case. */
export async function countUncharged(call: Call): Promise<void> {
  const { store, random, observe } = call.core
  // Each result has a key of its own: an authorization can be sent again when it was not charged.
  const part = { key: random.hex(8), amount: WEIGHT, most: Number.MAX_SAFE_INTEGER, ttlMs: HOUR }
  await store
    .hold(poolOf(call), part)
    .catch(error =>
      observe.log.warn({ err: error }, 'a result that was not charged could not be counted'),
    )
}

/** Gives back the place of a call that is over. Never rejects. */
export async function leavePlace(call: Call): Promise<void> {
  const { core, place } = call
  if (place === undefined) return
  await core.store
    .unhold(poolOf(call), place)
    .catch(error =>
      core.observe.log.warn({ err: error }, 'the place of a call is free when its payment lapses'),
    )
}

/** Whether a payment came that the result may leave uncharged. */
function isCounted({ live, payment, quote }: Call): boolean {
  return live.route.chargeIf !== undefined && payment !== undefined && quote!.amount > 0n
}

function poolOf({ payer }: Call): string {
  return `uncharged|${payer}`
}

function mostOf({ core }: Call): number {
  return core.catalog.gateway.uncharged ?? MOST
}

function refusalText(most: number, seconds: number): string {
  return [
    'Too many results of this wallet were not charged, because they were empty for example:',
    `it may get ${most} in an hour, and calls under way count until they are answered.`,
    'Nothing was charged for this call, and its payment was not used.',
    `Try again in ${seconds} seconds.`,
  ].join(' ')
}
