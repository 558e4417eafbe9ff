// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import { didYouMean, get, members } from '../../runtime/formula.ts'
import type { Models, Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { ImagesRow } from '../media/images.models.ts'
import type { MusicRow } from '../media/music.models.ts'
import type { SpeechRow } from '../media/speech.models.ts'
import type { VideosRow } from '../media/videos.models.ts'
import { quotedQuery } from '../shapes.ts'
import type { ChatRow } from '../text/chat.models.ts'
import type {
  GetModelsRestValues, GetModelsValues, GetOpenapiJsonQuery, GetPricingQuery,
  GetPurchasesNonceQuery, GetPurchasesQuery, PostQuoteBody,
} from './gateway.requests.ts'
import { getModelsValues, postQuoteShared, shared } from './gateway.shared.ts'

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
  ...shared, id: 'get_models_rest', origin: 'catalog/tools/gateway.routes.yaml:51',
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
    if (!(values.found.length > 0)) // catalog/tools/gateway.routes.yaml:60
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
  ...shared, id: 'get_pricing', origin: 'catalog/tools/gateway.routes.yaml:66',
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
  ...shared, id: 'get_root', origin: 'catalog/tools/gateway.routes.yaml:76', path: '/', aliases: [],
  prefix: '', summary: 'What this gateway is, and where its documents are; for browsers as a page',
  tags: ['discovery'], envelope: 'native', document: 'contents.json', documentHtml: 'index.html',
}

export const getDocs: Route<Call> = {
  ...shared, id: 'get_docs', origin: 'catalog/tools/gateway.routes.yaml:83', path: '/docs',
  aliases: [], prefix: '', summary: 'Every endpoint as pages to read and to try, for browsers',
  tags: ['discovery'], envelope: 'native', document: 'docs.html',
}

export const getAssetsPagesCss: Route<Call> = {
  ...shared, id: 'get_assets_pages_css', origin: 'catalog/tools/gateway.routes.yaml:93',
  path: '/assets/pages.css', aliases: [], prefix: '/assets', summary: 'Styles of the pages',
  tags: ['discovery'], envelope: 'native', document: 'pages.css',
}

export const getAssetsPagesJs: Route<Call> = {
  ...shared, id: 'get_assets_pages_js', origin: 'catalog/tools/gateway.routes.yaml:94',
  path: '/assets/pages.js', aliases: [], prefix: '/assets', summary: 'Script of the pages',
  tags: ['discovery'], envelope: 'native', document: 'pages.js',
}

export const getAssetsReferenceJs: Route<Call> = {
  ...shared, id: 'get_assets_reference_js', origin: 'catalog/tools/gateway.routes.yaml:95',
  path: '/assets/reference.js', aliases: [], prefix: '/assets',
  summary: 'Renderer of the reference', tags: ['discovery'], envelope: 'native',
  document: 'reference.js',
}

/** GET /assets/favicon.svg: Icon of the gateway */
export const getAssetsFaviconSvg: Route<Call> = {
  ...shared, id: 'get_assets_favicon_svg', origin: 'catalog/tools/gateway.routes.yaml:96',
  path: '/assets/favicon.svg',
  aliases: [{ method: 'GET', path: '/favicon.ico' }],
  prefix: '/assets', summary: 'Icon of the gateway', tags: ['discovery'], envelope: 'native',
  document: 'favicon.svg',
}

export const getRobotsTxt: Route<Call> = {
  ...shared, id: 'get_robots_txt', origin: 'catalog/tools/gateway.routes.yaml:98',
  path: '/robots.txt', aliases: [], prefix: '', summary: 'What crawlers may read',
  tags: ['discovery'], envelope: 'native', document: 'robots.txt',
}

export const getSitemapXml: Route<Call> = {
  ...shared, id: 'get_sitemap_xml', origin: 'catalog/tools/gateway.routes.yaml:104',
  path: '/sitemap.xml', aliases: [], prefix: '', summary: 'Pages for crawlers', tags: ['discovery'],
  envelope: 'native', document: 'sitemap.xml',
}

