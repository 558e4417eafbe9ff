// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
/** Reads receipts: PAYMENT-RESPONSE of replies, and `payment` of the last event of a stream. */
import { microUsd, usdText, worthOf } from './money.js'

/** The JSON of a header in base64; undefined if it is invalid. */
export function decoded(value) {
  if (!value) return undefined
  try {
    const bytes = Uint8Array.from(atob(value), one => one.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** The settlement that a reply reports. */
export function receiptHeader(headers) {
  return decoded(headers.get('payment-response'))
}

/** The offer that a payment header accepts. */
export function offerOf(payment) {
  return decoded(payment)?.accepted
}

/** The receipt of a reply to a request that was sent with a payment. */
export function receiptOf(headers, payment, assets) {
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

/** The receipt of a stream, from the event that contains it. */
export function eventReceipt(
  { payment: said, cost },
  payment,
  assets,
) {
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

const amountOf = (micro) => ({ amount: usdText(micro), amountMicro: micro })
