// Code generated from catalog/upstreams/vendor-d.yaml by "npm run generate". DO NOT EDIT.
import { get, items, length, say, segment, str } from '../../runtime/formula.ts'
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
import { poolChatAllow, sensitive, vendorAChatFail } from '../upstreams.shared.ts'

/** The first failure rules of calls of vendor_d. */
const vendorDCommonFail: NonNullable<UpstreamCall<Call<any, any, any, any>>['fail']> = ({
  status, reply,
}) => {
  // catalog/upstreams/vendor-d.yaml:13
  if (['RealPerson', 'PrivacyInformation'].some(word_ =>
    str(get(reply, 'error', 'code')).includes(word_))) {
    return {
      as: 'invalid_input', code: 'INPUT_IMAGE_REAL_PERSON',
      details: 'The image shows a real person. Enroll the face and send its asset instead.',
    }
  }
  if (sensitive.has(get(reply, 'error', 'code'))) // catalog/upstreams/vendor-d.yaml:17
    return { as: 'content_policy', details: get(reply, 'error', 'message') }
  // catalog/upstreams/vendor-d.yaml:20
  if (status === 200
    && items(get(reply, 'data')).some(
      i => get(i, 'error', 'code') === 'OutputImageSensitiveContentDetected',
    )) {
    return { as: 'content_policy', details: 'An image was withheld by moderation' }
  }
  // catalog/upstreams/vendor-d.yaml:24
  if (status === 200 && items(get(reply, 'data')).some(i => get(i, 'error') !== undefined))
    return { as: 'upstream_failed', details: get(reply, 'data', 0, 'error', 'message') }
  return undefined
}

/** POST of vendor_d. */
export const vendorDChat: UpstreamCall<
  Call<
    PostChatCompletionsBody | PostChatRestBody | PostMessagesBody,
    any,
    ChatRow,
    any,
    PostChatCompletionsValues | PostMessagesValues
  >
> = {
  id: 'vendor_d.chat', upstream: 'vendor_d', origin: 'catalog/upstreams/vendor-d.yaml:29',
  method: 'POST',
  path: () => '/api/v3/chat/completions',
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
    search_parameters: undefined,
  }),
  allow: poolChatAllow, protocol: 'openai_chat',
  fail: c => {
    const found = vendorDCommonFail(c)
    if (found !== undefined) return found
    return vendorAChatFail(c)
  },
}

/** POST of vendor_d. */
export const vendorDImages: UpstreamCall<Call<PostImagesGenerationsBody, any, ImagesRow, any>> = {
  id: 'vendor_d.images', upstream: 'vendor_d', origin: 'catalog/upstreams/vendor-d.yaml:35',
  method: 'POST',
  path: () => '/api/v3/images/generations',
  timeout: 600_000, retry: 0,
  repeat: ({ body }) => body.n,
  send: ({ body, model }) => ({
    model: model.upstream_id, prompt: body.prompt, size: body.size, response_format: 'url',
    watermark: false, sequential_image_generation: 'disabled',
  }),
  fail: vendorDCommonFail,
  give: ({ reply }) =>
    ({ assets: items(get(reply, 'data')).map(i => ({ url: get(i, 'url'), mime: 'image/jpeg' })) }),
  media: 'assets',
}

/** POST of vendor_d. */
export const vendorDVideos: UpstreamCall<
  Call<PostVideosGenerationsBody, any, VideosRow, any, PostVideosGenerationsValues> & {
    ticket: { id: any }
  }
> = {
  id: 'vendor_d.videos', upstream: 'vendor_d', origin: 'catalog/upstreams/vendor-d.yaml:42',
  method: 'POST',
  path: () => '/api/v3/contents/generations/tasks',
  timeout: 20_000, retry: 0,
  send: ({ body, model, values }) => {
    const first_frame = body.image_url !== undefined
      ? [{ type: 'image_url', image_url: { url: body.image_url }, role: 'first_frame' }]
      : []
    const last_frame = body.last_frame_url !== undefined
      ? [{ type: 'image_url', image_url: { url: body.last_frame_url }, role: 'last_frame' }]
      : []
    const enrolled = values.face_id !== undefined ? ['asset://' + values.face_id] : []
    const shown = [...enrolled, ...values.references].map(url =>
      ({ type: 'image_url', image_url: { url }, role: 'reference_image' }))
    return {
      model: model.upstream_id,
      content: [...[{ type: 'text', text: body.prompt }], ...first_frame, ...last_frame, ...shown],
      duration: values.seconds, resolution: values.resolution, ratio: body.aspect_ratio,
      generate_audio: body.generate_audio ?? values.mode === 'text', seed: body.seed,
      watermark: body.watermark, return_last_frame: body.return_last_frame,
    }
  },
  fail: c => {
    const found = vendorDCommonFail(c)
    if (found !== undefined) return found
    const { status, reply } = c
    if ([408, 504].includes(status)) // catalog/upstreams/vendor-d.yaml:61
      return { as: 'upstream_timeout', details: 'The upstream timed out' }
    if (status === 200 && length(get(reply, 'id')) === 0) // catalog/upstreams/vendor-d.yaml:64
      return { as: 'upstream_failed', details: 'The upstream returned no job' }
    return undefined
  },
  ticket: ({ reply }) => ({ id: get(reply, 'id') }),
  poll: {
    id: 'vendor_d.videos.poll', upstream: 'vendor_d', origin: 'catalog/upstreams/vendor-d.yaml:69',
    method: 'GET',
    path: ({ ticket }) => `/api/v3/contents/generations/tasks/${segment(say(ticket.id))}`,
    timeout: 30_000, retry: 0, every: 5000,
    pending: ({ reply }) => ['queued', 'running'].includes(get(reply, 'status')),
    fail: c => {
      const found = vendorDCommonFail(c)
      if (found !== undefined) return found
      const { status, reply } = c
      // catalog/upstreams/vendor-d.yaml:75
      if (status === 200 && get(reply, 'status') !== 'succeeded')
        return {
          as: 'upstream_failed',
          details: get(reply, 'error', 'message') ?? 'The video could not be made',
        }
      // catalog/upstreams/vendor-d.yaml:79
      if (status === 200 && length(get(reply, 'content', 'video_url')) === 0)
        return { as: 'upstream_failed', details: 'The upstream returned no video' }
      return undefined
    },
    give: ({ values, ticket, reply }) => ({
      assets: [{
        url: get(reply, 'content', 'video_url'), mime: 'video/mp4',
        duration_seconds: values.seconds, request_id: ticket.id,
        last_frame_url: get(reply, 'content', 'last_frame_url'),
      }],
      usage: { total_tokens: get(reply, 'usage', 'total_tokens') },
    }),
    media: 'assets',
  },
}
