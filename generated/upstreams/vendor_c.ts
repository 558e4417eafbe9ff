// Code generated from catalog/upstreams/vendor-c.yaml by "npm run generate". DO NOT EDIT.
import {
  count, filled, get, items, join, length, say, segment, str,
} from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { ImagesRow } from '../media/images.models.ts'
import type { PostImagesGenerationsBody } from '../media/images.requests.ts'
import type { VideosRow } from '../media/videos.models.ts'
import type {
  PostVideosGenerationsBody, PostVideosGenerationsValues,
} from '../media/videos.requests.ts'
import type { ChatRow } from '../text/chat.models.ts'
import type {
  PostChatCompletionsBody, PostChatCompletionsValues, PostChatRestBody,
} from '../text/chat.requests.ts'
import type { PostMessagesBody, PostMessagesValues } from '../text/messages.requests.ts'
import type { PostSearchBody } from '../text/search.requests.ts'
import { poolChatAllow, vendorAChatFail } from '../upstreams.shared.ts'

/** The first failure rules of calls of vendor_c. */
const vendorCCommonFail: NonNullable<UpstreamCall<Call<any, any, any, any>>['fail']> = ({
  status, reply,
}) => {
  // catalog/upstreams/vendor-c.yaml:10
  if (status === 200
    && items(get(reply, 'data')).some(i => get(i, 'respect_moderation') === false)) {
    return { as: 'content_policy', details: 'An image was withheld by moderation' }
  }
  // catalog/upstreams/vendor-c.yaml:14
  if (status === 400 && get(reply, 'code') === 'content_policy_violation')
    return { as: 'content_policy', details: get(reply, 'error') }
  return undefined
}

/** POST of vendor_c. */
export const vendorCChat: UpstreamCall<
  Call<
    PostChatCompletionsBody | PostChatRestBody | PostMessagesBody,
    any,
    ChatRow,
    any,
    PostChatCompletionsValues | PostMessagesValues
  >
> = {
  id: 'vendor_c.chat', upstream: 'vendor_c', origin: 'catalog/upstreams/vendor-c.yaml:19',
  method: 'POST',
  path: () => '/v1/chat/completions',
  timeout: 120_000, lasts: 500_000, retry: 0,
  send: ({ body, model, values }) => {
    const p = body.search_parameters
    const search = {
      mode: p?.mode, sources: p?.sources, return_citations: p?.return_citations,
      from_date: p?.from_date, to_date: p?.to_date, max_search_results: values.sources,
    }
    return {
      ...body, model: model.upstream_id, messages: values.fitted, max_tokens: values.max_tokens,
      max_completion_tokens: undefined, temperature: model.sampling ? body.temperature : undefined,
      top_p: model.sampling ? body.top_p : undefined,
      top_k: model.sampling ? body.top_k : undefined,
      tools: (body.tools?.length ?? 0) > 0 ? body.tools : undefined,
      tool_choice: (body.tools?.length ?? 0) > 0 ? body.tool_choice : undefined,
      reasoning_effort: model.plain_tools && (body.tools?.length ?? 0) > 0
        ? 'none'
        : body.reasoning_effort,
      modalities: undefined, prompt_cache: model.caching ? body.prompt_cache : undefined,
      search_parameters: values.searches ? search : undefined,
    }
  },
  allow: poolChatAllow, protocol: 'openai_chat',
  fail: c => {
    const found = vendorCCommonFail(c)
    if (found !== undefined) return found
    return vendorAChatFail(c)
  },
}

