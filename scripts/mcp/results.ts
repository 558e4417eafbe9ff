/** Reads the results of a gateway's tools, and writes those of the bridge. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { isObject, jsonOf } from '../../runtime/lib/json.ts'
import { RECEIPT } from '../../runtime/services/mcp/payment.ts'
import { microOf } from '../buyer/pay.ts'
import { usd } from '../buyer/words.ts'
import type { Receipt, Signed } from './purse.ts'

/** Ms after which a pending result is asked for again, if the gateway does not say. */
const PENDING = 5_000

/** Whether a result requires a payment. */
export function isPaymentRequired({ isError, structuredContent }: CallToolResult): boolean {
  return isError === true && Array.isArray(structuredContent?.accepts)
}

/** Whether a payment was refused because it was used before. Some routes send no code. */
export function isReplay(result: CallToolResult): boolean {
  const { code } = result.structuredContent ?? {}
  return code === 'PAYMENT_REPLAY' || /authorization was already used/i.test(textOf(result))
}

/** Ms after which a result that is pending can be asked for again; undefined for other results. */
export function pendingPauseMs({ isError, content, _meta }: CallToolResult): number | undefined {
  const [first] = content
  if (isError !== true || _meta?.status !== 503 || first?.type !== 'text') return undefined
  if (!/settlement_pending/i.test(codeIn(jsonOf(first.text)))) return undefined
  const after = _meta.retryAfterSeconds
  return typeof after === 'number' && after > 0 ? Math.min(after, 60) * 1000 : PENDING
}

/** The code of an error body, beside its message or inside of `error`. */
function codeIn(body: unknown): string {
  if (!isObject(body)) return ''
  const inside = isObject(body.error) ? body.error.code : undefined
  return String(body.code ?? inside ?? '')
}

/** What a refusal says. */
export const textOf = ({ structuredContent }: CallToolResult): string => {
  const { message, error, details } = structuredContent ?? {}
  return [message ?? error, details].filter(one => typeof one === 'string').join(': ')
}

/** An answer of the bridge's own, for a call that has no result. */
export const declined = (text: string): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text }],
})

/** The answer to a paid call whose connection was lost again and again. */
export function lost(error: unknown): CallToolResult {
  return declined(
    `The gateway cannot be reached (${(error as Error).message}), and a payment was sent. Call ` +
      'again with the same arguments: the same payment is used, and is charged once.',
  )
}

/** The result, with what it cost for the reader. */
export function withCost(result: CallToolResult, signed: Signed): CallToolResult {
  const receipt = result._meta?.[RECEIPT] as Receipt | undefined
  const text = receipt === undefined ? withoutReceipt(result, signed) : costOf(receipt, signed)
  return text === undefined
    ? result
    : { ...result, content: [...result.content, { type: 'text', text }] }
}

function costOf(receipt: Receipt, { amount, network, left }: Signed): string | undefined {
  if (receipt.success !== true) return undefined
  const paid = receipt.amount === undefined ? amount : microOf({ amount: receipt.amount, network })
  return `Paid ${usd(paid)} USD (${receipt.transaction ?? ''}). ${usd(left)} USD are left for today.`
}

/** A job is paid for later; other results without a receipt do not say what they cost. */
function withoutReceipt(result: CallToolResult, { amount, left }: Signed): string | undefined {
  if (typeof result.structuredContent?.poll === 'string') return undefined
  return (
    `This result has no receipt: at most ${usd(amount)} USD were charged. ${usd(left)} USD are ` +
    'left for today.'
  )
}
