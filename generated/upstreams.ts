// Code generated from catalog/upstreams/ by "npm run generate". DO NOT EDIT.
import type { UpstreamCall, UpstreamSpec } from '../runtime/contract.ts'
import {
  after, at, before, count, filled, get, items, join, length, min, need, same, say, str, toSeconds,
} from '../runtime/formula.ts'
import type { Call } from './hooks.ts'
import type { ImagesRow } from './media/images.models.ts'
import type { MusicRow } from './media/music.models.ts'
import type { SpeechRow } from './media/speech.models.ts'
import type { VideosRow } from './media/videos.models.ts'
import type {
  GetResponsesIdQuery, PostAudioGenerationsBody, PostAudioSoundEffectsBody, PostAudioSpeechBody,
  PostChatCompletionsBody, PostChatRestBody, PostImagesEditsBody, PostImagesGenerationsBody,
  PostImagesImage2ImageBody, PostMessagesBody, PostResponsesBody, PostRpcNetworkBody,
  PostSearchBody, PostV1AudioSpeechBody, PostV1ImagesGenerationsBody, PostVideosBody,
  PostVideosGenerationsBody,
} from './requests.ts'
import type { ChatRow } from './text/chat.models.ts'
import type { RpcRow } from './tools/rpc.models.ts'

/** Suppliers. `{key}` in a header stands for the key from the environment. */
export const upstreams: Readonly<Record<string, UpstreamSpec>> = {
  nodes: {
    name: 'nodes',
    env: 'NODES',
    base: 'https://{model.host}.gateway.nodes.example',
    source: 'nodes',
    headers: { 'x-api-key': '{key}' },
    capacity: { at_once: 32, waiting: 512 },
  },
  pool: {
    name: 'pool',
    env: 'POOL',
    base: 'https://api.pool.example',
    source: 'pool',
    headers: { Authorization: 'Bearer {key}' },
    capacity: { at_once: 32, waiting: 512 },
  },
  predex: {
    name: 'predex',
    env: 'PREDEX',
    base: 'https://api.predex.example/v2',
    source: 'predex',
    headers: { 'x-api-key': '{key}' },
    capacity: { at_once: 32, waiting: 512 },
  },
  vendor_a: {
    name: 'vendor_a',
    env: 'VENDOR_A',
    base: 'https://api.vendor-a.example',
    source: 'vendorA',
    headers: { Authorization: 'Bearer {key}' },
    capacity: { at_once: 32, waiting: 512 },
  },
  vendor_b: {
    name: 'vendor_b',
    env: 'VENDOR_B',
    base: 'https://api.vendor-b.example',
    source: 'vendorB',
    headers: { 'x-goog-api-key': '{key}' },
    capacity: { at_once: 32, waiting: 512 },
  },
  vendor_c: {
    name: 'vendor_c',
    env: 'VENDOR_C',
    base: 'https://api.vendor-c.example',
    source: 'vendorC',
    headers: { Authorization: 'Bearer {key}' },
    capacity: { at_once: 100, waiting: 1000 },
  },
  vendor_d: {
    name: 'vendor_d',
    env: 'VENDOR_D',
    base: 'https://api.vendor-d.example',
    source: 'vendorD',
    headers: { Authorization: 'Bearer {key}' },
    capacity: { at_once: 100, waiting: 1000 },
  },
  vendor_e: {
    name: 'vendor_e',
    env: 'VENDOR_E',
    base: 'https://api.vendor-e.example',
    source: 'vendorE',
    headers: { Authorization: 'Bearer {key}' },
    capacity: { at_once: 32, waiting: 512 },
  },
  vendor_f: {
    name: 'vendor_f',
    env: 'VENDOR_F',
    base: 'https://api.vendor-f.example',
    source: 'vendorF',
    headers: {
      Authorization: 'Bearer {key}',
      'x-api-key': '{key}',
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'context-management-2025-06-27',
    },
    capacity: { at_once: 50, waiting: 500 },
  },
  vendor_g: {
    name: 'vendor_g',
    env: 'VENDOR_G',
    base: 'https://api.vendor-g.example',
    source: 'vendorG',
    headers: { Authorization: 'Bearer {key}' },
    capacity: { at_once: 50, waiting: 500 },
  },
  vendor_h: {
    name: 'vendor_h',
    env: 'VENDOR_H',
    base: 'https://api.vendor-h.example',
    source: 'vendorH',
    headers: { 'xi-api-key': '{key}' },
    capacity: { at_once: 32, waiting: 512 },
  },
}

const blocked = new Set([
  'safety system', 'usage guidelines', 'content filtering', 'content policy',
])

const account = new Set(['API key', 'credit balance'])

const gone = new Set([
  'at capacity', 'verloaded', 'model does not exist', 'or you do not have access',
])

const too_long = new Set([
  'maximum context length', 'maximum prompt length', 'maximum number of tokens',
  'exceed max message tokens', 'exceeds max length', 'prompt is too long', 'exceed context limit',
  'context window exceeds',
])

const picture = new Set([
  'Error while downloading', 'Cannot fetch content', 'cannot be fetched', 'Unable to download',
  'input image',
])

const reasoning = new Set([
  'thinking block', '`signature`', 'hought signature', 'hought_signature', 'reasoning_content',
])

const tool_ids = new Set([
  'tool_call_id', '\'tool_calls\'', 'tool_use_id', '`tool_use`', 'tool_use.id', 'function response',
  'function call',
])

const history = new Set(['messages', 'conversation', 'user role', 'valid role', 'contents'])

/** Members of requests that may reach the upstream. */
export const poolChatAllow: readonly string[] = [
  'model', 'messages.role', 'messages.content', 'messages.name', 'messages.refusal',
  'messages.tool_calls', 'messages.tool_call_id', 'messages.function_call',
  'messages.reasoning_content', 'messages.reasoning_signature', 'messages.reasoning_length',
  'messages.is_error', 'messages.cache_control', 'max_tokens', 'n', 'stop', 'temperature', 'top_p',
  'top_k', 'min_p', 'seed', 'presence_penalty', 'frequency_penalty', 'repetition_penalty',
  'logit_bias', 'logprobs', 'top_logprobs', 'tools', 'tool_choice', 'parallel_tool_calls',
  'functions', 'function_call', 'response_format', 'reasoning_effort', 'thinking.type',
  'thinking.budget_tokens', 'search_parameters', 'prompt_cache', 'user', 'anthropic',
]

/** Members of requests that may reach the upstream. */
export const vendorAChatAllow: readonly string[] = [
  'model', 'messages.role', 'messages.content', 'messages.name', 'messages.refusal',
  'messages.tool_calls', 'messages.tool_call_id', 'messages.function_call', 'max_completion_tokens',
  'n', 'stop', 'temperature', 'top_p', 'top_k', 'seed', 'presence_penalty', 'frequency_penalty',
  'logit_bias', 'logprobs', 'top_logprobs', 'tools', 'tool_choice', 'parallel_tool_calls',
  'functions', 'function_call', 'response_format', 'reasoning_effort', 'verbosity', 'prompt_cache',
  'prompt_cache_key', 'safety_identifier', 'service_tier', 'store', 'metadata', 'user',
]

/** Members of requests that may reach the upstream. */
export const vendorAResponsesAllow: readonly string[] = [
  'model', 'input', 'instructions', 'max_output_tokens', 'max_tool_calls', 'tools', 'tool_choice',
  'parallel_tool_calls', 'reasoning.effort', 'reasoning.summary', 'reasoning.generate_summary',
  'text.format', 'text.verbosity', 'include', 'truncation', 'temperature', 'top_p', 'top_logprobs',
  'background', 'service_tier', 'store', 'stream_options.include_obfuscation', 'prompt_cache_key',
  'safety_identifier', 'metadata', 'user',
]

/** POST of nodes. */
export const nodesRpc: UpstreamCall<Call<any, any, RpcRow, any>> = {
  id: 'nodes.rpc',
  upstream: 'nodes',
  origin: 'catalog/upstreams/nodes.yaml:14',
  method: 'POST',
  path: () => '/',
  holes: ({ model }) => ({ 'model.host': model.host }),
  timeout: 20_000,
  retry: 0,
  send: 'verbatim',
  fail: ({ status, reply }) => {
    // catalog/upstreams/nodes.yaml:7
    if ([401, 403, 407].includes(status)) {
      return { as: 'upstream_failed', details: 'The node is not available to this gateway now' }
    }
    // catalog/upstreams/nodes.yaml:10
    if (status === 200 && length(reply) === 0) {
      return { as: 'upstream_failed', details: 'The node gave no answer' }
    }
    return undefined
  },
  passes: ({ status, reply }) =>
    (status === 400 || status === 404 || status === 500)
      && (get(reply, 'error') !== undefined && get(reply, 'id') !== undefined),
}

/** POST of pool. */
export const poolChat: UpstreamCall<
  Call<PostChatCompletionsBody | PostChatRestBody | PostMessagesBody, any, ChatRow, any>
> = {
  id: 'pool.chat',
  upstream: 'pool',
  origin: 'catalog/upstreams/pool.yaml:7',
  method: 'POST',
  path: () => '/v1/chat/completions',
  timeout: 120_000,
  lasts: 500_000,
  retry: 0,
  send: ({ body, model, hooks }) => {
    const asked = body.max_tokens ?? body.max_completion_tokens
    const fitted = hooks.fitMessages(
      body.messages,
      body,
      model.tokenizer,
      model.context - min(asked ?? 1024, 1024),
    )
    const input_tokens = hooks.estimateTokens(fitted, body, model.tokenizer)
    const ceiling = min(model.max_output, model.context - input_tokens)
    const max_tokens = min(asked ?? 8192, ceiling)
    return {
      ...body,
      model: model.supplier_id,
      messages: fitted,
      max_tokens,
      max_completion_tokens: undefined,
      temperature: model.sampling ? body.temperature : undefined,
      top_p: model.sampling ? body.top_p : undefined,
      top_k: model.sampling ? body.top_k : undefined,
      tools: (body.tools?.length ?? 0) > 0 ? body.tools : undefined,
      tool_choice: (body.tools?.length ?? 0) > 0 ? body.tool_choice : undefined,
      reasoning_effort: model.plain_tools && (body.tools?.length ?? 0) > 0
        ? 'none'
        : body.reasoning_effort,
      modalities: undefined,
      prompt_cache: model.caching ? body.prompt_cache : undefined,
      search_parameters: undefined,
    }
  },
  allow: poolChatAllow,
  protocol: 'openai_chat',
  fail: ({ body, model, status, reply }) => {
    const said = get(reply, 'error', 'message') ?? get(reply, 'error')
    // catalog/upstreams/pool.yaml:80
    if (model.billing === 'free' && (status === 429 || status >= 500) && body.stream) {
      return { as: 'rate_limited', code: 'STREAM_FAILED', details: said, retryAfter: '30' }
    }
    // catalog/upstreams/pool.yaml:85
    if (model.billing === 'free' && (status === 429 || status >= 500)) {
      return { as: 'rate_limited', code: 'FREE_MODEL_FAILED', details: said, retryAfter: '30' }
    }
    // catalog/upstreams/pool.yaml:90
    if (status >= 400 && [...blocked].some(part => str(said).includes(part))) {
      return { as: 'content_policy', details: said }
    }
    // catalog/upstreams/pool.yaml:93
    if ([401, 402, 403, 407].includes(status)
      || get(reply, 'error', 'code') === 'insufficient_quota'
      || [1008, 2056].includes(get(reply, 'base_resp', 'status_code'))
      || status >= 400 && [...account].some(part => str(said).includes(part))) {
      return {
        as: 'upstream_failed',
        code: 'PROVIDER_CONFIG_ERROR',
        details: 'The model is not available to this gateway now',
      }
    }
    // catalog/upstreams/pool.yaml:97
    if (status === 429
      || status === 200
        && ['rate_limit', 'RateLimit', 'too_many_requests', '429'].some(
          part =>
            say(get(reply, 'error', 'code') ?? get(reply, 'error', 'type') ?? '').includes(part),
        )) {
      return { as: 'rate_limited', details: said }
    }
    // catalog/upstreams/pool.yaml:100
    if ([408, 504].includes(status)) return { as: 'upstream_timeout', details: said }
    // catalog/upstreams/pool.yaml:103
    if ([404, 502, 503, 529].includes(status)
      || status >= 400 && [...gone].some(part => str(said).includes(part))) {
      return { as: 'upstream_failed', code: 'MODEL_UNAVAILABLE', details: said }
    }
    // catalog/upstreams/pool.yaml:107
    if ([400, 413].includes(status)
      && (get(reply, 'error', 'code') === 'context_length_exceeded'
        || [...too_long].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'CONTEXT_LENGTH_EXCEEDED', details: said }
    }
    // catalog/upstreams/pool.yaml:111
    if (status === 400
      && (get(reply, 'error', 'code') === 'invalid_image_url'
        || [...picture].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'INVALID_IMAGE_URL', details: said }
    }
    // catalog/upstreams/pool.yaml:115
    if (status === 400 && [...reasoning].some(part => str(said).includes(part))) {
      return { as: 'invalid_input', code: 'REASONING_FORMAT_ERROR', details: said }
    }
    // catalog/upstreams/pool.yaml:119
    if (status === 400 && [...tool_ids].some(part => str(said).includes(part))) {
      return { as: 'invalid_input', code: 'TOOL_ID_FORMAT_ERROR', details: said }
    }
    // catalog/upstreams/pool.yaml:123
    if ([400, 422].includes(status)
      && (str(get(reply, 'error', 'param')).startsWith('messages')
        || [...history].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'INVALID_REQUEST', details: said }
    }
    // catalog/upstreams/pool.yaml:127
    if ([400, 413, 422].includes(status)) {
      return { as: 'invalid_input', code: 'INVALID_PARAMETER', details: said }
    }
    return undefined
  },
}

