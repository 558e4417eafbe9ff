/** The same purchase through the reference client, `@x402/fetch`, unmodified: it answers the 402 by itself. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { LocalAccount } from 'viem/accounts'
import { bodyOf, requestOf } from './buy.ts'
import type { Bought, BuyOptions, Wanted } from './buy.ts'
import { readChallenge, readReceipt } from './pay.ts'
import type { Challenge } from './pay.ts'

/** `fetch` that pays; `quoted` is told every challenge before it is signed, and may throw to stop. */
async function payingFetch(account: LocalAccount, quoted: (challenge: Challenge) => void): Promise<typeof fetch> {
  const [{ wrapFetchWithPayment, x402Client }, { ExactEvmScheme }] = await Promise.all([
    import('@x402/fetch'),
    import('@x402/evm/exact/client'),
  ])
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (response.status === 402) quoted(readChallenge(response))
    return response
  }
  return wrapFetchWithPayment(watched, new x402Client().register('eip155:*', new ExactEvmScheme(account)))
}

/** Buys with the reference client. A job is polled with a fresh signature each time; only one ever settles. */
export async function buyWithX402(wanted: Wanted, options: BuyOptions): Promise<Bought> {
  const { account, steps = {}, most, pollEvery = 2000, patience = 600_000 } = options
  let amount = 0n
  const pay = await payingFetch(account, (challenge) => {
    amount = BigInt(challenge.accepts[0]!.amount)
    steps.quoted?.(challenge, undefined)
    if (most !== undefined && amount > most) throw new Error(`the price, ${amount} units, is above the limit of ${most}`)
  })
  const url = new URL(wanted.path, options.url).href
  const start = performance.now()
  steps.asked?.(url, wanted)
  let response = await pay(url, requestOf(wanted))
  let body = await bodyOf(response)
  const job = response.status === 202 ? body : undefined
  if (job) steps.accepted?.(job)
  while (response.status === 202 && performance.now() - start < patience) {
    await sleep(pollEvery)
    response = await pay(new URL(job.poll_url, options.url).href)
    body = await bodyOf(response)
    steps.polled?.(response.status, body)
  }
  steps.answered?.(response.status, performance.now() - start)
  return { status: response.status, headers: response.headers, body, amount, header: '', receipt: readReceipt(response) }
}
