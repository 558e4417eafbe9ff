/** Signs payments within the limits of the caller. */
import { x402HTTPClient } from '@x402/core/client'
import type { PaymentRequired } from '@x402/core/types'
import { PaymentError, PriceError } from './errors.ts'
import { microUsd, usdText, worthOf } from './money.ts'
import { offerOf } from './receipt.ts'
import type { Asset, Challenge, Clock, Offer, Pay, Settings } from './types.ts'

const DAY = 86_400_000

/** A signed amount and the time of its signature. */
interface Entry {
  at: number
  micro: number
  payment?: string
}

/** Signs payments, and counts the signed amounts. */
export interface Payer {
  /** The payment header for a challenge. Throws if no offer is within the limits. */
  sign(challenge: Challenge, most: string | undefined): Promise<string>
  /** Records the final cost of the payment, in micro-USD. */
  settled(payment: string, micro: number): void
  worth(offer: Offer): number | undefined
}

/** Makes the payer of a client. */
export function createPayer(settings: Settings, clock: Clock, assets: readonly Asset[]): Payer {
  const pay = settings.pay ?? (settings.x402 && payWith(settings.x402))
  const perDay = settings.maxPerDay === undefined ? undefined : microUsd(settings.maxPerDay)
  const entries = new Set<Entry>()
  const byPayment = new Map<string, Entry>()
  const worth = (offer: Offer) => worthOf(offer, assets)
  const leftToday = (): number => {
    for (const entry of entries) if (entry.at <= clock.now() - DAY) forget(entry)
    const sum = [...entries].reduce((all, { micro }) => all + micro, 0)
    return perDay === undefined ? Infinity : perDay - sum
  }
  const forget = (entry: Entry): void => {
    entries.delete(entry)
    if (entry.payment !== undefined) byPayment.delete(entry.payment)
  }
  return {
    worth,
    async sign(challenge, most) {
      if (pay === undefined)
        throw new PaymentError({
          message: 'This call is paid for, and the client has neither `x402` nor `pay`',
          code: 'NO_PAYER',
          charged: false,
          status: 402,
        })
      const limit = Math.min(most === undefined ? Infinity : microUsd(most), leftToday())
      const accepts = within(challenge.accepts, limit, worth)
      // Counted before signing, because several calls may sign at once.
      const entry: Entry = { at: clock.now(), micro: mostOf(accepts.map(one => worth(one) ?? 0)) }
      entries.add(entry)
      try {
        const payment = await pay({ ...challenge, accepts })
        const offer = offerOf(payment)
        if (offer !== undefined) within([offer], limit, worth)
        Object.assign(entry, { payment, micro: (offer && worth(offer)) ?? entry.micro })
        byPayment.set(payment, entry)
        return payment
      } catch (error) {
        entries.delete(entry)
        throw error
      }
    },
    settled(payment, micro) {
      const entry = byPayment.get(payment)
      if (entry !== undefined) entry.micro = micro
    },
  }
}

const mostOf = (amounts: readonly number[]): number => Math.max(0, ...amounts)

/** The offers within a limit. An offer of unknown value is refused if there is a limit. */
function within(
  offers: readonly Offer[],
  limit: number,
  worth: (offer: Offer) => number | undefined,
): Offer[] {
  const found = offers.filter(one => limit === Infinity || (worth(one) ?? Infinity) <= limit)
  if (found.length > 0) return found
  const price = worth(offers[0]!)
  throw new PriceError({
    message:
      `This call costs ${price === undefined ? 'an unknown asset' : `${usdText(price)} USD`}, ` +
      `more than the ${usdText(Math.max(0, limit))} USD that are left. Nothing was signed.`,
    code: 'PRICE_ABOVE_MAX',
    charged: false,
    details: { accepts: offers },
  })
}

function payWith(client: NonNullable<Settings['x402']>): Pay {
  const http = new x402HTTPClient(client)
  return async challenge => {
    const made = await http.createPaymentPayload(challenge as PaymentRequired)
    const headers = http.encodePaymentSignatureHeader(made)
    const [payment] = Object.values(headers)
    return payment!
  }
}
