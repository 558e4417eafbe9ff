/** Makes calls free whose caller has results left in the free quota of the route. */
import type { Call, Stage } from '../../call.ts'
import { hasFreePlace, hasQuota, isOfWallet, takeFreePlace } from '../../limits/free-quota.ts'
import { shownPrice } from '../../quote.ts'
import { isPaidFor } from './challenge.ts'

/**
 * Serves a call without a payment free, if its address has a result left; otherwise it gets the
 * challenge, as without a quota. While the store is unavailable, the price holds.
 */
export const freeQuota: Stage = call => {
  const isPriced = call.quote !== undefined && call.free !== true
  const isOpen = isPriced && !isPaidFor(call) && hasQuota(call) && !isOfWallet(call)
  return isOpen ? beFree(call) : undefined
}

async function beFree(call: Call): Promise<undefined> {
  const isFree = await (call.asksPrice === true ? hasFreePlace(call) : takeFreePlace(call)).catch(
    error => {
      const { id: route } = call.compiled.route
      call.context.observe.log.warn({ route, err: error }, 'a free quota could not be read')
      return false
    },
  )
  if (!isFree) return undefined
  call.free = true
  call.quote = undefined
  call.scope.price = shownPrice(0n, call.compiled.route.price!.decimals)
  return undefined
}

/**
 * Takes a place for a claimed call whose wallet has a free result left: `chargeNothing` then closes
 * what it signed, which is not settled. Rejects while the store is unavailable.
 */
export const freeQuotaOfWallet: Stage = call => {
  if (!call.charge.holds || !hasQuota(call) || !isOfWallet(call)) return undefined
  return takeFreePlace(call).then(() => undefined)
}

/**
 * Makes a result cost nothing whose wallet has a place for it in its free quota. One that is not
 * charged anyway (`uncharged`) does not count; such results have a limit of their own.
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