/** GET of predex. */
export const predexRead: UpstreamCall<Call<any, any, any, any>> = {
  id: 'predex.read',
  upstream: 'predex',
  origin: 'catalog/upstreams/predex.yaml:11',
  method: 'GET',
  path: ({ route }) => route.rest,
  timeout: 30_000,
  retry: 1,
  query: 'forward',
  fail: ({ status, reply }) => {
    // catalog/upstreams/predex.yaml:7
    if (status === 200 && length(reply) === 0) {
      return { as: 'upstream_failed', details: 'The upstream gave no answer' }
    }
    return undefined
  },
}

/** POST of predex. */
export const predexSend: UpstreamCall<Call<any, any, any, any>> = {
  id: 'predex.send',
  upstream: 'predex',
  origin: 'catalog/upstreams/predex.yaml:16',
  method: 'POST',
  path: ({ route }) => route.rest,
  timeout: 30_000,
  retry: 0,
  query: 'forward',
  send: 'verbatim',
  fail: ({ status, reply }) => {
    // catalog/upstreams/predex.yaml:7
    if (status === 200 && length(reply) === 0) {
      return { as: 'upstream_failed', details: 'The upstream gave no answer' }
    }
    return undefined
  },
}

/** POST of vendor_a. */
export const vendorAChat: UpstreamCall<
  Call<PostChatCompletionsBody | PostChatRestBody | PostMessagesBody, any, ChatRow, any>
> = {
  id: 'vendor_a.chat',
  upstream: 'vendor_a',
  origin: 'catalog/upstreams/vendor-a.yaml:11',
  method: 'POST',
  path: () => '/v1/chat/completions',
  timeout: 120_000,
  lasts: 500_000,
  retry: 0,
  send: ({ body, model, hooks }) => {
    const asked = body.max_tokens ?? body.max_completion_tokens
    const fitted = hooks.fitMessages(
      body.messages,
      body,
      model.tokenizer,
      model.context - min(asked ?? 1024, 1024),
    )
    const input_tokens = hooks.estimateTokens(fitted, body, model.tokenizer)
    const ceiling = min(model.max_output, model.context - input_tokens)
    const max_tokens = min(asked ?? 8192, ceiling)
    return {
      ...body,
      model: model.supplier_id,
      messages: fitted,
      max_tokens: undefined,
      max_completion_tokens: max_tokens,
      temperature: model.sampling ? body.temperature : undefined,
      top_p: model.sampling ? body.top_p : undefined,
      top_k: model.sampling ? body.top_k : undefined,
      tools: (body.tools?.length ?? 0) > 0 ? body.tools : undefined,
      tool_choice: (body.tools?.length ?? 0) > 0 ? body.tool_choice : undefined,
      reasoning_effort: model.plain_tools && (body.tools?.length ?? 0) > 0
        ? 'none'
        : body.reasoning_effort,
      modalities: undefined,
      prompt_cache: model.caching ? body.prompt_cache : undefined,
      search_parameters: undefined,
      thinking: undefined,
    }
  },
  allow: vendorAChatAllow,
  protocol: 'openai_chat',
  fail: ({ body, model, status, reply }) => {
    const said = get(reply, 'error', 'message') ?? get(reply, 'error')
    // catalog/upstreams/vendor-a.yaml:7
    if (status === 400
      && ['moderation_blocked', 'content_policy_violation'].includes(get(reply, 'error', 'code'))) {
      return { as: 'content_policy', details: get(reply, 'error', 'message') }
    }
    // catalog/upstreams/pool.yaml:80
    if (same(model.billing, 'free') && (status === 429 || status >= 500) && body.stream) {
      return { as: 'rate_limited', code: 'STREAM_FAILED', details: said, retryAfter: '30' }
    }
    // catalog/upstreams/pool.yaml:85
    if (same(model.billing, 'free') && (status === 429 || status >= 500)) {
      return { as: 'rate_limited', code: 'FREE_MODEL_FAILED', details: said, retryAfter: '30' }
    }
    // catalog/upstreams/pool.yaml:90
    if (status >= 400 && [...blocked].some(part => str(said).includes(part))) {
      return { as: 'content_policy', details: said }
    }
    // catalog/upstreams/pool.yaml:93
    if ([401, 402, 403, 407].includes(status)
      || get(reply, 'error', 'code') === 'insufficient_quota'
      || [1008, 2056].includes(get(reply, 'base_resp', 'status_code'))
      || status >= 400 && [...account].some(part => str(said).includes(part))) {
      return {
        as: 'upstream_failed',
        code: 'PROVIDER_CONFIG_ERROR',
        details: 'The model is not available to this gateway now',
      }
    }
    // catalog/upstreams/pool.yaml:97
    if (status === 429
      || status === 200
        && ['rate_limit', 'RateLimit', 'too_many_requests', '429'].some(
          part =>
            say(get(reply, 'error', 'code') ?? get(reply, 'error', 'type') ?? '').includes(part),
        )) {
      return { as: 'rate_limited', details: said }
    }
    // catalog/upstreams/pool.yaml:100
    if ([408, 504].includes(status)) return { as: 'upstream_timeout', details: said }
    // catalog/upstreams/pool.yaml:103
    if ([404, 502, 503, 529].includes(status)
      || status >= 400 && [...gone].some(part => str(said).includes(part))) {
      return { as: 'upstream_failed', code: 'MODEL_UNAVAILABLE', details: said }
    }
    // catalog/upstreams/pool.yaml:107
    if ([400, 413].includes(status)
      && (get(reply, 'error', 'code') === 'context_length_exceeded'
        || [...too_long].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'CONTEXT_LENGTH_EXCEEDED', details: said }
    }
    // catalog/upstreams/pool.yaml:111
    if (status === 400
      && (get(reply, 'error', 'code') === 'invalid_image_url'
        || [...picture].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'INVALID_IMAGE_URL', details: said }
    }
    // catalog/upstreams/pool.yaml:115
    if (status === 400 && [...reasoning].some(part => str(said).includes(part))) {
      return { as: 'invalid_input', code: 'REASONING_FORMAT_ERROR', details: said }
    }
    // catalog/upstreams/pool.yaml:119
    if (status === 400 && [...tool_ids].some(part => str(said).includes(part))) {
      return { as: 'invalid_input', code: 'TOOL_ID_FORMAT_ERROR', details: said }
    }
    // catalog/upstreams/pool.yaml:123
    if ([400, 422].includes(status)
      && (str(get(reply, 'error', 'param')).startsWith('messages')
        || [...history].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'INVALID_REQUEST', details: said }
    }
    // catalog/upstreams/pool.yaml:127
    if ([400, 413, 422].includes(status)) {
      return { as: 'invalid_input', code: 'INVALID_PARAMETER', details: said }
    }
    return undefined
  },
}

/** POST of vendor_a. */
export const vendorAImages: UpstreamCall<
  Call<PostImagesGenerationsBody | PostV1ImagesGenerationsBody, any, ImagesRow, any>
> = {
  id: 'vendor_a.images',
  upstream: 'vendor_a',
  origin: 'catalog/upstreams/vendor-a.yaml:53',
  method: 'POST',
  path: () => '/v1/images/generations',
  timeout: 600_000,
  retry: 0,
  send: ({ body, model }) => ({
    model: model.supplier_id,
    prompt: body.prompt,
    size: body.size,
    n: body.n,
  }),
  fail: ({ body, status, reply }) => {
    // catalog/upstreams/vendor-a.yaml:7
    if (status === 400
      && ['moderation_blocked', 'content_policy_violation'].includes(get(reply, 'error', 'code'))) {
      return { as: 'content_policy', details: get(reply, 'error', 'message') }
    }
    // catalog/upstreams/vendor-a.yaml:55
    if (status === 200 && length(get(reply, 'data')) < body.n) {
      return { as: 'upstream_failed', details: 'Fewer images were made than asked for' }
    }
    return undefined
  },
  give: ({ reply }) => ({
    assets: items(get(reply, 'data')).map(i => ({
      b64: get(i, 'b64_json'),
      mime: 'image/png',
      revised_prompt: get(i, 'revised_prompt'),
    })),
  }),
  media: 'assets',
}

/** POST of vendor_a. */
export const vendorAEdits: UpstreamCall<
  Call<PostImagesEditsBody | PostImagesImage2ImageBody, any, ImagesRow, any>
> = {
  id: 'vendor_a.edits',
  upstream: 'vendor_a',
  origin: 'catalog/upstreams/vendor-a.yaml:63',
  method: 'POST',
  path: () => '/v1/images/edits',
  timeout: 600_000,
  retry: 0,
  send: ({ body, model }) => ({
    model: model.supplier_id,
    prompt: body.prompt,
    'image[]': body.image,
    mask: body.mask,
    size: body.size,
    n: String(body.n),
  }),
  sendAs: 'multipart',
  files: ['image[]', 'mask'],
  fail: ({ body, status, reply }) => {
    // catalog/upstreams/vendor-a.yaml:7
    if (status === 400
      && ['moderation_blocked', 'content_policy_violation'].includes(get(reply, 'error', 'code'))) {
      return { as: 'content_policy', details: get(reply, 'error', 'message') }
    }
    // catalog/upstreams/vendor-a.yaml:65
    if ([408, 504].includes(status)) {
      return { as: 'upstream_timeout', details: 'The supplier ran out of time' }
    }
    // catalog/upstreams/vendor-a.yaml:68
    if (status === 400
      && ['invalid_image_file', 'unsupported_file_mimetype', 'invalid_mask_image_format'].includes(
        get(reply, 'error', 'code'),
      )) {
      return { as: 'invalid_input', details: get(reply, 'error', 'message') }
    }
    // catalog/upstreams/vendor-a.yaml:71
    if (status === 200 && length(get(reply, 'data')) < body.n) {
      return { as: 'upstream_failed', details: 'Fewer images were made than asked for' }
    }
    return undefined
  },
  give: ({ reply }) => ({
    assets: items(get(reply, 'data')).map(i => ({
      b64: get(i, 'b64_json'),
      mime: 'image/png',
      revised_prompt: get(i, 'revised_prompt'),
    })),
  }),
  media: 'assets',
}

/** POST of vendor_a. */
export const vendorAResponses: UpstreamCall<Call<PostResponsesBody, any, ChatRow, any>> = {
  id: 'vendor_a.responses',
  upstream: 'vendor_a',
  origin: 'catalog/upstreams/vendor-a.yaml:87',
  method: 'POST',
  path: () => '/v1/responses',
  timeout: 240_000,
  lasts: 500_000,
  retry: 0,
  send: ({ body, model }) => {
    const max_output = min(body.max_output_tokens ?? model.max_output, model.max_output)
    const known = body.background
      || items(body.input).every(
        i =>
          get(i, 'type') !== 'reasoning'
            || count(get(i, 'id')) === 0
            || count(get(i, 'encrypted_content')) > 0,
      )
      ? body.input
      : items(body.input).filter(
        i =>
          get(i, 'type') !== 'reasoning'
            || count(get(i, 'id')) === 0
            || count(get(i, 'encrypted_content')) > 0,
      )
    return {
      ...body,
      model: model.supplier_id,
      input: known,
      max_output_tokens: max_output,
      store: body.background,
    }
  },
  allow: vendorAResponsesAllow,
  protocol: 'openai_responses',
  fail: ({ status, reply }) => {
    // catalog/upstreams/vendor-a.yaml:7
    if (status === 400
      && ['moderation_blocked', 'content_policy_violation'].includes(get(reply, 'error', 'code'))) {
      return { as: 'content_policy', details: get(reply, 'error', 'message') }
    }
    // catalog/upstreams/vendor-a.yaml:126
    if ([401, 403].includes(status) || get(reply, 'error', 'code') === 'insufficient_quota') {
      return {
        as: 'not_configured',
        details: 'The supplier does not take this gateway\'s requests now',
      }
    }
    return undefined
  },
}

