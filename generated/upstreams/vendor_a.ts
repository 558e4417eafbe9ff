// Code generated from catalog/upstreams/vendor-a.yaml by "npm run generate". DO NOT EDIT.
import { get, items, length, segment } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { PostImagesImage2ImageBody } from '../media/edits.requests.ts'
import type { ImagesRow } from '../media/images.models.ts'
import type { PostImagesGenerationsBody } from '../media/images.requests.ts'
import type { ChatRow } from '../text/chat.models.ts'
import type {
  PostChatCompletionsBody, PostChatCompletionsValues, PostChatRestBody,
} from '../text/chat.requests.ts'
import type { PostMessagesBody, PostMessagesValues } from '../text/messages.requests.ts'
import type {
  GetResponsesIdQuery, PostResponsesBody, PostResponsesValues,
} from '../text/responses.requests.ts'
import { vendorAChatAllow, vendorAChatFail, vendorAResponsesAllow } from '../upstreams.shared.ts'

/** The first failure rules of calls of vendor_a. */
const vendorACommonFail: NonNullable<UpstreamCall<Call<any, any, any, any>>['fail']> = ({
  status, reply,
}) => {
  // catalog/upstreams/vendor-a.yaml:10
  if (status === 400
    && ['moderation_blocked', 'content_policy_violation'].includes(get(reply, 'error', 'code'))) {
    return { as: 'content_policy', details: get(reply, 'error', 'message') }
  }
  return undefined
}

/** POST of vendor_a. */
export const vendorAChat: UpstreamCall<
  Call<
    PostChatCompletionsBody | PostChatRestBody | PostMessagesBody,
    any,
    ChatRow,
    any,
    PostChatCompletionsValues | PostMessagesValues
  >
> = {
  id: 'vendor_a.chat', upstream: 'vendor_a', origin: 'catalog/upstreams/vendor-a.yaml:15',
  method: 'POST',
  path: () => '/v1/chat/completions',
  timeout: 120_000, lasts: 500_000, retry: 0,
  send: ({ body, model, values }) => ({
    ...body, model: model.upstream_id, messages: values.fitted, max_tokens: undefined,
    max_completion_tokens: values.max_tokens,
    temperature: model.sampling ? body.temperature : undefined,
    top_p: model.sampling ? body.top_p : undefined, top_k: model.sampling ? body.top_k : undefined,
    tools: (body.tools?.length ?? 0) > 0 ? body.tools : undefined,
    tool_choice: (body.tools?.length ?? 0) > 0 ? body.tool_choice : undefined,
    reasoning_effort: model.plain_tools && (body.tools?.length ?? 0) > 0
      ? 'none'
      : body.reasoning_effort,
    modalities: undefined, prompt_cache: model.caching ? body.prompt_cache : undefined,
    search_parameters: undefined, thinking: undefined,
  }),
  allow: vendorAChatAllow, protocol: 'openai_chat',
  fail: c => {
    const found = vendorACommonFail(c)
    if (found !== undefined) return found
    return vendorAChatFail(c)
  },
}

/** POST of vendor_a. */
export const vendorAImages: UpstreamCall<Call<PostImagesGenerationsBody, any, ImagesRow, any>> = {
  id: 'vendor_a.images', upstream: 'vendor_a', origin: 'catalog/upstreams/vendor-a.yaml:57',
  method: 'POST',
  path: () => '/v1/images/generations',
  timeout: 600_000, retry: 0,
  send: ({ body, model }) =>
    ({ model: model.upstream_id, prompt: body.prompt, size: body.size, n: body.n }),
  fail: c => {
    const found = vendorACommonFail(c)
    if (found !== undefined) return found
    const { body, status, reply } = c
    if (status === 200 && length(get(reply, 'data')) < body.n) // catalog/upstreams/vendor-a.yaml:59
      return { as: 'upstream_failed', details: 'Fewer images were made than asked for' }
    return undefined
  },
  give: ({ reply }) => ({
    assets: items(get(reply, 'data')).map(i =>
      ({ b64: get(i, 'b64_json'), mime: 'image/png', revised_prompt: get(i, 'revised_prompt') })),
  }),
  media: 'assets',
}

