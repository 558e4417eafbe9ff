// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import { didYouMean, display, get, least, members, text } from '../../runtime/formula.ts'
import type { Derived, Models, Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { ImagesRow } from '../media/images.models.ts'
import type { MusicRow } from '../media/music.models.ts'
import type { SpeechRow } from '../media/speech.models.ts'
import type { VideosRow } from '../media/videos.models.ts'
import type { ChatRow } from '../text/chat.models.ts'
import type {
  GetBalanceQuery, GetModelsRestValues, GetModelsValues, GetOpenapiJsonQuery, GetPricingQuery,
} from './gateway.requests.ts'

const sound_effects = ['vendorH/sound-effects'].map(id => ({
  id, object: 'model', created: 1_764_633_600, owned_by: 'vendorH', name: 'Sound effects',
  description: 'Sounds from a text.', context_window: 0, max_output: 0,
  categories: ['sound-effects'], billing_mode: 'per_generation',
  pricing: { per_generation: 0.052 },
}))

/** What formulas of /api/v1/models, /api/v1/models/* derive. */
const getModelsValues = {
  chat_models: ({ lists }) => lists.chat.rows.map(m => ({
    id: m.id, object: 'model', created: m.created, owned_by: m.owner, name: m.name,
    description: m.description, context_window: m.context, max_output: m.max_output,
    categories: m.kinds, streaming: m.streams,
    billing_mode: m.billing === 'token' ? 'paid' : m.billing,
    pricing: {
      input: m.input === undefined ? undefined : display(m.input, 40n),
      output: m.output === undefined ? undefined : display(m.output, 10n),
      cache_read: m.cache_read === undefined ? undefined : display(m.cache_read, 200n),
      cache_write: m.cache_write === undefined ? undefined : display(m.cache_write, 4n),
      flat: m.flat === undefined ? undefined : display(m.flat, 1000n),
    },
  })),
  image_models: ({ lists }) => lists.images.rows.map(m => ({
    id: m.id, object: 'model', created: m.created, owned_by: m.owner, name: m.name,
    description: m.description, context_window: 0, max_output: 0, categories: ['image'],
    billing_mode: 'per_image',
    pricing: { per_image: display(least(m.sizes), 200n) },
  })),
  video_models: ({ lists }) => lists.videos.rows.map(m => ({
    id: m.id, object: 'model', created: m.created, owned_by: m.owner, name: m.name,
    description: m.description, context_window: 0, max_output: 0, categories: ['video'],
    billing_mode: 'per_second',
    pricing: {
      per_second: display(
        m.usd_per_second === undefined
          ? m.usd_at !== undefined
            ? least(m.usd_at) * 2000000n
            : (m.usd_per_mtok === undefined ? 0n : m.usd_per_mtok) * 2169n
          : m.usd_per_second * 20000000n,
        200000000n,
      ),
    },
  })),
  music_models: ({ lists }) => lists.music.rows.map(m => ({
    id: m.id, object: 'model', created: m.created, owned_by: m.owner, name: m.name,
    description: m.description, context_window: 0, max_output: 0, categories: ['audio'],
    billing_mode: 'per_track',
    pricing: { per_track: display(m.usd, 20n) },
  })),
  speech_models: ({ lists }) => lists.voices.rows.map(m => ({
    id: m.id, object: 'model', created: m.created, owned_by: m.owner, name: m.name,
    description: m.description, context_window: 0, max_output: m.max_characters,
    categories: ['speech'], billing_mode: 'per_1k_characters',
    pricing: { per_1k_characters: display(m.usd_per_1000, 20n) },
  })),
  sound_effects: () => ['vendorH/sound-effects'].map(id => ({
    id, object: 'model', created: 1_764_633_600, owned_by: 'vendorH', name: 'Sound effects',
    description: 'Sounds from a text.', context_window: 0, max_output: 0,
    categories: ['sound-effects'], billing_mode: 'per_generation',
    pricing: { per_generation: 0.052 },
  })),
  sold: ({ values }) => [
    ...values.chat_models, ...values.image_models, ...values.video_models, ...values.music_models,
    ...values.speech_models, ...values.sound_effects,
  ],
} satisfies Derived<
  Call<undefined, any, never, any, GetModelsRestValues | GetModelsValues> & {
    lists: {
      chat: Models<ChatRow>
      images: Models<ImagesRow>
      videos: Models<VideosRow>
      music: Models<MusicRow>
      voices: Models<SpeechRow>
    }
  }
>

/** What /api/v1/models and 13 more routes have in common. */
const shared = {
  family: 'tools/gateway', method: 'GET', flow: 'free',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], challenge: 'after_gates',
  discovery: 'free', authorization: 300_000, bodyLimit: 1_048_576,
} satisfies Partial<Route<Call<undefined, any, never, any, any>>>