/** GET of vendor_a. */
export const vendorAResponse: UpstreamCall<Call<any, { id: string }, any, GetResponsesIdQuery>> = {
  id: 'vendor_a.response',
  upstream: 'vendor_a',
  origin: 'catalog/upstreams/vendor-a.yaml:129',
  method: 'GET',
  path: ({ path }) => `/v1/responses/${path.id}`,
  timeout: 240_000,
  lasts: 500_000,
  retry: 0,
  query: ({ query }) => ({
    stream: query.stream ? 'true' : undefined,
    starting_after: query.starting_after !== undefined ? String(query.starting_after) : undefined,
  }),
  protocol: 'openai_responses',
  fail: ({ status, reply }) => {
    // catalog/upstreams/vendor-a.yaml:7
    if (status === 400
      && ['moderation_blocked', 'content_policy_violation'].includes(get(reply, 'error', 'code'))) {
      return { as: 'content_policy', details: get(reply, 'error', 'message') }
    }
    // catalog/upstreams/vendor-a.yaml:138
    if ([401, 403].includes(status) || get(reply, 'error', 'code') === 'insufficient_quota') {
      return {
        as: 'not_configured',
        details: 'The supplier does not take this gateway\'s requests now',
      }
    }
    return undefined
  },
}

/** POST of vendor_a. */
export const vendorACancelResponse: UpstreamCall<Call<any, { id: string }, any, any>> = {
  id: 'vendor_a.cancel_response',
  upstream: 'vendor_a',
  origin: 'catalog/upstreams/vendor-a.yaml:141',
  method: 'POST',
  path: ({ path }) => `/v1/responses/${path.id}/cancel`,
  timeout: 60_000,
  retry: 0,
  fail: ({ status, reply }) => {
    // catalog/upstreams/vendor-a.yaml:7
    if (status === 400
      && ['moderation_blocked', 'content_policy_violation'].includes(get(reply, 'error', 'code'))) {
      return { as: 'content_policy', details: get(reply, 'error', 'message') }
    }
    // catalog/upstreams/vendor-a.yaml:145
    if ([401, 403].includes(status) || get(reply, 'error', 'code') === 'insufficient_quota') {
      return {
        as: 'not_configured',
        details: 'The supplier does not take this gateway\'s requests now',
      }
    }
    return undefined
  },
}

/** POST of vendor_b. */
export const vendorBChat: UpstreamCall<
  Call<PostChatCompletionsBody | PostChatRestBody | PostMessagesBody, any, ChatRow, any>
> = {
  id: 'vendor_b.chat',
  upstream: 'vendor_b',
  origin: 'catalog/upstreams/vendor-b.yaml:18',
  method: 'POST',
  path: ({ body, model }) =>
    body.stream
      ? '/v1beta/models/' + model.supplier_id + ':streamGenerateContent?alt=sse'
      : '/v1beta/models/' + model.supplier_id + ':generateContent',
  timeout: 120_000,
  lasts: 500_000,
  retry: 0,
  send: ({ body, model, hooks }) => {
    const asked = body.max_tokens ?? body.max_completion_tokens
    const fitted = hooks.fitMessages(
      body.messages,
      body,
      model.tokenizer,
      model.context - min(asked ?? 1024, 1024),
    )
    const input_tokens = hooks.estimateTokens(fitted, body, model.tokenizer)
    const ceiling = min(model.max_output, model.context - input_tokens)
    const max_tokens = min(asked ?? 8192, ceiling)
    return {
      ...body,
      model: model.supplier_id,
      messages: fitted,
      max_tokens,
      max_completion_tokens: undefined,
      temperature: model.sampling ? body.temperature : undefined,
      top_p: model.sampling ? body.top_p : undefined,
      top_k: model.sampling ? body.top_k : undefined,
      tools: (body.tools?.length ?? 0) > 0 ? body.tools : undefined,
      tool_choice: (body.tools?.length ?? 0) > 0 ? body.tool_choice : undefined,
      reasoning_effort: model.plain_tools && (body.tools?.length ?? 0) > 0
        ? 'none'
        : body.reasoning_effort,
      modalities: undefined,
      prompt_cache: model.caching ? body.prompt_cache : undefined,
      search_parameters: undefined,
      thinking: model.kinds.includes('reasoning')
        && body.thinking === undefined
        && body.reasoning_effort === undefined
        ? { type: 'adaptive' }
        : body.thinking,
    }
  },
  allow: poolChatAllow,
  protocol: 'gemini_generate',
  fail: ({ body, model, status, reply }) => {
    const said = get(reply, 'error', 'message') ?? get(reply, 'error')
    // catalog/upstreams/vendor-b.yaml:7
    if (status === 429) {
      return {
        as: 'rate_limited',
        details: get(reply, 'error', 'message'),
        retryAfter: get(
          items(get(reply, 'error', 'details')).filter(d => get(d, 'retryDelay') !== undefined)[0],
          'retryDelay',
        ),
      }
    }
    // catalog/upstreams/vendor-b.yaml:11
    if (status === 200 && get(reply, 'promptFeedback', 'blockReason') !== undefined) {
      return {
        as: 'content_policy',
        details: `Blocked: ${say(get(reply, 'promptFeedback', 'blockReason'))}`,
      }
    }
    // catalog/upstreams/vendor-b.yaml:14
    if (status === 200
      && [
        'SAFETY', 'IMAGE_SAFETY', 'PROHIBITED_CONTENT', 'IMAGE_PROHIBITED_CONTENT', 'NO_IMAGE',
        'IMAGE_OTHER', 'RECITATION', 'BLOCKLIST', 'SPII', 'LANGUAGE',
      ].includes(get(reply, 'candidates', 0, 'finishReason'))) {
      return {
        as: 'content_policy',
        details: `Blocked: ${say(get(reply, 'candidates', 0, 'finishReason'))}`,
      }
    }
    // catalog/upstreams/pool.yaml:80
    if (same(model.billing, 'free') && (status === 429 || status >= 500) && body.stream) {
      return { as: 'rate_limited', code: 'STREAM_FAILED', details: said, retryAfter: '30' }
    }
    // catalog/upstreams/pool.yaml:85
    if (same(model.billing, 'free') && (status === 429 || status >= 500)) {
      return { as: 'rate_limited', code: 'FREE_MODEL_FAILED', details: said, retryAfter: '30' }
    }
    // catalog/upstreams/pool.yaml:90
    if (status >= 400 && [...blocked].some(part => str(said).includes(part))) {
      return { as: 'content_policy', details: said }
    }
    // catalog/upstreams/pool.yaml:93
    if ([401, 402, 403, 407].includes(status)
      || get(reply, 'error', 'code') === 'insufficient_quota'
      || [1008, 2056].includes(get(reply, 'base_resp', 'status_code'))
      || status >= 400 && [...account].some(part => str(said).includes(part))) {
      return {
        as: 'upstream_failed',
        code: 'PROVIDER_CONFIG_ERROR',
        details: 'The model is not available to this gateway now',
      }
    }
    // catalog/upstreams/pool.yaml:97
    if (status === 429
      || status === 200
        && ['rate_limit', 'RateLimit', 'too_many_requests', '429'].some(
          part =>
            say(get(reply, 'error', 'code') ?? get(reply, 'error', 'type') ?? '').includes(part),
        )) {
      return { as: 'rate_limited', details: said }
    }
    // catalog/upstreams/pool.yaml:100
    if ([408, 504].includes(status)) return { as: 'upstream_timeout', details: said }
    // catalog/upstreams/pool.yaml:103
    if ([404, 502, 503, 529].includes(status)
      || status >= 400 && [...gone].some(part => str(said).includes(part))) {
      return { as: 'upstream_failed', code: 'MODEL_UNAVAILABLE', details: said }
    }
    // catalog/upstreams/pool.yaml:107
    if ([400, 413].includes(status)
      && (get(reply, 'error', 'code') === 'context_length_exceeded'
        || [...too_long].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'CONTEXT_LENGTH_EXCEEDED', details: said }
    }
    // catalog/upstreams/pool.yaml:111
    if (status === 400
      && (get(reply, 'error', 'code') === 'invalid_image_url'
        || [...picture].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'INVALID_IMAGE_URL', details: said }
    }
    // catalog/upstreams/pool.yaml:115
    if (status === 400 && [...reasoning].some(part => str(said).includes(part))) {
      return { as: 'invalid_input', code: 'REASONING_FORMAT_ERROR', details: said }
    }
    // catalog/upstreams/pool.yaml:119
    if (status === 400 && [...tool_ids].some(part => str(said).includes(part))) {
      return { as: 'invalid_input', code: 'TOOL_ID_FORMAT_ERROR', details: said }
    }
    // catalog/upstreams/pool.yaml:123
    if ([400, 422].includes(status)
      && (str(get(reply, 'error', 'param')).startsWith('messages')
        || [...history].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'INVALID_REQUEST', details: said }
    }
    // catalog/upstreams/pool.yaml:127
    if ([400, 413, 422].includes(status)) {
      return { as: 'invalid_input', code: 'INVALID_PARAMETER', details: said }
    }
    return undefined
  },
}

/** POST of vendor_b. */
export const vendorBImages: UpstreamCall<
  Call<PostImagesGenerationsBody | PostV1ImagesGenerationsBody, any, ImagesRow, any>
> = {
  id: 'vendor_b.images',
  upstream: 'vendor_b',
  origin: 'catalog/upstreams/vendor-b.yaml:24',
  method: 'POST',
  path: ({ model }) => `/v1beta/models/${model.supplier_id}:generateContent`,
  timeout: 300_000,
  retry: 0,
  repeat: ({ body }) => body.n,
  send: ({ body }) => {
    const resolution = { '1024x1024': '1K', '2048x2048': '2K', '4096x4096': '4K' }
    return {
      contents: [{ role: 'user', parts: [{ text: body.prompt }] }],
      generationConfig: {
        responseModalities: ['IMAGE'],
        imageConfig: { aspectRatio: '1:1', imageSize: at(resolution, body.size) },
      },
    }
  },
  fail: ({ status, reply }) => {
    // catalog/upstreams/vendor-b.yaml:7
    if (status === 429) {
      return {
        as: 'rate_limited',
        details: get(reply, 'error', 'message'),
        retryAfter: get(
          items(get(reply, 'error', 'details')).filter(d => get(d, 'retryDelay') !== undefined)[0],
          'retryDelay',
        ),
      }
    }
    // catalog/upstreams/vendor-b.yaml:11
    if (status === 200 && get(reply, 'promptFeedback', 'blockReason') !== undefined) {
      return {
        as: 'content_policy',
        details: `Blocked: ${say(get(reply, 'promptFeedback', 'blockReason'))}`,
      }
    }
    // catalog/upstreams/vendor-b.yaml:14
    if (status === 200
      && [
        'SAFETY', 'IMAGE_SAFETY', 'PROHIBITED_CONTENT', 'IMAGE_PROHIBITED_CONTENT', 'NO_IMAGE',
        'IMAGE_OTHER', 'RECITATION', 'BLOCKLIST', 'SPII', 'LANGUAGE',
      ].includes(get(reply, 'candidates', 0, 'finishReason'))) {
      return {
        as: 'content_policy',
        details: `Blocked: ${say(get(reply, 'candidates', 0, 'finishReason'))}`,
      }
    }
    return undefined
  },
  give: ({ reply }) => ({
    assets: items(get(reply, 'candidates', 0, 'content', 'parts')).filter(
      p => get(p, 'inlineData') !== undefined,
    ).map(p => ({ b64: get(p, 'inlineData', 'data'), mime: get(p, 'inlineData', 'mimeType') })),
  }),
  media: 'assets',
}

/** POST of vendor_b. */
export const vendorBEdits: UpstreamCall<
  Call<PostImagesEditsBody | PostImagesImage2ImageBody, any, ImagesRow, any>
> = {
  id: 'vendor_b.edits',
  upstream: 'vendor_b',
  origin: 'catalog/upstreams/vendor-b.yaml:37',
  method: 'POST',
  path: ({ model }) => `/v1beta/models/${model.supplier_id}:generateContent`,
  timeout: 300_000,
  retry: 0,
  repeat: ({ body }) => body.n,
  send: ({ body }) => {
    const resolution = { '1024x1024': '1K', '2048x2048': '2K', '4096x4096': '4K' }
    return {
      contents: [{
        role: 'user',
        parts: [
          ...body.image.map(i => ({
            inlineData: { mimeType: before(after(i, 'data:'), ';'), data: after(i, ',') },
          })),
          ...[{ text: body.prompt }],
        ],
      }],
      generationConfig: {
        responseModalities: ['IMAGE'],
        imageConfig: { aspectRatio: '1:1', imageSize: at(resolution, body.size) },
      },
    }
  },
  fail: ({ status, reply }) => {
    // catalog/upstreams/vendor-b.yaml:7
    if (status === 429) {
      return {
        as: 'rate_limited',
        details: get(reply, 'error', 'message'),
        retryAfter: get(
          items(get(reply, 'error', 'details')).filter(d => get(d, 'retryDelay') !== undefined)[0],
          'retryDelay',
        ),
      }
    }
    // catalog/upstreams/vendor-b.yaml:11
    if (status === 200 && get(reply, 'promptFeedback', 'blockReason') !== undefined) {
      return {
        as: 'content_policy',
        details: `Blocked: ${say(get(reply, 'promptFeedback', 'blockReason'))}`,
      }
    }
    // catalog/upstreams/vendor-b.yaml:14
    if (status === 200
      && [
        'SAFETY', 'IMAGE_SAFETY', 'PROHIBITED_CONTENT', 'IMAGE_PROHIBITED_CONTENT', 'NO_IMAGE',
        'IMAGE_OTHER', 'RECITATION', 'BLOCKLIST', 'SPII', 'LANGUAGE',
      ].includes(get(reply, 'candidates', 0, 'finishReason'))) {
      return {
        as: 'content_policy',
        details: `Blocked: ${say(get(reply, 'candidates', 0, 'finishReason'))}`,
      }
    }
    // catalog/upstreams/vendor-b.yaml:51
    if ([408, 504].includes(status)) {
      return { as: 'upstream_timeout', details: 'The supplier ran out of time' }
    }
    // catalog/upstreams/vendor-b.yaml:54
    if (status === 400
      && ['input image', 'MIME type', 'inline_data'].some(
        part => str(get(reply, 'error', 'message')).includes(part),
      )) {
      return { as: 'invalid_input', details: get(reply, 'error', 'message') }
    }
    return undefined
  },
  give: ({ reply }) => ({
    assets: items(get(reply, 'candidates', 0, 'content', 'parts')).filter(
      p => get(p, 'inlineData') !== undefined,
    ).map(p => ({ b64: get(p, 'inlineData', 'data'), mime: get(p, 'inlineData', 'mimeType') })),
  }),
  media: 'assets',
}

