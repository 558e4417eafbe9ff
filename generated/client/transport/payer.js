// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
/** Signs payments within the limits of the caller. */
import { x402HTTPClient } from '@x402/core/client'
import { PaymentError, PriceError } from './errors.js'
import { microUsd, usdText, worthOf } from './money.js'
import { offerOf } from './receipt.js'

const DAY = 86_400_000

/** Makes the payer of a client. */
export function createPayer(settings, clock, assets) {
  const pay = settings.pay ?? (settings.x402 && payWith(settings.x402))
  const perDay = settings.maxPerDay === undefined ? undefined : microUsd(settings.maxPerDay)
  const entries = new Set()
  const byPayment = new Map()
  const worth = (offer) => worthOf(offer, assets)
  const leftToday = () => {
    for (const entry of entries) if (entry.at <= clock.now() - DAY) forget(entry)
    const sum = [...entries].reduce((all, { micro }) => all + micro, 0)
    return perDay === undefined ? Infinity : perDay - sum
  }
  const forget = (entry) => {
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
      const entry = { at: clock.now(), micro: mostOf(accepts.map(one => worth(one) ?? 0)) }
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

const mostOf = (amounts) => Math.max(0, ...amounts)

/** The offers within a limit. An offer of unknown value is refused if there is a limit. */
function within(
  offers,
  limit,
  worth,
) {
  const found = offers.filter(one => limit === Infinity || (worth(one) ?? Infinity) <= limit)
  if (found.length > 0) return found
  const price = worth(offers[0])
  throw new PriceError({
    message:
      `This call costs ${price === undefined ? 'an unknown asset' : `${usdText(price)} USD`}, ` +
      `more than the ${usdText(Math.max(0, limit))} USD that are left. Nothing was signed.`,
    code: 'PRICE_ABOVE_MAX',
    charged: false,
    details: { accepts: offers },
  })
}

function payWith(client) {
  const http = new x402HTTPClient(client)
  return async challenge => {
    const made = await http.createPaymentPayload(challenge)
    const headers = http.encodePaymentSignatureHeader(made)
    const [payment] = Object.values(headers)
    return payment
  }
}
