/** Finds the gateway's address and the paying wallet. */
import type { LocalAccount } from 'viem/accounts'
import { BUYER_KEY } from '../world/keys.ts'
import type { LocalGateway } from '../world/running.ts'
import { payerFor, type Payer } from './payer.ts'
import { UsageError } from '../command-line.ts'

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
 * gateways on this machine. Throws a `UsageError` if the key is not one.
 */
export async function walletFor(
  url: string,
  given: { key?: string; rpc?: string; local?: LocalGateway },
): Promise<LocalAccount | Payer | undefined> {
  const own = given.local?.buyer_key ?? (isLocal(url) ? BUYER_KEY : undefined)
  const key = given.key ?? process.env.BUYER_KEY ?? own
  if (key === undefined) return undefined
  return payerFor(key, given.rpc ?? given.local?.rpc).catch((error: Error) => {
    throw new UsageError(`The paying wallet (--key or BUYER_KEY): ${error.message}.`)
  })
}