/** POST of vendor_c. */
export const vendorCChat: UpstreamCall<
  Call<PostChatCompletionsBody | PostChatRestBody | PostMessagesBody, any, ChatRow, any>
> = {
  id: 'vendor_c.chat',
  upstream: 'vendor_c',
  origin: 'catalog/upstreams/vendor-c.yaml:15',
  method: 'POST',
  path: () => '/v1/chat/completions',
  timeout: 120_000,
  lasts: 500_000,
  retry: 0,
  send: ({ body, model, hooks }) => {
    const asked = body.max_tokens ?? body.max_completion_tokens
    const fitted = hooks.fitMessages(
      body.messages,
      body,
      model.tokenizer,
      model.context - min(asked ?? 1024, 1024),
    )
    const input_tokens = hooks.estimateTokens(fitted, body, model.tokenizer)
    const ceiling = min(model.max_output, model.context - input_tokens)
    const max_tokens = min(asked ?? 8192, ceiling)
    const searches = model.search
      && body.search_parameters !== undefined
      && (body.search_parameters.mode ?? 'auto') !== 'off'
    const sources = model.search
      && body.search_parameters !== undefined
      && (body.search_parameters.mode ?? 'auto') !== 'off'
      ? body.search_parameters.max_search_results ?? 10
      : 0
    return {
      ...body,
      model: model.supplier_id,
      messages: fitted,
      max_tokens,
      max_completion_tokens: undefined,
      temperature: model.sampling ? body.temperature : undefined,
      top_p: model.sampling ? body.top_p : undefined,
      top_k: model.sampling ? body.top_k : undefined,
      tools: (body.tools?.length ?? 0) > 0 ? body.tools : undefined,
      tool_choice: (body.tools?.length ?? 0) > 0 ? body.tool_choice : undefined,
      reasoning_effort: model.plain_tools && (body.tools?.length ?? 0) > 0
        ? 'none'
        : body.reasoning_effort,
      modalities: undefined,
      prompt_cache: model.caching ? body.prompt_cache : undefined,
      search_parameters: searches
        ? {
          mode: body.search_parameters?.mode,
          sources: body.search_parameters?.sources,
          return_citations: body.search_parameters?.return_citations,
          from_date: body.search_parameters?.from_date,
          to_date: body.search_parameters?.to_date,
          max_search_results: sources,
        }
        : undefined,
    }
  },
  allow: poolChatAllow,
  protocol: 'openai_chat',
  fail: ({ body, model, status, reply }) => {
    const said = get(reply, 'error', 'message') ?? get(reply, 'error')
    // catalog/upstreams/vendor-c.yaml:8
    if (status === 200
      && items(get(reply, 'data')).some(i => get(i, 'respect_moderation') === false)) {
      return { as: 'content_policy', details: 'An image was withheld by moderation' }
    }
    // catalog/upstreams/vendor-c.yaml:11
    if (status === 400 && get(reply, 'code') === 'content_policy_violation') {
      return { as: 'content_policy', details: get(reply, 'error') }
    }
    // catalog/upstreams/pool.yaml:80
    if (same(model.billing, 'free') && (status === 429 || status >= 500) && body.stream) {
      return { as: 'rate_limited', code: 'STREAM_FAILED', details: said, retryAfter: '30' }
    }
    // catalog/upstreams/pool.yaml:85
    if (same(model.billing, 'free') && (status === 429 || status >= 500)) {
      return { as: 'rate_limited', code: 'FREE_MODEL_FAILED', details: said, retryAfter: '30' }
    }
    // catalog/upstreams/pool.yaml:90
    if (status >= 400 && [...blocked].some(part => str(said).includes(part))) {
      return { as: 'content_policy', details: said }
    }
    // catalog/upstreams/pool.yaml:93
    if ([401, 402, 403, 407].includes(status)
      || get(reply, 'error', 'code') === 'insufficient_quota'
      || [1008, 2056].includes(get(reply, 'base_resp', 'status_code'))
      || status >= 400 && [...account].some(part => str(said).includes(part))) {
      return {
        as: 'upstream_failed',
        code: 'PROVIDER_CONFIG_ERROR',
        details: 'The model is not available to this gateway now',
      }
    }
    // catalog/upstreams/pool.yaml:97
    if (status === 429
      || status === 200
        && ['rate_limit', 'RateLimit', 'too_many_requests', '429'].some(
          part =>
            say(get(reply, 'error', 'code') ?? get(reply, 'error', 'type') ?? '').includes(part),
        )) {
      return { as: 'rate_limited', details: said }
    }
    // catalog/upstreams/pool.yaml:100
    if ([408, 504].includes(status)) return { as: 'upstream_timeout', details: said }
    // catalog/upstreams/pool.yaml:103
    if ([404, 502, 503, 529].includes(status)
      || status >= 400 && [...gone].some(part => str(said).includes(part))) {
      return { as: 'upstream_failed', code: 'MODEL_UNAVAILABLE', details: said }
    }
    // catalog/upstreams/pool.yaml:107
    if ([400, 413].includes(status)
      && (get(reply, 'error', 'code') === 'context_length_exceeded'
        || [...too_long].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'CONTEXT_LENGTH_EXCEEDED', details: said }
    }
    // catalog/upstreams/pool.yaml:111
    if (status === 400
      && (get(reply, 'error', 'code') === 'invalid_image_url'
        || [...picture].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'INVALID_IMAGE_URL', details: said }
    }
    // catalog/upstreams/pool.yaml:115
    if (status === 400 && [...reasoning].some(part => str(said).includes(part))) {
      return { as: 'invalid_input', code: 'REASONING_FORMAT_ERROR', details: said }
    }
    // catalog/upstreams/pool.yaml:119
    if (status === 400 && [...tool_ids].some(part => str(said).includes(part))) {
      return { as: 'invalid_input', code: 'TOOL_ID_FORMAT_ERROR', details: said }
    }
    // catalog/upstreams/pool.yaml:123
    if ([400, 422].includes(status)
      && (str(get(reply, 'error', 'param')).startsWith('messages')
        || [...history].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'INVALID_REQUEST', details: said }
    }
    // catalog/upstreams/pool.yaml:127
    if ([400, 413, 422].includes(status)) {
      return { as: 'invalid_input', code: 'INVALID_PARAMETER', details: said }
    }
    return undefined
  },
}

/** POST of vendor_c. */
export const vendorCImages: UpstreamCall<
  Call<PostImagesGenerationsBody | PostV1ImagesGenerationsBody, any, ImagesRow, any>
> = {
  id: 'vendor_c.images',
  upstream: 'vendor_c',
  origin: 'catalog/upstreams/vendor-c.yaml:21',
  method: 'POST',
  path: () => '/v1/images/generations',
  timeout: 300_000,
  retry: 0,
  send: ({ body, model }) => ({
    model: model.supplier_id,
    prompt: body.prompt,
    n: body.n,
    response_format: 'url',
    aspect_ratio: '1:1',
    resolution: '1k',
  }),
  fail: ({ body, status, reply }) => {
    // catalog/upstreams/vendor-c.yaml:8
    if (status === 200
      && items(get(reply, 'data')).some(i => get(i, 'respect_moderation') === false)) {
      return { as: 'content_policy', details: 'An image was withheld by moderation' }
    }
    // catalog/upstreams/vendor-c.yaml:11
    if (status === 400 && get(reply, 'code') === 'content_policy_violation') {
      return { as: 'content_policy', details: get(reply, 'error') }
    }
    // catalog/upstreams/vendor-c.yaml:23
    if (status === 200 && length(get(reply, 'data')) < body.n) {
      return { as: 'upstream_failed', details: 'Fewer images were made than asked for' }
    }
    return undefined
  },
  give: ({ reply }) => ({
    assets: items(get(reply, 'data')).map(i => ({
      url: get(i, 'url'),
      b64: get(i, 'b64_json'),
      mime: 'image/jpeg',
      revised_prompt: get(i, 'revised_prompt'),
    })),
  }),
  media: 'assets',
}

/** POST of vendor_c. */
export const vendorCVideos: UpstreamCall<
  Call<PostVideosBody | PostVideosGenerationsBody, any, VideosRow, any> & { ticket: { id: any } }
> = {
  id: 'vendor_c.videos',
  upstream: 'vendor_c',
  origin: 'catalog/upstreams/vendor-c.yaml:31',
  method: 'POST',
  path: () => '/v1/videos/generations',
  timeout: 20_000,
  retry: 0,
  send: ({ body, model }) => {
    const seconds = body.duration_seconds ?? model.default_seconds
    const resolution = model.resolution_rule === 'ignored'
      ? need(model.resolutions[0])
      : body.resolution ?? need(model.resolutions[0])
    return {
      model: model.supplier_id,
      prompt: body.prompt,
      duration: seconds,
      resolution,
      aspect_ratio: body.aspect_ratio,
      image: body.image_url !== undefined ? { url: body.image_url } : undefined,
    }
  },
  fail: ({ status, reply }) => {
    // catalog/upstreams/vendor-c.yaml:8
    if (status === 200
      && items(get(reply, 'data')).some(i => get(i, 'respect_moderation') === false)) {
      return { as: 'content_policy', details: 'An image was withheld by moderation' }
    }
    // catalog/upstreams/vendor-c.yaml:11
    if (status === 400 && get(reply, 'code') === 'content_policy_violation') {
      return { as: 'content_policy', details: get(reply, 'error') }
    }
    // catalog/upstreams/vendor-c.yaml:42
    if ([408, 504].includes(status)) {
      return { as: 'upstream_timeout', details: 'The supplier ran out of time' }
    }
    // catalog/upstreams/vendor-c.yaml:45
    if (status === 200 && length(get(reply, 'request_id')) === 0) {
      return { as: 'upstream_failed', details: 'The supplier gave no job' }
    }
    return undefined
  },
  ticket: ({ reply }) => ({ id: get(reply, 'request_id') }),
  poll: {
    id: 'vendor_c.videos.poll',
    upstream: 'vendor_c',
    origin: 'catalog/upstreams/vendor-c.yaml:49',
    method: 'GET',
    path: ({ ticket }) => `/v1/videos/${say(ticket.id)}`,
    timeout: 30_000,
    retry: 0,
    every: 5000,
    pending: ({ status, reply }) => status === 202 || get(reply, 'status') === 'pending',
    fail: ({ status, reply }) => {
      // catalog/upstreams/vendor-c.yaml:8
      if (status === 200
        && items(get(reply, 'data')).some(i => get(i, 'respect_moderation') === false)) {
        return { as: 'content_policy', details: 'An image was withheld by moderation' }
      }
      // catalog/upstreams/vendor-c.yaml:11
      if (status === 400 && get(reply, 'code') === 'content_policy_violation') {
        return { as: 'content_policy', details: get(reply, 'error') }
      }
      // catalog/upstreams/vendor-c.yaml:55
      if (status === 200 && get(reply, 'video', 'respect_moderation') === false) {
        return { as: 'content_policy', details: 'The video was withheld by moderation' }
      }
      // catalog/upstreams/vendor-c.yaml:58
      if (status === 200 && ['failed', 'expired'].includes(get(reply, 'status'))) {
        return {
          as: 'upstream_failed',
          details: get(reply, 'error', 'message')
            ?? get(reply, 'error')
            ?? 'The video could not be made',
        }
      }
      // catalog/upstreams/vendor-c.yaml:61
      if (status === 200 && length(get(reply, 'video', 'url')) === 0) {
        return { as: 'upstream_failed', details: 'The supplier gave no video' }
      }
      return undefined
    },
    give: ({ body, model, ticket, reply }) => {
      const seconds = body.duration_seconds ?? model.default_seconds
      return {
        assets: [{
          url: get(reply, 'video', 'url'),
          mime: 'video/mp4',
          duration_seconds: seconds,
          request_id: ticket.id,
        }],
        usage: undefined,
      }
    },
    media: 'assets',
  },
}

