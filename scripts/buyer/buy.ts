/** One purchase from beginning to end: ask, sign, send, and poll where the answer is a job. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { LocalAccount } from 'viem/accounts'
import { follow, retryAfter } from './follow.ts'
import { readChallenge, readReceipt, sign } from './pay.ts'
import { bodyOf, requestOf } from './wire.ts'
import type { Bought, BuyOptions, Wanted } from './wire.ts'
import { usd, why } from './words.ts'

export { bodyOf, requestOf } from './wire.ts'
export type { Bought, BuyOptions, Steps, Wanted } from './wire.ts'

/** Throws where a price is above what the buyer wants to pay. */
export function checkPrice(amount: bigint, most: bigint | undefined): void {
  if (most === undefined || amount <= most) return
  throw new Error(`the price, ${usd(amount)} USDC, is above the limit of ${usd(most)}; --most allows more`)
}

/** An answer that came without any payment: what is free, or a refusal, which is thrown. */
export async function unpaid(response: Response): Promise<Bought> {
  const { status, statusText, headers } = response
  const body = await bodyOf(response)
  const reason = why(body)
  const told = reason.startsWith(statusText) ? reason : `${statusText}: ${reason}`
  if (!response.ok) throw new Error(`${status} ${told}\nNothing was charged: this was refused before any payment.`)
  return { status, headers, body, amount: 0n, header: '' }
}

/**
 * Buys. Throws when the first answer is a refusal or asks for more than `most`; a refusal after that is an ordinary result, and so is
 * the answer of something free.
 */
export async function buy(wanted: Wanted, options: BuyOptions): Promise<Bought> {
  const { account, steps = {}, most } = options
  const url = new URL(wanted.path, options.url).href
  steps.asked?.(url, wanted)
  const asked = await fetch(url, requestOf(wanted))
  if (asked.status !== 402) return unpaid(asked)
  const challenge = readChallenge(asked)
  await asked.text()
  const amount = BigInt(challenge.accepts[0]!.amount)
  steps.quoted?.(challenge)
  checkPrice(amount, most)
  const header = await sign(account, challenge)
  steps.signed?.(header)
  const start = performance.now()
  const { paid, body } = await sendPaid(url, requestOf(wanted, { 'payment-signature': header }))
  if (paid.status === 202) return { ...(await follow(body, options, pollWith(header, account, amount))), amount, header }
  steps.answered?.(paid.status, performance.now() - start)
  return { status: paid.status, headers: paid.headers, body, amount, header, receipt: readReceipt(paid) }
}

/** Sends what is paid. While the chain has not confirmed the payment, the same request gets its result a little later. */
async function sendPaid(url: string, request: RequestInit): Promise<{ paid: Response; body: any }> {
  for (let tries = 1; ; tries++) {
    const paid = await fetch(url, request)
    const body = await bodyOf(paid)
    if (body?.code !== 'SETTLEMENT_PENDING' || tries === 10) return { paid, body }
    await sleep((retryAfter(paid) ?? 5) * 1000)
  }
}

/** Polls with the authorization that bought the job; where that has run out, with a fresh one of the same wallet for the same price. */
function pollWith(first: string, account: LocalAccount, price: bigint): (url: string) => Promise<Response> {
  let header = first
  return async (url) => {
    const polled = await fetch(url, { headers: { 'payment-signature': header } })
    if (polled.status !== 402) return polled
    const challenge = readChallenge(polled)
    if (BigInt(challenge.accepts[0]!.amount) > price) return polled
    header = await sign(account, challenge)
    return fetch(url, { headers: { 'payment-signature': header } })
  }
}
