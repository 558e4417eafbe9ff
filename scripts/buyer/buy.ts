/** One purchase from beginning to end: ask, sign, send, and poll where the answer is a job. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { LocalAccount } from 'viem/accounts'
import { follow, retryAfter } from './follow.ts'
import { hear, tell } from './listen.ts'
import type { Answer } from './listen.ts'
import { readChallenge, readReceipt, sign } from './pay.ts'
import { requestOf } from './wire.ts'
import type { Bought, BuyOptions, Steps, Wanted } from './wire.ts'
import { usd, why } from './words.ts'

export { bodyOf, requestOf } from './wire.ts'
export type { Bought, BuyOptions, Steps, Wanted } from './wire.ts'

/** Throws where a price is above what the buyer wants to pay. */
export function checkPrice(amount: bigint, most: bigint | undefined): void {
  if (most === undefined || amount <= most) return
  throw new Error(`the price, ${usd(amount)} USDC, is above the limit of ${usd(most)}; --most allows more`)
}

/** The wallet. Throws where there is none: only then is one needed. */
export function payer(account: LocalAccount | undefined): LocalAccount {
  if (account === undefined) throw new Error('this costs something: give the key of the paying wallet with --key or BUYER_KEY (0x and 64 hex digits)')
  return account
}

/** An answer that came without any payment: what is free, or a refusal, which is thrown. */
export async function unpaid(response: Response, steps: Steps, start: number): Promise<Bought> {
  const { status, statusText, headers } = response
  const answer = await hear(response, steps, start)
  const reason = why(answer.body)
  const told = reason.startsWith(statusText) ? reason : `${statusText}: ${reason}`
  if (!response.ok) throw new Error(`${status} ${told}\nNothing was charged: this was refused before any payment.`)
  tell(response, answer, steps, start)
  return { status, headers, ...answer, amount: 0n, header: '' }
}

/**
 * Buys. Throws when the first answer is a refusal or asks for more than `most`; a refusal after that is an ordinary result, and so is
 * the answer of something free.
 */
export async function buy(wanted: Wanted, options: BuyOptions): Promise<Bought> {
  const { steps = {}, most } = options
  const url = new URL(wanted.path, options.url).href
  steps.asked?.(url, wanted)
  const began = performance.now()
  const asked = await fetch(url, requestOf(wanted))
  if (asked.status !== 402) return unpaid(asked, steps, began)
  const challenge = readChallenge(asked)
  await asked.text()
  const amount = BigInt(challenge.accepts[0]!.amount)
  steps.quoted?.(challenge)
  checkPrice(amount, most)
  const account = payer(options.account)
  const header = await sign(account, challenge)
  steps.signed?.(header)
  const start = performance.now()
  const { paid, answer } = await sendPaid(url, requestOf(wanted, { 'payment-signature': header }), steps)
  if (paid.status === 202) return { ...(await follow(answer.body, options, pollWith(header, account, amount))), amount, header }
  tell(paid, answer, steps, start)
  return { status: paid.status, headers: paid.headers, ...answer, amount, header, receipt: readReceipt(paid) }
}

/** Sends what is paid. While the chain has not confirmed the payment, the same request gets its result a little later. */
async function sendPaid(url: string, request: RequestInit, steps: Steps): Promise<{ paid: Response; answer: Answer }> {
  for (let tries = 1; ; tries++) {
    const start = performance.now()
    const paid = await fetch(url, request)
    const answer = await hear(paid, steps, start)
    if (answer.body?.code !== 'SETTLEMENT_PENDING' || tries === 10) return { paid, answer }
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
