/**
 * Limits results that are not charged (`charge_if`). Each costs us an upstream call, so a wallet
 * gets a limited number per hour, across all processes. A wallet has a pool in the store. A call in
 * flight holds one part of it, and releases it at its end. An uncharged result holds as much as
 * several calls in flight, for an hour. So a wallet at its limit is refused, a wallet with few such
 * results may have many calls in flight, and a burst of calls that all turn out empty is bounded
 * too.
 */
import type { Call, Reply } from '../call.ts'
import { tooMany } from '../replies/too-many.ts'

/** Uncharged results per wallet and hour, if the catalog does not say. */
const MAX_UNCHARGED = 60
const HOUR = 3_600_000
/** Calls in flight that count as much as one result. A burst gets this many times the limit. */
const WEIGHT = 4
const SECOND = 1000

/**
 * Reserves a place for a call whose result may be uncharged. Returns the refusal if its wallet has
 * none left. A repeated authorization is answered from its record instead.
 */
export async function takePlace(call: Call): Promise<Reply | undefined> {
  const { context, payment } = call
  if (!isCounted(call)) return undefined
  const part = { key: context.random.hex(8), amount: 1, most: WEIGHT * mostOf(call) }
  // No call lasts longer than its authorization.
  const left = Number(payment!.authorization.validBefore) * SECOND - context.clock.now()
  const ttlMs = Math.min(Math.max(1, left), HOUR)
  if (await context.store.hold(poolOf(call), { ...part, ttlMs })) {
    call.place = part.key
    return undefined
  }
  const record = await context.ledger.get(payment!.authorization.key)
  if (record !== undefined && record.state !== 'released') return undefined
  const wait = await context.store.roomIn(poolOf(call), part)
  return tooMany(call, wait, seconds => refusalText(mostOf(call), seconds))
}

/** Counts an uncharged result. Never rejects: the caller gets its result in any case. */
export async function countUncharged(call: Call): Promise<void> {
  const { store, random, observe } = call.context
  // Each result has its own key, because an uncharged authorization can be used again.
  const part = { key: random.hex(8), amount: WEIGHT, most: Number.MAX_SAFE_INTEGER, ttlMs: HOUR }
  await store
    .hold(poolOf(call), part)
    .catch(error =>
      observe.log.warn({ err: error }, 'a result that was not charged could not be counted'),
    )
}

/** Releases the place of a finished call. Never rejects. */
export async function leavePlace(call: Call): Promise<void> {
  const { context, place } = call
  if (place === undefined) return
  await context.store
    .unhold(poolOf(call), place)
    .catch(error =>
      context.observe.log.warn(
        { err: error },
        'the place of a call could not be released; it is free when its payment expires',
      ),
    )
}

/** Whether the call has a payment that its result may leave uncharged. */
function isCounted({ compiled, payment, quote }: Call): boolean {
  return compiled.route.chargeIf !== undefined && payment !== undefined && quote!.amount > 0n
}

function poolOf({ payer }: Call): string {
  return `uncharged|${payer}`
}

function mostOf({ context }: Call): number {
  return context.catalog.gateway.uncharged ?? MAX_UNCHARGED
}

function refusalText(most: number, seconds: number): string {
  return [
    'Too many results of this wallet were not charged, because they were empty for example:',
    `it may get ${most} in an hour, and calls under way count until they are answered.`,
    'Nothing was charged for this call, and its payment was not used.',
    `Try again in ${seconds} seconds.`,
  ].join(' ')
}