/** GET /api/v1/models: Every model on sale, with prices */
export const getModels: Route<
  Call<undefined, {}, never, any, GetModelsValues> & {
    lists: {
      chat: Models<ChatRow>
      images: Models<ImagesRow>
      videos: Models<VideosRow>
      music: Models<MusicRow>
      voices: Models<SpeechRow>
    }
  }
> = {
  ...shared, id: 'get_models', origin: 'catalog/tools/gateway.routes.yaml:44',
  path: '/api/v1/models',
  aliases: [{ method: 'GET', path: '/v1/models' }],
  prefix: '/api/v1', summary: 'Every model on sale, with prices', tags: ['models'],
  envelope: 'model',
  lists: {
    chat: 'chat.models', images: 'images.models', videos: 'videos.models', music: 'music.models',
    voices: 'speech.models',
  },
  limit: 'metadata', values: getModelsValues,
  reply: ({ values }) => ({ object: 'list', data: values.sold }),
  fixed: ['reply'],
}

/** GET /api/v1/models/*: One model on sale, with its prices */
export const getModelsRest: Route<
  Call<undefined, { rest: string }, never, any, GetModelsRestValues> & {
    lists: {
      chat: Models<ChatRow>
      images: Models<ImagesRow>
      videos: Models<VideosRow>
      music: Models<MusicRow>
      voices: Models<SpeechRow>
    }
  }
> = {
  ...shared, id: 'get_models_rest', origin: 'catalog/tools/gateway.routes.yaml:50',
  path: '/api/v1/models/*',
  aliases: [{ method: 'GET', path: '/v1/models/*' }],
  prefix: '/api/v1', summary: 'One model on sale, with its prices', tags: ['models'],
  envelope: 'model',
  lists: {
    chat: 'chat.models', images: 'images.models', videos: 'videos.models', music: 'music.models',
    voices: 'speech.models',
  },
  limit: 'metadata',
  values: {
    ...getModelsValues,
    found: ({ path, values }) => values.sold.filter(
      m =>
        get(m, 'id') === path.rest
          || get(m, 'id') === 'vendorA/' + path.rest
          || get(m, 'id') === 'vendorF/' + path.rest,
    ),
  },
  gates: ({ path, values }) => {
    // catalog/tools/gateway.routes.yaml:58
    if (!(values.found.length > 0))
      return {
        status: 404,
        message: `The model ${path.rest} does not exist.${didYouMean(path.rest, values.sold.map(m => get(m, 'id')))} Full list: GET /v1/models`,
        code: 'model_not_found',
        extra: { param: 'model' },
      }
    return undefined
  },
  reply: ({ values }) => ({ ...members(values.found[0]) }),
}

/** GET /api/pricing: Prices of everything on sale */
export const getPricing: Route<Call<undefined, {}, never, GetPricingQuery>> = {
  ...shared, id: 'get_pricing', origin: 'catalog/tools/gateway.routes.yaml:64',
  path: '/api/pricing', aliases: [], prefix: '', summary: 'Prices of everything on sale',
  tags: ['discovery'], envelope: 'native', limit: 'metadata',
  query: {
    schema: {
      type: 'object',
      properties: {
        at: {
          type: 'string',
          description: 'the prices of an instant: a date such as 2026-12-01 (midnight in UTC), or a time such as 2026-12-01T09:00:00Z',
        },
      },
    },
    unknown: 'ignore',
  },
  document: 'pricing.json',
  documentAt: ({ query }) => query.at,
}

export const getRoot: Route<Call> = {
  ...shared, id: 'get_root', origin: 'catalog/tools/gateway.routes.yaml:74', path: '/', aliases: [],
  prefix: '', summary: 'What this gateway is, and where its documents are', tags: ['discovery'],
  envelope: 'native', document: 'contents.json',
}

export const getLlmsTxt: Route<Call> = {
  ...shared, id: 'get_llms_txt', origin: 'catalog/tools/gateway.routes.yaml:80', path: '/llms.txt',
  aliases: [], prefix: '',
  summary: 'Every endpoint with its price, in a few words for language models', tags: ['discovery'],
  envelope: 'native', document: 'llms.txt',
}