/** POST of vendor_a. */
export const vendorAEdits: UpstreamCall<Call<PostImagesImage2ImageBody, any, ImagesRow, any>> = {
  id: 'vendor_a.edits', upstream: 'vendor_a', origin: 'catalog/upstreams/vendor-a.yaml:68',
  method: 'POST',
  path: () => '/v1/images/edits',
  timeout: 600_000, retry: 0,
  send: ({ body, model }) => ({
    model: model.upstream_id, prompt: body.prompt, 'image[]': body.image, mask: body.mask,
    size: body.size, n: String(body.n),
  }),
  sendAs: 'multipart', files: ['image[]', 'mask'],
  fail: c => {
    const found = vendorACommonFail(c)
    if (found !== undefined) return found
    const { body, status, reply } = c
    if ([408, 504].includes(status)) // catalog/upstreams/vendor-a.yaml:70
      return { as: 'upstream_timeout', details: 'The upstream timed out' }
    // catalog/upstreams/vendor-a.yaml:73
    if (status === 400
      && ['invalid_image_file', 'unsupported_file_mimetype', 'invalid_mask_image_format'].includes(
        get(reply, 'error', 'code'),
      )) {
      return { as: 'invalid_input', details: get(reply, 'error', 'message') }
    }
    if (status === 200 && length(get(reply, 'data')) < body.n) // catalog/upstreams/vendor-a.yaml:77
      return { as: 'upstream_failed', details: 'Fewer images were made than asked for' }
    return undefined
  },
  give: ({ reply }) => ({
    assets: items(get(reply, 'data')).map(i =>
      ({ b64: get(i, 'b64_json'), mime: 'image/png', revised_prompt: get(i, 'revised_prompt') })),
  }),
  media: 'assets',
}

/** POST of vendor_a. */
export const vendorAResponses: UpstreamCall<
  Call<PostResponsesBody, any, ChatRow, any, PostResponsesValues>
> = {
  id: 'vendor_a.responses', upstream: 'vendor_a', origin: 'catalog/upstreams/vendor-a.yaml:94',
  method: 'POST',
  path: () => '/v1/responses',
  timeout: 240_000, lasts: 500_000, retry: 0,
  send: ({ body, model, values }) => ({
    ...body, model: model.upstream_id, input: values.known, max_output_tokens: values.max_output,
    store: body.background,
  }),
  allow: vendorAResponsesAllow, protocol: 'openai_responses',
  fail: c => {
    const found = vendorACommonFail(c)
    if (found !== undefined) return found
    const { status, reply } = c
    // catalog/upstreams/vendor-a.yaml:133
    if ([401, 403].includes(status) || get(reply, 'error', 'code') === 'insufficient_quota')
      return {
        as: 'not_configured', details: 'The upstream does not accept this gateway\'s requests now',
      }
    return undefined
  },
}

/** GET of vendor_a. */
export const vendorAResponse: UpstreamCall<Call<any, { id: string }, any, GetResponsesIdQuery>> = {
  id: 'vendor_a.response', upstream: 'vendor_a', origin: 'catalog/upstreams/vendor-a.yaml:136',
  method: 'GET',
  path: ({ path }) => `/v1/responses/${segment(path.id)}`,
  timeout: 240_000, lasts: 500_000, retry: 0,
  query: ({ query }) => ({
    stream: query.stream ? 'true' : undefined,
    starting_after: query.starting_after !== undefined ? String(query.starting_after) : undefined,
  }),
  protocol: 'openai_responses',
  fail: c => {
    const found = vendorACommonFail(c)
    if (found !== undefined) return found
    const { status, reply } = c
    // catalog/upstreams/vendor-a.yaml:145
    if ([401, 403].includes(status) || get(reply, 'error', 'code') === 'insufficient_quota')
      return {
        as: 'not_configured', details: 'The upstream does not accept this gateway\'s requests now',
      }
    return undefined
  },
}

/** POST of vendor_a. */
export const vendorACancelResponse: UpstreamCall<Call<any, { id: string }, any, any>> = {
  id: 'vendor_a.cancel_response', upstream: 'vendor_a',
  origin: 'catalog/upstreams/vendor-a.yaml:148', method: 'POST',
  path: ({ path }) => `/v1/responses/${segment(path.id)}/cancel`,
  timeout: 60_000, retry: 0,
  fail: c => {
    const found = vendorACommonFail(c)
    if (found !== undefined) return found
    const { status, reply } = c
    // catalog/upstreams/vendor-a.yaml:152
    if ([401, 403].includes(status) || get(reply, 'error', 'code') === 'insufficient_quota')
      return {
        as: 'not_configured', details: 'The upstream does not accept this gateway\'s requests now',
      }
    return undefined
  },
}
