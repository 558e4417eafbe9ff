/**
 * An upstream of prediction-market data below `/v2`, with its own parameters, limits and errors.
 */
import { paramsOf, Refused } from './prediction/params.ts'
import { router } from './prediction/routes.ts'
import { venueA } from './prediction/venue-a.ts'
import { otherVenues } from './prediction/venues.ts'
import { wallets } from './prediction/wallets.ts'
import { json, retryAfterHeader } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'

const BASE = '/v2'
const find = router(venueA, wallets, otherVenues)

function answer(request: UpstreamRequest): UpstreamReply {
  const found = request.path.startsWith(`${BASE}/`)
    ? find(request.method, request.path.slice(BASE.length))
    : undefined
  if (found === undefined)
    return json(404, { error: 'Not Found', message: `No route for ${request.path}` })
  if (found === 'other method') return json(405, { detail: 'Method Not Allowed' })
  if (request.method === 'POST' && request.json === undefined) {
    return json(422, {
      detail: [
        {
          type: 'json_invalid',
          loc: ['body', 0],
          msg: 'JSON decode error',
          input: {},
          ctx: { error: 'Expecting value' },
        },
      ],
    })
  }
  try {
    return json(
      200,
      found.handler({ path: found.path, params: paramsOf(request), body: request.json }),
    )
  } catch (error) {
    if (error instanceof Refused) return error.reply
    throw error
  }
}

/** The upstream behind `/api/v1/pm/`. */
export const predictionData: Upstream = {
  name: 'predex',
  env: 'PREDEX',
  header: 'x-api-key',
  base: BASE,
  answer,
  failures: {
    unauthorized: () => json(401, { error: 'Unauthorized', message: 'Invalid or missing API key' }),
    rateLimited: seconds =>
      json(
        429,
        { error: 'Too Many Requests', message: 'Rate limit exceeded' },
        retryAfterHeader(seconds),
      ),
    failed: status =>
      json(status, { error: 'Internal Server Error', message: 'Something went wrong' }),
    refused: () =>
      json(403, { error: 'Forbidden', message: 'Your plan does not include this endpoint' }),
    empty: () => ({ status: 200, raw: '' }),
  },
}
