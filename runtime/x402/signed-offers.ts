/**
 * Signs the offers of a 402, in the form of x402's extension `offer-receipt`, for callers that send
 * `X-Signed-Offers: 1`. The extension defines no way to request them, and one signature for each
 * offer of every 402 would cost more than the rest of the 402. Only bodies have signed offers; they
 * do not fit into headers.
 */
import type { Call, Encoded } from '../call.ts'
import { extended } from './premade-json.ts'
import { validUntil } from './price-info.ts'
import { OFFER_RECEIPT, VERSION } from './signed-receipt.ts'

/** A type and not an interface, so that it is assignable to Json. */
type SignedOffer = { format: 'jws'; acceptIndex: number; signature: string }

/** The schema of the extension, for clients that check it. */
const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['offers'],
  properties: {
    offers: {
      type: 'array',
      items: {
        type: 'object',
        required: ['format', 'acceptIndex', 'signature'],
        properties: {
          format: { type: 'string' },
          acceptIndex: { type: 'integer' },
          signature: { type: 'string' },
        },
      },
    },
  },
}

/**
 * Returns the extensions of a 402's body, with one signed offer for each entry of `accepts` if the
 * caller requests them and this gateway signs.
 */
export function withSignedOffers(
  call: Call,
  extensions: Encoded['extensions'],
): Encoded['extensions'] {
  if (call.asksOffers !== true) return extensions
  const info = { offers: signedOffers(call) }
  return extended(extensions ?? {}, { [OFFER_RECEIPT]: { info, schema: SCHEMA } })
}

function signedOffers(call: Call): SignedOffer[] {
  const { accepts, resource } = call.quote!.encoded
  const seconds = Math.floor(validUntil(call) / 1000)
  return accepts.map(({ scheme, network, asset, payTo, amount }, acceptIndex) => {
    // In the order of RFC 8785, as the extension requires.
    const offer = {
      amount,
      asset,
      network,
      payTo,
      resourceUrl: resource.url,
      scheme,
      validUntil: seconds,
      version: VERSION,
    }
    return { format: 'jws', acceptIndex, signature: call.context.receipts!.sign(offer) }
  })
}
