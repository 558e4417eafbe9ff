// Code generated from catalog/upstreams/vendor-c.yaml by "npm run generate". DO NOT EDIT.
import {
  count, filled, get, items, join, length, min, need, say, str,
} from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { ImagesRow } from '../media/images.models.ts'
import type { PostImagesGenerationsBody } from '../media/images.requests.ts'
import type { VideosRow } from '../media/videos.models.ts'
import type { PostVideosGenerationsBody } from '../media/videos.requests.ts'
import type { ChatRow } from '../text/chat.models.ts'
import type { PostChatCompletionsBody, PostChatRestBody } from '../text/chat.requests.ts'
import type { PostMessagesBody } from '../text/messages.requests.ts'
import type { PostSearchBody } from '../text/search.requests.ts'
import { poolChatAllow, vendorAChatFail } from '../upstreams.shared.ts'

/** POST of vendor_c. */
export const vendorCChat: UpstreamCall<
  Call<PostChatCompletionsBody | PostChatRestBody | PostMessagesBody, any, ChatRow, any>
> = {
  id: 'vendor_c.chat', upstream: 'vendor_c', origin: 'catalog/upstreams/vendor-c.yaml:17',
  method: 'POST',
  path: () => '/v1/chat/completions',
  timeout: 120_000, lasts: 500_000, retry: 0,
  send: ({ body, model, hooks }) => {
    const asked = body.max_tokens ?? body.max_completion_tokens
    const fitted = hooks.fitMessages(
      body.messages, body, model.tokenizer, model.context - min(asked ?? 1024, 1024),
    )
    const input_tokens = hooks.estimateTokens(fitted, body, model.tokenizer)
    const ceiling = min(model.max_output, model.context - input_tokens)
    const max_tokens = min(asked ?? 8192, ceiling)
    const searches = model.search
      && body.search_parameters !== undefined
      && (body.search_parameters.mode ?? 'auto') !== 'off'
    const sources = searches ? body.search_parameters?.max_search_results ?? 10 : 0
    const p = body.search_parameters
    const search = {
      mode: p?.mode, sources: p?.sources, return_citations: p?.return_citations,
      from_date: p?.from_date, to_date: p?.to_date, max_search_results: sources,
    }
    return {
      ...body, model: model.upstream_id, messages: fitted, max_tokens,
      max_completion_tokens: undefined, temperature: model.sampling ? body.temperature : undefined,
      top_p: model.sampling ? body.top_p : undefined,
      top_k: model.sampling ? body.top_k : undefined,
      tools: (body.tools?.length ?? 0) > 0 ? body.tools : undefined,
      tool_choice: (body.tools?.length ?? 0) > 0 ? body.tool_choice : undefined,
      reasoning_effort: model.plain_tools && (body.tools?.length ?? 0) > 0
        ? 'none'
        : body.reasoning_effort,
      modalities: undefined, prompt_cache: model.caching ? body.prompt_cache : undefined,
      search_parameters: searches ? search : undefined,
    }
  },
  allow: poolChatAllow, protocol: 'openai_chat',
  fail: c => {
    const { status, reply } = c
    // catalog/upstreams/vendor-c.yaml:8
    if (status === 200
      && items(get(reply, 'data')).some(i => get(i, 'respect_moderation') === false)) {
      return { as: 'content_policy', details: 'An image was withheld by moderation' }
    }
    // catalog/upstreams/vendor-c.yaml:12
    if (status === 400 && get(reply, 'code') === 'content_policy_violation')
      return { as: 'content_policy', details: get(reply, 'error') }
    return vendorAChatFail(c)
  },
}

/** POST of vendor_c. */
export const vendorCImages: UpstreamCall<Call<PostImagesGenerationsBody, any, ImagesRow, any>> = {
  id: 'vendor_c.images', upstream: 'vendor_c', origin: 'catalog/upstreams/vendor-c.yaml:24',
  method: 'POST',
  path: () => '/v1/images/generations',
  timeout: 300_000, retry: 0,
  send: ({ body, model }) => ({
    model: model.upstream_id, prompt: body.prompt, n: body.n, response_format: 'url',
    aspect_ratio: '1:1', resolution: '1k',
  }),
  fail: ({ body, status, reply }) => {
    // catalog/upstreams/vendor-c.yaml:8
    if (status === 200
      && items(get(reply, 'data')).some(i => get(i, 'respect_moderation') === false)) {
      return { as: 'content_policy', details: 'An image was withheld by moderation' }
    }
    // catalog/upstreams/vendor-c.yaml:12
    if (status === 400 && get(reply, 'code') === 'content_policy_violation')
      return { as: 'content_policy', details: get(reply, 'error') }
    // catalog/upstreams/vendor-c.yaml:26
    if (status === 200 && length(get(reply, 'data')) < body.n)
      return { as: 'upstream_failed', details: 'Fewer images were made than asked for' }
    return undefined
  },
  give: ({ reply }) => ({
    assets: items(get(reply, 'data')).map(i => ({
      url: get(i, 'url'), b64: get(i, 'b64_json'), mime: 'image/jpeg',
      revised_prompt: get(i, 'revised_prompt'),
    })),
  }),
  media: 'assets',
}

/** POST of vendor_c. */
export const vendorCVideos: UpstreamCall<
  Call<PostVideosGenerationsBody, any, VideosRow, any> & { ticket: { id: any } }
