/** Publishes the keys that sign receipts, as a JWK set. */
import type { Service } from '../call.ts'
import { openHeaders } from '../http/cors.ts'

/** How long clients may cache the keys, s: a new key signs as soon as it is set. */
const KEPT = 300

/** Replies with the public keys of this gateway; the first one signs, the others signed earlier. */
export const signingKeys: Service = ({ context }) => ({
  status: 200,
  headers: {
    ...openHeaders,
    'content-type': 'application/jwk-set+json',
    'cache-control': `public, max-age=${KEPT}`,
  },
  body: JSON.stringify({ keys: context.receipts?.keys ?? [] }),
  outcome: 'ok',
})
