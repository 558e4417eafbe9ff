// Code generated from catalog/upstreams/ by "npm run generate". DO NOT EDIT.
import { get, length, same, say, str } from '../runtime/formula.ts'
import type { UpstreamCall } from '../runtime/contract.ts'
import type {
  PostSocialUsersFollowersBody, PostSocialUsersFollowersValues,
} from './data/social.requests.ts'
import type { GetDexaggPriceQuery } from './data/swap.requests.ts'
import type { Call } from './hooks.ts'
import type { ChatRow } from './text/chat.models.ts'
import type {
  PostChatCompletionsBody, PostChatCompletionsValues, PostChatRestBody,
} from './text/chat.requests.ts'
import type { PostMessagesBody, PostMessagesValues } from './text/messages.requests.ts'

export const blocked = new Set([
  'safety system', 'usage guidelines', 'content filtering', 'content policy',
])

export const account = new Set(['API key', 'credit balance'])

export const limits_hit = new Set(['rate_limit', 'RateLimit', 'too_many_requests', '429'])

export const unavailable = new Set([
  'at capacity', 'verloaded', 'model does not exist', 'or you do not have access',
])

export const too_long = new Set([
  'maximum context length', 'maximum prompt length', 'maximum number of tokens',
  'exceed max message tokens', 'exceeds max length', 'prompt is too long', 'exceed context limit',
  'context window exceeds',
])

export const picture = new Set([
  'Error while downloading', 'Cannot fetch content', 'cannot be fetched', 'Unable to download',
  'input image',
])

export const reasoning = new Set([
  'thinking block', '`signature`', 'hought signature', 'hought_signature', 'reasoning_content',
])

export const tool_ids = new Set([
  'tool_call_id', '\'tool_calls\'', 'tool_use_id', '`tool_use`', 'tool_use.id', 'function response',
  'function call',
])

export const history = new Set(['messages', 'conversation', 'user role', 'valid role', 'contents'])

export const withheld = new Set([
  'SAFETY', 'IMAGE_SAFETY', 'PROHIBITED_CONTENT', 'IMAGE_PROHIBITED_CONTENT', 'NO_IMAGE',
  'IMAGE_OTHER', 'RECITATION', 'BLOCKLIST', 'SPII', 'LANGUAGE',
])

export const sensitive = new Set([
  'InputTextSensitiveContentDetected', 'InputImageSensitiveContentDetected',
  'OutputImageSensitiveContentDetected', 'OutputVideoSensitiveContentDetected',
])

