/**
 * Paid requests, signed in bulk before a run, for any server that answers an unpaid one with an
 * x402 challenge.
 */
import type { Child } from './child.ts'
import { request } from './frame.ts'
import { once } from './load.ts'
import { signer, wallets, type Challenge } from './sign.ts'

/** Payers; several, so that the gateway gains nothing from caching one of them. */
const payers = wallets(50)

/** Signs requests for one path of one server. */
export interface Buyer {
  challenge: Challenge
  /** `count` requests, each with a payment of its own. */
  sign(count: number): Buffer[]
}

/**
 * Asks for the price once: of a POST where there is a body. Throws when the answer is no challenge
 * or asks another amount than `amount`.
 */
export async function buyer(
  child: Child,
  path: string,
  { amount, body }: { amount?: string; body?: string } = {},
): Promise<Buyer> {
  const method = body === undefined ? 'GET' : 'POST'
  const answer = await once(child.port, request(method, path, { body }))
  const header = answer.header('payment-required')
  if (answer.status !== 402 || !header)
    throw new Error(
      `${child.name} ${path} answered ${answer.status}: ${answer.text().slice(0, 300)}`,
    )
  const challenge = JSON.parse(Buffer.from(header, 'base64').toString()) as Challenge
  const asked = challenge.accepts[0]?.amount
  if (amount && asked !== amount) throw new Error(`${child.name} asks ${asked}, not ${amount}`)
  const sign = (count: number) => {
    const header = signer(challenge, payers)
    return Array.from({ length: count }, () =>
      request(method, path, { headers: { 'payment-signature': header() }, body }),
    )
  }
  return { challenge, sign }
}

/** Source of one run's paid requests: signs as many as may be needed, before the clock starts. */
export function paidRequests(from: Buyer): (most: number) => () => Buffer | undefined {
  return most => {
    const signed = from.sign(Math.min(most, 30_000))
    let i = 0
    return () => signed[i++]
  }
}

/** What the gateway's child counts; see `servers/farebox.ts`. */
export interface Counts {
  claimed: number
  settled: number
}

/** Checks after each run that so many payments were claimed and settled. */
export async function counting(gateway: Child): Promise<(sent: number) => Promise<void>> {
  let before = await gateway.ask<Counts>('counts')
  return async sent => {
    const now = await gateway.ask<Counts>('counts')
    const claimed = now.claimed - before.claimed
    const settled = now.settled - before.settled
    before = now
    if (claimed !== sent || settled !== sent)
      throw new Error(
        `${sent} paid calls, but ${claimed} distinct nonces claimed and ${settled} settled`,
      )
  }
}
