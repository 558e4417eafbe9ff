// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import { get, members, text } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { GetBalanceQuery } from './gateway.requests.ts'
import { shared } from './gateway.shared.ts'

/** GET /api/v1/balance: What a wallet holds of the token that this gateway is paid in */
export const getBalance: Route<Call<undefined, {}, never, GetBalanceQuery>> = {
  ...shared, id: 'get_balance', origin: 'catalog/tools/gateway.routes.yaml:242',
  path: '/api/v1/balance', aliases: [], prefix: '',
  summary: 'What a wallet holds of the token that this gateway is paid in', tags: ['wallet'],
  envelope: 'native', limit: 'wallet',
  query: {
    schema: {
      type: 'object',
      properties: {
        address: {
          type: 'string', minLength: 1, maxLength: 100,
          description: 'the wallet, as the network writes addresses',
        },
      },
      required: ['address'],
    },
    unknown: 'ignore',
  },
  gates: ({ query, hooks }) => {
    if (!hooks.isWallet(query.address)) // catalog/tools/gateway.routes.yaml:252
      return {
        status: 400, message: 'must be the address of a wallet on this network', field: 'address',
      }
    return undefined
  },
  reply: async ({ query, network, hooks }) => {
    const held = await hooks.balanceOf(query.address)
    return {
      address: query.address, network: network.label, asset: network.asset,
      balance: text(held, 1_000_000n, 6), balance_micro: Number(held),
    }
  },
}

/** GET /api/health: Basic health */
export const getHealth: Route<Call> = {
  ...shared, id: 'get_health', origin: 'catalog/tools/gateway.routes.yaml:262', path: '/api/health',
  aliases: [], prefix: '', summary: 'Basic health', tags: ['health'], envelope: 'native',
  limit: 'health',
  status: async ({ hooks }) => {
    const health = await hooks.healthOf('basic')
    return get(health, 'ok') === true ? 200 : 503
  },
  reply: async ({ hooks }) => {
    const health = await hooks.healthOf('basic')
    return { ...members(health) }
  },
}

/** GET /api/v1/health/overview: Health of everything, in one answer */
export const getHealthOverview: Route<Call> = {
  ...shared, id: 'get_health_overview', origin: 'catalog/tools/gateway.routes.yaml:275',
  path: '/api/v1/health/overview', aliases: [], prefix: '/api/v1/health',
  summary: 'Health of everything, in one answer', tags: ['health'], envelope: 'native',
  status: async ({ hooks }) => {
    const health = await hooks.healthOf('overview')
    return get(health, 'ok') === true ? 200 : 503
  },
  reply: async ({ hooks }) => {
    const health = await hooks.healthOf('overview')
    return { ...members(health) }
  },
}

/** GET /api/v1/health/chain: Health of the chain and the settlement of payments */
export const getHealthChain: Route<Call> = {
  ...shared, id: 'get_health_chain', origin: 'catalog/tools/gateway.routes.yaml:280',
  path: '/api/v1/health/chain', aliases: [], prefix: '/api/v1/health',
  summary: 'Health of the chain and the settlement of payments', tags: ['health'],
  envelope: 'native',
  status: async ({ hooks }) => {
    const health = await hooks.healthOf('chain')
    return get(health, 'ok') === true ? 200 : 503
  },
  reply: async ({ hooks }) => {
    const health = await hooks.healthOf('chain')
    return { ...members(health) }
  },
}

/** GET /api/v1/health/models: Which upstreams are configured and answering */
export const getHealthModels: Route<Call> = {
  ...shared, id: 'get_health_models', origin: 'catalog/tools/gateway.routes.yaml:285',
  path: '/api/v1/health/models', aliases: [], prefix: '/api/v1/health',
  summary: 'Which upstreams are configured and answering', tags: ['health'], envelope: 'native',
  reply: async ({ hooks }) => {
    const health = await hooks.healthOf('models')
    return { ...members(health) }
  },
}

/** GET /api/v1/health/regions: Where this gateway runs */
export const getHealthRegions: Route<Call> = {
  ...shared, id: 'get_health_regions', origin: 'catalog/tools/gateway.routes.yaml:289',
  path: '/api/v1/health/regions', aliases: [], prefix: '/api/v1/health',
  summary: 'Where this gateway runs', tags: ['health'], envelope: 'native',
  reply: async ({ hooks }) => {
    const health = await hooks.healthOf('regions')
    return { ...members(health) }
  },
}
