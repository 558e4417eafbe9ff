/**
 * Writes the signed receipt of a paid reply, in the form of x402's extension `offer-receipt`: the
 * extension's members, and in addition the amount, the purchase, and a hash of the answer. With the
 * public catalog, the price can be recomputed from it.
 */
import { createHash } from 'node:crypto'
import type { Call } from '../call.ts'
import { linesOf, type PriceLine } from './price-lines.ts'
import type { SaleUsage } from '../sales/types.ts'

/** Name of the extension. */
export const OFFER_RECEIPT = 'offer-receipt'

/**
 * A paid reply: its transfer (empty if nothing was due), its payer, and its body if it is complete.
 */
export interface Bought {
  transaction: string
  payer?: string
  body?: unknown
  /** The usage, if the payment's record does not have it yet. */
  usage?: SaleUsage
}

/** A call that is paid. */
export type Paid = Pick<
  Call,
  | 'context'
  | 'charge'
  | 'payment'
  | 'quote'
  | 'facts'
  | 'ids'
  | 'compiled'
  | 'scope'
  | 'job'
  | 'jobLines'
>

/** Longest address in a receipt. */
const LONGEST_URL = 240
/**
 * Largest receipt, bytes of JSON. It is written in base64 twice, and proxies accept 4,096 bytes of
 * head.
 */
const LARGEST = 1_050
/** The version of the payloads of the extension. */
export const VERSION = 1

/** Signs the receipt of a paid reply. Undefined if this gateway signs none. */
export function signedReceipt(call: Paid, bought: Bought): string | undefined {
  const { receipts } = call.context
  if (receipts === undefined || bought.payer === undefined) return undefined
  return receipts.sign(fitting(receiptOf(call, bought)))
}

/** Returns the extension of a settlement's header. */
export function receiptExtension(call: Paid, bought: Bought): { extensions?: object } {
  const signature = signedReceipt(call, bought)
  return signature === undefined ? {} : extensionWith(signature)
}

/** The extension with a signed receipt. */
export const extensionWith = (signature: string): { extensions: object } => ({
  extensions: { [OFFER_RECEIPT]: { info: { receipt: { format: 'jws', signature } } } },
})

function receiptOf(
  call: Paid,
  { transaction, payer, body, usage }: Bought,
): Record<string, unknown> {
  const { context, charge, ids, facts, compiled } = call
  const { record } = charge
  const requirements = record?.requirements
  return {
    version: VERSION,
    network: requirements?.network ?? call.payment?.scheme.spec.chain ?? context.spec.chain,
    resourceUrl: addressOf(call, facts).slice(0, LONGEST_URL),
    payer,
    issuedAt: Math.floor(context.clock.now() / 1000),
    transaction: transaction === '' ? undefined : transaction,
    ...amounts(call, transaction),
    asset: requirements?.asset,
    route: record?.route ?? compiled.route.id,
    request: record?.sale?.request ?? ids.request,
    catalog: record?.sale?.catalog ?? context.catalog.hash,
    since: record?.sale?.since,
    model: record?.sale?.model,
    contentSha256: hashOf(body),
    usage: record?.sale?.usage ?? usage,
    inputs: record?.sale?.inputs,
    lines: linesIn(call),
  }
}

function addressOf({ quote }: Paid, facts: Paid['facts']): string {
  const quoted = quote?.encoded.resource.url
  return typeof quoted === 'string' ? quoted : facts.origin + facts.path
}

/**
 * Returns the charged amount in the notation of `accepts`; also in micro-USD if that differs; and
 * the quoted amount if less was charged.
 */
function amounts({ charge }: Paid, transaction: string): Record<string, string | undefined> {
  const { record } = charge
  if (record === undefined) return {}
  const isCovered = charge.isCovered || record.sale?.line?.outcome === 'covered'
  if (transaction === '' || isCovered) return { amount: '0', quoted: record.amount }
  const amount = record.charged ?? record.requirements.amount
  const micro = record.charged ?? record.amount
  return {
    amount,
    amountMicroUsd: micro === amount ? undefined : micro,
    quoted: micro === record.amount ? undefined : record.amount,
  }
}

/** Returns the lines of the price, if it was charged completely and has more than one amount. */
function linesIn(call: Paid): readonly PriceLine[] | undefined {
  const { record } = call.charge
  if (record === undefined) return undefined
  if (record.charged !== undefined && record.charged !== record.amount) return undefined
  // The scope of a poll is not that of the request.
  return call.job === undefined ? linesOfCall(call, BigInt(record.amount)) : call.jobLines
}

/** The lines of the price of a call; undefined if that is one amount. Never throws. */
export function linesOfCall(
  { compiled, scope, context }: Pick<Call, 'compiled' | 'scope' | 'context'>,
  amount: bigint,
): PriceLine[] | undefined {
  try {
    const terms = compiled.route.price?.lines?.(scope)
    return terms && linesOf(terms, amount)
  } catch (error) {
    // The caller has paid, so it gets its answer, with a receipt that has fewer members.
    context.observe.log.warn({ route: compiled.route.id, err: error }, 'a receipt has no lines')
    return undefined
  }
}

function hashOf(body: unknown): string | undefined {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return undefined
  return createHash('sha256').update(body).digest('hex')
}

/** Returns the receipt without the members that do not fit, which it names. */
function fitting(receipt: Record<string, unknown>): Record<string, unknown> {
  let fits = receipt
  for (const name of ['lines', 'inputs', 'usage', 'model'])
    if (JSON.stringify(fits).length > LARGEST) {
      const { [name]: left, leftOut, ...rest } = fits
      if (left !== undefined)
        fits = { ...rest, leftOut: [...((leftOut as string[] | undefined) ?? []), name] }
    }
  return fits
}
