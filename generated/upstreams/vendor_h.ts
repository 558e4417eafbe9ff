// Code generated from catalog/upstreams/vendor-h.yaml by "npm run generate". DO NOT EDIT.
import { at, get, length, segment } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { SpeechRow } from '../media/speech.models.ts'
import type { PostAudioSoundEffectsBody, PostAudioSpeechBody } from '../media/speech.requests.ts'

/** The first failure rules of calls of vendor_h. */
const vendorHCommonFail: NonNullable<UpstreamCall<Call<any, any, any, any>>['fail']> = ({
  reply,
}) => {
  // catalog/upstreams/vendor-h.yaml:9
  if (['detected_unusual_activity', 'quota_exceeded'].includes(get(reply, 'detail', 'status')))
    return { as: 'upstream_failed', details: 'The model is not available to this gateway now' }
  // catalog/upstreams/vendor-h.yaml:12
  if (get(reply, 'detail', 'status') === 'content_against_policy')
    return { as: 'content_policy', details: get(reply, 'detail', 'message') }
  return undefined
}

/** POST of vendor_h. */
export const vendorHSpeech: UpstreamCall<
  Call<PostAudioSpeechBody, any, SpeechRow, any> & { reply_body?: any }
> = {
  id: 'vendor_h.speech', upstream: 'vendor_h', origin: 'catalog/upstreams/vendor-h.yaml:16',
  method: 'POST',
  path: ({ body, model }) => {
    const voice = Object.hasOwn(model.voices, body.voice)
      ? at(model.voices, body.voice)
      : body.voice
    return `/v1/text-to-speech/${segment(voice)}`
  },
  timeout: 120_000, retry: 0,
  query: ({ body }) => {
    const formats = {
      mp3: 'mp3_44100_128', opus: 'opus_48000_128', pcm: 'pcm_44100', wav: 'wav_44100',
    }
    return { output_format: at(formats, body.response_format) }
  },
  send: ({ body, model }) =>
    ({ text: body.input, model_id: model.upstream_id, voice_settings: { speed: body.speed } }),
  bytes: true,
  fail: c => {
    const found = vendorHCommonFail(c)
    if (found !== undefined) return found
    const { status, reply_body } = c
    if (status === 200 && length(reply_body) === 0) // catalog/upstreams/vendor-h.yaml:28
      return { as: 'upstream_failed', details: 'No sound was made' }
    return undefined
  },
  give: ({ body, reply_body }) => {
    const types = { mp3: 'audio/mpeg', opus: 'audio/ogg', pcm: 'audio/pcm', wav: 'audio/wav' }
    return {
      assets: [{
        bytes: reply_body, mime: at(types, body.response_format), format: body.response_format,
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
  id: 'vendor_h.sounds', upstream: 'vendor_h', origin: 'catalog/upstreams/vendor-h.yaml:34',
  method: 'POST',
  path: () => '/v1/sound-generation',
  timeout: 120_000, retry: 0,
  query: ({ body }) => {
    const formats = { mp3: 'mp3_44100_128', opus: 'opus_48000_128', pcm: 'pcm_44100' }
    return { output_format: at(formats, body.response_format) }
  },
  send: ({ body }) => ({
    text: body.text, duration_seconds: body.duration_seconds,
    prompt_influence: body.prompt_influence,
  }),
  bytes: true,
  fail: c => {
    const found = vendorHCommonFail(c)
    if (found !== undefined) return found
    const { status, reply_body } = c
    if (status === 200 && length(reply_body) === 0) // catalog/upstreams/vendor-h.yaml:44
      return { as: 'upstream_failed', details: 'No sound was made' }
    return undefined
  },
  give: ({ body, reply_body }) => {
    const types = { mp3: 'audio/mpeg', opus: 'audio/ogg', pcm: 'audio/pcm' }
    return {
      assets: [{
        bytes: reply_body, mime: at(types, body.response_format), format: body.response_format,
      }],
    }
  },
  media: 'assets',
}
