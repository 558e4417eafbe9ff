/** The name that a caller gives a purchase, by x402's extension `payment-identifier`. */
import type { Call } from '../../call.ts'
import type { Payment } from '../../payments/payment.ts'
import type { PaymentRecord } from '../../payments/record.ts'
import type { Stored } from '../../store/store.ts'

/** Name of the extension. */
const EXTENSION = 'payment-identifier'

/** A name in use: its request, and the key of the payment that was claimed for it. */
export interface Named {
  fingerprint: string
  key: string
}

/** Returns the name that the caller sent; undefined if there is none. It may be any JSON value. */
export function nameOf({ payload }: Payment): unknown {
  return ['extensions', EXTENSION, 'info', 'id'].reduce<unknown>(memberOf, payload)
}

function memberOf(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null
  return isObject && Object.hasOwn(value, name) ? value[name as keyof typeof value] : undefined
}

/** The place of a wallet's name in the store. */
export const placeOf = (payer: string | undefined, name: string) =>
  ({ in: 'gateway.identified', key: `${payer}|${name}` }) as const

/** Reads the purchase of a name of the call's wallet. */
export function purchaseOf(call: Call, name: string): Promise<Stored<Named> | undefined> {
  const { in: collection, key } = placeOf(call.payer, name)
  return call.context.store.get<Named>(collection, key)
}

/**
 * Whether the call names the purchase of a record. Its caller must: a settled authorization is
 * public on the chain, but the name is not.
 */
export async function namesPurchase(call: Call, { key }: PaymentRecord): Promise<boolean> {
  const name = call.payment && nameOf(call.payment)
  if (typeof name !== 'string') return false
  return (await purchaseOf(call, name))?.doc.key === key
}
