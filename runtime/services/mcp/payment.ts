/**
 * Payments in messages of the Model Context Protocol, by the MCP transport of x402 version 2. Both
 * of its bindings take the payment from `_meta` of the request and return the receipt in `_meta` of
 * the result; they differ in how an unpaid call is answered.
 */
import type { InsideReply } from '../../http/inside.ts'
import { microUsd } from '../../lib/decimal.ts'
import { isObject } from '../../lib/json.ts'
import { extensionWith } from '../../x402/signed-receipt.ts'
import type { ToolResult } from './result.ts'

/** The member of `_meta` with a request's payment. */
export const PAYMENT = 'x402/payment'
/** The member of `_meta` with a result's receipt. */
export const RECEIPT = 'x402/payment-response'
/** The extension that clients announce in each request, and the result of unpaid calls in it. */
export const EXTENSION = 'org.x402/payment'
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'

/** Largest payment, in characters of base64: the limit of HTTP headers. */
const LARGEST = 48 * 1024

type Members = Readonly<Record<string, unknown>>
type Meta = Members | undefined

/** A payment that cannot be passed on. The message is for the caller. */
export class BadPayment extends Error {}

/** Returns the payment header of a request with this `_meta`; undefined if it has no payment. */
export function paymentHeader(meta: Meta): string | undefined {
  const payment = meta?.[PAYMENT]
  if (payment === undefined) return undefined
  if (!isObject(payment)) throw new BadPayment(`_meta["${PAYMENT}"] must be an object`)
  const header = Buffer.from(JSON.stringify(payment)).toString('base64')
  if (header.length > LARGEST) throw new BadPayment(`_meta["${PAYMENT}"] is too large`)
  return header
}

/** Whether the request announces the extension. */
function announces(meta: Meta): boolean {
  const capabilities = meta?.[CAPABILITIES]
  const extensions = isObject(capabilities) ? capabilities.extensions : undefined
  return isObject(extensions) && extensions[EXTENSION] !== undefined
}

/** Returns the result of an unpaid call, or of a call whose payment was not accepted. */
export function paymentRequired(reply: InsideReply, body: string, meta: Meta): ToolResult {
  const required = challengeOf(reply, body)
  const receipt = receiptOf(reply)
  if (announces(meta))
    return {
      resultType: 'payment_required',
      paymentRequired: required,
      content: [],
      ...receipt,
    }
  return {
    isError: true,
    structuredContent: required,
    content: [{ type: 'text', text: JSON.stringify(required) }],
    ...receipt,
  }
}

/**
 * Returns the challenge of a 402: from its body, which is complete, or else from its header. The
 * description of the HTTP call is left out, because it is long and `describe` returns it.
 */
export function challengeOf({ headers }: InsideReply, body: string): Record<string, unknown> {
  const short = decoded(headers['payment-required']) ?? {}
  const whole = parsed(body) ?? {}
  const error = [short.error, whole.error, whole.message].find(one => typeof one === 'string')
  const all: Record<string, unknown> = { ...short, ...whole, error: error ?? 'Payment required' }
  if (!isObject(all.extensions)) return all
  const { bazaar: _bazaar, ...extensions } = all.extensions
  return { ...all, extensions }
}

/** Returns the receipt of a reply, as `_meta` of its result. */
export function receiptOf({ headers }: Pick<InsideReply, 'headers'>): { _meta?: Members } {
  const receipt = decoded(headers['payment-response'])
  return receipt === undefined ? {} : { _meta: { [RECEIPT]: receipt } }
}

/** The payment in the last event of a stream. */
export interface StreamPayment {
  settled: boolean
  transaction?: string
  error_class?: string
  /** The signed receipt, a JWS. */
  receipt?: string
  /** What was charged, in USD. */
  cost?: { amount?: string }
}

/** Returns the receipt of a stream, whose headers were sent before it was paid. */
export function streamReceipt(meta: Meta, ended: StreamPayment): { _meta?: Members } {
  const payment = (meta?.[PAYMENT] ?? {}) as {
    accepted?: { network?: string; scheme?: string }
    payload?: Partial<Record<'authorization' | 'permit2Authorization', { from?: string }>>
  }
  const { payload, accepted } = payment
  const receipt = {
    success: ended.settled,
    transaction: ended.transaction ?? '',
    network: accepted?.network,
    payer: (payload?.authorization ?? payload?.permit2Authorization)?.from,
    ...(accepted?.scheme === 'upto' ? actualOf(ended) : {}),
    ...(ended.error_class === undefined ? {} : { errorReason: ended.error_class }),
    ...(ended.receipt === undefined ? {} : extensionWith(ended.receipt)),
  }
  return { _meta: { [RECEIPT]: receipt } }
}

/** The amount of a receipt, which may be less than the signed amount. */
function actualOf({ cost }: StreamPayment): { amount?: string } {
  const micro = typeof cost?.amount === 'string' ? microUsd(cost.amount) : undefined
  return micro === undefined ? {} : { amount: String(micro) }
}

function decoded(header: string | undefined): Members | undefined {
  return header === undefined ? undefined : parsed(Buffer.from(header, 'base64').toString())
}

function parsed(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
