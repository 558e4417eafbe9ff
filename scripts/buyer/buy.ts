/** One purchase from beginning to end: ask, sign, send, and poll where the answer is a job. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { LocalAccount } from 'viem/accounts'
import { readChallenge, readReceipt, sign } from './pay.ts'
import type { Challenge, Receipt } from './pay.ts'

/** What to buy. `body` is sent as JSON. */
export interface Wanted {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
}

/** Told while buying, in this order; a job adds `accepted` and its polls. */
export interface Steps {
  asked?(url: string, wanted: Wanted): void
  quoted?(challenge: Challenge, body: any): void
  signed?(header: string): void
  accepted?(job: any): void
  polled?(status: number, body: any): void
  answered?(status: number, ms: number): void
}

/** How to buy. `most` is the highest price accepted, in the token's smallest units; `pollEvery` and `patience` are ms. */
export interface BuyOptions {
  url: string
  account: LocalAccount
  steps?: Steps
  most?: bigint
  pollEvery?: number
  patience?: number
}

/** What came of it. `body` is parsed JSON, or text where it is none. */
export interface Bought {
  status: number
  headers: Headers
  body: any
  amount: bigint
  header: string
  receipt?: Receipt
}

/** The request as fetch takes it. */
export function requestOf(wanted: Wanted, headers: Record<string, string> = {}): RequestInit {
  if (wanted.method === 'GET') return { method: 'GET', headers }
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(wanted.body ?? {}) }
}

/** A reply's body: JSON where it is JSON, text otherwise. */
export async function bodyOf(response: Response): Promise<any> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Buys. Throws when the first answer is no 402 or asks for more than `most`; a refusal after that is an ordinary result. */
export async function buy(wanted: Wanted, options: BuyOptions): Promise<Bought> {
  const { account, steps = {} } = options
  const url = new URL(wanted.path, options.url).href
  steps.asked?.(url, wanted)
  const asked = await fetch(url, requestOf(wanted))
  if (asked.status !== 402) throw new Error(`${asked.status} ${asked.statusText}: ${JSON.stringify(await bodyOf(asked))}`)
  const challenge = readChallenge(asked)
  const amount = BigInt(challenge.accepts[0]!.amount)
  steps.quoted?.(challenge, await bodyOf(asked))
  if (options.most !== undefined && amount > options.most)
    throw new Error(`the price, ${amount} units, is above the limit of ${options.most}`)
  const header = await sign(account, challenge)
  steps.signed?.(header)
  const start = performance.now()
  const paid = await fetch(url, requestOf(wanted, { 'payment-signature': header }))
  const body = await bodyOf(paid)
  if (paid.status === 202) return { ...(await collect(body, { ...options, header })), amount, header }
  steps.answered?.(paid.status, performance.now() - start)
  return { status: paid.status, headers: paid.headers, body, amount, header, receipt: readReceipt(paid) }
}

/** Polls a job with the authorization of its submit until it ends, one way or the other. */
async function collect(job: any, options: BuyOptions & { header: string }): Promise<Omit<Bought, 'amount' | 'header'>> {
  const { steps = {}, pollEvery = 2000, patience = 600_000 } = options
  steps.accepted?.(job)
  const start = performance.now()
  const url = new URL(job.poll_url, options.url).href
  while (performance.now() - start < patience) {
    await sleep(pollEvery)
    const polled = await fetch(url, { headers: { 'payment-signature': options.header } })
    const body = await bodyOf(polled)
    steps.polled?.(polled.status, body)
    if (polled.status === 202) continue
    steps.answered?.(polled.status, performance.now() - start)
    return { status: polled.status, headers: polled.headers, body, receipt: readReceipt(polled) }
  }
  throw new Error(`the job ${job.id} did not end within ${patience / 1000} s`)
}
