// Code generated from catalog/upstreams/onramp.yaml by "npm run generate". DO NOT EDIT.
import { filled, get } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { PostOnrampTokenBody } from '../tools/onramp.requests.ts'

/** POST of onramp. */
export const onrampToken: UpstreamCall<Call<PostOnrampTokenBody, any, any, any>> = {
  id: 'onramp.token', upstream: 'onramp', origin: 'catalog/upstreams/onramp.yaml:14',
  method: 'POST',
  path: () => '/onramp/v1/token',
  timeout: 15_000, retry: 0,
  send: ({ body, network }) =>
    ({ addresses: [{ address: body.address, blockchains: [network.label] }], assets: ['USDC'] }),
  fail: ({ status }) => {
    if ([401, 403].includes(status)) // catalog/upstreams/onramp.yaml:10
      return { as: 'upstream_failed', details: 'Links cannot be made by this gateway now' }
    return undefined
  },
  give: ({ reply }) => ({ token: get(reply, 'token') }),
  resultWhen: ({ reply }) => filled(get(reply, 'token')),
}
