// Code generated from catalog/people/numbers.routes.yaml by "npm run generate". DO NOT EDIT.
import { count, get, iso, items, length, need, str } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import {
  carrierBuy, carrierBuyIfFree, carrierGiveBack, carrierSearch,
} from '../upstreams/carrier.ts'
import type {
  PostPhoneNumbersBuyBody, PostPhoneNumbersListBody, PostPhoneNumbersRenewBody,
} from './numbers.requests.ts'

/** `body` of /api/v1/phone/numbers/renew and one more route. */
const postPhoneNumbersRenewBody = {
  schema: {
    type: 'object',
    properties: {
      phoneNumber: { type: 'string', pattern: '^\\+[1-9][0-9]{1,14}$', examples: ['+14155552671'] },
    },
    required: ['phoneNumber'],
  },
  unknown: 'refuse',
} satisfies NonNullable<Route<Call<PostPhoneNumbersRenewBody>>['body']>

/** Members that /api/v1/phone/numbers/buy and 3 more routes share. */
const shared = {
  family: 'people/numbers', method: 'POST', aliases: [], prefix: '/api/v1/phone/numbers',
  tags: ['phone'], flow: 'inline',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], envelope: 'numbers',
  challenge: 'after_gates', discovery: 'challenge', authorization: 300_000, bodyLimit: 1_048_576,
  show: ({ route }) => ({ endpoint: route.path, method: route.method, description: route.summary }),
  fixed: ['quote'],
} satisfies Partial<Route<Call<any>>>

