/** `balanceOf`: a wallet's token balance, in micro-USD. */
import { ownerKey } from '../owned/documents.ts'
import { ChainUnavailable } from '../payments/chain-unavailable.ts'
import type { HookContext } from './parts.ts'
import { remember } from './remember.ts'

const KEPT = 2000

/**
 * Reads balances from the chain, at most once in two seconds for each wallet. The function rejects
 * with `ChainUnavailable` if it cannot be read.
 */
export function createBalance({
  clock,
  paymentScheme,
}: Pick<HookContext, 'clock' | 'paymentScheme'>): (address: string) => Promise<bigint> {
  const remembered = remember({ clock, ms: KEPT }, async (address: string) => {
    if (paymentScheme.balanceOf === undefined) throw new TypeError('balances cannot be read here')
    try {
      return await paymentScheme.balanceOf(address)
    } catch (error) {
      throw new ChainUnavailable(error)
    }
  })
  return address => remembered(ownerKey(address))
}