> = {
  id: 'vendor_c.videos', upstream: 'vendor_c', origin: 'catalog/upstreams/vendor-c.yaml:35',
  method: 'POST',
  path: () => '/v1/videos/generations',
  timeout: 20_000, retry: 0,
  send: ({ body, model }) => {
    const seconds = body.duration_seconds ?? model.default_seconds
    const resolution = model.resolution_rule === 'ignored'
      ? need(model.resolutions[0])
      : body.resolution ?? need(model.resolutions[0])
    return {
      model: model.upstream_id, prompt: body.prompt, duration: seconds, resolution,
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
    // catalog/upstreams/vendor-c.yaml:12
    if (status === 400 && get(reply, 'code') === 'content_policy_violation')
      return { as: 'content_policy', details: get(reply, 'error') }
    // catalog/upstreams/vendor-c.yaml:46
    if ([408, 504].includes(status))
      return { as: 'upstream_timeout', details: 'The upstream timed out' }
    // catalog/upstreams/vendor-c.yaml:49
    if (status === 200 && length(get(reply, 'request_id')) === 0)
      return { as: 'upstream_failed', details: 'The upstream returned no job' }
    return undefined
  },
  ticket: ({ reply }) => ({ id: get(reply, 'request_id') }),
  poll: {
    id: 'vendor_c.videos.poll', upstream: 'vendor_c', origin: 'catalog/upstreams/vendor-c.yaml:54',
    method: 'GET',
    path: ({ ticket }) => `/v1/videos/${say(ticket.id)}`,
    timeout: 30_000, retry: 0, every: 5000,
    pending: ({ status, reply }) => status === 202 || get(reply, 'status') === 'pending',
    fail: ({ status, reply }) => {
      // catalog/upstreams/vendor-c.yaml:8
      if (status === 200
        && items(get(reply, 'data')).some(i => get(i, 'respect_moderation') === false)) {
        return { as: 'content_policy', details: 'An image was withheld by moderation' }
      }
      // catalog/upstreams/vendor-c.yaml:12
      if (status === 400 && get(reply, 'code') === 'content_policy_violation')
        return { as: 'content_policy', details: get(reply, 'error') }
      // catalog/upstreams/vendor-c.yaml:60
      if (status === 200 && get(reply, 'video', 'respect_moderation') === false)
        return { as: 'content_policy', details: 'The video was withheld by moderation' }
      // catalog/upstreams/vendor-c.yaml:64
      if (status === 200 && ['failed', 'expired'].includes(get(reply, 'status')))
        return {
          as: 'upstream_failed',
          details: get(reply, 'error', 'message')
            ?? get(reply, 'error')
            ?? 'The video could not be made',
        }
      // catalog/upstreams/vendor-c.yaml:68
      if (status === 200 && length(get(reply, 'video', 'url')) === 0)
        return { as: 'upstream_failed', details: 'The upstream returned no video' }
      return undefined
    },
    give: ({ body, model, ticket, reply }) => {
      const seconds = body.duration_seconds ?? model.default_seconds
      return {
        assets: [{
          url: get(reply, 'video', 'url'), mime: 'video/mp4', duration_seconds: seconds,
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
  id: 'vendor_c.search', upstream: 'vendor_c', origin: 'catalog/upstreams/vendor-c.yaml:75',
  method: 'POST',
  path: () => '/v1/chat/completions',
  timeout: 120_000, retry: 0,
  send: ({ body }) => ({
    model: 'think-5-fast', max_tokens: 2000,
    messages: [{ role: 'user', content: body.query }],
    search_parameters: {
      mode: 'on', return_citations: true,
      sources: body.sources.map(s => ({ type: s })),
      max_search_results: body.max_results, from_date: body.from_date, to_date: body.to_date,
    },
  }),
  fail: ({ status, reply }) => {
    // catalog/upstreams/vendor-c.yaml:8
    if (status === 200
      && items(get(reply, 'data')).some(i => get(i, 'respect_moderation') === false)) {
      return { as: 'content_policy', details: 'An image was withheld by moderation' }
    }
    // catalog/upstreams/vendor-c.yaml:12
    if (status === 400 && get(reply, 'code') === 'content_policy_violation')
      return { as: 'content_policy', details: get(reply, 'error') }
    // catalog/upstreams/vendor-c.yaml:90
    if (status >= 400
      && str(get(reply, 'error', 'message') ?? get(reply, 'error')).includes('usage guidelines')) {
      return {
        as: 'content_policy',
        details: get(reply, 'error', 'message') ?? get(reply, 'error'),
      }
    }
    // catalog/upstreams/vendor-c.yaml:93
    if ([401, 402, 403].includes(status))
      return { as: 'upstream_failed', details: 'Searches are not available to this gateway now' }
    // catalog/upstreams/vendor-c.yaml:96
    if (status === 200
      && (count(get(reply, 'error')) > 0
        || length(join([get(reply, 'choices', 0, 'message', 'content')], '')) === 0)) {
      return { as: 'upstream_failed', details: 'The search gave no summary' }
    }
    return undefined
  },
  give: ({ body, reply }) => ({
    summary: get(reply, 'choices', 0, 'message', 'content'), model: 'vendorC/think-5-fast',
    citations: length(get(reply, 'citations')) > 0 ? get(reply, 'citations') : undefined,
    sources_used: get(reply, 'usage', 'num_sources_used') ?? body.max_results,
  }),
  resultWhen: ({ reply }) => filled(get(reply, 'choices', 0, 'message', 'content')),
}