export const getWellKnownSecurityTxt: Route<Call> = {
  ...shared, id: 'get_well_known_security_txt', origin: 'catalog/tools/gateway.routes.yaml:110',
  path: '/.well-known/security.txt', aliases: [], prefix: '', summary: 'Where to report a weakness',
  tags: ['discovery'], envelope: 'native', document: 'security.txt',
}

export const getLlmsTxt: Route<Call> = {
  ...shared, id: 'get_llms_txt', origin: 'catalog/tools/gateway.routes.yaml:116', path: '/llms.txt',
  aliases: [], prefix: '',
  summary: 'Every endpoint with its price, in a few words for language models', tags: ['discovery'],
  envelope: 'native', document: 'llms.txt',
}

export const getLlmsFullTxt: Route<Call> = {
  ...shared, id: 'get_llms_full_txt', origin: 'catalog/tools/gateway.routes.yaml:122',
  path: '/llms-full.txt', aliases: [], prefix: '',
  summary: 'Every endpoint with its fields, refusals, price rule, and an example of a request and an answer',
  tags: ['discovery'], envelope: 'native', document: 'llms-full.txt',
}

export const getClientTgz: Route<Call> = {
  ...shared, id: 'get_client_tgz', origin: 'catalog/tools/gateway.routes.yaml:128',
  path: '/client.tgz', aliases: [], prefix: '',
  summary: 'Typed client for JavaScript, to install with npm', tags: ['discovery'],
  envelope: 'native', document: 'client.tgz',
}

/**
 * GET /openapi.json: Machine-readable API description (OpenAPI 3.1), with ?tag=images only of that
 * tag
 */
export const getOpenapiJson: Route<Call<undefined, {}, never, GetOpenapiJsonQuery>> = {
  ...shared, id: 'get_openapi_json', origin: 'catalog/tools/gateway.routes.yaml:134',
  path: '/openapi.json', aliases: [], prefix: '',
  summary: 'Machine-readable API description (OpenAPI 3.1), with ?tag=images only of that tag',
  tags: ['discovery'], envelope: 'native',
  query: {
    schema: {
      type: 'object',
      properties: {
        tag: {
          type: 'string',
          description: 'the endpoints of one tag, such as images, or of all; with price tables and an example of each answer',
        },
      },
    },
    unknown: 'refuse',
  },
  document: 'openapi.json',
  documentTag: ({ query }) => query.tag,
}

/** GET /.well-known/x402: Paid resources and how to pay for them */
export const getWellKnownX402: Route<Call> = {
  ...shared, id: 'get_well_known_x402', origin: 'catalog/tools/gateway.routes.yaml:144',
  path: '/.well-known/x402',
  aliases: [{ method: 'GET', path: '/.well-known/x402.json' }],
  prefix: '', summary: 'Paid resources and how to pay for them', tags: ['discovery'],
  envelope: 'native', document: 'x402.json',
}

/** GET /.well-known/agent-card.json: What is sold, as an agent card (A2A) */
export const getWellKnownAgentCardJson: Route<Call> = {
  ...shared, id: 'get_well_known_agent_card_json', origin: 'catalog/tools/gateway.routes.yaml:151',
  path: '/.well-known/agent-card.json',
  aliases: [{ method: 'GET', path: '/.well-known/agent.json' }],
  prefix: '', summary: 'What is sold, as an agent card (A2A)', tags: ['discovery'],
  envelope: 'native', document: 'agent-card.json',
}

export const getWellKnownMcpJson: Route<Call> = {
  ...shared, id: 'get_well_known_mcp_json', origin: 'catalog/tools/gateway.routes.yaml:158',
  path: '/.well-known/mcp.json', aliases: [], prefix: '',
  summary: 'Where MCP clients connect, as a server.json', tags: ['discovery'], envelope: 'native',
  document: 'mcp.json',
}