export const getLlmsFullTxt: Route<Call> = {
  ...shared, id: 'get_llms_full_txt', origin: 'catalog/tools/gateway.routes.yaml:86',
  path: '/llms-full.txt', aliases: [], prefix: '',
  summary: 'Every endpoint with its fields, refusals, price rule, and an example of a request and an answer',
  tags: ['discovery'], envelope: 'native', document: 'llms-full.txt',
}

/**
 * GET /openapi.json: Machine-readable API description (OpenAPI 3.1), with ?tag=images only of that
 * tag
 */
export const getOpenapiJson: Route<Call<undefined, {}, never, GetOpenapiJsonQuery>> = {
  ...shared, id: 'get_openapi_json', origin: 'catalog/tools/gateway.routes.yaml:92',
  path: '/openapi.json', aliases: [], prefix: '',
  summary: 'Machine-readable API description (OpenAPI 3.1), with ?tag=images only of that tag',
  tags: ['discovery'], envelope: 'native',
  query: {
    schema: {
      type: 'object',
      properties: {
        tag: {
          type: 'string',
          description: 'only the endpoints of a tag, such as images, with what they refer to',
        },
      },
    },
    unknown: 'ignore',
  },
  document: 'openapi.json',
  documentTag: ({ query }) => query.tag,
}

/** GET /.well-known/x402: Paid resources and how to pay for them */
export const getWellKnownX402: Route<Call> = {
  ...shared, id: 'get_well_known_x402', origin: 'catalog/tools/gateway.routes.yaml:101',
  path: '/.well-known/x402',
  aliases: [{ method: 'GET', path: '/.well-known/x402.json' }],
  prefix: '', summary: 'Paid resources and how to pay for them', tags: ['discovery'],
  envelope: 'native', document: 'x402.json',
}

/** GET /api/v1/balance: What a wallet holds of the token that this gateway is paid in */
export const getBalance: Route<Call<undefined, {}, never, GetBalanceQuery>> = {
  ...shared, id: 'get_balance', origin: 'catalog/tools/gateway.routes.yaml:108',
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
    // catalog/tools/gateway.routes.yaml:115
    if (!hooks.isWallet(query.address))
      return {
        status: 400, message: 'must be the address of a wallet on this network', field: 'address',
      }
    return undefined
  },
  reply: async ({ query, network, hooks }) => {
    const held = await hooks.balanceOf(query.address)
    return {
      address: query.address, network: network.label, asset: network.asset,
      balance: text(held, 1000000n, 6), balance_micro: Number(held),
    }
  },
}

/** GET /api/health: Basic health */
export const getHealth: Route<Call> = {
  ...shared, id: 'get_health', origin: 'catalog/tools/gateway.routes.yaml:125', path: '/api/health',
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
  ...shared, id: 'get_health_overview', origin: 'catalog/tools/gateway.routes.yaml:138',
  path: '/api/v1/health/overview', aliases: [], prefix: '/api/v1/health',
  summary: 'Health of everything, in one answer', tags: ['health'], envelope: 'native',
  reply: async ({ hooks }) => {
    const health = await hooks.healthOf('overview')
    return { ...members(health) }
  },
}

/** GET /api/v1/health/chain: Health of the chain and the settlement of payments */
export const getHealthChain: Route<Call> = {
  ...shared, id: 'get_health_chain', origin: 'catalog/tools/gateway.routes.yaml:142',
  path: '/api/v1/health/chain', aliases: [], prefix: '/api/v1/health',
  summary: 'Health of the chain and the settlement of payments', tags: ['health'],
  envelope: 'native',
  reply: async ({ hooks }) => {
    const health = await hooks.healthOf('chain')
    return { ...members(health) }
  },
}

/** GET /api/v1/health/models: Which upstreams are configured and answering */
export const getHealthModels: Route<Call> = {
  ...shared, id: 'get_health_models', origin: 'catalog/tools/gateway.routes.yaml:146',
  path: '/api/v1/health/models', aliases: [], prefix: '/api/v1/health',
  summary: 'Which upstreams are configured and answering', tags: ['health'], envelope: 'native',
  reply: async ({ hooks }) => {
    const health = await hooks.healthOf('models')
    return { ...members(health) }
  },
}

/** GET /api/v1/health/regions: Where this gateway runs */
export const getHealthRegions: Route<Call> = {
  ...shared, id: 'get_health_regions', origin: 'catalog/tools/gateway.routes.yaml:150',
  path: '/api/v1/health/regions', aliases: [], prefix: '/api/v1/health',
  summary: 'Where this gateway runs', tags: ['health'], envelope: 'native',
  reply: async ({ hooks }) => {
    const health = await hooks.healthOf('regions')
    return { ...members(health) }
  },
}
