/** Where the gateway is, and which wallet pays. */
import type { LocalAccount } from 'viem/accounts'
import { BUYER_KEY } from '../world/keys.ts'
import { UsageError } from './usage.ts'

/** The origin of a gateway. Throws a `UsageError` when it is no http address. */
export function gatewayAt(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  throw new UsageError(
    `--url is the address of a gateway, such as http://127.0.0.1:4020, not ${url}.`,
  )
}

const isLocal = (url: string): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)

/**
 * The paying wallet; undefined where no key is known. The demonstration key is used only for
 * gateways on this machine. Throws a `UsageError` when the key is no private key.
 */
export async function walletFor(url: string, given?: string): Promise<LocalAccount | undefined> {
  const key = given ?? process.env.BUYER_KEY ?? (isLocal(url) ? BUYER_KEY : undefined)
  if (key === undefined) return undefined
  if (!/^0x[0-9a-fA-F]{64}$/.test(key)) {
    throw new UsageError('The key of a wallet (--key or BUYER_KEY) is 0x and 64 hex digits.')
  }
  const { privateKeyToAccount } = await import('viem/accounts')
  return privateKeyToAccount(key as `0x${string}`)
}