/** POST of vendor_c. */
export const vendorCSearch: UpstreamCall<Call<PostSearchBody, any, any, any>> = {
  id: 'vendor_c.search',
  upstream: 'vendor_c',
  origin: 'catalog/upstreams/vendor-c.yaml:67',
  method: 'POST',
  path: () => '/v1/chat/completions',
  timeout: 120_000,
  retry: 0,
  send: ({ body }) => ({
    model: 'think-5-fast',
    max_tokens: 2000,
    messages: [{ role: 'user', content: body.query }],
    search_parameters: {
      mode: 'on',
      return_citations: true,
      sources: body.sources.map(s => ({ type: s })),
      max_search_results: body.max_results,
      from_date: body.from_date,
      to_date: body.to_date,
    },
  }),
  fail: ({ status, reply }) => {
    // catalog/upstreams/vendor-c.yaml:8
    if (status === 200
      && items(get(reply, 'data')).some(i => get(i, 'respect_moderation') === false)) {
      return { as: 'content_policy', details: 'An image was withheld by moderation' }
    }
    // catalog/upstreams/vendor-c.yaml:11
    if (status === 400 && get(reply, 'code') === 'content_policy_violation') {
      return { as: 'content_policy', details: get(reply, 'error') }
    }
    // catalog/upstreams/vendor-c.yaml:82
    if (status >= 400
      && str(get(reply, 'error', 'message') ?? get(reply, 'error')).includes('usage guidelines')) {
      return {
        as: 'content_policy',
        details: get(reply, 'error', 'message') ?? get(reply, 'error'),
      }
    }
    // catalog/upstreams/vendor-c.yaml:85
    if ([401, 402, 403].includes(status)) {
      return { as: 'upstream_failed', details: 'Searches are not available to this gateway now' }
    }
    // catalog/upstreams/vendor-c.yaml:88
    if (status === 200
      && (count(get(reply, 'error')) > 0
        || length(join([get(reply, 'choices', 0, 'message', 'content')], '')) === 0)) {
      return { as: 'upstream_failed', details: 'The search gave no summary' }
    }
    return undefined
  },
  give: ({ body, reply }) => ({
    summary: get(reply, 'choices', 0, 'message', 'content'),
    model: 'vendorC/think-5-fast',
    citations: length(get(reply, 'citations')) > 0 ? get(reply, 'citations') : undefined,
    sources_used: get(reply, 'usage', 'num_sources_used') ?? body.max_results,
  }),
  resultWhen: ({ reply }) => filled(get(reply, 'choices', 0, 'message', 'content')),
}

/** POST of vendor_d. */
export const vendorDChat: UpstreamCall<
  Call<PostChatCompletionsBody | PostChatRestBody | PostMessagesBody, any, ChatRow, any>
> = {
  id: 'vendor_d.chat',
  upstream: 'vendor_d',
  origin: 'catalog/upstreams/vendor-d.yaml:22',
  method: 'POST',
  path: () => '/api/v3/chat/completions',
  timeout: 120_000,
  lasts: 500_000,
  retry: 0,
  send: ({ body, model, hooks }) => {
    const asked = body.max_tokens ?? body.max_completion_tokens
    const fitted = hooks.fitMessages(
      body.messages,
      body,
      model.tokenizer,
      model.context - min(asked ?? 1024, 1024),
    )
    const input_tokens = hooks.estimateTokens(fitted, body, model.tokenizer)
    const ceiling = min(model.max_output, model.context - input_tokens)
    const max_tokens = min(asked ?? 8192, ceiling)
    return {
      ...body,
      model: model.supplier_id,
      messages: fitted,
      max_tokens,
      max_completion_tokens: undefined,
      temperature: model.sampling ? body.temperature : undefined,
      top_p: model.sampling ? body.top_p : undefined,
      top_k: model.sampling ? body.top_k : undefined,
      tools: (body.tools?.length ?? 0) > 0 ? body.tools : undefined,
      tool_choice: (body.tools?.length ?? 0) > 0 ? body.tool_choice : undefined,
      reasoning_effort: model.plain_tools && (body.tools?.length ?? 0) > 0
        ? 'none'
        : body.reasoning_effort,
      modalities: undefined,
      prompt_cache: model.caching ? body.prompt_cache : undefined,
      search_parameters: undefined,
    }
  },
  allow: poolChatAllow,
  protocol: 'openai_chat',
  fail: ({ body, model, status, reply }) => {
    const said = get(reply, 'error', 'message') ?? get(reply, 'error')
    // catalog/upstreams/vendor-d.yaml:8
    if (['RealPerson', 'PrivacyInformation'].some(
      word_ => str(get(reply, 'error', 'code')).includes(word_),
    )) {
      return {
        as: 'invalid_input',
        code: 'INPUT_IMAGE_REAL_PERSON',
        details: 'The image shows a real person. Enroll the face and send its asset instead.',
      }
    }
    // catalog/upstreams/vendor-d.yaml:12
    if ([
      'InputTextSensitiveContentDetected', 'InputImageSensitiveContentDetected',
      'OutputImageSensitiveContentDetected', 'OutputVideoSensitiveContentDetected',
    ].includes(get(reply, 'error', 'code'))) {
      return { as: 'content_policy', details: get(reply, 'error', 'message') }
    }
    // catalog/upstreams/vendor-d.yaml:15
    if (status === 200
      && items(get(reply, 'data')).some(
        i => get(i, 'error', 'code') === 'OutputImageSensitiveContentDetected',
      )) {
      return { as: 'content_policy', details: 'An image was withheld by moderation' }
    }
    // catalog/upstreams/vendor-d.yaml:18
    if (status === 200 && items(get(reply, 'data')).some(i => get(i, 'error') !== undefined)) {
      return { as: 'upstream_failed', details: get(reply, 'data', 0, 'error', 'message') }
    }
    // catalog/upstreams/pool.yaml:80
    if (same(model.billing, 'free') && (status === 429 || status >= 500) && body.stream) {
      return { as: 'rate_limited', code: 'STREAM_FAILED', details: said, retryAfter: '30' }
    }
    // catalog/upstreams/pool.yaml:85
    if (same(model.billing, 'free') && (status === 429 || status >= 500)) {
      return { as: 'rate_limited', code: 'FREE_MODEL_FAILED', details: said, retryAfter: '30' }
    }
    // catalog/upstreams/pool.yaml:90
    if (status >= 400 && [...blocked].some(part => str(said).includes(part))) {
      return { as: 'content_policy', details: said }
    }
    // catalog/upstreams/pool.yaml:93
    if ([401, 402, 403, 407].includes(status)
      || get(reply, 'error', 'code') === 'insufficient_quota'
      || [1008, 2056].includes(get(reply, 'base_resp', 'status_code'))
      || status >= 400 && [...account].some(part => str(said).includes(part))) {
      return {
        as: 'upstream_failed',
        code: 'PROVIDER_CONFIG_ERROR',
        details: 'The model is not available to this gateway now',
      }
    }
    // catalog/upstreams/pool.yaml:97
    if (status === 429
      || status === 200
        && ['rate_limit', 'RateLimit', 'too_many_requests', '429'].some(
          part =>
            say(get(reply, 'error', 'code') ?? get(reply, 'error', 'type') ?? '').includes(part),
        )) {
      return { as: 'rate_limited', details: said }
    }
    // catalog/upstreams/pool.yaml:100
    if ([408, 504].includes(status)) return { as: 'upstream_timeout', details: said }
    // catalog/upstreams/pool.yaml:103
    if ([404, 502, 503, 529].includes(status)
      || status >= 400 && [...gone].some(part => str(said).includes(part))) {
      return { as: 'upstream_failed', code: 'MODEL_UNAVAILABLE', details: said }
    }
    // catalog/upstreams/pool.yaml:107
    if ([400, 413].includes(status)
      && (get(reply, 'error', 'code') === 'context_length_exceeded'
        || [...too_long].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'CONTEXT_LENGTH_EXCEEDED', details: said }
    }
    // catalog/upstreams/pool.yaml:111
    if (status === 400
      && (get(reply, 'error', 'code') === 'invalid_image_url'
        || [...picture].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'INVALID_IMAGE_URL', details: said }
    }
    // catalog/upstreams/pool.yaml:115
    if (status === 400 && [...reasoning].some(part => str(said).includes(part))) {
      return { as: 'invalid_input', code: 'REASONING_FORMAT_ERROR', details: said }
    }
    // catalog/upstreams/pool.yaml:119
    if (status === 400 && [...tool_ids].some(part => str(said).includes(part))) {
      return { as: 'invalid_input', code: 'TOOL_ID_FORMAT_ERROR', details: said }
    }
    // catalog/upstreams/pool.yaml:123
    if ([400, 422].includes(status)
      && (str(get(reply, 'error', 'param')).startsWith('messages')
        || [...history].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'INVALID_REQUEST', details: said }
    }
    // catalog/upstreams/pool.yaml:127
    if ([400, 413, 422].includes(status)) {
      return { as: 'invalid_input', code: 'INVALID_PARAMETER', details: said }
    }
    return undefined
  },
}

/** POST of vendor_d. */
export const vendorDImages: UpstreamCall<
  Call<PostImagesGenerationsBody | PostV1ImagesGenerationsBody, any, ImagesRow, any>
> = {
  id: 'vendor_d.images',
  upstream: 'vendor_d',
  origin: 'catalog/upstreams/vendor-d.yaml:23',
  method: 'POST',
  path: () => '/api/v3/images/generations',
  timeout: 600_000,
  retry: 0,
  repeat: ({ body }) => body.n,
  send: ({ body, model }) => ({
    model: model.supplier_id,
    prompt: body.prompt,
    size: body.size,
    response_format: 'url',
    watermark: false,
    sequential_image_generation: 'disabled',
  }),
  fail: ({ status, reply }) => {
    // catalog/upstreams/vendor-d.yaml:8
    if (['RealPerson', 'PrivacyInformation'].some(
      word_ => str(get(reply, 'error', 'code')).includes(word_),
    )) {
      return {
        as: 'invalid_input',
        code: 'INPUT_IMAGE_REAL_PERSON',
        details: 'The image shows a real person. Enroll the face and send its asset instead.',
      }
    }
    // catalog/upstreams/vendor-d.yaml:12
    if ([
      'InputTextSensitiveContentDetected', 'InputImageSensitiveContentDetected',
      'OutputImageSensitiveContentDetected', 'OutputVideoSensitiveContentDetected',
    ].includes(get(reply, 'error', 'code'))) {
      return { as: 'content_policy', details: get(reply, 'error', 'message') }
    }
    // catalog/upstreams/vendor-d.yaml:15
    if (status === 200
      && items(get(reply, 'data')).some(
        i => get(i, 'error', 'code') === 'OutputImageSensitiveContentDetected',
      )) {
      return { as: 'content_policy', details: 'An image was withheld by moderation' }
    }
    // catalog/upstreams/vendor-d.yaml:18
    if (status === 200 && items(get(reply, 'data')).some(i => get(i, 'error') !== undefined)) {
      return { as: 'upstream_failed', details: get(reply, 'data', 0, 'error', 'message') }
    }
    return undefined
  },
  give: ({ reply }) => ({
    assets: items(get(reply, 'data')).map(i => ({ url: get(i, 'url'), mime: 'image/jpeg' })),
  }),
  media: 'assets',
}

/** POST of vendor_d. */
export const vendorDVideos: UpstreamCall<
  Call<PostVideosBody | PostVideosGenerationsBody, any, VideosRow, any> & { ticket: { id: any } }
