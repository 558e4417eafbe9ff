/** The price of an unpaid request, as the 402 states it. */
import { expect } from 'vitest'

/** `amount` is what is signed, in micro-USD. */
export interface Quote {
  amount: string
  price: { amount: string; currency: string; pricePerImage?: number; totalImages?: number }
  body: any
}

/**
 * Asks without paying; fails where the answer is no 402, or where its header and its body disagree.
 */
export async function quoteAt(
  url: string,
  asked: { method?: 'GET' | 'POST'; path: string; body?: unknown },
): Promise<Quote> {
  const { path, body, method = body === undefined ? 'GET' : 'POST' } = asked
  const reply = await fetch(url + path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const answer: any = await reply.json()
  expect(reply.status, JSON.stringify(answer)).toBe(402)
  const header = JSON.parse(
    Buffer.from(reply.headers.get('payment-required') ?? '', 'base64').toString(),
  )
  expect(header.accepts).toEqual(answer.accepts)
  return { amount: answer.accepts[0].amount, price: answer.price, body: answer }
}
