// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { Models, Route } from '../../runtime/contract.ts'
import { didYouMean, display, get, least, members, text } from '../../runtime/formula.ts'
import type { Call } from '../hooks.ts'
import type { ImagesRow } from '../media/images.models.ts'
import type { MusicRow } from '../media/music.models.ts'
import type { SpeechRow } from '../media/speech.models.ts'
import type { VideosRow } from '../media/videos.models.ts'
import type { GetBalanceQuery } from '../requests.ts'
import type { ChatRow } from '../text/chat.models.ts'

/** GET /api/v1/models: Every model on sale, with prices */
export const getModels: Route<
  Call & {
    lists: {
      chat: Models<ChatRow>
      images: Models<ImagesRow>
      videos: Models<VideosRow>
      music: Models<MusicRow>
      voices: Models<SpeechRow>
    }
  }
> = {
  id: 'get_models',
  origin: 'catalog/tools/gateway.routes.yaml:27',
  family: 'tools/gateway',
  method: 'GET',
  path: '/api/v1/models',
  also: [{ method: 'GET', path: '/v1/models' }],
  prefix: '/api/v1',
  summary: 'Every model on sale, with prices',
  tags: ['models'],
  flow: 'free',
  networks: ['base', 'testnet'],
  envelope: 'model',
  challenge: 'after_gates',
  discovery: 'free',
  lists: {
    chat: 'chat.models',
    images: 'images.models',
    videos: 'videos.models',
    music: 'music.models',
    voices: 'speech.models',
  },
  limit: 'metadata',
  authorization: 300_000,
  bodyLimit: 1_048_576,
  probes: [],
  reply: ({ lists }) => {
    const sold = [
      ...lists.chat.rows.map(m => ({
        id: m.id,
        object: 'model',
        created: m.created,
        owned_by: m.owner,
        name: m.name,
        description: m.description,
        context_window: m.context,
        max_output: m.max_output,
        categories: m.kinds,
        streaming: m.streams,
        billing_mode: m.billing === 'token' ? 'paid' : m.billing,
        pricing: {
          input: m.input === undefined ? undefined : display(m.input, 40n),
          output: m.output === undefined ? undefined : display(m.output, 10n),
          cache_read: m.cache_read === undefined ? undefined : display(m.cache_read, 200n),
          cache_write: m.cache_write === undefined ? undefined : display(m.cache_write, 4n),
          flat: m.flat === undefined ? undefined : display(m.flat, 1000n),
        },
      })),
      ...lists.images.rows.map(m => ({
        id: m.id,
        object: 'model',
        created: m.created,
        owned_by: m.owner,
        name: m.name,
        description: m.description,
        context_window: 0,
        max_output: 0,
        categories: ['image'],
        billing_mode: 'per_image',
        pricing: { per_image: display(least(m.sizes), 200n) },
      })),
      ...lists.videos.rows.map(m => ({
        id: m.id,
        object: 'model',
        created: m.created,
        owned_by: m.owner,
        name: m.name,
        description: m.description,
        context_window: 0,
        max_output: 0,
        categories: ['video'],
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
      ...lists.music.rows.map(m => ({
        id: m.id,
        object: 'model',
        created: m.created,
        owned_by: m.owner,
        name: m.name,
        description: m.description,
        context_window: 0,
        max_output: 0,
        categories: ['audio'],
        billing_mode: 'per_track',
        pricing: { per_track: display(m.usd, 20n) },
      })),
      ...lists.voices.rows.map(m => ({
        id: m.id,
        object: 'model',
        created: m.created,
        owned_by: m.owner,
        name: m.name,
        description: m.description,
        context_window: 0,
        max_output: m.max_characters,
        categories: ['speech'],
        billing_mode: 'per_1k_characters',
        pricing: { per_1k_characters: display(m.usd_per_1000, 20n) },
      })),
      ...[{
        id: 'vendorH/sound-effects',
        object: 'model',
        created: 1_764_633_600,
        owned_by: 'vendorH',
        name: 'Sound effects',
        description: 'Sounds from a text.',
        context_window: 0,
        max_output: 0,
        categories: ['sound-effects'],
        billing_mode: 'per_generation',
        pricing: { per_generation: 0.052 },
      }],
    ]
    return { object: 'list', data: sold }
  },
  fixed: true,
}

/** GET /api/v1/models/*: One model on sale, with its prices */
export const getModelsRest: Route<
  Call<undefined, { rest: string }> & {
    lists: {
      chat: Models<ChatRow>
      images: Models<ImagesRow>
      videos: Models<VideosRow>
      music: Models<MusicRow>
      voices: Models<SpeechRow>
    }
  }
> = {
  id: 'get_models_rest',
  origin: 'catalog/tools/gateway.routes.yaml:32',
  family: 'tools/gateway',
  method: 'GET',
  path: '/api/v1/models/*',
  also: [{ method: 'GET', path: '/v1/models/*' }],
  prefix: '/api/v1',
  summary: 'One model on sale, with its prices',
  tags: ['models'],
  flow: 'free',
  networks: ['base', 'testnet'],
  envelope: 'model',
  challenge: 'after_gates',
  discovery: 'free',
  lists: {
    chat: 'chat.models',
    images: 'images.models',
    videos: 'videos.models',
    music: 'music.models',
    voices: 'speech.models',
  },
  limit: 'metadata',
  authorization: 300_000,
  bodyLimit: 1_048_576,
  gates: ({ path, lists }) => {
    // catalog/tools/gateway.routes.yaml:39
    const sold = [
      ...lists.chat.rows.map(m => ({
        id: m.id,
        object: 'model',
        created: m.created,
        owned_by: m.owner,
        name: m.name,
        description: m.description,
        context_window: m.context,
        max_output: m.max_output,
        categories: m.kinds,
        streaming: m.streams,
        billing_mode: m.billing === 'token' ? 'paid' : m.billing,
        pricing: {
          input: m.input === undefined ? undefined : display(m.input, 40n),
          output: m.output === undefined ? undefined : display(m.output, 10n),
          cache_read: m.cache_read === undefined ? undefined : display(m.cache_read, 200n),
          cache_write: m.cache_write === undefined ? undefined : display(m.cache_write, 4n),
          flat: m.flat === undefined ? undefined : display(m.flat, 1000n),
        },
      })),
      ...lists.images.rows.map(m => ({
        id: m.id,
        object: 'model',
        created: m.created,
        owned_by: m.owner,
        name: m.name,
        description: m.description,
        context_window: 0,
        max_output: 0,
        categories: ['image'],
        billing_mode: 'per_image',
        pricing: { per_image: display(least(m.sizes), 200n) },
      })),
      ...lists.videos.rows.map(m => ({
        id: m.id,
        object: 'model',
        created: m.created,
        owned_by: m.owner,
        name: m.name,
        description: m.description,
        context_window: 0,
        max_output: 0,
        categories: ['video'],
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
      ...lists.music.rows.map(m => ({
        id: m.id,
        object: 'model',
        created: m.created,
        owned_by: m.owner,
        name: m.name,
        description: m.description,
        context_window: 0,
        max_output: 0,
        categories: ['audio'],
        billing_mode: 'per_track',
        pricing: { per_track: display(m.usd, 20n) },
      })),
      ...lists.voices.rows.map(m => ({
        id: m.id,
        object: 'model',
        created: m.created,
        owned_by: m.owner,
        name: m.name,
        description: m.description,
        context_window: 0,
        max_output: m.max_characters,
        categories: ['speech'],
        billing_mode: 'per_1k_characters',
        pricing: { per_1k_characters: display(m.usd_per_1000, 20n) },
      })),
      ...[{
        id: 'vendorH/sound-effects',
        object: 'model',
        created: 1_764_633_600,
        owned_by: 'vendorH',
        name: 'Sound effects',
        description: 'Sounds from a text.',
        context_window: 0,
        max_output: 0,
        categories: ['sound-effects'],
        billing_mode: 'per_generation',
        pricing: { per_generation: 0.052 },
      }],
    ]
    const found = sold.filter(
      m =>
        get(m, 'id') === path.rest
          || get(m, 'id') === 'vendorA/' + path.rest
          || get(m, 'id') === 'vendorF/' + path.rest,
    )
    if (!(found.length > 0)) {
      return {
        status: 404,
        message: `The model ${path.rest} does not exist.${didYouMean(path.rest, sold.map(m => get(m, 'id')))} Full list: GET /v1/models`,
        code: 'model_not_found',
        extra: { param: 'model' },
      }
    }
    return undefined
  },
  probes: [],
  reply: ({ path, lists }) => {
    const sold = [
      ...lists.chat.rows.map(m => ({
        id: m.id,
        object: 'model',
        created: m.created,
        owned_by: m.owner,
        name: m.name,
        description: m.description,
        context_window: m.context,
        max_output: m.max_output,
        categories: m.kinds,
        streaming: m.streams,
        billing_mode: m.billing === 'token' ? 'paid' : m.billing,
        pricing: {
          input: m.input === undefined ? undefined : display(m.input, 40n),
          output: m.output === undefined ? undefined : display(m.output, 10n),
          cache_read: m.cache_read === undefined ? undefined : display(m.cache_read, 200n),
          cache_write: m.cache_write === undefined ? undefined : display(m.cache_write, 4n),
          flat: m.flat === undefined ? undefined : display(m.flat, 1000n),
        },
      })),
      ...lists.images.rows.map(m => ({
        id: m.id,
        object: 'model',
        created: m.created,
        owned_by: m.owner,
        name: m.name,
        description: m.description,
        context_window: 0,
        max_output: 0,
        categories: ['image'],
        billing_mode: 'per_image',
        pricing: { per_image: display(least(m.sizes), 200n) },
      })),
      ...lists.videos.rows.map(m => ({
        id: m.id,
        object: 'model',
        created: m.created,
        owned_by: m.owner,
        name: m.name,
        description: m.description,
        context_window: 0,
        max_output: 0,
        categories: ['video'],
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
      ...lists.music.rows.map(m => ({
        id: m.id,
        object: 'model',
        created: m.created,
        owned_by: m.owner,
        name: m.name,
        description: m.description,
        context_window: 0,
        max_output: 0,
        categories: ['audio'],
        billing_mode: 'per_track',
        pricing: { per_track: display(m.usd, 20n) },
      })),
      ...lists.voices.rows.map(m => ({
        id: m.id,
        object: 'model',
        created: m.created,
        owned_by: m.owner,
        name: m.name,
        description: m.description,
        context_window: 0,
        max_output: m.max_characters,
        categories: ['speech'],
        billing_mode: 'per_1k_characters',
        pricing: { per_1k_characters: display(m.usd_per_1000, 20n) },
      })),
      ...[{
        id: 'vendorH/sound-effects',
        object: 'model',
        created: 1_764_633_600,
        owned_by: 'vendorH',
        name: 'Sound effects',
        description: 'Sounds from a text.',
        context_window: 0,
        max_output: 0,
        categories: ['sound-effects'],
        billing_mode: 'per_generation',
        pricing: { per_generation: 0.052 },
      }],
    ]
    const found = sold.filter(
      m =>
        get(m, 'id') === path.rest
          || get(m, 'id') === 'vendorA/' + path.rest
          || get(m, 'id') === 'vendorF/' + path.rest,
    )
    return { ...members(found[0]) }
  },
}

/** GET /api/pricing: Prices of everything on sale */
export const getPricing: Route<Call> = {
  id: 'get_pricing',
  origin: 'catalog/tools/gateway.routes.yaml:45',
  family: 'tools/gateway',
  method: 'GET',
  path: '/api/pricing',
  also: [],
  prefix: '',
  summary: 'Prices of everything on sale',
  tags: ['discovery'],
  flow: 'free',
  networks: ['base', 'testnet'],
  envelope: 'native',
  challenge: 'after_gates',
  discovery: 'free',
  limit: 'metadata',
  authorization: 300_000,
  bodyLimit: 1_048_576,
  probes: [],
  document: 'pricing.json',
}

/** GET /: What this gateway is, and where its documents are */
export const getRoot: Route<Call> = {
  id: 'get_root',
  origin: 'catalog/tools/gateway.routes.yaml:52',
  family: 'tools/gateway',
  method: 'GET',
  path: '/',
  also: [],
  prefix: '',
  summary: 'What this gateway is, and where its documents are',
  tags: ['discovery'],
  flow: 'free',
  networks: ['base', 'testnet'],
  envelope: 'native',
  challenge: 'after_gates',
  discovery: 'free',
  authorization: 300_000,
  bodyLimit: 1_048_576,
  probes: [],
  document: 'contents.json',
}

/** GET /llms.txt: Every endpoint with its price, in a few words for language models */
export const getLlmsTxt: Route<Call> = {
  id: 'get_llms_txt',
  origin: 'catalog/tools/gateway.routes.yaml:58',
  family: 'tools/gateway',
  method: 'GET',
  path: '/llms.txt',
  also: [],
  prefix: '',
  summary: 'Every endpoint with its price, in a few words for language models',
  tags: ['discovery'],
  flow: 'free',
  networks: ['base', 'testnet'],
  envelope: 'native',
  challenge: 'after_gates',
  discovery: 'free',
  authorization: 300_000,
  bodyLimit: 1_048_576,
  probes: [],
  document: 'llms.txt',
}

/** GET /openapi.json: Machine-readable API description (OpenAPI 3.1) */
export const getOpenapiJson: Route<Call> = {
  id: 'get_openapi_json',
  origin: 'catalog/tools/gateway.routes.yaml:64',
  family: 'tools/gateway',
  method: 'GET',
  path: '/openapi.json',
  also: [],
  prefix: '',
  summary: 'Machine-readable API description (OpenAPI 3.1)',
  tags: ['discovery'],
  flow: 'free',
  networks: ['base', 'testnet'],
  envelope: 'native',
  challenge: 'after_gates',
  discovery: 'free',
  authorization: 300_000,
  bodyLimit: 1_048_576,
  probes: [],
  document: 'openapi.json',
}

/** GET /.well-known/x402: Paid resources and how to pay for them */
export const getWellKnownX402: Route<Call> = {
  id: 'get_well_known_x402',
  origin: 'catalog/tools/gateway.routes.yaml:70',
  family: 'tools/gateway',
  method: 'GET',
  path: '/.well-known/x402',
  also: [{ method: 'GET', path: '/.well-known/x402.json' }],
  prefix: '',
  summary: 'Paid resources and how to pay for them',
  tags: ['discovery'],
  flow: 'free',
  networks: ['base', 'testnet'],
  envelope: 'native',
  challenge: 'after_gates',
  discovery: 'free',
  authorization: 300_000,
  bodyLimit: 1_048_576,
  probes: [],
  document: 'x402.json',
}

/** GET /api/v1/balance: USDC that a wallet holds on this gateway's chain */
export const getBalance: Route<Call<undefined, {}, never, GetBalanceQuery>> = {
  id: 'get_balance',
  origin: 'catalog/tools/gateway.routes.yaml:77',
  family: 'tools/gateway',
  method: 'GET',
  path: '/api/v1/balance',
  also: [],
  prefix: '',
  summary: 'USDC that a wallet holds on this gateway\'s chain',
  tags: ['wallet'],
  flow: 'free',
  networks: ['base', 'testnet'],
  envelope: 'native',
  challenge: 'after_gates',
  discovery: 'free',
  limit: 'wallet',
  authorization: 300_000,
  bodyLimit: 1_048_576,
  query: {
    schema: {
      type: 'object',
      properties: {
        address: { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$', description: 'the wallet' },
      },
      required: ['address'],
    },
    unknown: 'ignore',
  },
  probes: [],
  reply: async ({ query, network, hooks }) => {
    const held = await hooks.balanceOf(query.address)
    return {
      address: query.address,
      network: network.label,
      asset: network.asset,
      balance: text(held, 1000000n, 6),
      balance_micro: Number(held),
    }
  },
}

/** GET /api/health: Basic health */
export const getHealth: Route<Call> = {
  id: 'get_health',
  origin: 'catalog/tools/gateway.routes.yaml:93',
  family: 'tools/gateway',
  method: 'GET',
  path: '/api/health',
  also: [],
  prefix: '',
  summary: 'Basic health',
  tags: ['health'],
  flow: 'free',
  networks: ['base', 'testnet'],
  envelope: 'native',
  challenge: 'after_gates',
  discovery: 'free',
  limit: 'health',
  authorization: 300_000,
  bodyLimit: 1_048_576,
  probes: [],
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
  id: 'get_health_overview',
  origin: 'catalog/tools/gateway.routes.yaml:106',
  family: 'tools/gateway',
  method: 'GET',
  path: '/api/v1/health/overview',
  also: [],
  prefix: '/api/v1/health',
  summary: 'Health of everything, in one answer',
  tags: ['health'],
  flow: 'free',
  networks: ['base', 'testnet'],
  envelope: 'native',
  challenge: 'after_gates',
  discovery: 'free',
  authorization: 300_000,
  bodyLimit: 1_048_576,
  probes: [],
  reply: async ({ hooks }) => {
    const health = await hooks.healthOf('overview')
    return { ...members(health) }
  },
}

/** GET /api/v1/health/chain: Health of the chain and the settlement of payments */
export const getHealthChain: Route<Call> = {
  id: 'get_health_chain',
  origin: 'catalog/tools/gateway.routes.yaml:110',
  family: 'tools/gateway',
  method: 'GET',
  path: '/api/v1/health/chain',
  also: [],
  prefix: '/api/v1/health',
  summary: 'Health of the chain and the settlement of payments',
  tags: ['health'],
  flow: 'free',
  networks: ['base', 'testnet'],
  envelope: 'native',
  challenge: 'after_gates',
  discovery: 'free',
  authorization: 300_000,
  bodyLimit: 1_048_576,
  probes: [],
  reply: async ({ hooks }) => {
    const health = await hooks.healthOf('chain')
    return { ...members(health) }
  },
}

/** GET /api/v1/health/models: Which suppliers are configured and answering */
export const getHealthModels: Route<Call> = {
  id: 'get_health_models',
  origin: 'catalog/tools/gateway.routes.yaml:114',
  family: 'tools/gateway',
  method: 'GET',
  path: '/api/v1/health/models',
  also: [],
  prefix: '/api/v1/health',
  summary: 'Which suppliers are configured and answering',
  tags: ['health'],
  flow: 'free',
  networks: ['base', 'testnet'],
  envelope: 'native',
  challenge: 'after_gates',
  discovery: 'free',
  authorization: 300_000,
  bodyLimit: 1_048_576,
  probes: [],
  reply: async ({ hooks }) => {
    const health = await hooks.healthOf('models')
    return { ...members(health) }
  },
}

/** GET /api/v1/health/regions: Where this gateway runs */
export const getHealthRegions: Route<Call> = {
  id: 'get_health_regions',
  origin: 'catalog/tools/gateway.routes.yaml:118',
  family: 'tools/gateway',
  method: 'GET',
  path: '/api/v1/health/regions',
  also: [],
  prefix: '/api/v1/health',
  summary: 'Where this gateway runs',
  tags: ['health'],
  flow: 'free',
  networks: ['base', 'testnet'],
  envelope: 'native',
  challenge: 'after_gates',
  discovery: 'free',
  authorization: 300_000,
  bodyLimit: 1_048_576,
  probes: [],
  reply: async ({ hooks }) => {
    const health = await hooks.healthOf('regions')
    return { ...members(health) }
  },
}