/** POST /api/v1/quote: The exact price of a call, line by line, without making it */
export const postQuote: Route<Call<PostQuoteBody>> = {
  ...postQuoteShared, id: 'post_quote', origin: 'catalog/tools/gateway.routes.yaml:164',
  path: '/api/v1/quote', summary: 'The exact price of a call, line by line, without making it',
  tags: ['discovery'], discovery: 'free', limit: 'quotes', bodyLimit: 33_554_432,
  body: {
    schema: {
      type: 'object',
      properties: {
        path: {
          type: 'string', minLength: 1, maxLength: 4096,
          description: 'path of the call, e.g. /api/v1/images/generations; it may have a query',
        },
        method: {
          type: 'string', enum: ['GET', 'POST'],
          description: 'by default POST with a body, else GET',
        },
        query: {
          ...quotedQuery, description: 'parameters of the query, added to those in the path',
        },
        body: { description: 'JSON body of the call' },
        headers: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'headers of the call, e.g. X-Payment-Scheme; payment headers are ignored',
        },
        given: {
          type: 'object',
          additionalProperties: { type: ['integer', 'boolean'] },
          description: 'values in place of large content, by the names in /api/pricing, e.g. { estimateTokens: 120000 }',
        },
      },
      required: ['path'],
    },
    unknown: 'refuse',
  },
  serves: 'quote',
}

export const postMcp: Route<Call> = {
  ...postQuoteShared, id: 'post_mcp', origin: 'catalog/tools/gateway.routes.yaml:193', path: '/mcp',
  summary: 'Search, quote, buy and poll from MCP clients (Streamable HTTP)', tags: ['mcp'],
  discovery: 'none', limit: 'mcp', bodyLimit: 8_388_608, serves: 'mcp',
}

export const postMcpAll: Route<Call> = {
  ...postQuoteShared, id: 'post_mcp_all', origin: 'catalog/tools/gateway.routes.yaml:204',
  path: '/mcp/all', summary: 'The same as /mcp, with every endpoint as a tool of its own',
  tags: ['mcp'], discovery: 'none', limit: 'mcp', bodyLimit: 8_388_608, serves: 'mcp_tools',
}

/**
 * GET /api/v1/purchases/{nonce}: What became of a signed payment (quoted, held, settling, charged,
 * refused or released), with a signed proof if it was never charged
 */
export const getPurchasesNonce: Route<
  Call<undefined, { nonce: string }, never, GetPurchasesNonceQuery>
> = {
  ...shared, id: 'get_purchases_nonce', origin: 'catalog/tools/gateway.routes.yaml:215',
  path: '/api/v1/purchases/{nonce}', aliases: [], prefix: '',
  summary: 'What became of a signed payment (quoted, held, settling, charged, refused or released), with a signed proof if it was never charged',
  tags: ['wallet'], envelope: 'native', limit: 'purchases',
  query: {
    schema: {
      type: 'object',
      properties: {
        payer: {
          type: 'string', minLength: 1, maxLength: 100,
          description: 'the wallet that signed it; needed on EVM chains',
        },
      },
    },
    unknown: 'ignore',
  },
  serves: 'purchase',
}

/** GET /api/v1/purchases: What a wallet has bought here, for the wallet itself (sign-in-with-x) */
export const getPurchases: Route<Call<undefined, {}, never, GetPurchasesQuery>> = {
  ...shared, id: 'get_purchases', origin: 'catalog/tools/gateway.routes.yaml:224',
  path: '/api/v1/purchases', aliases: [], prefix: '',
  summary: 'What a wallet has bought here, for the wallet itself (sign-in-with-x)',
  tags: ['wallet'], envelope: 'native', limit: 'purchases',
  query: {
    schema: {
      type: 'object',
      properties: {
        month: {
          type: 'string', pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', examples: ['2026-11'],
          description: 'the month in UTC; by default the present one',
        },
        skip: {
          type: 'integer', minimum: 0, maximum: 100_000, default: 0,
          description: 'how many to skip, oldest first',
        },
        limit: {
          type: 'integer', minimum: 1, maximum: 100, default: 100, description: 'at most this many',
        },
      },
    },
    unknown: 'refuse',
  },
  serves: 'purchases',
}

export const getWellKnownJwksJson: Route<Call> = {
  ...shared, id: 'get_well_known_jwks_json', origin: 'catalog/tools/gateway.routes.yaml:236',
  path: '/.well-known/jwks.json', aliases: [], prefix: '',
  summary: 'Public keys that sign receipts and offers', tags: ['wallet'], envelope: 'native',
  serves: 'signing_keys',
}

export * from './gateway.2.ts'
