// Code generated from catalog/upstreams/vendor-e.yaml by "npm run generate". DO NOT EDIT.
import { get, items } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { ImagesRow } from '../media/images.models.ts'
import type { PostImagesGenerationsBody } from '../media/images.requests.ts'
import type { ChatRow } from '../text/chat.models.ts'
import type {
  PostChatCompletionsBody, PostChatCompletionsValues, PostChatRestBody,
} from '../text/chat.requests.ts'
import type { PostMessagesBody, PostMessagesValues } from '../text/messages.requests.ts'
import { poolChatAllow, poolChatSend, vendorAChatFail } from '../upstreams.shared.ts'

/** POST of vendor_e. */
export const vendorEChat: UpstreamCall<
  Call<
    PostChatCompletionsBody | PostChatRestBody | PostMessagesBody,
    any,
    ChatRow,
    any,
    PostChatCompletionsValues | PostMessagesValues
  >
> = {
  id: 'vendor_e.chat', upstream: 'vendor_e', origin: 'catalog/upstreams/vendor-e.yaml:14',
  method: 'POST',
  path: () => '/api/paas/v4/chat/completions',
  timeout: 120_000, lasts: 500_000, retry: 0, send: poolChatSend, allow: poolChatAllow,
  protocol: 'openai_chat',
  fail: c => {
    const { reply } = c
    if (get(reply, 'error', 'code') === '1301') // catalog/upstreams/vendor-e.yaml:10
      return { as: 'content_policy', details: get(reply, 'error', 'message') }
    return vendorAChatFail(c)
  },
}

/** POST of vendor_e. */
export const vendorEImages: UpstreamCall<Call<PostImagesGenerationsBody, any, ImagesRow, any>> = {
  id: 'vendor_e.images', upstream: 'vendor_e', origin: 'catalog/upstreams/vendor-e.yaml:15',
  method: 'POST',
  path: () => '/api/paas/v4/images/generations',
  timeout: 300_000, retry: 0,
  repeat: ({ body }) => body.n,
  send: ({ body, model }) => ({ model: model.upstream_id, prompt: body.prompt, size: body.size }),
  fail: ({ reply }) => {
    if (get(reply, 'error', 'code') === '1301') // catalog/upstreams/vendor-e.yaml:10
      return { as: 'content_policy', details: get(reply, 'error', 'message') }
    return undefined
  },
  give: ({ reply }) =>
    ({ assets: items(get(reply, 'data')).map(i => ({ url: get(i, 'url'), mime: 'image/png' })) }),
  media: 'assets',
}
