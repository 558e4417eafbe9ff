/**
 * A purchase as it goes over the wire: what is asked for, what is told on the way, what comes back.
 */
import type { LocalAccount } from 'viem/accounts'
import type { Challenge, Receipt } from './pay.ts'
import type { Talk } from './talk.ts'

/** What to buy. `body` is sent as JSON, or as a form where it is a FormData. */
export interface Wanted {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
}

/**
 * Called while buying, in this order. `expects` gets the usual time of the work (`1 to 3 minutes`)
 * where the gateway names it. A job adds `accepted` and its polls, an answer in words its parts.
 * Times are ms.
 */
export interface Steps {
  asked?(url: string, wanted: Wanted): void
  quoted?(challenge: Challenge): void
  expects?(time: string): void
  signed?(header: string): void
  accepted?(job: any): void
  polled?(status: number, body: any, ms: number): void
  answered?(status: number, ms: number): void
  said?(text: string, isThought: boolean): void
}

/**
 * How to buy. What is free needs no account. `most` is the highest price accepted, in the token's
 * smallest units; `pollEvery` and `patience` are ms.
 */
export interface BuyOptions {
  url: string
  account?: LocalAccount
  steps?: Steps
  most?: bigint
  pollEvery?: number
  patience?: number
}

/**
 * What came of it. `body` is parsed JSON, or text where it is none, or the talk of a stream;
 * `header` is empty where nothing was signed here.
 */
export interface Bought {
  status: number
  headers: Headers
  body: any
  amount: bigint
  header: string
  receipt?: Receipt
  talk?: Talk
  isStream?: true
}

/** The request as fetch takes it. */
export function requestOf(wanted: Wanted, headers: Record<string, string> = {}): RequestInit {
  const { method, body } = wanted
  if (method === 'GET') return { method, headers }
  if (body instanceof FormData) return { method, headers, body }
  return {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body ?? {}),
  }
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
