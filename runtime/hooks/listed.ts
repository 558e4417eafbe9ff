/** Lists of wallets by name, as the settings tell them. */
import type { Settings } from '../settings/types.ts'

/** The hook: whether a wallet is on a list. A list that is not there is empty. */
export function createIsListed(
  lists: Settings['wallets'] = {},
): (wallet: string, list: string) => boolean {
  const sets = new Map(
    Object.entries(lists).map(([name, wallets]) => [
      name,
      new Set(wallets.map(wallet => wallet.toLowerCase())),
    ]),
  )
  return (wallet, list) => sets.get(list)?.has(wallet.toLowerCase()) === true
}
