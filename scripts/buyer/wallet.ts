/** Finds the gateway's address and the paying wallet. */
import type { LocalAccount } from 'viem/accounts'
import { BUYER_KEY } from '../world/keys.ts'
import { UsageError } from './usage.ts'

/** Returns the origin of a gateway. Throws a `UsageError` if it is not an http address. */
export function gatewayAt(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  throw new UsageError(
    `--url must be the address of a gateway, such as http://127.0.0.1:4020, not ${url}.`,
  )
}

const isLocal = (url: string): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)

/**
 * Returns the paying wallet, or undefined if no key is known. Uses the demonstration key only for
 * gateways on this machine. Throws a `UsageError` if the key is not a private key.
 */
export async function walletFor(url: string, given?: string): Promise<LocalAccount | undefined> {
  const key = given ?? process.env.BUYER_KEY ?? (isLocal(url) ? BUYER_KEY : undefined)
  if (key === undefined) return undefined
  if (!/^0x[0-9a-fA-F]{64}$/.test(key)) {
    throw new UsageError('The key of a wallet (--key or BUYER_KEY) must be 0x and 64 hex digits.')
  }
  const { privateKeyToAccount } = await import('viem/accounts')
  return privateKeyToAccount(key as `0x${string}`)
}