/** Members of requests that may reach the upstream. */
export const poolChatAllow: readonly string[] = [
  'model', 'messages.role', 'messages.content', 'messages.name', 'messages.refusal',
  'messages.tool_calls', 'messages.tool_call_id', 'messages.function_call',
  'messages.reasoning_content', 'messages.reasoning_signature', 'messages.reasoning_length',
  'messages.is_error', 'messages.cache_control', 'max_tokens', 'max_completion_tokens', 'n', 'stop',
  'temperature', 'top_p', 'top_k', 'min_p', 'seed', 'presence_penalty', 'frequency_penalty',
  'repetition_penalty', 'logit_bias', 'logprobs', 'top_logprobs', 'tools', 'tool_choice',
  'parallel_tool_calls', 'functions', 'function_call', 'response_format', 'reasoning_effort',
  'thinking.type', 'thinking.budget_tokens', 'search_parameters', 'prompt_cache', 'user',
  'anthropic',
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

/** `send` of pool.chat and other calls. */
export const poolChatSend: NonNullable<UpstreamCall<
  Call<
    PostChatCompletionsBody | PostChatRestBody | PostMessagesBody,
    any,
    ChatRow,
    any,
    PostChatCompletionsValues | PostMessagesValues
  >
>['send']> = ({ body, model, values }) => ({
  ...body, model: model.upstream_id, messages: values.fitted, max_tokens: values.max_tokens,
  max_completion_tokens: undefined, temperature: model.sampling ? body.temperature : undefined,
  top_p: model.sampling ? body.top_p : undefined, top_k: model.sampling ? body.top_k : undefined,
  tools: (body.tools?.length ?? 0) > 0 ? body.tools : undefined,
  tool_choice: (body.tools?.length ?? 0) > 0 ? body.tool_choice : undefined,
  reasoning_effort: model.plain_tools && (body.tools?.length ?? 0) > 0
    ? 'none'
    : body.reasoning_effort,
  modalities: undefined, prompt_cache: model.caching ? body.prompt_cache : undefined,
  search_parameters: undefined,
})

/** The last failure rules of pool.chat and other calls. */
export const poolChatFail: NonNullable<UpstreamCall<
  Call<
    PostChatCompletionsBody | PostChatRestBody | PostMessagesBody,
    any,
    ChatRow,
    any,
    PostChatCompletionsValues | PostMessagesValues
  >
>['fail']> = ({ status, reply }) => {
  const said = get(reply, 'error', 'message') ?? get(reply, 'error')
  const out_of_quota = get(reply, 'error', 'code') === 'insufficient_quota'
    || [1008, 2056].includes(get(reply, 'base_resp', 'status_code'))
  const named = say(get(reply, 'error', 'code') ?? get(reply, 'error', 'type') ?? '')
  // catalog/upstreams/pool.yaml:96
  if (status >= 400 && [...blocked].some(part => str(said).includes(part)))
    return { as: 'content_policy', details: said }
  // catalog/upstreams/pool.yaml:99
  if ([401, 402, 403, 407].includes(status)
    || out_of_quota
    || status >= 400 && [...account].some(part => str(said).includes(part))) {
    return {
      as: 'upstream_failed', code: 'PROVIDER_CONFIG_ERROR',
      details: 'The model is not available to this gateway now',
    }
  }
  // catalog/upstreams/pool.yaml:103
  if (status === 429 || status === 200 && [...limits_hit].some(part => named.includes(part)))
    return { as: 'rate_limited', details: said }
  // catalog/upstreams/pool.yaml:106
  if ([408, 504].includes(status)) return { as: 'upstream_timeout', details: said }
  // catalog/upstreams/pool.yaml:109
  if ([404, 502, 503, 529].includes(status)
    || status >= 400 && [...unavailable].some(part => str(said).includes(part))) {
    return { as: 'upstream_failed', code: 'MODEL_UNAVAILABLE', details: said }
  }
  // catalog/upstreams/pool.yaml:113
  if ([400, 413].includes(status)
    && (get(reply, 'error', 'code') === 'context_length_exceeded'
      || [...too_long].some(part => str(said).includes(part)))) {
    return { as: 'invalid_input', code: 'CONTEXT_LENGTH_EXCEEDED', details: said }
  }
  // catalog/upstreams/pool.yaml:118
  if (status === 400
    && (get(reply, 'error', 'code') === 'invalid_image_url'
      || [...picture].some(part => str(said).includes(part)))) {
    return { as: 'invalid_input', code: 'INVALID_IMAGE_URL', details: said }
  }
  // catalog/upstreams/pool.yaml:123
  if (status === 400 && [...reasoning].some(part => str(said).includes(part)))
    return { as: 'invalid_input', code: 'REASONING_FORMAT_ERROR', details: said }
  // catalog/upstreams/pool.yaml:128
  if (status === 400 && [...tool_ids].some(part => str(said).includes(part)))
    return { as: 'invalid_input', code: 'TOOL_ID_FORMAT_ERROR', details: said }
  // catalog/upstreams/pool.yaml:133
  if ([400, 422].includes(status)
    && (str(get(reply, 'error', 'param')).startsWith('messages')
      || [...history].some(part => str(said).includes(part)))) {
    return { as: 'invalid_input', code: 'INVALID_REQUEST', details: said }
  }
  if ([400, 413, 422].includes(status)) // catalog/upstreams/pool.yaml:138
    return { as: 'invalid_input', code: 'INVALID_PARAMETER', details: said }
  return undefined
}

/** The last failure rules of social.followers and other calls. */
export const socialFollowersFail: NonNullable<UpstreamCall<
  Call<PostSocialUsersFollowersBody, any, any, any, PostSocialUsersFollowersValues>
>['fail']> = ({ status, reply }) => {
  if ([401, 402, 403, 407].includes(status)) // catalog/upstreams/social.yaml:7
    return { as: 'not_configured', details: 'Social data is not available at this gateway now' }
  // catalog/upstreams/social.yaml:10
  if (status === 200
    && get(reply, 'status') === 'error'
    && !str(get(reply, 'msg')).includes('not found')) {
    return { as: 'upstream_failed', details: 'The upstream returned an error' }
  }
  if (status === 200 && length(reply) === 0) // catalog/upstreams/social.yaml:13
    return { as: 'upstream_failed', details: 'The upstream returned no answer' }
  return undefined
}

/** The last failure rules of vendor_a.chat and other calls. */
export const vendorAChatFail: NonNullable<UpstreamCall<
  Call<
    PostChatCompletionsBody | PostChatRestBody | PostMessagesBody,
    any,
    ChatRow,
    any,
    PostChatCompletionsValues | PostMessagesValues
  >
>['fail']> = c => {
  const { body, model, status, reply } = c
  const said = get(reply, 'error', 'message') ?? get(reply, 'error')
  // catalog/upstreams/pool.yaml:86
  if (same(model.billing, 'free') && (status === 429 || status >= 500) && body.stream)
    return { as: 'rate_limited', code: 'STREAM_FAILED', details: said, retryAfter: '30' }
  // catalog/upstreams/pool.yaml:91
  if (same(model.billing, 'free') && (status === 429 || status >= 500))
    return { as: 'rate_limited', code: 'FREE_MODEL_FAILED', details: said, retryAfter: '30' }
  return poolChatFail(c)
}

/** The last failure rules of zerox.swap and other calls. */
export const zeroxSwapFail: NonNullable<UpstreamCall<
  Call<any, any, any, GetDexaggPriceQuery>
>['fail']> = ({ status, reply }) => {
  // catalog/upstreams/zerox.yaml:7
  if (status === 401 || status === 407 || status === 403 && get(reply, 'name') === undefined)
    return { as: 'not_configured', details: 'Swaps are not available at this gateway now' }
  // catalog/upstreams/zerox.yaml:10
  if (status === 400
    && ['SELL_AMOUNT_TOO_SMALL', 'UNABLE_TO_CALCULATE_GAS_FEE'].includes(get(reply, 'name'))) {
    return { as: 'invalid_input', details: reply }
  }
  // catalog/upstreams/zerox.yaml:13
  if (status === 200 && get(reply, 'liquidityAvailable') === false)
    return { as: 'invalid_input', details: reply }
  if (status === 200 && reply === undefined) // catalog/upstreams/zerox.yaml:16
    return { as: 'upstream_failed', details: 'The upstream returned no answer' }
  return undefined
}

/** The last failure rules of zerox.read and other calls. */
export const zeroxReadFail: NonNullable<UpstreamCall<Call<any, any, any, any>>['fail']> = ({
  status, reply,
}) => {
  // catalog/upstreams/zerox.yaml:7
  if (status === 401 || status === 407 || status === 403 && get(reply, 'name') === undefined)
    return { as: 'not_configured', details: 'Swaps are not available at this gateway now' }
  // catalog/upstreams/zerox.yaml:10
  if (status === 400
    && ['SELL_AMOUNT_TOO_SMALL', 'UNABLE_TO_CALCULATE_GAS_FEE'].includes(get(reply, 'name'))) {
    return { as: 'invalid_input', details: reply }
  }
  // catalog/upstreams/zerox.yaml:13
  if (status === 200 && get(reply, 'liquidityAvailable') === false)
    return { as: 'invalid_input', details: reply }
  if (status === 200 && reply === undefined) // catalog/upstreams/zerox.yaml:16
    return { as: 'upstream_failed', details: 'The upstream returned no answer' }
  return undefined
}
