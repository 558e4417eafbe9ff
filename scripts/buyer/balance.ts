/** Reads wallet balances through the gateway's free view. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Ms before the balance is read again, because the view caches an answer for 2 s. */
const REMEMBERED = 2100

/** Balance of a wallet in micro-USD; undefined if the gateway does not answer. */
async function balanceOf(url: string, address: string): Promise<bigint | undefined> {
  const response = await fetch(new URL(`/api/v1/balance?address=${address}`, url)).catch(
    () => undefined,
  )
  if (!response?.ok) return undefined
  return BigInt(((await response.json()) as { balance_micro: string | number }).balance_micro)
}

/**
 * Reads a wallet's balance now, and returns a function that gives it together with the later
 * balance. That function gives undefined if the gateway does not answer.
 */
export async function watchBalance(
  url: string,
  address: string,
): Promise<() => Promise<{ before: bigint; after: bigint } | undefined>> {
  const before = await balanceOf(url, address)
  const readAt = performance.now()
  return async () => {
    await sleep(Math.max(0, readAt + REMEMBERED - performance.now()))
    const after = before === undefined ? undefined : await balanceOf(url, address)
    return before === undefined || after === undefined ? undefined : { before, after }
  }
}
