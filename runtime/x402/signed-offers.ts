/**
 * Signs what a 402 offers, in the form of x402's extension `offer-receipt`, for callers that ask for
 * it with `X-Signed-Offers: 1`. The extension has no way to ask, and one signature for each offer of
 * every 402 would cost more than the rest of it. Only bodies have signed offers: headers have no
 * room.
 */
import type { Call, Encoded } from '../call.ts'
import { extended } from './premade-json.ts'
import { validUntil } from './price-info.ts'
import { OFFER_RECEIPT, VERSION } from './signed-receipt.ts'

/** A type and not an interface, so that it is assignable to Json. */
type SignedOffer = { format: 'jws'; acceptIndex: number; signature: string }

/** What an extension has besides its `info`, for clients that check it. */
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
 * The extensions of a 402's body, with one signed offer for each entry of `accepts` if the caller
 * asks for them and this gateway signs.
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
    // In the order of RFC 8785, in which the extension writes payloads.
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
