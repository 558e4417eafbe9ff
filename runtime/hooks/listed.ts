/** Named lists of wallets from the settings. */
import { ownerKey } from '../owned/documents.ts'
import type { Settings } from '../settings/types.ts'

/** The hook: whether a wallet is on a list. An unknown list is empty. */
export function createIsListed(
  lists: Settings['wallets'] = {},
): (wallet: string, list: string) => boolean {
  const sets = new Map(
    Object.entries(lists).map(([name, wallets]) => [name, new Set(wallets.map(ownerKey))]),
  )
  return (wallet, list) => sets.get(list)?.has(ownerKey(wallet)) === true
}