> = {
  id: 'vendor_d.videos',
  upstream: 'vendor_d',
  origin: 'catalog/upstreams/vendor-d.yaml:30',
  method: 'POST',
  path: () => '/api/v3/contents/generations/tasks',
  timeout: 20_000,
  retry: 0,
  send: ({ body, model }) => {
    const seconds = body.duration_seconds ?? model.default_seconds
    const resolution = model.resolution_rule === 'ignored'
      ? need(model.resolutions[0])
      : body.resolution ?? need(model.resolutions[0])
    const references = body.reference_image_urls ?? []
    const conditioned = body.image_url !== undefined || body.real_face_asset_id !== undefined
      ? 'image'
      : 'text'
    const mode = body.reference_image_urls !== undefined
      ? 'reference'
      : body.last_frame_url !== undefined ? 'first_last_frame' : conditioned
    return {
      model: model.supplier_id,
      content: [
        ...[{ type: 'text', text: body.prompt }],
        ...(body.image_url !== undefined
          ? [{ type: 'image_url', image_url: { url: body.image_url }, role: 'first_frame' }]
          : []),
        ...(body.last_frame_url !== undefined
          ? [{ type: 'image_url', image_url: { url: body.last_frame_url }, role: 'last_frame' }]
          : []),
        ...(body.real_face_asset_id !== undefined
          ? [{
            type: 'image_url',
            image_url: { url: 'asset://' + body.real_face_asset_id },
            role: 'reference_image',
          }]
          : []),
        ...references.map(url => ({
          type: 'image_url',
          image_url: { url },
          role: 'reference_image',
        })),
      ],
      duration: seconds,
      resolution,
      ratio: body.aspect_ratio,
      generate_audio: body.generate_audio ?? mode === 'text',
      seed: body.seed,
      watermark: body.watermark,
      return_last_frame: body.return_last_frame,
    }
  },
  fail: ({ status, reply }) => {
    // catalog/upstreams/vendor-d.yaml:8
    if (['RealPerson', 'PrivacyInformation'].some(
      word_ => str(get(reply, 'error', 'code')).includes(word_),
    )) {
      return {
        as: 'invalid_input',
        code: 'INPUT_IMAGE_REAL_PERSON',
        details: 'The image shows a real person. Enroll the face and send its asset instead.',
      }
    }
    // catalog/upstreams/vendor-d.yaml:12
    if ([
      'InputTextSensitiveContentDetected', 'InputImageSensitiveContentDetected',
      'OutputImageSensitiveContentDetected', 'OutputVideoSensitiveContentDetected',
    ].includes(get(reply, 'error', 'code'))) {
      return { as: 'content_policy', details: get(reply, 'error', 'message') }
    }
    // catalog/upstreams/vendor-d.yaml:15
    if (status === 200
      && items(get(reply, 'data')).some(
        i => get(i, 'error', 'code') === 'OutputImageSensitiveContentDetected',
      )) {
      return { as: 'content_policy', details: 'An image was withheld by moderation' }
    }
    // catalog/upstreams/vendor-d.yaml:18
    if (status === 200 && items(get(reply, 'data')).some(i => get(i, 'error') !== undefined)) {
      return { as: 'upstream_failed', details: get(reply, 'data', 0, 'error', 'message') }
    }
    // catalog/upstreams/vendor-d.yaml:50
    if ([408, 504].includes(status)) {
      return { as: 'upstream_timeout', details: 'The supplier ran out of time' }
    }
    // catalog/upstreams/vendor-d.yaml:53
    if (status === 200 && length(get(reply, 'id')) === 0) {
      return { as: 'upstream_failed', details: 'The supplier gave no job' }
    }
    return undefined
  },
  ticket: ({ reply }) => ({ id: get(reply, 'id') }),
  poll: {
    id: 'vendor_d.videos.poll',
    upstream: 'vendor_d',
    origin: 'catalog/upstreams/vendor-d.yaml:57',
    method: 'GET',
    path: ({ ticket }) => `/api/v3/contents/generations/tasks/${say(ticket.id)}`,
    timeout: 30_000,
    retry: 0,
    every: 5000,
    pending: ({ reply }) => ['queued', 'running'].includes(get(reply, 'status')),
    fail: ({ status, reply }) => {
      // catalog/upstreams/vendor-d.yaml:8
      if (['RealPerson', 'PrivacyInformation'].some(
        word_ => str(get(reply, 'error', 'code')).includes(word_),
      )) {
        return {
          as: 'invalid_input',
          code: 'INPUT_IMAGE_REAL_PERSON',
          details: 'The image shows a real person. Enroll the face and send its asset instead.',
        }
      }
      // catalog/upstreams/vendor-d.yaml:12
      if ([
        'InputTextSensitiveContentDetected', 'InputImageSensitiveContentDetected',
        'OutputImageSensitiveContentDetected', 'OutputVideoSensitiveContentDetected',
      ].includes(get(reply, 'error', 'code'))) {
        return { as: 'content_policy', details: get(reply, 'error', 'message') }
      }
      // catalog/upstreams/vendor-d.yaml:15
      if (status === 200
        && items(get(reply, 'data')).some(
          i => get(i, 'error', 'code') === 'OutputImageSensitiveContentDetected',
        )) {
        return { as: 'content_policy', details: 'An image was withheld by moderation' }
      }
      // catalog/upstreams/vendor-d.yaml:18
      if (status === 200 && items(get(reply, 'data')).some(i => get(i, 'error') !== undefined)) {
        return { as: 'upstream_failed', details: get(reply, 'data', 0, 'error', 'message') }
      }
      // catalog/upstreams/vendor-d.yaml:63
      if (status === 200 && get(reply, 'status') !== 'succeeded') {
        return {
          as: 'upstream_failed',
          details: get(reply, 'error', 'message') ?? 'The video could not be made',
        }
      }
      // catalog/upstreams/vendor-d.yaml:66
      if (status === 200 && length(get(reply, 'content', 'video_url')) === 0) {
        return { as: 'upstream_failed', details: 'The supplier gave no video' }
      }
      return undefined
    },
    give: ({ body, model, ticket, reply }) => {
      const seconds = body.duration_seconds ?? model.default_seconds
      return {
        assets: [{
          url: get(reply, 'content', 'video_url'),
          mime: 'video/mp4',
          duration_seconds: seconds,
          request_id: ticket.id,
          last_frame_url: get(reply, 'content', 'last_frame_url'),
        }],
        usage: { total_tokens: get(reply, 'usage', 'total_tokens') },
      }
    },
    media: 'assets',
  },
}

/** POST of vendor_e. */
export const vendorEChat: UpstreamCall<
  Call<PostChatCompletionsBody | PostChatRestBody | PostMessagesBody, any, ChatRow, any>
> = {
  id: 'vendor_e.chat',
  upstream: 'vendor_e',
  origin: 'catalog/upstreams/vendor-e.yaml:11',
  method: 'POST',
  path: () => '/api/paas/v4/chat/completions',
  timeout: 120_000,
  lasts: 500_000,
  retry: 0,
  send: ({ body, model, hooks }) => {
    const asked = body.max_tokens ?? body.max_completion_tokens
    const fitted = hooks.fitMessages(
      body.messages,
      body,
      model.tokenizer,
      model.context - min(asked ?? 1024, 1024),
    )
    const input_tokens = hooks.estimateTokens(fitted, body, model.tokenizer)
    const ceiling = min(model.max_output, model.context - input_tokens)
    const max_tokens = min(asked ?? 8192, ceiling)
    return {
      ...body,
      model: model.supplier_id,
      messages: fitted,
      max_tokens,
      max_completion_tokens: undefined,
      temperature: model.sampling ? body.temperature : undefined,
      top_p: model.sampling ? body.top_p : undefined,
      top_k: model.sampling ? body.top_k : undefined,
      tools: (body.tools?.length ?? 0) > 0 ? body.tools : undefined,
      tool_choice: (body.tools?.length ?? 0) > 0 ? body.tool_choice : undefined,
      reasoning_effort: model.plain_tools && (body.tools?.length ?? 0) > 0
        ? 'none'
        : body.reasoning_effort,
      modalities: undefined,
      prompt_cache: model.caching ? body.prompt_cache : undefined,
      search_parameters: undefined,
    }
  },
  allow: poolChatAllow,
  protocol: 'openai_chat',
  fail: ({ body, model, status, reply }) => {
    const said = get(reply, 'error', 'message') ?? get(reply, 'error')
    // catalog/upstreams/vendor-e.yaml:7
    if (get(reply, 'error', 'code') === '1301') {
      return { as: 'content_policy', details: get(reply, 'error', 'message') }
    }
    // catalog/upstreams/pool.yaml:80
    if (same(model.billing, 'free') && (status === 429 || status >= 500) && body.stream) {
      return { as: 'rate_limited', code: 'STREAM_FAILED', details: said, retryAfter: '30' }
    }
    // catalog/upstreams/pool.yaml:85
    if (same(model.billing, 'free') && (status === 429 || status >= 500)) {
      return { as: 'rate_limited', code: 'FREE_MODEL_FAILED', details: said, retryAfter: '30' }
    }
    // catalog/upstreams/pool.yaml:90
    if (status >= 400 && [...blocked].some(part => str(said).includes(part))) {
      return { as: 'content_policy', details: said }
    }
    // catalog/upstreams/pool.yaml:93
    if ([401, 402, 403, 407].includes(status)
      || get(reply, 'error', 'code') === 'insufficient_quota'
      || [1008, 2056].includes(get(reply, 'base_resp', 'status_code'))
      || status >= 400 && [...account].some(part => str(said).includes(part))) {
      return {
        as: 'upstream_failed',
        code: 'PROVIDER_CONFIG_ERROR',
        details: 'The model is not available to this gateway now',
      }
    }
    // catalog/upstreams/pool.yaml:97
    if (status === 429
      || status === 200
        && ['rate_limit', 'RateLimit', 'too_many_requests', '429'].some(
          part =>
            say(get(reply, 'error', 'code') ?? get(reply, 'error', 'type') ?? '').includes(part),
        )) {
      return { as: 'rate_limited', details: said }
    }
    // catalog/upstreams/pool.yaml:100
    if ([408, 504].includes(status)) return { as: 'upstream_timeout', details: said }
    // catalog/upstreams/pool.yaml:103
    if ([404, 502, 503, 529].includes(status)
      || status >= 400 && [...gone].some(part => str(said).includes(part))) {
      return { as: 'upstream_failed', code: 'MODEL_UNAVAILABLE', details: said }
    }
    // catalog/upstreams/pool.yaml:107
    if ([400, 413].includes(status)
      && (get(reply, 'error', 'code') === 'context_length_exceeded'
        || [...too_long].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'CONTEXT_LENGTH_EXCEEDED', details: said }
    }
    // catalog/upstreams/pool.yaml:111
    if (status === 400
      && (get(reply, 'error', 'code') === 'invalid_image_url'
        || [...picture].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'INVALID_IMAGE_URL', details: said }
    }
    // catalog/upstreams/pool.yaml:115
    if (status === 400 && [...reasoning].some(part => str(said).includes(part))) {
      return { as: 'invalid_input', code: 'REASONING_FORMAT_ERROR', details: said }
    }
    // catalog/upstreams/pool.yaml:119
    if (status === 400 && [...tool_ids].some(part => str(said).includes(part))) {
      return { as: 'invalid_input', code: 'TOOL_ID_FORMAT_ERROR', details: said }
    }
    // catalog/upstreams/pool.yaml:123
    if ([400, 422].includes(status)
      && (str(get(reply, 'error', 'param')).startsWith('messages')
        || [...history].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'INVALID_REQUEST', details: said }
    }
    // catalog/upstreams/pool.yaml:127
    if ([400, 413, 422].includes(status)) {
      return { as: 'invalid_input', code: 'INVALID_PARAMETER', details: said }
    }
    return undefined
  },
}

/** POST of vendor_e. */
export const vendorEImages: UpstreamCall<
  Call<PostImagesGenerationsBody | PostV1ImagesGenerationsBody, any, ImagesRow, any>
> = {
  id: 'vendor_e.images',
  upstream: 'vendor_e',
  origin: 'catalog/upstreams/vendor-e.yaml:12',
  method: 'POST',
  path: () => '/api/paas/v4/images/generations',
  timeout: 300_000,
  retry: 0,
  repeat: ({ body }) => body.n,
  send: ({ body, model }) => ({ model: model.supplier_id, prompt: body.prompt, size: body.size }),
  fail: ({ reply }) => {
    // catalog/upstreams/vendor-e.yaml:7
    if (get(reply, 'error', 'code') === '1301') {
      return { as: 'content_policy', details: get(reply, 'error', 'message') }
    }
    return undefined
  },
  give: ({ reply }) => ({
    assets: items(get(reply, 'data')).map(i => ({ url: get(i, 'url'), mime: 'image/png' })),
  }),
  media: 'assets',
}

/** POST of vendor_f. */
export const vendorFChat: UpstreamCall<
  Call<PostChatCompletionsBody | PostChatRestBody | PostMessagesBody, any, ChatRow, any>