/** POST /api/v1/phone/numbers/buy: Lease a telephone number for 30 days */
export const postPhoneNumbersBuy: Route<Call<PostPhoneNumbersBuyBody>> = {
  ...shared, id: 'post_phone_numbers_buy', origin: 'catalog/people/numbers.routes.yaml:7',
  path: '/api/v1/phone/numbers/buy', summary: 'Lease a telephone number for 30 days',
  body: {
    schema: {
      type: 'object',
      properties: {
        country: {
          type: 'string', pattern: '^[A-Z]{2}$', examples: ['US'], default: 'US',
          description: 'two letters; US always works, CA usually',
        },
        areaCode: {
          type: 'string', pattern: '^[0-9]{1,10}$', examples: ['415'],
          description: 'best effort; 3 digits in US and CA',
        },
      },
    },
    unknown: 'refuse',
  },
  gates: ({ body }) => {
    // catalog/people/numbers.routes.yaml:15
    if (!(body.areaCode === undefined
      || !['US', 'CA'].includes(body.country)
      || length(body.areaCode) === 3)) {
      return { status: 400, message: `must have 3 digits in ${body.country}`, field: 'areaCode' }
    }
    return undefined
  },
  price: {
    micro: () => 5_001_000n, // catalog/people/numbers.routes.yaml:18
    lines: () => [['call', 1, 1n, 5, 1n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  example: { body: {} },
  work: [
    {
      name: 'near', call: carrierSearch,
      with: ({ body }) => ({ country: body.country, area: body.areaCode }),
    },
    {
      name: 'far',
      when: ({ body, steps }) => count(steps.near.numbers) === 0 && body.areaCode !== undefined,
      call: carrierSearch,
      with: ({ body }) => ({ country: body.country }),
    },
    {
      refuse: ({ steps }) => {
        // catalog/people/numbers.routes.yaml:22
        if (count(steps.near.numbers) + count(get(steps.far, 'numbers')) === 0)
          return { status: 404, message: 'No numbers available' }
        return undefined
      },
    },
    {
      name: 'bought', call: carrierBuyIfFree,
      with: ({ call, steps }) => ({
        number: get(steps.near.numbers, 0, 'phone_number')
          ?? get(steps.far, 'numbers', 0, 'phone_number'),
        label: call.id,
      }),
      undo: { call: carrierGiveBack, with: ({ call }) => ({ label: call.id }) },
    },
    {
      name: 'second',
      when: ({ steps }) => steps.bought.sid === undefined,
      call: carrierBuy,
      with: ({ call, steps }) => ({
        number: get(steps.near.numbers, 1, 'phone_number')
          ?? get(steps.far, 'numbers', 1, 'phone_number')
          ?? get(steps.near.numbers, 0, 'phone_number')
          ?? get(steps.far, 'numbers', 0, 'phone_number'),
        label: call.id,
      }),
      undo: { call: carrierGiveBack, with: ({ call }) => ({ label: call.id }) },
    },
  ],
  give: ({ steps }) => ({
    phone_number: steps.bought.phone_number ?? get(steps.second, 'phone_number'),
    sid: steps.bought.sid ?? get(steps.second, 'sid'),
  }),
  reply: ({ network, now, result }) => ({
    phone_number: need(result).phone_number, expires_at: iso(now + 2_592_000), chain: network.label,
    message: 'Leased for 30 days. Renew it before it expires.',
  }),
  effects: ({ network, now, payer, result }) => [{
    do: 'put', kind: 'phone_numbers', key: str(need(result).phone_number), when: 'settled',
    row: { owner: payer, chain: network.label, expires_at: now + 2_592_000, sid: need(result).sid },
  }],
}

/** POST /api/v1/phone/numbers/renew: Lease a number for 30 more days */
export const postPhoneNumbersRenew: Route<Call<PostPhoneNumbersRenewBody>> = {
  ...shared, id: 'post_phone_numbers_renew', origin: 'catalog/people/numbers.routes.yaml:44',
  path: '/api/v1/phone/numbers/renew', summary: 'Lease a number for 30 more days',
  body: postPhoneNumbersRenewBody,
  reads: [{
    name: 'number', kind: 'phone_numbers', when: 'payer',
    key: ({ body }) => body.phoneNumber,
  }],
  checks: ({ payer, read }) => {
    if (read.number === undefined) // catalog/people/numbers.routes.yaml:50
      return { status: 403, message: 'Number not found', extra: { reason: 'not_found' } }
    if (need(read.number).owner !== need(payer)) // catalog/people/numbers.routes.yaml:51
      return {
        status: 403, message: 'The number belongs to another wallet',
        extra: { reason: 'wrong_wallet', payer_wallet: payer },
      }
    if (!need(read.number).active) // catalog/people/numbers.routes.yaml:52
      return {
        status: 403, message: 'The lease has expired. Buy a new number.',
        extra: { reason: 'expired' },
      }
    return undefined
  },
  price: {
    micro: () => 5_001_000n, // catalog/people/numbers.routes.yaml:47
    lines: () => [['call', 1, 1n, 5, 1n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  example: { body: { phoneNumber: '+14155551000' } },
  reply: ({ body, read }) =>
    ({ phone_number: body.phoneNumber, expires_at: iso(need(read.number).expires_at + 2_592_000) }),
  effects: ({ body }) => [{
    do: 'add', kind: 'phone_numbers', key: body.phoneNumber, when: 'settled',
    row: { expires_at: 2_592_000 },
  }],
}

/** POST /api/v1/phone/numbers/list: The numbers of the calling wallet */
export const postPhoneNumbersList: Route<Call<PostPhoneNumbersListBody>> = {
  ...shared, id: 'post_phone_numbers_list', origin: 'catalog/people/numbers.routes.yaml:57',
  path: '/api/v1/phone/numbers/list', summary: 'The numbers of the calling wallet',
  body: { schema: { type: 'object', properties: {} }, unknown: 'refuse' },
  reads: [{ name: 'mine', kind: 'phone_numbers', when: 'payer', of: ({ payer }) => payer }],
  price: {
    micro: () => 2000n, // catalog/people/numbers.routes.yaml:60
    lines: () => [['call', 1, 1n, 1n, 1000n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  example: { body: {} },
  reply: ({ read }) => ({
    numbers: items(read.mine).map(n => ({
      phone_number: n.phone_number, chain: n.chain, expires_at: iso(n.expires_at), active: n.active,
    })),
    count: count(items(read.mine)),
  }),
}

/** POST /api/v1/phone/numbers/release: Give a number back */
export const postPhoneNumbersRelease: Route<Call<PostPhoneNumbersRenewBody>> = {
  ...shared, id: 'post_phone_numbers_release', origin: 'catalog/people/numbers.routes.yaml:67',
  path: '/api/v1/phone/numbers/release', summary: 'Give a number back',
  body: postPhoneNumbersRenewBody,
  reads: [{
    name: 'number', kind: 'phone_numbers', when: 'payer',
    key: ({ body }) => body.phoneNumber,
  }],
  checks: ({ payer, read }) => {
    if (read.number === undefined) // catalog/people/numbers.routes.yaml:73
      return { status: 404, message: 'Number not found', extra: { reason: 'not_found' } }
    if (need(read.number).owner !== need(payer)) // catalog/people/numbers.routes.yaml:74
      return {
        status: 403, message: 'The number belongs to another wallet',
        extra: { reason: 'wrong_wallet', payer_wallet: payer },
      }
    return undefined
  },
  price: {
    micro: () => 0n, // catalog/people/numbers.routes.yaml:70
    lines: () => [],
    decimals: 6, identify: true,
  },
  example: { body: { phoneNumber: '+14155551000' } },
  reply: ({ body }) => ({ released: true, phone_number: body.phoneNumber }),
  effects: ({ body }) =>
    [{ do: 'remove', kind: 'phone_numbers', key: body.phoneNumber, when: 'settled' }],
}