/** POST of vendor_c. */
export const vendorCImages: UpstreamCall<Call<PostImagesGenerationsBody, any, ImagesRow, any>> = {
  id: 'vendor_c.images', upstream: 'vendor_c', origin: 'catalog/upstreams/vendor-c.yaml:26',
  method: 'POST',
  path: () => '/v1/images/generations',
  timeout: 300_000, retry: 0,
  send: ({ body, model }) => ({
    model: model.upstream_id, prompt: body.prompt, n: body.n, response_format: 'url',
    aspect_ratio: '1:1', resolution: '1k',
  }),
  fail: c => {
    const found = vendorCCommonFail(c)
    if (found !== undefined) return found
    const { body, status, reply } = c
    if (status === 200 && length(get(reply, 'data')) < body.n) // catalog/upstreams/vendor-c.yaml:28
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
  Call<PostVideosGenerationsBody, any, VideosRow, any, PostVideosGenerationsValues> & {
    ticket: { id: any }
  }
> = {
  id: 'vendor_c.videos', upstream: 'vendor_c', origin: 'catalog/upstreams/vendor-c.yaml:37',
  method: 'POST',
  path: () => '/v1/videos/generations',
  timeout: 20_000, retry: 0,
  send: ({ body, model, values }) => ({
    model: model.upstream_id, prompt: body.prompt, duration: values.seconds,
    resolution: values.resolution, aspect_ratio: body.aspect_ratio,
    image: body.image_url !== undefined ? { url: body.image_url } : undefined,
  }),
  fail: c => {
    const found = vendorCCommonFail(c)
    if (found !== undefined) return found
    const { status, reply } = c
    if ([408, 504].includes(status)) // catalog/upstreams/vendor-c.yaml:48
      return { as: 'upstream_timeout', details: 'The upstream timed out' }
    // catalog/upstreams/vendor-c.yaml:51
    if (status === 200 && length(get(reply, 'request_id')) === 0)
      return { as: 'upstream_failed', details: 'The upstream returned no job' }
    return undefined
  },
  ticket: ({ reply }) => ({ id: get(reply, 'request_id') }),
  poll: {
    id: 'vendor_c.videos.poll', upstream: 'vendor_c', origin: 'catalog/upstreams/vendor-c.yaml:56',
    method: 'GET',
    path: ({ ticket }) => `/v1/videos/${segment(say(ticket.id))}`,
    timeout: 30_000, retry: 0, every: 5000,
    pending: ({ status, reply }) => status === 202 || get(reply, 'status') === 'pending',
    fail: c => {
      const found = vendorCCommonFail(c)
      if (found !== undefined) return found
      const { status, reply } = c
      // catalog/upstreams/vendor-c.yaml:62
      if (status === 200 && get(reply, 'video', 'respect_moderation') === false)
        return { as: 'content_policy', details: 'The video was withheld by moderation' }
      // catalog/upstreams/vendor-c.yaml:66
      if (status === 200 && ['failed', 'expired'].includes(get(reply, 'status')))
        return {
          as: 'upstream_failed',
          details: get(reply, 'error', 'message')
            ?? get(reply, 'error')
            ?? 'The video could not be made',
        }
      // catalog/upstreams/vendor-c.yaml:70
      if (status === 200 && length(get(reply, 'video', 'url')) === 0)
        return { as: 'upstream_failed', details: 'The upstream returned no video' }
      return undefined
    },
    give: ({ values, ticket, reply }) => ({
      assets: [{
        url: get(reply, 'video', 'url'), mime: 'video/mp4', duration_seconds: values.seconds,
        request_id: ticket.id,
      }],
      usage: undefined,
    }),
    media: 'assets',
  },
}

/** POST of vendor_c. */
export const vendorCSearch: UpstreamCall<Call<PostSearchBody, any, any, any>> = {
  id: 'vendor_c.search', upstream: 'vendor_c', origin: 'catalog/upstreams/vendor-c.yaml:77',
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
  fail: c => {
    const found = vendorCCommonFail(c)
    if (found !== undefined) return found
    const { status, reply } = c
    // catalog/upstreams/vendor-c.yaml:92
    if (status >= 400
      && str(get(reply, 'error', 'message') ?? get(reply, 'error')).includes('usage guidelines')) {
      return {
        as: 'content_policy',
        details: get(reply, 'error', 'message') ?? get(reply, 'error'),
      }
    }
    if ([401, 402, 403].includes(status)) // catalog/upstreams/vendor-c.yaml:95
      return { as: 'upstream_failed', details: 'Searches are not available to this gateway now' }
    // catalog/upstreams/vendor-c.yaml:98
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
