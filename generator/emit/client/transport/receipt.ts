/** Reads receipts: PAYMENT-RESPONSE of replies, and `payment` of the last event of a stream. */
import { microUsd, usdText, worthOf } from './money.ts'
import type { Asset, Offer, Receipt } from './types.ts'

/** The decoded PAYMENT-RESPONSE header. */
export interface SettlementHeader {
  success: boolean
  transaction?: string
  network: string
  payer?: string
  amount?: string
  errorReason?: string
  extensions?: { 'offer-receipt'?: { info?: { receipt?: { signature?: string } } } }
}

/** The JSON of a header in base64; undefined if it is invalid. */
export function decoded(value: string | null | undefined): unknown {
  if (!value) return undefined
  try {
    const bytes = Uint8Array.from(atob(value), one => one.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** The settlement that a reply reports. */
export function receiptHeader(headers: Headers): SettlementHeader | undefined {
  return decoded(headers.get('payment-response')) as SettlementHeader | undefined
}

/** The offer that a payment header accepts. */
export function offerOf(payment: string): Offer | undefined {
  return (decoded(payment) as { accepted?: Offer } | undefined)?.accepted
}

/** The receipt of a reply to a request that was sent with a payment. */
export function receiptOf(headers: Headers, payment: string, assets: readonly Asset[]): Receipt {
  const offer = offerOf(payment)
  const found = receiptHeader(headers)
  // A result that is not charged has no receipt: its payment is never settled.
  const amount = found && (found.amount ?? offer?.amount)
  const paid = { network: offer?.network ?? '', asset: offer?.asset ?? '' }
  const micro = amount === undefined ? undefined : worthOf({ ...paid, amount }, assets)
  return {
    settled: found?.success === true,
    ...amountOf(micro ?? 0),
    network: found?.network ?? paid.network,
    transaction: found?.transaction ?? '',
    payer: found?.payer,
    signed: found?.extensions?.['offer-receipt']?.info?.receipt?.signature,
  }
}

/** The payment in the last event of a stream. */
export interface EventPayment {
  payment?: { settled?: boolean; network?: string; transaction?: string; receipt?: string }
  cost?: { amount?: string }
}

/** The receipt of a stream, from the event that contains it. */
export function eventReceipt(
  { payment: said, cost }: EventPayment,
  payment: string,
  assets: readonly Asset[],
): Receipt {
  const offer = offerOf(payment)
  const signed = offer === undefined ? undefined : worthOf(offer, assets)
  const micro = cost?.amount === undefined ? signed : microUsd(cost.amount)
  return {
    settled: said?.settled === true,
    ...amountOf(micro ?? 0),
    network: offer?.network ?? said?.network ?? '',
    transaction: said?.transaction ?? '',
    signed: said?.receipt,
  }
}

const amountOf = (micro: number) => ({ amount: usdText(micro), amountMicro: micro })
