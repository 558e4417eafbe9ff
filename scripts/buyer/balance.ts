/** What wallets hold, by the gateway's own free view. */
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The view remembers an answer for 2 s, so that an earlier one is asked anew only after these ms.
 */
const REMEMBERED = 2100

/** Micro-USD of a wallet; undefined where the gateway does not say. */
async function balanceOf(url: string, address: string): Promise<bigint | undefined> {
  const response = await fetch(new URL(`/api/v1/balance?address=${address}`, url)).catch(
    () => undefined,
  )
  if (!response?.ok) return undefined
  return BigInt(((await response.json()) as { balance_micro: string | number }).balance_micro)
}

/**
 * Remembers what a wallet holds now; gives what tells it, and what it holds later. Undefined where
 * the gateway does not say.
 */
export async function watchBalance(
  url: string,
  address: string,
): Promise<() => Promise<{ before: bigint; after: bigint } | undefined>> {
  const before = await balanceOf(url, address)
  const asked = performance.now()
  return async () => {
    await sleep(Math.max(0, asked + REMEMBERED - performance.now()))
    const after = before === undefined ? undefined : await balanceOf(url, address)
    return before === undefined || after === undefined ? undefined : { before, after }
  }
}
