// Code generated from catalog/people/phone.routes.yaml by "npm run generate". DO NOT EDIT.
import { count, iso, items, need } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { carrierBuy } from '../upstreams/carrier.ts'
import type {
  PostNumbersLabelBody, PostNumbersMineBody, PostNumbersRenewBody,
} from './phone.requests.ts'

/** Members that /api/v1/numbers/renew and 3 more routes share. */
const shared = {
  family: 'people/phone', method: 'POST', aliases: [], prefix: '', tags: [], flow: 'inline',
  networks: ['base'], envelope: 'native', challenge: 'after_gates', discovery: 'challenge',
  authorization: 300_000, bodyLimit: 1_048_576, fixed: ['quote'],
} satisfies Partial<Route<Call<any>>>

/** POST /api/v1/numbers/renew: Lease a number for 30 more days */
export const postNumbersRenew: Route<Call<PostNumbersRenewBody>> = {
  ...shared, id: 'post_numbers_renew', origin: 'catalog/people/phone.routes.yaml:1',
  path: '/api/v1/numbers/renew', summary: 'Lease a number for 30 more days',
  body: {
    schema: {
      type: 'object',
      properties: { phoneNumber: { type: 'string' } },
      required: ['phoneNumber'],
    },
    unknown: 'refuse',
  },
  reads: [{
    name: 'number', kind: 'phone_numbers', when: 'payer',
    key: ({ body }) => body.phoneNumber,
  }],
  checks: ({ payer, read }) => {
    if (read.number === undefined) // catalog/people/phone.routes.yaml:9
      return { status: 403, message: 'Number not found', extra: { reason: 'not_found' } }
    if (need(read.number).owner !== need(payer)) // catalog/people/phone.routes.yaml:10
      return {
        status: 403, message: 'It belongs to another wallet',
        extra: { payer_wallet: payer },
      }
    if (!need(read.number).active) // catalog/people/phone.routes.yaml:11
      return { status: 403, message: 'Lease has expired', extra: { reason: 'expired' } }
    return undefined
  },
  price: {
    micro: () => 5_001_000n, // catalog/people/phone.routes.yaml:5
    lines: () => [['call', 1, 1n, 5, 1n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  example: { body: { phoneNumber: '+14155550100' } },
  reply: ({ body, read }) =>
    ({ phone_number: body.phoneNumber, expires_at: iso(need(read.number).expires_at + 2_592_000) }),
  effects: ({ body }) => [{
    do: 'add', kind: 'phone_numbers', key: body.phoneNumber, when: 'settled',
    row: { expires_at: 2_592_000, renewals: 1 },
  }],
}

/** POST /api/v1/numbers/buy: Lease a number */
export const postNumbersBuy: Route<Call<PostNumbersRenewBody>> = {
  ...shared, id: 'post_numbers_buy', origin: 'catalog/people/phone.routes.yaml:17',
  path: '/api/v1/numbers/buy', summary: 'Lease a number',
  body: {
    schema: {
      type: 'object',
      properties: { phoneNumber: { type: 'string' } },
      required: ['phoneNumber'],
    },
    unknown: 'ignore',
  },
  price: {
    micro: () => 5_001_000n, // catalog/people/phone.routes.yaml:21
    lines: () => [['call', 1, 1n, 5, 1n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  example: { body: { phoneNumber: '+14155550100' } },
  upstream: () => carrierBuy,
  reply: ({ body }) => ({ phone_number: body.phoneNumber }),
  effects: ({ body, network, now, payer, result }) => [
    {
      do: 'put', kind: 'phone_numbers', key: body.phoneNumber, when: 'settled',
      row: {
        owner: payer, chain: network.name, expires_at: now + 2_592_000, sid: need(result).sid,
        label: '', renewals: 0,
      },
    },
    { do: 'remove', kind: 'phone_numbers', key: `old ${body.phoneNumber}`, when: 'done' },
  ],
}

/** GET /api/v1/wallets/{address}/numbers: Numbers of a wallet */
export const getWalletsAddressNumbers: Route<Call<undefined, { address: string }>> = {
  id: 'get_wallets_address_numbers', origin: 'catalog/people/phone.routes.yaml:31',
  family: 'people/phone', method: 'GET', path: '/api/v1/wallets/{address}/numbers', aliases: [],
  prefix: '', summary: 'Numbers of a wallet', tags: [], flow: 'free', networks: ['base'],
  envelope: 'native', challenge: 'after_gates', discovery: 'none', authorization: 300_000,
  bodyLimit: 1_048_576,
  reads: [{
    name: 'numbers', kind: 'phone_numbers', when: 'request',
    of: ({ path }) => path.address,
  }],
  reply: ({ read }) => ({
    numbers: items(read.numbers).map(n => ({ phone_number: n.phone_number, active: n.active })),
    count: count(items(read.numbers)),
  }),
}

/** POST /api/v1/numbers/label: Replace the label of a number */
export const postNumbersLabel: Route<Call<PostNumbersLabelBody>> = {
  ...shared, id: 'post_numbers_label', origin: 'catalog/people/phone.routes.yaml:41',
  path: '/api/v1/numbers/label', summary: 'Replace the label of a number', limit: 'changes',
  body: {
    schema: {
      type: 'object',
      properties: {
        phoneNumber: { type: 'string' },
        label: { type: 'string' },
        was: { type: 'string' },
      },
      required: ['phoneNumber', 'label', 'was'],
    },
    unknown: 'ignore',
  },
  reads: [{
    name: 'number', kind: 'phone_numbers', when: 'payer',
    key: ({ body }) => body.phoneNumber,
  }],
  checks: ({ body, payer, read }) => {
    // catalog/people/phone.routes.yaml:50
    if (!(read.number !== undefined && read.number.owner === need(payer)))
      return { status: 404, message: 'Number not found' }
    if (need(read.number).label !== body.was) // catalog/people/phone.routes.yaml:51
      return { status: 409, message: 'It has another label' }
    return undefined
  },
  price: {
    micro: () => 1000n, // catalog/people/phone.routes.yaml:46
    lines: () => [['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  example: { body: { phoneNumber: '+14155550100', label: 'home', was: '' } },
  reply: ({ body }) => ({ label: body.label }),
  effects: ({ body }) => [{
    do: 'set', kind: 'phone_numbers', key: body.phoneNumber, when: 'settled',
    row: { label: body.label },
  }],
}

/** POST /api/v1/numbers/mine: Numbers of the wallet that signs */
export const postNumbersMine: Route<Call<PostNumbersMineBody>> = {
  ...shared, id: 'post_numbers_mine', origin: 'catalog/people/phone.routes.yaml:57',
  path: '/api/v1/numbers/mine', summary: 'Numbers of the wallet that signs',
  body: {
    schema: {
      type: 'object',
      properties: { skip: { type: 'integer', minimum: 0, maximum: 100_000, default: 0 } },
    },
    unknown: 'ignore',
  },
  reads: [{
    name: 'mine', kind: 'phone_numbers', when: 'payer',
    of: ({ payer }) => payer,
    skip: ({ body }) => body.skip,
  }],
  price: {
    micro: () => 0n, // catalog/people/phone.routes.yaml:61
    lines: () => [],
    decimals: 6, identify: true,
  },
  example: { body: {} },
  reply: ({ read }) =>
    ({ numbers: items(read.mine).map(n => ({ phone_number: n.phone_number, label: n.label })) }),
}