> = {
  id: 'vendor_f.chat',
  upstream: 'vendor_f',
  origin: 'catalog/upstreams/vendor-f.yaml:16',
  method: 'POST',
  path: () => '/anthropic/v1/messages',
  timeout: 120_000,
  lasts: 500_000,
  retry: 0,
  send: ({ body, model, hooks }) => {
    const asked = body.max_tokens ?? body.max_completion_tokens
    const fitted = hooks.fitMessages(
      body.messages,
      body,
      model.tokenizer,
      model.context - min(asked ?? 1024, 1024),
    )
    const input_tokens = hooks.estimateTokens(fitted, body, model.tokenizer)
    const ceiling = min(model.max_output, model.context - input_tokens)
    const max_tokens = min(asked ?? 8192, ceiling)
    return {
      ...body,
      model: model.supplier_id,
      messages: fitted,
      max_tokens,
      max_completion_tokens: undefined,
      temperature: model.sampling ? body.temperature : undefined,
      top_p: model.sampling ? body.top_p : undefined,
      top_k: model.sampling ? body.top_k : undefined,
      tools: (body.tools?.length ?? 0) > 0 ? body.tools : undefined,
      tool_choice: (body.tools?.length ?? 0) > 0 ? body.tool_choice : undefined,
      reasoning_effort: model.plain_tools && (body.tools?.length ?? 0) > 0
        ? 'none'
        : body.reasoning_effort,
      modalities: undefined,
      prompt_cache: model.caching ? body.prompt_cache : undefined,
      search_parameters: undefined,
      thinking: model.sampling
        || body.thinking !== undefined && get(body.thinking, 'type') === 'disabled'
        ? body.thinking
        : body.thinking !== undefined
          || ['low', 'medium', 'high', 'xhigh'].includes(body.reasoning_effort ?? 'none')
          ? { type: 'adaptive' }
          : undefined,
    }
  },
  allow: poolChatAllow,
  protocol: 'anthropic_messages',
  fail: ({ body, model, status, reply }) => {
    const said = get(reply, 'error', 'message') ?? get(reply, 'error')
    // catalog/upstreams/vendor-f.yaml:12
    if (['moderation_blocked', 'content_policy_violation'].includes(get(reply, 'error', 'code'))) {
      return { as: 'content_policy', details: get(reply, 'error', 'message') }
    }
    // catalog/upstreams/pool.yaml:80
    if (same(model.billing, 'free') && (status === 429 || status >= 500) && body.stream) {
      return { as: 'rate_limited', code: 'STREAM_FAILED', details: said, retryAfter: '30' }
    }
    // catalog/upstreams/pool.yaml:85
    if (same(model.billing, 'free') && (status === 429 || status >= 500)) {
      return { as: 'rate_limited', code: 'FREE_MODEL_FAILED', details: said, retryAfter: '30' }
    }
    // catalog/upstreams/pool.yaml:90
    if (status >= 400 && [...blocked].some(part => str(said).includes(part))) {
      return { as: 'content_policy', details: said }
    }
    // catalog/upstreams/pool.yaml:93
    if ([401, 402, 403, 407].includes(status)
      || get(reply, 'error', 'code') === 'insufficient_quota'
      || [1008, 2056].includes(get(reply, 'base_resp', 'status_code'))
      || status >= 400 && [...account].some(part => str(said).includes(part))) {
      return {
        as: 'upstream_failed',
        code: 'PROVIDER_CONFIG_ERROR',
        details: 'The model is not available to this gateway now',
      }
    }
    // catalog/upstreams/pool.yaml:97
    if (status === 429
      || status === 200
        && ['rate_limit', 'RateLimit', 'too_many_requests', '429'].some(
          part =>
            say(get(reply, 'error', 'code') ?? get(reply, 'error', 'type') ?? '').includes(part),
        )) {
      return { as: 'rate_limited', details: said }
    }
    // catalog/upstreams/pool.yaml:100
    if ([408, 504].includes(status)) return { as: 'upstream_timeout', details: said }
    // catalog/upstreams/pool.yaml:103
    if ([404, 502, 503, 529].includes(status)
      || status >= 400 && [...gone].some(part => str(said).includes(part))) {
      return { as: 'upstream_failed', code: 'MODEL_UNAVAILABLE', details: said }
    }
    // catalog/upstreams/pool.yaml:107
    if ([400, 413].includes(status)
      && (get(reply, 'error', 'code') === 'context_length_exceeded'
        || [...too_long].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'CONTEXT_LENGTH_EXCEEDED', details: said }
    }
    // catalog/upstreams/pool.yaml:111
    if (status === 400
      && (get(reply, 'error', 'code') === 'invalid_image_url'
        || [...picture].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'INVALID_IMAGE_URL', details: said }
    }
    // catalog/upstreams/pool.yaml:115
    if (status === 400 && [...reasoning].some(part => str(said).includes(part))) {
      return { as: 'invalid_input', code: 'REASONING_FORMAT_ERROR', details: said }
    }
    // catalog/upstreams/pool.yaml:119
    if (status === 400 && [...tool_ids].some(part => str(said).includes(part))) {
      return { as: 'invalid_input', code: 'TOOL_ID_FORMAT_ERROR', details: said }
    }
    // catalog/upstreams/pool.yaml:123
    if ([400, 422].includes(status)
      && (str(get(reply, 'error', 'param')).startsWith('messages')
        || [...history].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'INVALID_REQUEST', details: said }
    }
    // catalog/upstreams/pool.yaml:127
    if ([400, 413, 422].includes(status)) {
      return { as: 'invalid_input', code: 'INVALID_PARAMETER', details: said }
    }
    return undefined
  },
}

/** POST of vendor_f. */
export const vendorFVideos: UpstreamCall<
  Call<PostVideosBody | PostVideosGenerationsBody, any, VideosRow, any> & { ticket: { id: any } }
> = {
  id: 'vendor_f.videos',
  upstream: 'vendor_f',
  origin: 'catalog/upstreams/vendor-f.yaml:24',
  method: 'POST',
  path: () => '/v1/videos',
  timeout: 28_000,
  retry: 0,
  send: async ({ body, model, hooks }) => {
    const seconds = body.duration_seconds ?? model.default_seconds
    const fitted = body.image_url !== undefined
      ? await hooks.fitImage(body.image_url, ['1280x720', '720x1280'])
      : undefined
    return {
      model: model.supplier_id,
      prompt: body.prompt,
      seconds: String(seconds),
      size: get(fitted, 'size') ?? '1280x720',
      input_reference: get(fitted, 'data'),
    }
  },
  sendAs: 'multipart',
  files: ['input_reference'],
  fail: ({ status, reply }) => {
    // catalog/upstreams/vendor-f.yaml:12
    if (['moderation_blocked', 'content_policy_violation'].includes(get(reply, 'error', 'code'))) {
      return { as: 'content_policy', details: get(reply, 'error', 'message') }
    }
    // catalog/upstreams/vendor-f.yaml:38
    if ([408, 504].includes(status)) {
      return { as: 'upstream_timeout', details: 'The supplier ran out of time' }
    }
    // catalog/upstreams/vendor-f.yaml:41
    if (status === 200 && length(get(reply, 'id')) === 0) {
      return { as: 'upstream_failed', details: 'The supplier gave no job' }
    }
    return undefined
  },
  ticket: ({ reply }) => ({ id: get(reply, 'id') }),
  poll: {
    id: 'vendor_f.videos.poll',
    upstream: 'vendor_f',
    origin: 'catalog/upstreams/vendor-f.yaml:45',
    method: 'GET',
    path: ({ ticket }) => `/v1/videos/${say(ticket.id)}`,
    timeout: 30_000,
    retry: 0,
    every: 5000,
    pending: ({ reply }) => ['queued', 'in_progress'].includes(get(reply, 'status')),
    fail: ({ status, reply }) => {
      // catalog/upstreams/vendor-f.yaml:12
      if (['moderation_blocked', 'content_policy_violation'].includes(get(
        reply,
        'error',
        'code',
      ))) {
        return { as: 'content_policy', details: get(reply, 'error', 'message') }
      }
      // catalog/upstreams/vendor-f.yaml:51
      if (status === 200 && get(reply, 'status') !== 'completed') {
        return {
          as: 'upstream_failed',
          details: get(reply, 'error', 'message') ?? 'The video could not be made',
        }
      }
      return undefined
    },
    give: ({ body, model, ticket }) => {
      const seconds = body.duration_seconds ?? model.default_seconds
      return {
        assets: [{
          path: '/v1/videos/' + say(ticket.id) + '/content',
          mime: 'video/mp4',
          duration_seconds: seconds,
          request_id: ticket.id,
        }],
        usage: undefined,
      }
    },
    media: 'assets',
  },
}

/** POST of vendor_g. */
export const vendorGChat: UpstreamCall<
  Call<PostChatCompletionsBody | PostChatRestBody | PostMessagesBody, any, ChatRow, any>
> = {
  id: 'vendor_g.chat',
  upstream: 'vendor_g',
  origin: 'catalog/upstreams/vendor-g.yaml:28',
  method: 'POST',
  path: () => '/v1/chat/completions',
  timeout: 120_000,
  lasts: 500_000,
  retry: 0,
  send: ({ body, model, hooks }) => {
    const asked = body.max_tokens ?? body.max_completion_tokens
    const fitted = hooks.fitMessages(
      body.messages,
      body,
      model.tokenizer,
      model.context - min(asked ?? 1024, 1024),
    )
    const input_tokens = hooks.estimateTokens(fitted, body, model.tokenizer)
    const ceiling = min(model.max_output, model.context - input_tokens)
    const max_tokens = min(asked ?? 8192, ceiling)
    return {
      ...body,
      model: model.supplier_id,
      messages: fitted,
      max_tokens,
      max_completion_tokens: undefined,
      temperature: model.sampling ? body.temperature : undefined,
      top_p: model.sampling ? body.top_p : undefined,
      top_k: model.sampling ? body.top_k : undefined,
      tools: (body.tools?.length ?? 0) > 0 ? body.tools : undefined,
      tool_choice: (body.tools?.length ?? 0) > 0 ? body.tool_choice : undefined,
      reasoning_effort: model.plain_tools && (body.tools?.length ?? 0) > 0
        ? 'none'
        : body.reasoning_effort,
      modalities: undefined,
      prompt_cache: model.caching ? body.prompt_cache : undefined,
      search_parameters: undefined,
    }
  },
  allow: poolChatAllow,
  protocol: 'openai_chat',
  fail: ({ body, model, status, reply }) => {
    const said = get(reply, 'error', 'message') ?? get(reply, 'error')
    // catalog/upstreams/vendor-g.yaml:8
    if ([1002, 1039].includes(get(reply, 'base_resp', 'status_code'))) {
      return { as: 'rate_limited', details: get(reply, 'base_resp', 'status_msg') }
    }
    // catalog/upstreams/vendor-g.yaml:11
    if ([1026, 1027].includes(get(reply, 'base_resp', 'status_code'))) {
      return { as: 'content_policy', details: get(reply, 'base_resp', 'status_msg') }
    }
    // catalog/upstreams/vendor-g.yaml:14
    if (get(reply, 'base_resp', 'status_code') === 2013) {
      return { as: 'upstream_rejected', details: get(reply, 'base_resp', 'status_msg') }
    }
    // catalog/upstreams/vendor-g.yaml:17
    if (get(reply, 'base_resp', 'status_code') === 1001) {
      return { as: 'upstream_timeout', details: get(reply, 'base_resp', 'status_msg') }
    }
    // catalog/upstreams/vendor-g.yaml:20
    if ([1004, 2049].includes(get(reply, 'base_resp', 'status_code'))) {
      return {
        as: 'upstream_failed',
        code: 'PROVIDER_CONFIG_ERROR',
        details: 'The model is not available to this gateway now',
      }
    }
    // catalog/upstreams/vendor-g.yaml:24
    if (status === 200
      && get(reply, 'base_resp', 'status_code') !== undefined
      && ![0, 1008, 2056].includes(get(reply, 'base_resp', 'status_code'))) {
      return { as: 'upstream_failed', details: get(reply, 'base_resp', 'status_msg') }
    }
    // catalog/upstreams/pool.yaml:80
    if (same(model.billing, 'free') && (status === 429 || status >= 500) && body.stream) {
      return { as: 'rate_limited', code: 'STREAM_FAILED', details: said, retryAfter: '30' }
    }
    // catalog/upstreams/pool.yaml:85
    if (same(model.billing, 'free') && (status === 429 || status >= 500)) {
      return { as: 'rate_limited', code: 'FREE_MODEL_FAILED', details: said, retryAfter: '30' }
    }
    // catalog/upstreams/pool.yaml:90
    if (status >= 400 && [...blocked].some(part => str(said).includes(part))) {
      return { as: 'content_policy', details: said }
    }
    // catalog/upstreams/pool.yaml:93
    if ([401, 402, 403, 407].includes(status)
      || get(reply, 'error', 'code') === 'insufficient_quota'
      || [1008, 2056].includes(get(reply, 'base_resp', 'status_code'))
      || status >= 400 && [...account].some(part => str(said).includes(part))) {
      return {
        as: 'upstream_failed',
        code: 'PROVIDER_CONFIG_ERROR',
        details: 'The model is not available to this gateway now',
      }
    }
    // catalog/upstreams/pool.yaml:97
    if (status === 429
      || status === 200
        && ['rate_limit', 'RateLimit', 'too_many_requests', '429'].some(
          part =>
            say(get(reply, 'error', 'code') ?? get(reply, 'error', 'type') ?? '').includes(part),
        )) {
      return { as: 'rate_limited', details: said }
    }
    // catalog/upstreams/pool.yaml:100
    if ([408, 504].includes(status)) return { as: 'upstream_timeout', details: said }
    // catalog/upstreams/pool.yaml:103
    if ([404, 502, 503, 529].includes(status)
      || status >= 400 && [...gone].some(part => str(said).includes(part))) {
      return { as: 'upstream_failed', code: 'MODEL_UNAVAILABLE', details: said }
    }
    // catalog/upstreams/pool.yaml:107
    if ([400, 413].includes(status)
      && (get(reply, 'error', 'code') === 'context_length_exceeded'
        || [...too_long].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'CONTEXT_LENGTH_EXCEEDED', details: said }
    }
    // catalog/upstreams/pool.yaml:111
    if (status === 400
      && (get(reply, 'error', 'code') === 'invalid_image_url'
        || [...picture].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'INVALID_IMAGE_URL', details: said }
    }
    // catalog/upstreams/pool.yaml:115
    if (status === 400 && [...reasoning].some(part => str(said).includes(part))) {
      return { as: 'invalid_input', code: 'REASONING_FORMAT_ERROR', details: said }
    }
    // catalog/upstreams/pool.yaml:119
    if (status === 400 && [...tool_ids].some(part => str(said).includes(part))) {
      return { as: 'invalid_input', code: 'TOOL_ID_FORMAT_ERROR', details: said }
    }
    // catalog/upstreams/pool.yaml:123
    if ([400, 422].includes(status)
      && (str(get(reply, 'error', 'param')).startsWith('messages')
        || [...history].some(part => str(said).includes(part)))) {
      return { as: 'invalid_input', code: 'INVALID_REQUEST', details: said }
    }
    // catalog/upstreams/pool.yaml:127
    if ([400, 413, 422].includes(status)) {
      return { as: 'invalid_input', code: 'INVALID_PARAMETER', details: said }
    }
    return undefined
  },
}

