/** The types of a purchase: request, progress, options and result. */
import type { LocalAccount } from 'viem/accounts'
import type { Deposit } from './fund.ts'
import type { Payer } from './payer.ts'
import type { Challenge, Receipt } from './pay.ts'
import type { Talk } from './talk.ts'

/**
 * A request. `body` is sent as JSON, or as a form if it is a FormData. A deposit (`fund`) is signed
 * beside the price, and completes the body. `own` names the member of the body that is the paying
 * wallet's address unless given.
 */
export interface Wanted {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
  fund?: Deposit
  own?: string
}

/**
 * Callbacks, in the order of the calls. `expects` gets the usual duration (`1 to 3 minutes`) if the
 * gateway gives one. A job also calls `accepted` and `polled`; a model's answer calls `text`. Times
 * are ms.
 */
export interface Steps {
  requested?(url: string, wanted: Wanted): void
  quoted?(challenge: Challenge): void
  expects?(time: string): void
  /** A deposit is about to be signed: its amount in micro-USD, and who gets it. */
  deposits?(micro: bigint, recipient: string): void
  signed?(header: string): void
  accepted?(job: any): void
  polled?(status: number, body: any, ms: number): void
  answered?(status: number, ms: number): void
  text?(text: string, isThought: boolean): void
}

/**
 * Options of a purchase. Free requests need no account. `most` is the highest accepted price in the
 * token's smallest units; `pollEvery` and `timeout` are ms; `bridge` is the address that is asked
 * for deposits.
 */
export interface BuyOptions {
  url: string
  account?: LocalAccount | Payer
  steps?: Steps
  most?: bigint
  pollEvery?: number
  timeout?: number
  bridge?: string
}

/**
 * The result of a purchase. `body` is parsed JSON, plain text, or the `Talk` of a stream. `header`
 * is empty if nothing was signed here.
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
  /** Whether the reply is not the gateway's, so that it may have charged. */
  isForeign?: true
}

/** Whether a 5xx reply comes from a proxy. Replies of the gateway have `x-request-id`. */
export const isForeign = ({ status, headers }: Response): boolean =>
  status >= 500 && !headers.has('x-request-id')

/** Converts a request to the options of fetch. */
export function requestOf(wanted: Wanted, more: Record<string, string> = {}): RequestInit {
  const { method, body } = wanted
  const headers = { ...wanted.headers, ...more }
  if (method === 'GET') return { method, headers }
  if (body instanceof FormData) return { method, headers, body }
  return {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body ?? {}),
  }
}

/** Reads a reply's body: parsed if it is JSON, otherwise text. */
export async function bodyOf(response: Response): Promise<any> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
