/** Gets the exact price of a request for free: a 402 costs nothing and signs nothing. */
import { microOf, readChallenge } from './pay.ts'
import { bodyOf, requestOf, type Wanted } from './wire.ts'
import { refusalOf } from './words.ts'

/** A price in micro-USD, 0 if free. `warnings` name request fields that were not understood. */
export interface Quote {
  amount: bigint
  network: string
  body: any
  warnings: readonly string[]
}

/** Gets the price. Throws if the gateway refuses the request. */
export async function priceOf(wanted: Wanted, gateway: string): Promise<Quote> {
  const response = await fetch(new URL(wanted.path, gateway), requestOf(wanted))
  const body = await bodyOf(response)
  const warnings = Array.isArray(body?.warnings) ? body.warnings.map(String) : []
  if (response.status === 402) {
    const [offer] = readChallenge(response).accepts
    return { amount: microOf(offer!), network: offer!.network, body, warnings }
  }
  if (!response.ok) throw new Error(refusalOf(response, body))
  return { amount: 0n, network: '', body, warnings }
}
