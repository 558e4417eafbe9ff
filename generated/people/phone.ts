// Code generated from catalog/people/phone.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { lookupsFraud, lookupsLookup } from '../upstreams/lookups.ts'
import type { PostPhoneLookupBody } from './phone.requests.ts'

/** Members that /api/v1/phone/lookup and one more route share. */
const shared = {
  family: 'people/phone', method: 'POST', aliases: [], prefix: '/api/v1/phone', tags: ['phone'],
  flow: 'inline', networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
  envelope: 'phone', challenge: 'after_gates', discovery: 'challenge', authorization: 300_000,
  bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        phoneNumber: {
          type: 'string', pattern: '^\\+[1-9][0-9]{1,14}$', examples: ['+14155552671'],
          description: 'the number with + and its country, e.g. +14155552671',
        },
      },
      required: ['phoneNumber'],
    },
    unknown: 'refuse',
  },
  show: ({ route }) => ({ endpoint: route.path, method: route.method, description: route.summary }),
  example: { body: { phoneNumber: '+14155552671' } },
  reply: 'verbatim', fixed: ['quote'],
} satisfies Partial<Route<Call<PostPhoneLookupBody>>>

/** POST /api/v1/phone/lookup: Carrier and line type of a telephone number */
export const postPhoneLookup: Route<Call<PostPhoneLookupBody>> = {
  ...shared, id: 'post_phone_lookup', origin: 'catalog/people/phone.routes.yaml:12',
  path: '/api/v1/phone/lookup', summary: 'Carrier and line type of a telephone number',
  price: {
    micro: () => 11_000n, // catalog/people/phone.routes.yaml:15
    lines: () => [['call', 1, 1n, 1n, 100n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  upstream: () => lookupsLookup,
}

/**
 * POST /api/v1/phone/lookup/fraud: Carrier and line type of a telephone number, and whether its SIM
 * was swapped or its calls are forwarded
 */
export const postPhoneLookupFraud: Route<Call<PostPhoneLookupBody>> = {
  ...shared, id: 'post_phone_lookup_fraud', origin: 'catalog/people/phone.routes.yaml:21',
  path: '/api/v1/phone/lookup/fraud',
  summary: 'Carrier and line type of a telephone number, and whether its SIM was swapped or its calls are forwarded',
  price: {
    micro: () => 51_000n, // catalog/people/phone.routes.yaml:24
    lines: () => [['call', 1, 1n, 1n, 20n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  upstream: () => lookupsFraud,
}
