// Code generated from catalog/upstreams/vendor-f.yaml by "npm run generate". DO NOT EDIT.
import { get, length, say, segment } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { VideosRow } from '../media/videos.models.ts'
import type {
  PostVideosGenerationsBody, PostVideosGenerationsValues,
} from '../media/videos.requests.ts'
import type { ChatRow } from '../text/chat.models.ts'
import type {
  PostChatCompletionsBody, PostChatCompletionsValues, PostChatRestBody,
} from '../text/chat.requests.ts'
import type { PostMessagesBody, PostMessagesValues } from '../text/messages.requests.ts'
import { poolChatAllow, vendorAChatFail } from '../upstreams.shared.ts'

/** The first failure rules of calls of vendor_f. */
const vendorFCommonFail: NonNullable<UpstreamCall<Call<any, any, any, any>>['fail']> = ({
  reply,
}) => {
  // catalog/upstreams/vendor-f.yaml:15
  if (['moderation_blocked', 'content_policy_violation'].includes(get(reply, 'error', 'code')))
    return { as: 'content_policy', details: get(reply, 'error', 'message') }
  return undefined
}

/** POST of vendor_f. */
export const vendorFChat: UpstreamCall<
  Call<
    PostChatCompletionsBody | PostChatRestBody | PostMessagesBody,
    any,
    ChatRow,
    any,
    PostChatCompletionsValues | PostMessagesValues
  >
> = {
  id: 'vendor_f.chat', upstream: 'vendor_f', origin: 'catalog/upstreams/vendor-f.yaml:19',
  method: 'POST',
  path: () => '/anthropic/v1/messages',
  timeout: 120_000, lasts: 500_000, retry: 0,
  send: ({ body, model, values }) => {
    const as_sent = model.sampling
      || body.thinking !== undefined && get(body.thinking, 'type') === 'disabled'
    const thinks = body.thinking !== undefined
      || ['low', 'medium', 'high', 'xhigh'].includes(body.reasoning_effort ?? 'none')
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
      search_parameters: undefined,
      thinking: as_sent ? body.thinking : thinks ? { type: 'adaptive' } : undefined,
    }
  },
  allow: poolChatAllow, protocol: 'anthropic_messages',
  fail: c => {
    const found = vendorFCommonFail(c)
    if (found !== undefined) return found
    return vendorAChatFail(c)
  },
}

/** POST of vendor_f. */
export const vendorFVideos: UpstreamCall<
  Call<PostVideosGenerationsBody, any, VideosRow, any, PostVideosGenerationsValues> & {
    ticket: { id: any }
  }
> = {
  id: 'vendor_f.videos', upstream: 'vendor_f', origin: 'catalog/upstreams/vendor-f.yaml:28',
  method: 'POST',
  path: () => '/v1/videos',
  timeout: 28_000, retry: 0,
  send: async ({ body, model, hooks, values }) => {
    const fitted = body.image_url !== undefined
      ? await hooks.fitImage(body.image_url, ['1280x720', '720x1280'])
      : undefined
    return {
      model: model.upstream_id, prompt: body.prompt, seconds: String(values.seconds),
      size: get(fitted, 'size') ?? '1280x720', input_reference: get(fitted, 'data'),
    }
  },
  sendAs: 'multipart', files: ['input_reference'],
  fail: c => {
    const found = vendorFCommonFail(c)
    if (found !== undefined) return found
    const { status, reply } = c
    if ([408, 504].includes(status)) // catalog/upstreams/vendor-f.yaml:42
      return { as: 'upstream_timeout', details: 'The upstream timed out' }
    if (status === 200 && length(get(reply, 'id')) === 0) // catalog/upstreams/vendor-f.yaml:45
      return { as: 'upstream_failed', details: 'The upstream returned no job' }
    return undefined
  },
  ticket: ({ reply }) => ({ id: get(reply, 'id') }),
  poll: {
    id: 'vendor_f.videos.poll', upstream: 'vendor_f', origin: 'catalog/upstreams/vendor-f.yaml:50',
    method: 'GET',
    path: ({ ticket }) => `/v1/videos/${segment(say(ticket.id))}`,
    timeout: 30_000, retry: 0, every: 5000,
    pending: ({ reply }) => ['queued', 'in_progress'].includes(get(reply, 'status')),
    fail: c => {
      const found = vendorFCommonFail(c)
      if (found !== undefined) return found
      const { status, reply } = c
      // catalog/upstreams/vendor-f.yaml:56
      if (status === 200 && get(reply, 'status') !== 'completed')
        return {
          as: 'upstream_failed',
          details: get(reply, 'error', 'message') ?? 'The video could not be made',
        }
      return undefined
    },
    give: ({ values, ticket }) => ({
      assets: [{
        path: '/v1/videos/' + say(ticket.id) + '/content', mime: 'video/mp4',
        duration_seconds: values.seconds, request_id: ticket.id,
      }],
      usage: undefined,
    }),
    media: 'assets',
  },
}
