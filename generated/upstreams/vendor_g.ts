// Code generated from catalog/upstreams/vendor-g.yaml by "npm run generate". DO NOT EDIT.
import { filled, get, length, toSeconds } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { MusicRow } from '../media/music.models.ts'
import type { PostAudioGenerationsBody } from '../media/music.requests.ts'
import type { ChatRow } from '../text/chat.models.ts'
import type {
  PostChatCompletionsBody, PostChatCompletionsValues, PostChatRestBody,
} from '../text/chat.requests.ts'
import type { PostMessagesBody, PostMessagesValues } from '../text/messages.requests.ts'
import { poolChatAllow, poolChatSend, vendorAChatFail } from '../upstreams.shared.ts'

/** The first failure rules of calls of vendor_g. */
const vendorGCommonFail: NonNullable<UpstreamCall<Call<any, any, any, any>>['fail']> = ({
  status, reply,
}) => {
  // catalog/upstreams/vendor-g.yaml:10
  if ([1002, 1039].includes(get(reply, 'base_resp', 'status_code')))
    return { as: 'rate_limited', details: get(reply, 'base_resp', 'status_msg') }
  // catalog/upstreams/vendor-g.yaml:13
  if ([1026, 1027].includes(get(reply, 'base_resp', 'status_code')))
    return { as: 'content_policy', details: get(reply, 'base_resp', 'status_msg') }
  if (get(reply, 'base_resp', 'status_code') === 2013) // catalog/upstreams/vendor-g.yaml:16
    return { as: 'upstream_rejected', details: get(reply, 'base_resp', 'status_msg') }
  if (get(reply, 'base_resp', 'status_code') === 1001) // catalog/upstreams/vendor-g.yaml:19
    return { as: 'upstream_timeout', details: get(reply, 'base_resp', 'status_msg') }
  // catalog/upstreams/vendor-g.yaml:22
  if ([1004, 2049].includes(get(reply, 'base_resp', 'status_code')))
    return {
      as: 'upstream_failed', code: 'PROVIDER_CONFIG_ERROR',
      details: 'The model is not available to this gateway now',
    }
  // catalog/upstreams/vendor-g.yaml:26
  if (status === 200
    && (get(reply, 'base_resp', 'status_code') !== undefined
      && ![0, 1008, 2056].includes(get(reply, 'base_resp', 'status_code')))) {
    return { as: 'upstream_failed', details: get(reply, 'base_resp', 'status_msg') }
  }
  return undefined
}

/** POST of vendor_g. */
export const vendorGChat: UpstreamCall<
  Call<
    PostChatCompletionsBody | PostChatRestBody | PostMessagesBody,
    any,
    ChatRow,
    any,
    PostChatCompletionsValues | PostMessagesValues
  >
> = {
  id: 'vendor_g.chat', upstream: 'vendor_g', origin: 'catalog/upstreams/vendor-g.yaml:31',
  method: 'POST',
  path: () => '/v1/chat/completions',
  timeout: 120_000, lasts: 500_000, retry: 0, send: poolChatSend, allow: poolChatAllow,
  protocol: 'openai_chat',
  fail: c => {
    const found = vendorGCommonFail(c)
    if (found !== undefined) return found
    return vendorAChatFail(c)
  },
}

/** POST of vendor_g. */
export const vendorGLyrics: UpstreamCall<Call<PostAudioGenerationsBody, any, any, any>> = {
  id: 'vendor_g.lyrics', upstream: 'vendor_g', origin: 'catalog/upstreams/vendor-g.yaml:32',
  method: 'POST',
  path: () => '/v1/lyrics_generation',
  timeout: 120_000, retry: 0,
  send: ({ body }) => ({ mode: 'write_full_song', prompt: body.prompt }),
  fail: c => {
    const found = vendorGCommonFail(c)
    if (found !== undefined) return found
    const { status, reply } = c
    // catalog/upstreams/vendor-g.yaml:37
    if ([1008, 2056].includes(get(reply, 'base_resp', 'status_code')))
      return { as: 'upstream_rejected', details: 'The model takes no work now' }
    // catalog/upstreams/vendor-g.yaml:40
    if (status === 200 && get(reply, 'base_resp', 'status_code') !== 0)
      return { as: 'upstream_failed', details: 'The upstream did not report success' }
    if (status === 200 && length(get(reply, 'lyrics')) === 0) // catalog/upstreams/vendor-g.yaml:44
      return { as: 'upstream_failed', details: 'No lyrics were written' }
    return undefined
  },
  give: ({ reply }) => ({ lyrics: get(reply, 'lyrics') }),
  resultWhen: ({ reply }) => filled(get(reply, 'lyrics')),
}

/** POST of vendor_g. */
export const vendorGMusic: UpstreamCall<Call<PostAudioGenerationsBody, any, MusicRow, any>> = {
  id: 'vendor_g.music', upstream: 'vendor_g', origin: 'catalog/upstreams/vendor-g.yaml:50',
  method: 'POST',
  path: () => '/v1/music_generation',
  timeout: 600_000, retry: 0,
  first: { call: vendorGLyrics, when: ({ body }) => !body.instrumental && body.lyrics === '' },
  send: ({ body, model, earlier }) => {
    const sung = body.instrumental
      ? undefined
      : body.lyrics === '' ? get(earlier, 'lyrics') : body.lyrics
    return {
      model: model.upstream_id,
      prompt: body.prompt + ' (about ' + String(body.duration_seconds) + ' seconds long)',
      lyrics: sung, is_instrumental: body.instrumental, stream: false, output_format: 'url',
      audio_setting: { sample_rate: 44_100, bitrate: 256_000, format: 'mp3' },
    }
  },
  fail: c => {
    const found = vendorGCommonFail(c)
    if (found !== undefined) return found
    const { status, reply } = c
    // catalog/upstreams/vendor-g.yaml:66
    if ([1008, 2056].includes(get(reply, 'base_resp', 'status_code')))
      return { as: 'upstream_rejected', details: 'The model takes no work now' }
    // catalog/upstreams/vendor-g.yaml:69
    if (status === 200 && get(reply, 'base_resp', 'status_code') !== 0)
      return { as: 'upstream_failed', details: 'The upstream did not report success' }
    // catalog/upstreams/vendor-g.yaml:73
    if (status === 200 && length(get(reply, 'data', 'audio')) === 0)
      return { as: 'upstream_failed', details: 'No track was made' }
    return undefined
  },
  give: ({ body, earlier, reply }) => {
    const sung = body.instrumental
      ? undefined
      : body.lyrics === '' ? get(earlier, 'lyrics') : body.lyrics
    return {
      assets: [{
        url: get(reply, 'data', 'audio'), mime: 'audio/mpeg',
        duration_seconds: toSeconds(get(reply, 'extra_info', 'music_duration')),
        lyrics: sung,
      }],
    }
  },
  media: 'assets',
}
