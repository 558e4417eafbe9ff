// Code generated from catalog/upstreams/vendor-b.yaml by "npm run generate". DO NOT EDIT.
import { after, at, before, get, items, say, segment, str } from '../../runtime/formula.ts'
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
import { poolChatAllow, vendorAChatFail, withheld } from '../upstreams.shared.ts'

/** The first failure rules of calls of vendor_b. */
const vendorBCommonFail: NonNullable<UpstreamCall<Call<any, any, any, any>>['fail']> = ({
  status, reply,
}) => {
  if (status === 429) // catalog/upstreams/vendor-b.yaml:12
    return {
      as: 'rate_limited', details: get(reply, 'error', 'message'),
      retryAfter: get(
        items(get(reply, 'error', 'details')).filter(d => get(d, 'retryDelay') !== undefined)[0],
        'retryDelay',
      ),
    }
  // catalog/upstreams/vendor-b.yaml:16
  if (status === 200 && get(reply, 'promptFeedback', 'blockReason') !== undefined)
    return {
      as: 'content_policy',
      details: `Blocked: ${say(get(reply, 'promptFeedback', 'blockReason'))}`,
    }
  // catalog/upstreams/vendor-b.yaml:20
  if (status === 200 && withheld.has(get(reply, 'candidates', 0, 'finishReason')))
    return {
      as: 'content_policy',
      details: `Blocked: ${say(get(reply, 'candidates', 0, 'finishReason'))}`,
    }
  return undefined
}

/** POST of vendor_b. */
export const vendorBChat: UpstreamCall<
  Call<
    PostChatCompletionsBody | PostChatRestBody | PostMessagesBody,
    any,
    ChatRow,
    any,
    PostChatCompletionsValues | PostMessagesValues
  >
> = {
  id: 'vendor_b.chat', upstream: 'vendor_b', origin: 'catalog/upstreams/vendor-b.yaml:25',
  method: 'POST',
  path: ({ body, model }) =>
    body.stream
      ? '/v1beta/models/' + model.upstream_id + ':streamGenerateContent?alt=sse'
      : '/v1beta/models/' + model.upstream_id + ':generateContent',
  timeout: 120_000, lasts: 500_000, retry: 0,
  send: ({ body, model, values }) => ({
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
    thinking: model.kinds.includes('reasoning')
      && body.thinking === undefined
      && body.reasoning_effort === undefined
      ? { type: 'adaptive' }
      : body.thinking,
  }),
  allow: poolChatAllow, protocol: 'gemini_generate',
  fail: c => {
    const found = vendorBCommonFail(c)
    if (found !== undefined) return found
    return vendorAChatFail(c)
  },
}

/** POST of vendor_b. */
export const vendorBImages: UpstreamCall<Call<PostImagesGenerationsBody, any, ImagesRow, any>> = {
  id: 'vendor_b.images', upstream: 'vendor_b', origin: 'catalog/upstreams/vendor-b.yaml:31',
  method: 'POST',
  path: ({ model }) => `/v1beta/models/${segment(model.upstream_id)}:generateContent`,
  timeout: 300_000, retry: 0,
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
  fail: vendorBCommonFail,
  give: ({ reply }) => ({
    assets: items(get(reply, 'candidates', 0, 'content', 'parts')).filter(
      p => get(p, 'inlineData') !== undefined,
    ).map(p => ({ b64: get(p, 'inlineData', 'data'), mime: get(p, 'inlineData', 'mimeType') })),
  }),
  media: 'assets',
}

/** POST of vendor_b. */
export const vendorBEdits: UpstreamCall<Call<PostImagesImage2ImageBody, any, ImagesRow, any>> = {
  id: 'vendor_b.edits', upstream: 'vendor_b', origin: 'catalog/upstreams/vendor-b.yaml:44',
  method: 'POST',
  path: ({ model }) => `/v1beta/models/${segment(model.upstream_id)}:generateContent`,
  timeout: 300_000, retry: 0,
  repeat: ({ body }) => body.n,
  send: ({ body }) => {
    const resolution = { '1024x1024': '1K', '2048x2048': '2K', '4096x4096': '4K' }
    return {
      contents: [{
        role: 'user',
        parts: [
          ...body.image.map(i =>
            ({ inlineData: { mimeType: before(after(i, 'data:'), ';'), data: after(i, ',') } })),
          ...[{ text: body.prompt }],
        ],
      }],
      generationConfig: {
        responseModalities: ['IMAGE'],
        imageConfig: { aspectRatio: '1:1', imageSize: at(resolution, body.size) },
      },
    }
  },
  fail: c => {
    const found = vendorBCommonFail(c)
    if (found !== undefined) return found
    const { status, reply } = c
    if ([408, 504].includes(status)) // catalog/upstreams/vendor-b.yaml:58
      return { as: 'upstream_timeout', details: 'The upstream timed out' }
    // catalog/upstreams/vendor-b.yaml:61
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
