/** One purchase from start to end: request, sign, send again, and poll if the answer is a job. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { LocalAccount } from 'viem/accounts'
import { follow, retryAfter } from './follow.ts'
import { fundingBody } from './fund.ts'
import { readAnswer, printReply } from './listen.ts'
import type { Answer } from './listen.ts'
import { microOf, readChallenge, readReceipt } from './pay.ts'
import { KEY_NOTATION, signWith, type Payer } from './payer.ts'
import { UsageError } from '../command-line.ts'
import { bodyOf, isForeign, requestOf } from './wire.ts'
import type { Bought, BuyOptions, Steps, Wanted } from './wire.ts'
import { refusalOf, usd } from './words.ts'

export { bodyOf, requestOf } from './wire.ts'
export type { Bought, BuyOptions, Steps, Wanted } from './wire.ts'

/** Throws if the price is above the buyer's limit. */
export function checkPrice(amount: bigint, most: bigint | undefined): void {
  if (most === undefined || amount <= most) return
  throw new Error(
    `The price, ${usd(amount)} USD, is above the limit of ${usd(most)}. --most allows ` +
      'more. Nothing was signed.',
  )
}

/** The connection was lost behind a paid request. */
const LOST =
  'The connection was lost after the payment was signed, so it is not known whether it was ' +
  'charged. GET /api/v1/purchases lists what this wallet has bought.'

/** Returns the wallet, or throws if there is none. Only paid requests need one. */
export function payer<T extends LocalAccount | Payer>(account: T | undefined): T {
  if (account === undefined)
    throw new UsageError(
      'This is not free. Give the key of the paying wallet with --key or BUYER_KEY: ' +
        `${KEY_NOTATION}.`,
    )
  return account
}

/** Handles a reply without payment: returns a free result, throws a refusal. */
export async function unpaid(response: Response, steps: Steps, start: number): Promise<Bought> {
  const { status, headers } = response
  const answer = await readAnswer(response, steps, start)
  if (!response.ok) throw new Error(refusalOf(response, answer.body))
  printReply(response, answer, steps, start)
  return { status, headers, ...answer, amount: 0n, header: '' }
}

/**
 * Buys. Throws if the first reply is a refusal or the price is above `most`. A later refusal is
 * returned as a result, and so is the reply of a free route.
 */
export async function buy(wanted: Wanted, options: BuyOptions): Promise<Bought> {
  const { steps = {}, most } = options
  const url = new URL(wanted.path, options.url).href
  steps.requested?.(url, wanted)
  const began = performance.now()
  const first = await fetch(url, requestOf(wanted))
  if (first.status !== 402) return unpaid(first, steps, began)
  const challenge = readChallenge(first)
  const usual = (await bodyOf(first))?.generation_info?.expected_time
  if (typeof usual === 'string') steps.expects?.(usual)
  const amount = microOf(challenge.accepts[0]!)
  steps.quoted?.(challenge)
  checkPrice(amount, most)
  const account = payer(options.account)
  const { fund } = wanted
  const by = { account, challenge, bridge: options.bridge, steps }
  const whole = fund ? { ...wanted, body: await fundingBody(fund, by) } : wanted
  const header = await signWith(account, challenge)
  steps.signed?.(header)
  const start = performance.now()
  const { paid, answer } = await sendPaid(
    url,
    requestOf(whole, { 'payment-signature': header }),
    steps,
  )
  if (paid.status === 202)
    return {
      ...(await follow(answer.body, options, pollWith(header, account, amount))),
      amount,
      header,
    }
  printReply(paid, answer, steps, start)
  return {
    status: paid.status,
    headers: paid.headers,
    ...answer,
    amount,
    header,
    receipt: readReceipt(paid),
    ...(isForeign(paid) ? { isForeign: true } : {}),
  }
}

/** How often a paid request is sent whose reply does not arrive, or comes from a proxy. */
const TRIES = 3
/** How often a paid request is sent while the chain has not confirmed the payment. */
const PENDING_TRIES = 10

/** A reply to a paid request, read to its end. */
interface Paid {
  paid: Response
  answer: Answer
}

/**
 * Sends the paid request. If the chain has not confirmed the payment yet, or the whole reply of the
 * gateway did not arrive, sends it again a little later: the same payment is charged once.
 */
async function sendPaid(url: string, request: RequestInit, steps: Steps): Promise<Paid> {
  const tries = { lost: 0, pending: 0 }
  for (;;) {
    const reply = await sendOnce(url, request, steps)
    if ('error' in reply || isForeign(reply.paid)) {
      if (++tries.lost < TRIES) {
        await sleep(tries.lost * 1000)
        continue
      }
      if ('error' in reply) throw new Error(LOST, { cause: reply.error })
      return reply
    }
    const isPending = reply.answer.body?.code === 'SETTLEMENT_PENDING'
    if (!isPending || ++tries.pending >= PENDING_TRIES) return reply
    await sleep((retryAfter(reply.paid) ?? 5) * 1000)
  }
}

/** Sends the paid request once. Never rejects. */
async function sendOnce(
  url: string,
  request: RequestInit,
  steps: Steps,
): Promise<Paid | { error: unknown }> {
  const start = performance.now()
  try {
    const paid = await fetch(url, request)
    return { paid, answer: await readAnswer(paid, steps, start) }
  } catch (error) {
    return { error }
  }
}

/**
 * Polls with the authorization that bought the job. If it has expired, or there is none, polls with
 * a fresh one of the same wallet. `limit` is the highest amount to sign.
 */
function pollWith(
  first: string | undefined,
  account: LocalAccount | Payer,
  limit: bigint | undefined,
): (url: string) => Promise<Response> {
  let header = first
  const ask = (url: string): Promise<Response> =>
    fetch(url, header === undefined ? {} : { headers: { 'payment-signature': header } })
  return async url => {
    const polled = await ask(url)
    if (polled.status !== 402) return polled
    const challenge = readChallenge(polled)
    if (limit !== undefined && microOf(challenge.accepts[0]!) > limit) return polled
    header = await signWith(account, challenge)
    return ask(url)
  }
}

/** Resumes a job that another command started with the same wallet. */
export async function resume(pollUrl: string, options: BuyOptions): Promise<Bought> {
  const account = payer(options.account)
  const url = new URL(pollUrl, options.url).href
  let amount = 0n
  const ask = pollWith(undefined, account, options.most)
  const end = await follow({ id: url, poll_url: url }, { ...options, isOpen: true }, ask)
  const price = end.body?.price?.amount
  if (end.receipt?.success && price !== undefined) amount = BigInt(Math.round(Number(price) * 1e6))
  return { ...end, amount, header: '' }
}
