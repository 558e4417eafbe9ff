/** Makes a call free if its caller has results left in the route's free quota. */
import type { Call, Reply, Stage } from '../../call.ts'
import {
  hasFreePlace,
  hasQuota,
  isOfWallet,
  nextFreePlace,
  takeFreePlace,
} from '../../limits/free-quota.ts'
import { refuseUntil } from '../../limits/limit.ts'
import { shownPrice } from '../../quote.ts'
import { release } from '../../replies/release.ts'
import { isPaidFor } from './challenge.ts'

/**
 * Serves a call without a payment free, if its address has a result left. Otherwise the caller gets
 * the challenge, as without a quota, or a refusal if the route is configured so. While the store is
 * unavailable, the price holds; a route that refuses then rejects.
 */
export const freeQuota: Stage = call => {
  const isPriced = call.quote !== undefined && call.free !== true
  const isOpen = isPriced && !isPaidFor(call) && hasQuota(call) && !isOfWallet(call)
  return isOpen ? beFree(call) : undefined
}

async function beFree(call: Call): Promise<Reply | undefined> {
  const isFree = await (call.asksPrice === true ? hasFreePlace(call) : takeFreePlace(call)).catch(
    error => {
      if (refuses(call)) throw error
      const { id: route } = call.compiled.route
      call.context.observe.log.warn({ route, err: error }, 'a free quota could not be read')
      return false
    },
  )
  if (!isFree) return refuses(call) ? refuseUsedUp(call) : undefined
  call.free = true
  call.quote = undefined
  call.scope.price = shownPrice(0n, call.compiled.route.price!.decimals)
  return undefined
}

/**
 * Takes a place for a claimed call whose wallet has a free result left. `chargeNothing` then closes
 * its authorization, which is not settled. If the route refuses callers without quota, their claim
 * is released. Rejects while the store is unavailable.
 */
export const freeQuotaOfWallet: Stage = call =>
  call.charge.holds && hasQuota(call) && isOfWallet(call) ? takeOfWallet(call) : undefined

async function takeOfWallet(call: Call): Promise<Reply | undefined> {
  if ((await takeFreePlace(call)) || !refuses(call)) return undefined
  await release(call, 'the free quota is used up')
  return refuseUsedUp(call)
}

/** Whether callers are refused, instead of charged, once their quota is used up. */
const refuses = ({ compiled }: Call): boolean => compiled.route.quota?.usedUp === 'refuse'

async function refuseUsedUp(call: Call): Promise<Reply> {
  const { spec, at } = await nextFreePlace(call)
  return refuseUntil(call, spec, at)
}

/**
 * Makes a result free if its wallet has a place in its free quota. A result that is not charged
 * anyway (`uncharged`) does not count; such results have their own limit.
 */
export function chargeNothing(call: Call, uncharged: boolean): void {
  if (call.freePlaces === undefined) return
  if (uncharged) {
    call.freePlaces.isResult = false
    return
  }
  call.charge.due = 0n
  call.scope.price = shownPrice(0n, call.compiled.route.price!.decimals)
}
