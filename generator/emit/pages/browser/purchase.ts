/** Pays for requests. A repeated request is paid with the same signature. */
import { challengeOf, type Challenge, type Offer } from './challenge.ts'
import { sign, signable, type Signed } from './wallet.ts'

/** The least remaining validity of a signature that is sent again, in seconds. */
const SPARE = 10

/** Asks whether an offer may be signed. */
export type Consent = (offer: Offer) => boolean

/** A purchase that may need several attempts. */
export interface Purchase {
  /** Sends the request with its payment; signs it if it has no signature yet. */
  attempt(challenge: Challenge): Promise<Response>
}

/** A purchase of one request. */
export function makePurchase(send: (header: string) => Promise<Response>): Purchase {
  let signed: Signed | undefined
  return {
    async attempt(challenge) {
      if (signed === undefined || signed.until < Date.now() / 1000 + SPARE) {
        const offer = signable(challenge)
        if (offer === undefined) throw new Error('No offer here can be paid with this wallet.')
        signed = await sign(challenge, offer)
      }
      const reply = await send(signed.header)
      // A 402 has not used this signature, and a finished reply no longer needs it.
      if (reply.status === 402 || reply.ok) signed = undefined
      return reply
    },
  }
}

/** A `fetch` that pays for answers with 402, if the owner of the wallet agrees. */
export function payingFetch(through: typeof fetch, agrees: Consent): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const again = request.clone()
    const reply = await through(request)
    if (reply.status !== 402 || request.headers.has('payment-signature')) return reply
    const challenge = challengeOf(reply)
    const offer = challenge && signable(challenge)
    if (challenge === undefined || offer === undefined || !agrees(offer)) return reply
    return makePurchase(header => {
      const paid = new Request(again)
      paid.headers.set('payment-signature', header)
      return through(paid)
    }).attempt(challenge)
  }
}
