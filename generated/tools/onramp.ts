// Code generated from catalog/tools/onramp.routes.yaml by "npm run generate". DO NOT EDIT.
import { lower, need, say } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { evmAddress } from '../shapes.ts'
import { onrampToken } from '../upstreams/onramp.ts'
import type { PostOnrampTokenBody } from './onramp.requests.ts'

/** POST /v1/onramp/token: A link to buy USDC with a card, for a wallet */
export const postOnrampToken: Route<Call<PostOnrampTokenBody>> = {
  id: 'post_onramp_token', origin: 'catalog/tools/onramp.routes.yaml:1', family: 'tools/onramp',
  method: 'POST', path: '/v1/onramp/token', aliases: [], prefix: '',
  summary: 'A link to buy USDC with a card, for a wallet', tags: ['wallet'], flow: 'free',
  networks: ['base'], envelope: 'passthrough', challenge: 'after_gates', discovery: 'none',
  limits: { names: ['onramp', 'onramp_wallet'], key: ({ body }) => lower(body.address) },
  authorization: 300_000, bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: { address: { ...evmAddress, description: 'the wallet that receives the USDC' } },
      required: ['address'],
    },
    unknown: 'ignore',
  },
  upstream: () => onrampToken,
  reply: ({ result }) => ({
    url: `https://pay.onramp.example/buy/select-asset?sessionToken=${say(need(result).token)}`,
  }),
}