/** POST of vendor_g. */
export const vendorGLyrics: UpstreamCall<Call<PostAudioGenerationsBody, any, any, any>> = {
  id: 'vendor_g.lyrics',
  upstream: 'vendor_g',
  origin: 'catalog/upstreams/vendor-g.yaml:29',
  method: 'POST',
  path: () => '/v1/lyrics_generation',
  timeout: 120_000,
  retry: 0,
  send: ({ body }) => ({ mode: 'write_full_song', prompt: body.prompt }),
  fail: ({ status, reply }) => {
    // catalog/upstreams/vendor-g.yaml:8
    if ([1002, 1039].includes(get(reply, 'base_resp', 'status_code'))) {
      return { as: 'rate_limited', details: get(reply, 'base_resp', 'status_msg') }
    }
    // catalog/upstreams/vendor-g.yaml:11
    if ([1026, 1027].includes(get(reply, 'base_resp', 'status_code'))) {
      return { as: 'content_policy', details: get(reply, 'base_resp', 'status_msg') }
    }
    // catalog/upstreams/vendor-g.yaml:14
    if (get(reply, 'base_resp', 'status_code') === 2013) {
      return { as: 'upstream_rejected', details: get(reply, 'base_resp', 'status_msg') }
    }
    // catalog/upstreams/vendor-g.yaml:17
    if (get(reply, 'base_resp', 'status_code') === 1001) {
      return { as: 'upstream_timeout', details: get(reply, 'base_resp', 'status_msg') }
    }
    // catalog/upstreams/vendor-g.yaml:20
    if ([1004, 2049].includes(get(reply, 'base_resp', 'status_code'))) {
      return {
        as: 'upstream_failed',
        code: 'PROVIDER_CONFIG_ERROR',
        details: 'The model is not available to this gateway now',
      }
    }
    // catalog/upstreams/vendor-g.yaml:24
    if (status === 200
      && get(reply, 'base_resp', 'status_code') !== undefined
      && ![0, 1008, 2056].includes(get(reply, 'base_resp', 'status_code'))) {
      return { as: 'upstream_failed', details: get(reply, 'base_resp', 'status_msg') }
    }
    // catalog/upstreams/vendor-g.yaml:34
    if ([1008, 2056].includes(get(reply, 'base_resp', 'status_code'))) {
      return { as: 'upstream_rejected', details: 'The model takes no work now' }
    }
    // catalog/upstreams/vendor-g.yaml:37
    if (status === 200 && get(reply, 'base_resp', 'status_code') !== 0) {
      return { as: 'upstream_failed', details: 'The supplier does not say that all went well' }
    }
    // catalog/upstreams/vendor-g.yaml:40
    if (status === 200 && length(get(reply, 'lyrics')) === 0) {
      return { as: 'upstream_failed', details: 'No lyrics were written' }
    }
    return undefined
  },
  give: ({ reply }) => ({ lyrics: get(reply, 'lyrics') }),
  resultWhen: ({ reply }) => filled(get(reply, 'lyrics')),
}

/** POST of vendor_g. */
export const vendorGMusic: UpstreamCall<Call<PostAudioGenerationsBody, any, MusicRow, any>> = {
  id: 'vendor_g.music',
  upstream: 'vendor_g',
  origin: 'catalog/upstreams/vendor-g.yaml:45',
  method: 'POST',
  path: () => '/v1/music_generation',
  timeout: 600_000,
  retry: 0,
  first: { call: vendorGLyrics, when: ({ body }) => !body.instrumental && body.lyrics === '' },
  send: ({ body, model, earlier }) => {
    const sung = body.instrumental
      ? undefined
      : body.lyrics === '' ? get(earlier, 'lyrics') : body.lyrics
    return {
      model: model.supplier_id,
      prompt: body.prompt + ' (about ' + String(body.duration_seconds) + ' seconds long)',
      lyrics: sung,
      is_instrumental: body.instrumental,
      stream: false,
      output_format: 'url',
      audio_setting: { sample_rate: 44_100, bitrate: 256_000, format: 'mp3' },
    }
  },
  fail: ({ status, reply }) => {
    // catalog/upstreams/vendor-g.yaml:8
    if ([1002, 1039].includes(get(reply, 'base_resp', 'status_code'))) {
      return { as: 'rate_limited', details: get(reply, 'base_resp', 'status_msg') }
    }
    // catalog/upstreams/vendor-g.yaml:11
    if ([1026, 1027].includes(get(reply, 'base_resp', 'status_code'))) {
      return { as: 'content_policy', details: get(reply, 'base_resp', 'status_msg') }
    }
    // catalog/upstreams/vendor-g.yaml:14
    if (get(reply, 'base_resp', 'status_code') === 2013) {
      return { as: 'upstream_rejected', details: get(reply, 'base_resp', 'status_msg') }
    }
    // catalog/upstreams/vendor-g.yaml:17
    if (get(reply, 'base_resp', 'status_code') === 1001) {
      return { as: 'upstream_timeout', details: get(reply, 'base_resp', 'status_msg') }
    }
    // catalog/upstreams/vendor-g.yaml:20
    if ([1004, 2049].includes(get(reply, 'base_resp', 'status_code'))) {
      return {
        as: 'upstream_failed',
        code: 'PROVIDER_CONFIG_ERROR',
        details: 'The model is not available to this gateway now',
      }
    }
    // catalog/upstreams/vendor-g.yaml:24
    if (status === 200
      && get(reply, 'base_resp', 'status_code') !== undefined
      && ![0, 1008, 2056].includes(get(reply, 'base_resp', 'status_code'))) {
      return { as: 'upstream_failed', details: get(reply, 'base_resp', 'status_msg') }
    }
    // catalog/upstreams/vendor-g.yaml:61
    if ([1008, 2056].includes(get(reply, 'base_resp', 'status_code'))) {
      return { as: 'upstream_rejected', details: 'The model takes no work now' }
    }
    // catalog/upstreams/vendor-g.yaml:64
    if (status === 200 && get(reply, 'base_resp', 'status_code') !== 0) {
      return { as: 'upstream_failed', details: 'The supplier does not say that all went well' }
    }
    // catalog/upstreams/vendor-g.yaml:67
    if (status === 200 && length(get(reply, 'data', 'audio')) === 0) {
      return { as: 'upstream_failed', details: 'No track was made' }
    }
    return undefined
  },
  give: ({ body, earlier, reply }) => {
    const sung = body.instrumental
      ? undefined
      : body.lyrics === '' ? get(earlier, 'lyrics') : body.lyrics
    return {
      assets: [{
        url: get(reply, 'data', 'audio'),
        mime: 'audio/mpeg',
        duration_seconds: toSeconds(get(reply, 'extra_info', 'music_duration')),
        lyrics: sung,
      }],
    }
  },
  media: 'assets',
}

/** POST of vendor_h. */
export const vendorHSpeech: UpstreamCall<
  Call<PostAudioSpeechBody | PostV1AudioSpeechBody, any, SpeechRow, any> & { reply_body?: any }
> = {
  id: 'vendor_h.speech',
  upstream: 'vendor_h',
  origin: 'catalog/upstreams/vendor-h.yaml:14',
  method: 'POST',
  path: ({ body, model }) => {
    const voice = Object.hasOwn(model.voices, body.voice)
      ? at(model.voices, body.voice)
      : body.voice
    return `/v1/text-to-speech/${voice}`
  },
  timeout: 120_000,
  retry: 0,
  query: ({ body }) => {
    const formats = {
      mp3: 'mp3_44100_128',
      opus: 'opus_48000_128',
      pcm: 'pcm_44100',
      wav: 'wav_44100',
    }
    return { output_format: at(formats, body.response_format) }
  },
  send: ({ body, model }) => ({
    text: body.input,
    model_id: model.supplier_id,
    voice_settings: { speed: body.speed },
  }),
  bytes: true,
  fail: ({ status, reply, reply_body }) => {
    // catalog/upstreams/vendor-h.yaml:7
    if (['detected_unusual_activity', 'quota_exceeded'].includes(get(reply, 'detail', 'status'))) {
      return { as: 'upstream_failed', details: 'The model is not available to this gateway now' }
    }
    // catalog/upstreams/vendor-h.yaml:10
    if (get(reply, 'detail', 'status') === 'content_against_policy') {
      return { as: 'content_policy', details: get(reply, 'detail', 'message') }
    }
    // catalog/upstreams/vendor-h.yaml:26
    if (status === 200 && length(reply_body) === 0) {
      return { as: 'upstream_failed', details: 'No sound was made' }
    }
    return undefined
  },
  give: ({ body, reply_body }) => {
    const types = { mp3: 'audio/mpeg', opus: 'audio/ogg', pcm: 'audio/pcm', wav: 'audio/wav' }
    return {
      assets: [{
        bytes: reply_body,
        mime: at(types, body.response_format),
        format: body.response_format,
        characters: length(body.input),
      }],
    }
  },
  media: 'assets',
}

/** POST of vendor_h. */
export const vendorHSounds: UpstreamCall<
  Call<PostAudioSoundEffectsBody, any, any, any> & { reply_body?: any }
> = {
  id: 'vendor_h.sounds',
  upstream: 'vendor_h',
  origin: 'catalog/upstreams/vendor-h.yaml:31',
  method: 'POST',
  path: () => '/v1/sound-generation',
  timeout: 120_000,
  retry: 0,
  query: ({ body }) => {
    const formats = { mp3: 'mp3_44100_128', opus: 'opus_48000_128', pcm: 'pcm_44100' }
    return { output_format: at(formats, body.response_format) }
  },
  send: ({ body }) => ({
    text: body.text,
    duration_seconds: body.duration_seconds,
    prompt_influence: body.prompt_influence,
  }),
  bytes: true,
  fail: ({ status, reply, reply_body }) => {
    // catalog/upstreams/vendor-h.yaml:7
    if (['detected_unusual_activity', 'quota_exceeded'].includes(get(reply, 'detail', 'status'))) {
      return { as: 'upstream_failed', details: 'The model is not available to this gateway now' }
    }
    // catalog/upstreams/vendor-h.yaml:10
    if (get(reply, 'detail', 'status') === 'content_against_policy') {
      return { as: 'content_policy', details: get(reply, 'detail', 'message') }
    }
    // catalog/upstreams/vendor-h.yaml:41
    if (status === 200 && length(reply_body) === 0) {
      return { as: 'upstream_failed', details: 'No sound was made' }
    }
    return undefined
  },
  give: ({ body, reply_body }) => {
    const types = { mp3: 'audio/mpeg', opus: 'audio/ogg', pcm: 'audio/pcm' }
    return {
      assets: [{
        bytes: reply_body,
        mime: at(types, body.response_format),
        format: body.response_format,
      }],
    }
  },
  media: 'assets',
}

/** All calls by `upstream.call`. */
export const calls: Readonly<Record<string, UpstreamCall>> = {
  'nodes.rpc': nodesRpc,
  'pool.chat': poolChat,
  'predex.read': predexRead,
  'predex.send': predexSend,
  'vendor_a.chat': vendorAChat,
  'vendor_a.images': vendorAImages,
  'vendor_a.edits': vendorAEdits,
  'vendor_a.responses': vendorAResponses,
  'vendor_a.response': vendorAResponse,
  'vendor_a.cancel_response': vendorACancelResponse,
  'vendor_b.chat': vendorBChat,
  'vendor_b.images': vendorBImages,
  'vendor_b.edits': vendorBEdits,
  'vendor_c.chat': vendorCChat,
  'vendor_c.images': vendorCImages,
  'vendor_c.videos': vendorCVideos,
  'vendor_c.search': vendorCSearch,
  'vendor_d.chat': vendorDChat,
  'vendor_d.images': vendorDImages,
  'vendor_d.videos': vendorDVideos,
  'vendor_e.chat': vendorEChat,
  'vendor_e.images': vendorEImages,
  'vendor_f.chat': vendorFChat,
  'vendor_f.videos': vendorFVideos,
  'vendor_g.chat': vendorGChat,
  'vendor_g.lyrics': vendorGLyrics,
  'vendor_g.music': vendorGMusic,
  'vendor_h.speech': vendorHSpeech,
  'vendor_h.sounds': vendorHSounds,
}
